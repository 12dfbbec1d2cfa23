import type { Transaction } from "kysely";
import type { Feed } from "../../../core/article.ts";
import { insertChanges, listArticleChanges } from "../changes.ts";
import { getEngine, type Insert, insertRows, readWithWriterLock } from "../engines/engine.ts";
import { setFeedLanguage } from "../rules/rules.ts";
import type { Database, Tables } from "../schema/schema.ts";
import { listCarriers } from "../takedowns/takedowns.ts";
import { type EntryDate, type Incoming, isEdited, selectIncoming } from "./incomingArticles.ts";
import { type EntryLookup, lookUpEntries, type Stored, toSlug } from "./knownArticles.ts";

/** Called in the transaction that stores articles, with their `ids`. `now` is the time of the fetch (ISO 8601). */
export type OnWritten = (transaction: Database, feedUrl: string, ids: readonly number[], now: string) => Promise<void>;

/** Called in the transaction that stores a feed, after the articles were stored. */
type OnSaved = (transaction: Database) => Promise<void>;

export interface Saved {
  added: number;
  changed: number;
}

interface FeedToSave {
  feedUrl: string;
  feed: Feed;
  /** Time of the fetch, ISO 8601. */
  now: string;
  /** Returns true for a slug that no article may get, because an edition's sample story has it. */
  isReserved: (slug: string) => boolean;
  /** False to leave out the bodies of new and changed articles. A later poll adds the bodies if this is then true. */
  hasRoomForBodies?: boolean;
  /** Called with the ids of new and changed articles, and of stored articles that are new in this feed. */
  onWritten?: OnWritten;
  /** Called last in the transaction, even if no article was written. */
  onSaved?: OnSaved;
}

/** Stores the newest 15 articles of a feed in one transaction: adds new ones, updates known ones, and removes none. */
export async function saveArticles(
  database: Database,
  { feedUrl, feed, now, isReserved, hasRoomForBodies = true, onWritten, onSaved }: FeedToSave,
): Promise<Saved> {
  const incoming = selectIncoming(feed.articles, now, hasRoomForBodies);
  const lookUp = (transaction: Transaction<Tables>) => lookUpEntries(transaction, feedUrl, incoming);
  return readWithWriterLock(database, lookUp, async (transaction, lookup) => {
    const saved = await saveEntries(transaction, lookup);
    await onSaved?.(transaction);
    return saved;
  });

  async function saveEntries(transaction: Transaction<Tables>, lookup: EntryLookup): Promise<Saved> {
    const writer = createWriter(transaction, feedUrl, now, isReserved);
    const { known, sameStories } = lookup;
    // Stores nothing if the feed was taken down during the fetch.
    if (lookup.isTakenDown) return { added: 0, changed: 0 };
    const changed: number[] = [];
    const written = new Set<number>();
    const created: Incoming[] = [];
    const carried: NewEntry[] = [];
    for (const entry of incoming) {
      const stored = known.get(entry.key) ?? sameStories.get(entry.key);
      if (!stored) {
        created.push(entry);
        continue;
      }
      const hasChanged = stored.feed_url === feedUrl && !stored.taken_down_at && isEdited(entry, stored);
      if (hasChanged) {
        await writer.update(stored, entry);
        changed.push(stored.id);
      }
      // Adds no row if only the guid or link has changed: random guids or links would add rows at each poll.
      const isCarried = !known.has(entry.key) && (hasChanged || !lookup.changedKeys.has(entry.key));
      if (isCarried) carried.push({ key: entry.key, articleId: stored.id, sortedAt: stored.sorted_at });
      if (hasChanged || isCarried) written.add(stored.id);
    }
    // Most polls find nothing new, so they write nothing.
    if (written.size + created.length === 0) return { added: 0, changed: 0 };
    const slugs = await writer.listFreeSlugs(created.map(toSlug), lookup.slugs);
    const ids = created.map((_, index) => lookup.firstId + index);
    const added = created.map(({ key, date }, index): NewEntry => {
      return { key, articleId: ids[index] ?? 0, sortedAt: date.sortedAt };
    });
    for (const id of ids) written.add(id);
    const otherCarriers = (await listCarriers(transaction, changed)).filter((url) => url !== feedUrl);
    const changesToRecord = listArticleChanges("article", [...written], [feedUrl, ...otherCarriers]);
    await getEngine(transaction).insertAndNotify(
      transaction,
      [
        ...writer.insert(created, slugs, ids),
        ...writer.addEntries([...carried, ...added]),
        ...insertChanges(transaction, changesToRecord),
      ],
      "changes",
    );
    if (feed.language) await setFeedLanguage(transaction, feedUrl, feed.language);
    await onWritten?.(transaction, feedUrl, [...written], now);
    return { added: added.length, changed: changed.length };
  }
}

