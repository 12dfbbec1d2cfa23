import { sql } from "kysely";
import type { Clause, Query } from "../../../core/search/query.ts";
import { fromRow, type StoredArticle, selectArticles } from "../articleRows.ts";
import type { Database } from "../schema.ts";
import { BOUND, isArticle } from "./bounds.ts";
import { EVERY, feedMark, isMark, PICTURED } from "./searchIndex.ts";
import { idOfKey, LAST_ID } from "./searchKey.ts";

/** What a search is confined to. */
export interface Confines {
  /** The feeds that may carry a story; null where all of the store may. */
  feedUrls: readonly string[] | null;
  /** Whether those bring much of what there is: then it costs less to look who carries what was found. */
  areMost: boolean;
  isPictured: boolean;
}

/** A stretch of keys (server/store/search/searchKey.ts), both ends of it included. */
export interface KeyRange {
  low: number;
  high: number;
}

/** A query in the index's own words. */
export interface Sought {
  wanted: SoughtClause[];
  unwanted: SoughtClause[];
}

export interface SoughtClause extends Clause {
  /** Words that begin with the clause's prefix, the most usual ones. */
  continuations: string[];
  /** In how many articles it stands, about, as a power of two. */
  level: number;
  /** Which of its words stands in the fewest. */
  rarest: string;
  /** In how many articles each of its words and of its continuations is found in the index, about. */
  counts: { words: number[]; continuations: number[] };
}

export type Field = "title" | "told" | "anywhere";

const COLUMNS: Record<Field, string> = {
  title: "{title}",
  told: "{deck names}",
  anywhere: "{title deck body names}",
};

/** Words that a word's beginning is taken for. */
const CONTINUATIONS = 24;

/** Finds out what the store knows of a query's words. */
export async function lookUpWords(database: Database, { wanted, unwanted }: Query): Promise<Sought> {
  const words = [...new Set([...wanted, ...unwanted].flatMap((clause) => clause.words))];
  const rows =
    words.length > 0 ? await database.selectFrom("search_words").selectAll().where("word", "in", words).execute() : [];
  const levels = new Map(rows.map(({ word, level }) => [word, level]));
  const levelOf = (word: string) => levels.get(word) ?? 0;
  // A word that may be a mark as well is found in all articles that have the mark, and looked at in each.
  const countOf = (word: string) => (isMark(word) ? Infinity : 2 ** levelOf(word));
  const lookUp = async (clause: Clause): Promise<SoughtClause> => {
    const { words, prefix } = clause;
    const rarest = words.reduce((one, other) => (countOf(other) < countOf(one) ? other : one));
    const known = prefix === null ? [] : await continuationsOf(database, prefix);
    const others = known.filter(({ word }) => word !== rarest);
    const counts = { words: words.map(countOf), continuations: others.map(({ level }) => 2 ** level) };
    // A phrase is rarer than its rarest word.
    return { ...clause, continuations: others.map(({ word }) => word), level: levelOf(rarest), rarest, counts };
  };
  return {
    wanted: await Promise.all(wanted.map(lookUp)),
    unwanted: await Promise.all(unwanted.map(lookUp)),
  };
}

function continuationsOf(database: Database, prefix: string): Promise<{ word: string; level: number }[]> {
  return database
    .selectFrom("search_words")
    .select(["word", "level"])
    .where("word", ">=", prefix)
    .where("word", "<", `${prefix}\u{10ffff}`)
    .orderBy("level", "desc")
    .orderBy("word")
    .limit(CONTINUATIONS)
    .execute();
}

interface Reading {
  range: KeyRange;
  limit: number;
  /** From the oldest on, and not from the newest back. */
  isForwards?: boolean;
  /** Whether no more than the range is read, also where nothing is found there; see searchBounds.ts. */
  isBounded?: boolean;
}

/**
 * The keys of the articles that a query finds, newest first unless it is told otherwise.
 *
 * The index is read from one end of the range and no further than the limit, so that a word of every article costs as
 * little as a rare one. Where less than the limit is found, it is read to its own end, whatever the range: it looks where
 * it is only when it has found something (see findNewest in searchWindows.ts).
 *
 * @param field where all that is wanted must stand
 */
