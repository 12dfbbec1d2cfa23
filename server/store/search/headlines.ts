import { mayHave } from "../../../core/search/plainWords.ts";
import type { Clause } from "../../../core/search/query.ts";
import type { ArticleRow, Database } from "../schema.ts";
import { headlineWords } from "./searchIndex.ts";
import { idOfKey, searchKey } from "./searchKey.ts";

interface Headline {
  title: string;
  told: string;
}

/**
 * The folded words of the headlines of keys, and of what is told beside them, with a space before and after each. Those
 * that have none of what is looked for are left out.
 */
export async function headlinesOfKeys(
  database: Database,
  keys: readonly number[],
  clauses: readonly Clause[],
): Promise<Map<number, Headline>> {
  const rows = await database
    .selectFrom("articles")
    .select(["id", "sorted_at", "title", "excerpt", "author", "categories"])
    .where("id", "in", keys.map(idOfKey))
    .execute();
  const stems = clauses.flatMap(({ words: [first = ""], prefix }) => [first, ...(prefix === null ? [] : [prefix])]);
  return new Map(
    rows
      .filter((row) => mayHave(`${row.title} ${row.excerpt} ${row.author} ${row.categories}`, stems))
      .map((row) => [searchKey(row.sorted_at, row.id), foldedOf(row)]),
  );
}

type Row = Pick<ArticleRow, "title" | "excerpt" | "author" | "categories"> & { id: number };

/** The newest articles are found again and again, and folding costs more than all else of reading them. */
const known = new Map<number, Headline & { row: Row }>();
const KEPT = 5000;

function foldedOf(row: Row): Headline {
  const before = known.get(row.id);
  if (before && SHOWN.every((part) => before.row[part] === row[part])) return before;
  const { title, deck, named } = headlineWords(row);
  const told = [deck, ...named].map((words) => words.join(" ")).join(" \u241f ");
  const made = { title: ` ${title.join(" ")} `, told: ` ${told} `, row };
  if (known.size >= KEPT) known.clear();
  known.set(row.id, made);
  return made;
}

const SHOWN = ["title", "excerpt", "author", "categories"] as const;
