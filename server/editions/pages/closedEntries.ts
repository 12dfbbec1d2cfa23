import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { StaticPage } from "./pages.ts";
import type { PagePart } from "./pageText.ts";

/**
 * Moves closed entries to the `closed` list of their part. An entry is closed if its last day is before `today`.
 *
 * @param today date such as 2025-05-09, in the edition's time zone
 */
export function foldClosedEntries(page: StaticPage, today: string, language: string): StaticPage {
  return { ...page, parts: page.parts.map((part) => foldPart(part, today, language)) };
}

function foldPart(part: PagePart, today: string, language: string): PagePart {
  if (part.kind !== "entries") return part;
  const { open = [], closed = [] } = Object.groupBy(part.entries, ({ until }) =>
    until !== null && until < today ? "closed" : "open",
  );
  if (closed.length === 0) return part;
  const texts = getServerTexts(language).entries;
  const none = open.length === 0 ? texts.none : null;
  return { ...part, entries: open, closed: { title: texts.closed(closed.length), entries: closed, none } };
}