export async function findKeys(
  database: Database,
  sought: Sought,
  confines: Confines,
  { range, limit, isForwards = false, isBounded = false }: Reading,
  field: Field = "anywhere",
): Promise<number[]> {
  const { feedUrls, areMost } = confines;
  if (feedUrls?.length === 0 || range.low > range.high || isContradiction(sought)) return [];
  const isCarried = sql`exists (select 1 from entries where article_id = search.rowid & ${BigInt(LAST_ID)}
    and feed_url in (select value from json_each(${JSON.stringify(feedUrls)})))`;
  const { rows } = await sql<{ rowid: number }>`select rowid from search
    where search match ${expressionOf(sought, confines, field, isBounded)}
    and rowid >= ${BigInt(range.low)} and rowid <= ${BigInt(range.high)}
    and ${isBounded ? isArticle : sql`true`}
    and ${feedUrls && areMost ? isCarried : sql`true`}
    order by rowid ${sql.raw(isForwards ? "asc" : "desc")} limit ${limit}`.execute(database);
  return rows.map(({ rowid }) => rowid);
}

/** The key of the newest article of all; 0 where there is none. */
export async function newestKey(database: Database): Promise<number> {
  const { rows } = await sql<{ rowid: number }>`select id as rowid from search_docsize
    where (id & ${BigInt(LAST_ID)}) <> ${BigInt(LAST_ID)} order by id desc limit 1`.execute(database);
  return rows[0]?.rowid ?? 0;
}

/** Whether something is wanted and refused: the index would look for it in every article. */
function isContradiction({ wanted, unwanted }: Sought): boolean {
  const has = (one: Clause, other: Clause) => ` ${one.words.join(" ")} `.includes(` ${other.words.join(" ")} `);
  return unwanted.some((refused) => wanted.some((clause) => clause.prefix === null && has(clause, refused)));
}

/** One expression of the index's language, in which every word is quoted: nothing that was typed is part of the language. */
function expressionOf({ wanted, unwanted }: Sought, confines: Confines, field: Field, isBounded: boolean): string {
  const feedUrls = confines.areMost ? null : confines.feedUrls;
  const marks = feedUrls ? feedUrls.map((url) => quoted(feedMark(url))).join(" OR ") : quoted(EVERY);
  const needed = [
    ...wanted.map((clause) => inField(field, clause)),
    ...(feedUrls || wanted.length === 0 ? [`{marks}:(${marks})`] : []),
    ...(confines.isPictured ? [`{marks}:${quoted(PICTURED)}`] : []),
  ]
    .map((part) => (isBounded ? `(${part} OR ${quoted(BOUND)})` : part))
    .join(" AND ");
  const refused = unwanted.map((clause) => inField("anywhere", clause)).join(" OR ");
  return refused ? `((${needed}) NOT (${refused}))` : `(${needed})`;
}

/** That a clause stands in some fields. */
function inField(field: Field, { words, continuations }: SoughtClause): string {
  const phrase = words.map(quoted).join(" + ");
  const either = `(${[phrase, ...continuations.map(quoted)].join(" OR ")})`;
  // What is no mark stands in no column of marks: not to look in which one it stands is a fifth faster.
  const isAnywhere = field === "anywhere" && ![...words, ...continuations].some(isMark);
  return isAnywhere ? either : `${COLUMNS[field]}:${either}`;
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', "")}"`;
}

/** The articles of keys, in their order, with the feeds that carry them. */
export async function articlesOfKeys(
  database: Database,
  keys: readonly number[],
  feedUrls: ReadonlySet<string>,
): Promise<StoredArticle[]> {
  if (keys.length === 0) return [];
  const ids = keys.map(idOfKey);
  const [rows, entries] = await Promise.all([
    selectArticles(database).where("articles.id", "in", ids).execute(),
    database.selectFrom("entries").select(["article_id", "feed_url"]).where("article_id", "in", ids).execute(),
  ]);
  const carriers = Map.groupBy(entries, ({ article_id }) => article_id);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const known = (carriers.get(id) ?? []).map(({ feed_url }) => feed_url).filter((url) => feedUrls.has(url));
    return row && known.length > 0 ? [fromRow(row, known)] : [];
  });
}

/** Which section of an edition follows, or ever followed, which feed. */
export async function followsOf(database: Database, edition: string): Promise<{ section: string; feedUrl: string }[]> {
  const rows = await database
    .selectFrom("follows")
    .select(["section", "feed_url"])
    .where("edition", "=", edition)
    .execute();
  return rows.map(({ section, feed_url }) => ({ section, feedUrl: feed_url }));
}

/** How many feeds the store has that an edition never followed. */
export async function countOthersFeeds(database: Database, edition: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(distinct feed_url) as count from follows
    where feed_url not in (select feed_url from follows where edition = ${edition})`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Which of some feeds have ever brought anything. */
export async function feedsWithNews(database: Database, feedUrls: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ url: string }>`select value as url from json_each(${JSON.stringify(feedUrls)})
    where exists (select 1 from entries where feed_url = value)`.execute(database);
  return new Set(rows.map(({ url }) => url));
}