/** A row to add to the feed's entries. */
interface NewEntry {
  key: string;
  articleId: number;
  sortedAt: string;
}

/**
 * Creates a writer for one feed's articles and entries. One statement writes all new articles, since on PostgreSQL,
 * sending a statement takes longer than executing it.
 *
 * @param now time of the fetch, ISO 8601
 */
function createWriter(
  transaction: Transaction<Tables>,
  feedUrl: string,
  now: string,
  isReserved: (slug: string) => boolean,
) {
  async function listTaken(slugs: readonly string[]): Promise<string[]> {
    // Includes current and former slugs of staff stories. A staff story has a slug before it has an article.
    const rows = await transaction
      .selectFrom("articles")
      .select("slug")
      .where("slug", "in", slugs)
      .union((union) => union.selectFrom("staff_stories").select("slug").where("slug", "in", slugs))
      .union((union) => union.selectFrom("staff_story_slugs").select("slug").where("slug", "in", slugs))
      .execute();
    return rows.map(({ slug }) => slug);
  }

  /**
   * Returns a free slug for each base: the base itself, or the base with a number. Returns no slug twice.
   *
   * @param taken slugs among `bases` that are not free
   */
  async function listFreeSlugs(bases: readonly string[], taken: Set<string>): Promise<string[]> {
    const slugs: string[] = [];
    for (const base of bases) {
      let slug = base;
      for (let number = 2; isReserved(slug) || taken.has(slug); number++) {
        slug = `${base}-${number}`;
        if (!isReserved(slug) && !taken.has(slug)) for (const found of await listTaken([slug])) taken.add(found);
      }
      taken.add(slug);
      slugs.push(slug);
    }
    return slugs;
  }

  return {
    listFreeSlugs,

    /** Builds the statement that adds articles; returns [] if there are no articles. */
    insert(entries: readonly Incoming[], slugs: readonly string[], ids: readonly number[]): Insert[] {
      if (entries.length === 0) return [];
      const rows = entries.map((entry, index) => {
        return {
          id: ids[index] ?? 0,
          slug: slugs[index] ?? "",
          feed_url: feedUrl,
          first_seen_at: now,
          ...toColumns(entry, entry.date, now),
        };
      });
      return [insertRows(transaction, "articles", rows)];
    },

    async update({ id, published_at, sorted_at }: Stored, entry: Incoming): Promise<void> {
      const { article, date } = entry;
      // An article keeps its first date, unless the feed corrects it to an earlier one. A later publication date is
      // stored as the date of an update.
      const isNewDate = date.publishedAt !== null && date.publishedAt < (published_at ?? "9999");
      const sortedAt = isNewDate ? date.sortedAt : sorted_at;
      const newDate = { publishedAt: isNewDate ? date.publishedAt : published_at, sortedAt };
      const { publishedAt, updatedAt } = article;
      const isLater = publishedAt !== null && publishedAt <= now && publishedAt > (published_at ?? "9999");
      const update = isLater && publishedAt > (updatedAt ?? "") ? publishedAt : updatedAt;
      await transaction
        .updateTable("articles")
        .set({ ...toColumns(entry, newDate, now), updated_at: update })
        .where("id", "=", id)
        .execute();
      await transaction.updateTable("entries").set({ sorted_at: sortedAt }).where("article_id", "=", id).execute();
    },

    /** Builds the statement that adds entries to the feed; returns [] if there are no entries. */
    addEntries(entries: readonly NewEntry[]): Insert[] {
      if (entries.length === 0) return [];
      const rows = entries.map(({ key, articleId, sortedAt }) => {
        return { feed_url: feedUrl, entry_key: key, article_id: articleId, sorted_at: sortedAt };
      });
      return [insertRows(transaction, "entries", rows).onConflict((conflict) => conflict.doNothing())];
    },
  };
}

function toColumns({ article, linkKey, digest }: Incoming, { publishedAt, sortedAt }: EntryDate, now: string) {
  const { title, link, author, excerpt, image } = article;
  return {
    title,
    link,
    author,
    excerpt,
    digest,
    link_key: linkKey,
    published_at: publishedAt,
    sorted_at: sortedAt,
    changed_at: now,
    updated_at: article.updatedAt,
    description_html: article.descriptionHtml,
    content_html: article.contentHtml,
    image_url: image?.url ?? null,
    image_width: image?.width ?? null,
    image_height: image?.height ?? null,
    image_alt: image?.alt ?? null,
    image_caption: image?.caption || null,
    image_credit: image?.credit || null,
    enclosures: JSON.stringify(article.enclosures),
    categories: JSON.stringify(article.categories),
  };
}
