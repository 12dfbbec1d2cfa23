import { type RawBuilder, type Selectable, sql } from "kysely";
import { toBatches } from "../batches.ts";
import { recordChanges } from "../changes.ts";
import { getEngine } from "../engines/engine.ts";
import type { HiddenEntryRow } from "../schema/newsroomSchema.ts";
import type { Database } from "../schema/schema.ts";

/** Feeds as readers of an edition see them: without the entries that the edition's rules and reviews hide. */
export interface ShownFeeds {
  /** Id of the edition; "" to include hidden entries. */
  edition: string;
  /** Slug of the section whose page shows the feeds; undefined for pages that belong to no section. */
  section?: string | undefined;
  feedUrls: readonly string[];
}

/**
 * Builds an SQL condition that is true if an edition shows an entry.
 *
 * @param edition id of the edition, or a column that contains it
 * @param entry name of the table of entries in the query
 * @param section slug of the section that must show the entry, or a column with it; undefined for any section
 */
export function isShown(edition: unknown, { entry = "entries", section }: { entry?: string; section?: unknown } = {}) {
  const sections = section === undefined ? sql`= ''` : sql`in ('', ${section})`;
  return sql<boolean>`not exists (select 1 from hidden_entries as hidden
    where hidden.article_id = ${sql.ref(`${entry}.article_id`)} and hidden.edition = ${edition}
    and hidden.feed_url = ${sql.ref(`${entry}.feed_url`)} and hidden.section ${sections})`;
}

/** Builds an SQL condition that is true if an edition hides any entry of a feed. If false, `isShown` is not needed. */
export function hasHidden(edition: string, feedUrl: RawBuilder<unknown>) {
  return sql<boolean>`exists (select 1 from hidden_entries as hidden
    where hidden.edition = ${edition} and hidden.feed_url = ${feedUrl})`;
}

