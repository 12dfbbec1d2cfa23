import type { Edition } from "../editions/loading/load.ts";
import { type Rule, ruleSchema } from "../editions/schema/ruleSchema.ts";
import type { RuleSource } from "../editions/schema/sectionSchema.ts";
import { type HiddenEntry, replaceHiddenEntries } from "../store/rules/hiddenEntries.ts";
import { listRuledEntries, type RuledEntry } from "../store/rules/ruledEntries.ts";
import {
  addReviewedFeeds,
  listReviewedFeeds,
  listReviews,
  listStoredRules,
  type ReviewedFeed,
} from "../store/rules/rules.ts";
import type { HiddenReason } from "../store/schema/newsroomSchema.ts";
import type { Database } from "../store/schema/schema.ts";
import { parseStoredTexts } from "../store/storedJson.ts";
import { decideReview, isDropped } from "./decide.ts";

/** Fields of an edition that determine whether a story from a feed is visible to readers. */
export type RuledEdition = Pick<Edition, "id" | "name" | "language" | "sections" | "rules" | "review">;

type Feed = RuledEdition["sections"][number]["feeds"][number];

/** Rules that editors have added, by edition. */
export type RulesByEdition = ReadonlyMap<string, readonly Rule[]>;

export interface StoredRules {
  rules: RulesByEdition;
  /**
   * Start of a feed's review by an edition, in ms since 1970. `toReviewKey` makes the keys. Stories first seen at or
   * after the start wait for a review.
   */
  reviewedSince: ReadonlyMap<string, number>;
}

export async function readStoredRules(database: Database): Promise<StoredRules> {
  const [rows, feeds] = await Promise.all([listStoredRules(database), listReviewedFeeds(database)]);
  const rules = Map.groupBy(rows, ({ edition }) => edition);
  return {
    rules: new Map([...rules].map(([edition, own]) => [edition, own.flatMap(({ rule }) => parseRule(rule) ?? [])])),
    reviewedSince: new Map(feeds.map((feed) => [toReviewKey(feed), Date.parse(feed.since)])),
  };
}

/** Parses the JSON of a stored rule. Returns undefined if a newer version of Broadsheet wrote unknown conditions. */
export function parseRule(json: string): Rule | undefined {
  return ruleSchema.safeParse(JSON.parse(json)).data;
}

const toReviewKey = ({ edition, feed_url }: ReviewedFeed) => `${edition} ${feed_url}`;

/** An edition whose rules apply to a feed. `isReviewed` is true if its editors also review the feed. */
interface Deciding extends RuleSource {
  isReviewed: boolean;
}

/**
 * Returns the editions whose rules apply to a feed in a section: the edition itself and, if the section takes the feed
 * from another edition, that edition. Only the last edition in the list may also review the feed.
 */
function listSources(edition: RuledEdition, section: string, feed: Feed | undefined): Deciding[] {
  const own = { edition: edition.id, name: edition.name, section, rules: edition.rules, review: edition.review };
  const isReviewed = feed?.review === true;
  if (!feed?.origin) return [{ ...own, isReviewed }];
  return [
    { ...own, isReviewed: false },
    { ...feed.origin, isReviewed },
  ];
}

/** Returns an edition, and the other editions that it takes feeds from, each with all its rules. */
export function listRules({ id, name, rules, review, sections }: RuledEdition, stored: Pick<StoredRules, "rules">) {
  const origins = sections.flatMap(({ feeds }) => feeds.flatMap(({ origin }) => origin ?? []));
  const sources = new Map([{ edition: id, name, rules, review }, ...origins].map((source) => [source.edition, source]));
  return Array.from(sources.values(), ({ edition, name, rules, review }) => {
    return { edition, name, review, rules: [...rules, ...(stored.rules.get(edition) ?? [])] };
  });
}

/** Returns the feeds whose stories wait for an editor's review, each with the edition that reviews the feed. */
export function listReviewed(editions: readonly RuledEdition[]): ReviewedFeed[] {
  return editions.flatMap(({ id, sections }) =>
    sections.flatMap(({ feeds }) =>
      feeds.flatMap(({ url, review, origin }) => (review ? [{ edition: origin?.edition ?? id, feed_url: url }] : [])),
    ),
  );
}

/** Returns true if rules or reviews may hide stories of an edition. */
export function hasRules(edition: RuledEdition, stored: RulesByEdition): boolean {
  const isRuled = (id: string, rules: readonly Rule[]) => rules.length > 0 || stored.has(id);
  if (isRuled(edition.id, edition.rules)) return true;
  return edition.sections.some(({ feeds }) =>
    feeds.some(({ review, origin }) => review || (origin && isRuled(origin.edition, origin.rules))),
  );
}

