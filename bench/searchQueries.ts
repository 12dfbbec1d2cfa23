import { tokensOf } from "../core/search/fold.ts";
import type { Database } from "../server/store/schema.ts";

/** Queries of one kind, each as the parameters of an address. */
export interface Kind {
  name: string;
  queries: Record<string, string>[];
}

const OF_A_KIND = 40;
const STEP = 15_013;

/** Queries made of the store's own words, so that each finds something. */
export async function queriesFor(database: Database, count: number): Promise<Kind[]> {
  const bodies: string[] = [];
  for (let place = 0; bodies.length < OF_A_KIND; place++) {
    const id = ((place * STEP) % count) + 1;
    const row = await database
      .selectFrom("articles")
      .select("content_html")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    bodies.push(row.content_html.replace(/<[^>]+>/g, ""));
  }
  const words = bodies.map((body) => tokensOf(body).map(({ start, end }) => body.slice(start, end)));
  const long = words.map((all) => all.filter((word) => word.length > 4));
  const pick = (from: string[][], at: number, many: number) =>
    from.map((all) => all.slice(at, at + many).join(" ")).filter(Boolean);
  const levels = async (least: number, most: number) => {
    const rows = await database
      .selectFrom("search_words")
      .select("word")
      .where("level", ">=", least)
      .where("level", "<=", most)
      .limit(OF_A_KIND * 200)
      .execute();
    return rows.filter((_, index) => index % Math.ceil(rows.length / OF_A_KIND) === 0).map(({ word }) => word);
  };
  const common = await levels(17, 30);
  const kinds = {
    "one word": pick(long, 3, 1),
    "three words": pick(long, 5, 3),
    "phrase of two": pick(words, 4, 2).map((text) => `"${text}"`),
    "phrase of four": pick(words, 8, 4).map((text) => `"${text}"`),
    "very common word": common,
    "three very common words": common.map((word, index) => `${word} ${common[(index + 1) % common.length]} the`),
    "phrase of very common words": common.map((word, index) => `"${word} ${common[(index + 3) % common.length]}"`),
    "a word without a very common one": pick(long, 3, 1).map((word) => `${word} -the`),
    "without a very common word": common.map((word) => `-${word}`),
    "rare word": await levels(0, 2),
    "very common and rare": (await levels(0, 2)).map((word, index) => `${common[index % common.length]} ${word}`),
  };
  return Object.entries(kinds).map(([name, texts]) => ({ name, queries: texts.map((q) => ({ q })) }));
}

/** What a reader has typed so far, of two to five letters. */
export function beginnings(kinds: readonly Kind[]): string[] {
  const texts = kinds.find(({ name }) => name === "one word")?.queries.map(({ q }) => q ?? "") ?? [];
  return texts.flatMap((text) => [2, 3, 4, 5].map((length) => text.slice(0, length)));
}
