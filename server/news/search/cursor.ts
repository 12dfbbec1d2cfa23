import type { Sought, SoughtClause } from "../../store/search/search.ts";
import type { Hit } from "./rank.ts";

/** Where a page of results begins. It stands in addresses, and holds what keeps the next page in order with this one. */
export interface Cursor extends Hit {
  /** The newest story there was for the first page: what came later is left out. */
  ceiling: number;
  /** How common the query's words were. */
  levels: number[];
}

export function writeCursor({ ceiling, score, key, levels }: Cursor): string {
  return [ceiling, score, key, levels.join("-")].join(".");
}

/** @returns null for what we never wrote */
export function readCursor(written: string | null): Cursor | null {
  const match = /^(\d{1,16})\.(\d{1,9})\.(\d{1,16})\.([\d-]{0,80})$/.exec(written ?? "");
  if (!match) return null;
  const [ceiling = 0, score = 0, key = 0] = match.slice(1, 4).map(Number);
  if (!Number.isSafeInteger(ceiling) || !Number.isSafeInteger(key)) return null;
  return { ceiling, score, key, levels: (match[4] ?? "").split("-").filter(Boolean).map(Number) };
}

/** The query with its words as common as they were for the first page. */
export function asThen(sought: Sought, { levels }: Cursor): Sought {
  if (levels.length !== sought.wanted.length) return sought;
  return { ...sought, wanted: sought.wanted.map((clause, index) => asCommonAs(clause, levels[index] ?? 0)) };
}

function asCommonAs(clause: SoughtClause, level: number): SoughtClause {
  const words = clause.words.map((word, place) =>
    word === clause.rarest ? 2 ** level : (clause.counts.words[place] ?? 1),
  );
  return { ...clause, level, counts: { ...clause.counts, words } };
}
