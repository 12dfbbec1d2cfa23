import type { CheckResult, Checks } from "../../server/desk/api/apiTypes.ts";
import { getTexts } from "../texts/texts.ts";
import { formatMoment } from "../ui/formatTime.ts";
import css from "./publish.module.css";

/** First step: lists the story's faults. Only faults of required parts prevent publishing. */
export function MissingStep({ checks, timeZone }: { checks: Checks; timeZone: string }) {
  const { results, uncheckedLinks } = checks;
  const texts = getTexts().publish;
  const required = results.filter(({ isRequired }) => isRequired);
  const others = results.filter(({ isRequired }) => !isRequired);
  return (
    <>
      {results.length === 0 && <p className={css.lead}>{texts.nothingMissing}</p>}
      <Results title={texts.required} results={required} timeZone={timeZone} />
      <Results title={texts.worthALook} results={others} timeZone={timeZone} />
      {uncheckedLinks > 0 && <p className={css.note}>{texts.missing.uncheckedLinks(uncheckedLinks)}</p>}
    </>
  );
}

function Results({ title, results, timeZone }: { title: string; results: CheckResult[]; timeZone: string }) {
  if (results.length === 0) return null;
  return (
    <>
      <h4 className={css.heading}>{title}</h4>
      <ul className={css.results}>
        {results.map((result) => (
          <li key={`${result.kind} ${result.text}`}>
            {describeResult(result, timeZone)}
            {result.kind === "link" && <span className={css.url}>{result.text}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

function describeResult({ kind, text, status }: CheckResult, timeZone: string): string {
  const { missing } = getTexts().publish;
  const language = document.documentElement.lang;
  switch (kind) {
    case "alt":
    case "image":
    case "tk":
      return missing[kind](text);
    case "time":
      return missing.time(formatMoment(text, { timeZone, language }, new Date().toISOString()));
    case "link":
      return typeof status === "number" ? missing.linkStatus(status) : missing.link;
    default:
      return missing[kind];
  }
}
