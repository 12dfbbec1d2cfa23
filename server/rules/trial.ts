import { isOwnFeed } from "../../core/ownFeeds.ts";
import type { Rule } from "../editions/schema/ruleSchema.ts";
import type { HiddenEntry } from "../store/rules/hiddenEntries.ts";
import { listNewestArticleIds } from "../store/rules/ruledEntries.ts";
import type { Database } from "../store/schema/schema.ts";
import { findEntriesToHide, type RuledEdition, readStoredRules } from "./hide.ts";

export interface TriedStory {
  slug: string;
  title: string;
  /** ISO 8601. */
  sortedAt: string;
}

/** The effect that a rule would have on the newest stories of its feed, section or edition. */
export interface Trial {
  /** Number of stories that were compared. */
  compared: number;
  /** Stories that the rule would leave out, newest first. */
  dropped: TriedStory[];
  /** Stories that a `keep` rule would show again. If there are several `keep` rules, a story needs to meet only one. */
  restored: TriedStory[];
}

/**
 * Tries a rule, in addition to the rules in force, on the newest stories.
 *
 * @param last maximum number of stories to compare
 * @param now milliseconds since 1970
 */
export async function tryRule(
  database: Database,
  edition: RuledEdition,
  rule: Rule,
  last: number,
  now: number,
): Promise<Trial> {
  const { id, sections } = edition;
  const urls = sections
    .filter(({ slug }) => rule.section === undefined || slug === rule.section)
    .flatMap(({ feeds }) => feeds.map(({ url }) => url))
    .filter((url) => !isOwnFeed(url) && (rule.feed === undefined || url === rule.feed));
  const ids = await listNewestArticleIds(database, [...new Set(urls)], last);
  const stored = await readStoredRules(database);
  const withRule = { ...stored, rules: new Map([...stored.rules, [id, [...(stored.rules.get(id) ?? []), rule]]]) };
  const { entries, hidden: before } = await findEntriesToHide(database, edition, ids, stored, now);
  const { hidden: after } = await findEntriesToHide(database, edition, ids, withRule, now);
  const dropped = subtract(after, before);
  const restored = subtract(before, after);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const select = (wanted: ReadonlySet<number>) =>
    ids.flatMap((article) => {
      const entry = wanted.has(article) ? byId.get(article) : undefined;
      return entry ? [{ slug: entry.slug, title: entry.title, sortedAt: entry.sortedAt }] : [];
    });
  return { compared: ids.length, dropped: select(dropped), restored: select(restored) };
}

/** Returns the ids of articles with an entry that is in `entries` and not in `others`. */
function subtract(entries: readonly HiddenEntry[], others: readonly HiddenEntry[]): Set<number> {
  const toKey = ({ article_id, feed_url, section }: HiddenEntry) => `${article_id} ${section} ${feed_url}`;
  const known = new Set(others.map(toKey));
  return new Set(entries.filter((entry) => !known.has(toKey(entry))).map(({ article_id }) => article_id));
}
