import type { CheckResult, Checks } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { formatMoment } from "../ui/formatTime.ts";
import css from "./publish.module.css";

interface MissingStepProps {
  checks: Checks;
  timeZone: string;
  /** Closes the dialog, and goes to the place of a fault. */
  onShow(result: CheckResult): void;
}

/** The first step of publishing: the story's faults. Publishing is blocked only by faults that must be corrected. */
export function MissingStep({ checks, timeZone, onShow }: MissingStepProps) {
  const { results, uncheckedLinks } = checks;
  const texts = getTexts().publish;
  const required = results.filter(({ isRequired }) => isRequired);
  const others = results.filter(({ isRequired }) => !isRequired);
  return (
    <>
      {results.length === 0 && <p className={css.lead}>{texts.nothingMissing}</p>}
      <Results title={texts.required} results={required} timeZone={timeZone} onShow={onShow} />
      <Results title={texts.worthALook} results={others} timeZone={timeZone} onShow={onShow} />
      {uncheckedLinks > 0 && <p className={css.note}>{texts.missing.uncheckedLinks(uncheckedLinks)}</p>}
    </>
  );
}

interface ResultsProps extends Omit<MissingStepProps, "checks"> {
  title: string;
  results: CheckResult[];
}

function Results({ title, results, timeZone, onShow }: ResultsProps) {
  if (results.length === 0) return null;
  return (
    <>
      <h4 className={css.heading}>{title}</h4>
      <ul className={css.results}>
        {results.map((result) => (
          <li key={`${result.kind} ${result.field} ${result.text}`}>
            <button type="button" onClick={() => onShow(result)}>
              <span>
                {describeResult(result, timeZone)}
                {result.kind === "link" && <span className={css.url}>{result.text}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function describeResult({ kind, field, text, status }: CheckResult, timeZone: string): string {
  const { missing } = getTexts().publish;
  const language = document.documentElement.lang;
  switch (kind) {
    case "alt":
    case "image":
      return missing[kind](text);
    case "tk":
      // The check for "TK" finds it only in these fields, since people write no text in others.
      return missing.tk(missing.places[field as keyof typeof missing.places], text);
    case "time":
      return missing.time(formatMoment(text, { timeZone, language }, new Date().toISOString()));
    case "link":
      return typeof status === "number" ? missing.linkStatus(status) : missing.link;
    default:
      return missing[kind];
  }
}