/** Decides which entries of the given articles an edition hides. @param now milliseconds since 1970 */
export async function findEntriesToHide(
  database: Database,
  edition: RuledEdition,
  ids: readonly number[],
  stored: StoredRules,
  now: number,
): Promise<{ entries: RuledEntry[]; hidden: HiddenEntry[] }> {
  const all = await listRuledEntries(database, edition.id, ids);
  const reviews = await listReviews(database, ids);
  const decisions = new Map(reviews.map((review) => [`${review.article_id} ${review.edition}`, review.decision]));
  const feeds = new Map(
    edition.sections.flatMap(({ slug, feeds }) => feeds.map((feed) => [`${slug} ${feed.url}`, feed] as const)),
  );
  // Considers the sections that follow a feed. If there are none, considers those that followed the feed earlier.
  const entries = [...Map.groupBy(all, ({ id, feedUrl }) => `${id} ${feedUrl}`).values()].flatMap((same) => {
    const current = same.filter(({ leftAt }) => leftAt === null);
    return [current.length > 0 ? current : same];
  });

  function decide(entry: RuledEntry): HiddenReason | null {
    const { section, feedUrl, categories } = entry;
    const feed = feeds.get(`${section} ${feedUrl}`);
    const sources = listSources(edition, section, feed);
    const language = entry.language ?? feed?.language ?? entry.feedLanguage ?? edition.language;
    const compared = {
      ...entry,
      categories: parseStoredTexts(categories, `categories of article ${entry.id}`),
      language,
    };
    const isLeftOut = sources.some((source) =>
      isDropped(
        [...source.rules, ...(stored.rules.get(source.edition) ?? [])],
        { ...compared, section: source.section },
        now,
      ),
    );
    if (isLeftOut) return "rule";
    const reviewer = sources.find(({ isReviewed }) => isReviewed);
    if (!reviewer) return null;
    const since = stored.reviewedSince.get(toReviewKey({ edition: reviewer.edition, feed_url: feedUrl })) ?? now;
    const decision = decisions.get(`${entry.id} ${reviewer.edition}`) ?? null;
    const state = { firstSeenAt: Date.parse(entry.firstSeenAt), since, decision };
    const result = decideReview(reviewer.review, state, now);
    return result === "shown" ? null : result;
  }

  const hidden = entries.flatMap((sections): HiddenEntry[] => {
    const decided = sections.map((entry) => ({ entry, reason: decide(entry) }));
    const isEverywhere = decided.every(({ reason }) => reason !== null);
    const rows = decided.flatMap(({ entry: { id, feedUrl, section }, reason }) =>
      reason === null ? [] : { article_id: id, edition: edition.id, feed_url: feedUrl, section, reason },
    );
    return isEverywhere ? rows.slice(0, 1).map((row) => ({ ...row, section: "" })) : rows;
  });
  return { entries: entries.flat(), hidden };
}

/**
 * Hides and shows the entries of the given articles as rules and reviews require.
 *
 * @param transaction holds the writer lock
 * @param now milliseconds since 1970
 * @returns the number of articles that were hidden or shown, in all editions
 */
export async function hideEntries(
  transaction: Database,
  editions: readonly RuledEdition[],
  ids: readonly number[],
  now: number,
): Promise<number> {
  const stored = await readStoredRules(transaction);
  let changed = 0;
  for (const edition of editions) {
    if (!hasRules(edition, stored.rules)) continue;
    const { hidden } = await findEntriesToHide(transaction, edition, ids, stored, now);
    changed += (await replaceHiddenEntries(transaction, edition.id, ids, hidden, new Date(now).toISOString())).size;
  }
  return changed;
}

/**
 * Hides stories that a poll has just stored, as rules and reviews require. In a reviewed feed, even the stories of the
 * first poll wait for a review.
 *
 * @param now the time at which the stories were first seen, ISO 8601
 */
export async function hideNewStories(
  transaction: Database,
  editions: readonly RuledEdition[],
  feedUrl: string,
  ids: readonly number[],
  now: string,
): Promise<void> {
  const reviewed = listReviewed(editions).filter((feed) => feed.feed_url === feedUrl);
  if (reviewed.length > 0) await addReviewedFeeds(transaction, reviewed, now);
  await hideEntries(transaction, editions, ids, Date.parse(now));
}
