import type { Database } from "./open.ts";
import type { ArticleRow } from "./schema.ts";
import { searchedWords } from "./searchIndex.ts";
import { idOfKey, searchKey } from "./searchKey.ts";

interface Headline {
  title: string;
  told: string;
}

/** The folded words of the headlines of keys, and of what is told beside them, with a space before and after each. */
export async function headlinesOfKeys(database: Database, keys: readonly number[]): Promise<Map<number, Headline>> {
  const rows = await database
    .selectFrom("articles")
    .select(["id", "sorted_at", "title", "excerpt", "author", "categories"])
    .where("id", "in", keys.map(idOfKey))
    .execute();
  return new Map(rows.map((row) => [searchKey(row.sorted_at, row.id), foldedOf(row)]));
}

type Row = Pick<ArticleRow, "title" | "excerpt" | "author" | "categories"> & { id: number };

/** The newest articles are found again and again, and folding costs more than all else of reading them. */
const known = new Map<number, Headline & { row: Row }>();
const KEPT = 5000;

function foldedOf(row: Row): Headline {
  const before = known.get(row.id);
  if (before && SHOWN.every((part) => before.row[part] === row[part])) return before;
  const { title, deck, names } = searchedWords({ ...row, content_html: "", description_html: "" });
  const made = { title: ` ${title} `, told: ` ${deck} \u241f ${names} `, row };
  if (known.size >= KEPT) known.clear();
  known.set(row.id, made);
  return made;
}

const SHOWN = ["title", "excerpt", "author", "categories"] as const;