/** Returns the slugs whose articles an edition carries only as hidden entries. */
export async function listHiddenSlugs(database: Database, edition: string, slugs: readonly string[]) {
  const rows = await database
    .selectFrom("articles")
    .innerJoin("hidden_entries", "hidden_entries.article_id", "articles.id")
    .select("slug")
    .where("slug", "in", slugs)
    .where("hidden_entries.edition", "=", edition)
    .where(({ not }) => not(isCarried(edition)))
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

/**
 * Builds an SQL condition that is true if readers of an edition see an article in any of the edition's feeds, current
 * or former.
 *
 * @param section a column with the slug of the section that must follow the feed; undefined for any section
 */
function isCarried(edition: unknown, section?: unknown) {
  const inSection = section === undefined ? sql`` : sql`and follows.section = ${section}`;
  return sql<boolean>`exists (select 1 from entries join follows on follows.feed_url = entries.feed_url
    where entries.article_id = articles.id and follows.edition = ${edition} ${inSection}
    and ${isShown(edition, { section })})`;
}

/** Selects a JSON array of the ids of editions in which all entries of an article are hidden. */
export function selectHidingEditions(database: Database) {
  return sql<string>`(select ${getEngine(database).toList(sql`distinct concealed.edition`)} from hidden_entries as concealed
    where concealed.article_id = articles.id and not ${isCarried(sql.ref("concealed.edition"))})`;
}

/** Selects a JSON array of sections, such as "chicago/sports", in which all entries of an article are hidden. */
export function selectHidingSections(database: Database) {
  const [edition, section] = [sql.ref("place.edition"), sql.ref("place.section")];
  return sql<string>`(select ${getEngine(database).toList(sql`distinct ${edition} || '/' || ${section}`)}
    from hidden_entries as concealed
    join follows as place on place.feed_url = concealed.feed_url and place.edition = concealed.edition
    where concealed.article_id = articles.id and concealed.section in ('', ${section})
    and not ${isCarried(edition, section)})`;
}

/** An entry to hide, and the reason. */
export type HiddenEntry = Omit<Selectable<HiddenEntryRow>, "hidden_at">;

/** Returns an edition's hidden entries of the given articles. */
async function listHiddenEntries(database: Database, edition: string, ids: readonly number[]): Promise<HiddenEntry[]> {
  return database
    .selectFrom("hidden_entries")
    .select(["article_id", "edition", "feed_url", "section", "reason"])
    .where("edition", "=", edition)
    .where("article_id", "in", ids)
    .execute();
}

/**
 * Replaces an edition's hidden entries of the given articles with `entries`. Records a change for each entry that
 * appears or disappears for readers.
 *
 * @param now ISO 8601
 * @returns the ids of the articles whose entries were hidden or shown
 */
export async function replaceHiddenEntries(
  transaction: Database,
  edition: string,
  ids: readonly number[],
  entries: readonly HiddenEntry[],
  now: string,
): Promise<Set<number>> {
  const before = new Map((await listHiddenEntries(transaction, edition, ids)).map((entry) => [toKey(entry), entry]));
  const after = new Map(entries.map((entry) => [toKey(entry), entry]));
  const added = entries.filter((entry) => before.get(toKey(entry))?.reason !== entry.reason);
  const removed = [...before].flatMap(([key, entry]) => (after.has(key) ? [] : entry));
  for (const { article_id, feed_url, section } of removed)
    await transaction
      .deleteFrom("hidden_entries")
      .where("article_id", "=", article_id)
      .where("edition", "=", edition)
      .where("feed_url", "=", feed_url)
      .where("section", "=", section)
      .execute();
  for (const batch of toBatches(added))
    await transaction
      .insertInto("hidden_entries")
      .values(batch.map((entry) => ({ ...entry, hidden_at: now })))
      .onConflict((conflict) =>
        conflict
          .columns(["article_id", "edition", "feed_url", "section"])
          .doUpdateSet(({ ref }) => ({ reason: ref("excluded.reason") })),
      )
      .execute();
  const changed = [...removed, ...added.filter((entry) => !before.has(toKey(entry)))];
  const pairs = new Map(changed.map((entry) => [`${entry.article_id} ${entry.feed_url}`, entry]));
  await recordChanges(
    transaction,
    Array.from(pairs.values(), ({ article_id, feed_url }) => {
      return { kind: "rule", edition, sourceUrl: feed_url, articleId: article_id };
    }),
  );
  return new Set(changed.map(({ article_id }) => article_id));
}

function toKey({ article_id, feed_url, section }: HiddenEntry): string {
  return `${article_id} ${section} ${feed_url}`;
}

/** Returns the ids of up to `limit` articles with entries that an edition hides. */
export async function listHiddenArticles(database: Database, edition: string, limit: number): Promise<number[]> {
  const hidden = database.selectFrom("hidden_entries").select("article_id").distinct().where("edition", "=", edition);
  return (await hidden.limit(limit).execute()).map(({ article_id }) => article_id);
}

/** Returns an edition's articles that wait for review and were first seen up to an instant (ISO 8601), oldest first. */
export async function listWaitingArticles(database: Database, edition: string, seenUntil: string) {
  return database
    .selectFrom("hidden_entries")
    .innerJoin("articles", "articles.id", "hidden_entries.article_id")
    .select(["articles.id", "articles.slug", "articles.title", "articles.first_seen_at as firstSeenAt"])
    .distinct()
    .where("hidden_entries.edition", "=", edition)
    .where("hidden_entries.reason", "=", "waiting")
    .where("articles.first_seen_at", "<=", seenUntil)
    .orderBy("articles.first_seen_at")
    .orderBy("articles.id")
    .execute();
}

/**
 * Counts an edition's hidden entries in a range of article ids: above `after`, up to `until`. Also returns the time at
 * which an entry was last hidden (ISO 8601; null if none is hidden).
 */
export async function findHiddenState(
  database: Database,
  edition: string,
  { after, until }: { after: number; until: number },
): Promise<{ count: number; newest: string | null }> {
  const row = await database
    .selectFrom("hidden_entries")
    .select(({ fn }) => [fn.countAll().as("count"), fn.max("hidden_at").as("newest")])
    .where("edition", "=", edition)
    .where("article_id", ">", after)
    .where("article_id", "<=", until)
    .executeTakeFirst();
  return { count: Number(row?.count ?? 0), newest: row?.newest ?? null };
}
