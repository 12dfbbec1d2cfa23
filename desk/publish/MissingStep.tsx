import type { CheckResult, Checks } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { useMoment } from "../ui/formatTime.ts";
import css from "./publish.module.css";

interface MissingStepProps {
  checks: Checks;
  /** Closes the dialog, and goes to the place of a fault. */
  onShow(result: CheckResult): void;
}

/** First step of publishing: lists what the story lacks. The lack of a required part prevents publishing. */
export function MissingStep({ checks, onShow }: MissingStepProps) {
  const { results, uncheckedLinks } = checks;
  const texts = getTexts().publish;
  const required = results.filter(({ isRequired }) => isRequired);
  const others = results.filter(({ isRequired }) => !isRequired);
  return (
    <>
      {results.length === 0 && <p className={css.lead}>{texts.nothingMissing}</p>}
      <Results title={texts.required} results={required} onShow={onShow} />
      <Results title={texts.worthALook} results={others} onShow={onShow} />
      {uncheckedLinks > 0 && <p className={css.note}>{texts.missing.uncheckedLinks(uncheckedLinks)}</p>}
    </>
  );
}

interface ResultsProps extends Pick<MissingStepProps, "onShow"> {
  title: string;
  results: CheckResult[];
}

function Results({ title, results, onShow }: ResultsProps) {
  const format = useMoment();
  if (results.length === 0) return null;
  return (
    <>
      <h4 className={css.heading}>{title}</h4>
      <ul className={css.results}>
        {results.map((result) => (
          <li key={`${result.kind} ${result.field} ${result.text}`}>
            <button type="button" onClick={() => onShow(result)}>
              <span>
                {describeResult(result, format)}
                {result.kind === "link" && <span className={css.url}>{result.text}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function describeResult({ kind, field, text, status }: CheckResult, format: (instant: string) => string): string {
  const { missing } = getTexts().publish;
  switch (kind) {
    case "alt":
    case "image":
      return missing[kind](text);
    case "tk":
      // The checks look for "TK" only in the fields that `missing.places` names.
      return missing.tk(missing.places[field as keyof typeof missing.places], text);
    case "time":
      return missing.time(format(text));
    case "link":
      return typeof status === "number" ? missing.linkStatus(status) : missing.link;
    default:
      return missing[kind];
  }
}
