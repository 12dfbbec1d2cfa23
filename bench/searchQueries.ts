import { sql } from "kysely";
import { tokenize } from "../core/search/fold.ts";
import type { Database } from "../server/store/schema/schema.ts";
import type { SearchIndex } from "../server/store/search/searchIndex.ts";
import { listWindows } from "../server/store/search/windows.ts";

export interface QueryType {
  name: string;
  queries: string[];
}

const QUERIES_PER_TYPE = 40;
const STEP = 15_013;

/** Creates queries from words of stored articles, so that most queries have results. */
export async function createQueries(database: Database, index: SearchIndex, count: number): Promise<QueryType[]> {
  const ids = Array.from({ length: QUERIES_PER_TYPE }, (_, place) => ((place * STEP) % count) + 1);
  const articles = await database.selectFrom("articles").select("content_html").where("id", "in", ids).execute();
  const words = articles.map(({ content_html }) => {
    const text = content_html.replace(/<[^>]+>/g, "");
    return tokenize(text, index.language).map(({ start, end }) => text.slice(start, end));
  });
  const long = words.map((all) => all.filter((word) => word.length > 4));
  const pick = (from: string[][], start: number, length: number) =>
    from.map((all) => all.slice(start, start + length).join(" ")).filter(Boolean);
  const common = await readWords(index, 0.13, 1);
  const rare = await readWords(index, 0, 0.0001);
  const next = (index: number, step: number) => common[(index + step) % common.length];
  return Object.entries({
    "one word": pick(long, 3, 1),
    "three words": pick(long, 5, 3),
    "phrase of two": pick(words, 4, 2).map((text) => `"${text}"`),
    "phrase of four": pick(words, 8, 4).map((text) => `"${text}"`),
    "very common word": common,
    "three very common words": common.map((word, index) => `${word} ${next(index, 1)} the`),
    "phrase of very common words": common.map((word, index) => `"${word} ${next(index, 3)}"`),
    "one word, excluding a very common one": pick(long, 3, 1).map((word) => `${word} -the`),
    "only excluding a very common word": common.map((word) => `-${word}`),
    "misspelled word": pick(long, 3, 1).map(misspell),
    "three words, one misspelled": pick(long, 5, 3).map(misspell),
    "rare word": rare,
    "very common and rare word": rare.map((word, index) => `${next(index, 0)} ${word}`),
  }).map(([name, queries]) => ({ name, queries }));
}

/** Leaves out the third letter and doubles the fourth, so that hardly any article contains the word. */
function misspell(text: string): string {
  return text.slice(0, 2) + text.slice(3, 4) + text.slice(3);
}

/**
 * Returns words that occur in at least the share `minShare`, and at most the share `maxShare`, of the articles in one
 * window of the index. A word that occurs in a single article never exceeds the maximum.
 */
async function readWords(index: SearchIndex, minShare: number, maxShare: number): Promise<string[]> {
  const { rows } = await index.use(async (database) => {
    // Uses the index's second newest window: the newest one is still being filled, and the oldest one often has too few
    // articles.
    const [window = { number: 1 }] = (await listWindows(database)).toReversed().slice(1);
    const name = `search_${window.number}`;
    await sql`create virtual table if not exists temp.bench_words using fts5vocab('main', ${sql.lit(name)}, 'row')`.execute(
      database,
    );
    return sql<{ word: string }>`
      select term as word from temp.bench_words, (select count(*) as articles from ${sql.table(`${name}_docsize`)})
      where doc between ${minShare} * articles and max(1, ${maxShare} * articles) and term glob '[a-z]*'
      limit 10000`.execute(database);
  });
  return rows.filter((_, index) => index % Math.ceil(rows.length / QUERIES_PER_TYPE) === 0).map(({ word }) => word);
}

/** Returns the first two to five letters of words, like the words of a reader who is still typing. */
export function toUnfinishedWords(types: readonly QueryType[]): string[] {
  const texts = types.find(({ name }) => name === "one word")?.queries ?? [];
  return texts.flatMap((text) => [2, 3, 4, 5].map((length) => text.slice(0, length)));
}
