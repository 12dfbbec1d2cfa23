import { join } from "node:path";
import type { Edition } from "../editions/loading/load.ts";
import { DRAWN_FOLDER, removeHeadlineDrawings } from "../images/drawn/socialImageFiles.ts";
import { getSource } from "../news/story.ts";
import { parseIssue } from "../newsletter/issueSchema.ts";
import { eraseStories } from "../newsletter/issues/takenDownStories.ts";
import { deleteImages, listSizesOfImage } from "../store/articles/images.ts";
import { recordArticleChanges } from "../store/changes.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { parkFeed } from "../store/feeds/feeds.ts";
import { listIssueContents, updateIssue } from "../store/newsletter/issues.ts";
import type { Database, TakedownKind } from "../store/schema/schema.ts";
import { saveSealedCopy } from "../store/takedowns/sealedCopies.ts";
import { addTakedown, listCarriers } from "../store/takedowns/takedowns.ts";
import {
  type ArticleToErase,
  deleteEntriesOfSharedArticles,
  eraseArticles,
  findArticleToErase,
  listArticlesOfFeed,
  listArticlesWithImage,
  toArticleContent,
} from "../store/takedowns/takenDownArticles.ts";
import { notifyHubs } from "../syndication/websub/websub.ts";
import type { SealedContent, Sealer } from "./sealer.ts";
import { listImagesOf, listOwnImages } from "./takenDownImages.ts";

/** Delay, in ms, before feed hubs are notified: a running server needs up to a second to drop its cached feeds. */
export const HUB_DELAY_MS = 3000;

export interface TakedownParts {
  database: Database;
  editions: readonly Edition[];
  /** Path of DATA_DIR, which contains the drawn images. */
  folder: string;
  sealer: Sealer;
  /** Time of the takedown or undo, in ms since 1970. */
  now: number;
}

const ISSUE_BATCH = 50;

/** Takes a story down: erases its texts, images and entries in past briefings, and saves a sealed copy for an undo. */
export async function takeDownStory(
  parts: TakedownParts,
  article: ArticleToErase,
  reason: string | null,
): Promise<void> {
  const { slug, title, feed_url: feedUrl } = article;
  // `eraseAll` calls `find` again in its transaction, since a poll may have changed the article in the meantime.
  const find = async (database: Database) => [(await findArticleToErase(database, slug)) ?? article];
  await eraseAll(parts, find, async (database, carriers) =>
    saveTakedown(parts, database, {
      kind: "story",
      subject: slug,
      title,
      feedUrl,
      feeds: carriers,
      reason,
      ids: [article.id],
    }),
  );
}

/** Takes down all stories of a feed, and stops polling the feed. Returns the number of stories. */
export async function takeDownSource(parts: TakedownParts, feedUrl: string, reason: string | null): Promise<number> {
  const find = (database: Database) => listArticlesOfFeed(database, feedUrl);
  return eraseAll(parts, find, async (database, carriers) => {
    await parkFeed(database, feedUrl, null);
    // Keeps stories that another feed carried first, but removes the taken-down feed from their sources.
    const shared = await deleteEntriesOfSharedArticles(database, feedUrl);
    const articles = await find(database);
    const ids = [...articles.map(({ id }) => id), ...shared];
    const feeds = [...new Set([feedUrl, ...carriers])];
    return saveTakedown(parts, database, { kind: "source", subject: feedUrl, title: "", feedUrl, feeds, reason, ids });
  });
}

/**
 * Takes an image down in all sizes, so that no story shows it.
 *
 * @param image.feedUrl URL of the feed from which the image comes
 */
export async function takeDownImage(
  parts: TakedownParts,
  { url, feedUrl }: { url: string; feedUrl: string },
  reason: string | null,
): Promise<void> {
  const articles = await listArticlesWithImage(parts.database, url);
  await withWriterLock(parts.database, async (database) => {
    const images = await listSizesOfImage(database, url);
    const ids = articles.map(({ id }) => id);
    const carriers = await listCarriers(database, ids);
    const feeds = [...new Set([feedUrl, ...carriers, ...images.map((image) => image.feedUrl)])];
    await saveTakedown(parts, database, {
      kind: "image",
      subject: url,
      title: "",
      feedUrl,
      feeds,
      reason,
      ids: [],
    });
    const keys = images.map(({ key }) => key);
    await deleteImages(database, keys, new Date(parts.now).toISOString());
  });
}

/** Seals and erases articles that an earlier version of Broadsheet only marked as taken down. */
export async function eraseEarlierTakedowns(parts: TakedownParts, articles: readonly ArticleToErase[]): Promise<void> {
  const own = await listOwnImages(parts.database, articles);
  await withWriterLock(parts.database, async (database) => {
    const issues = await eraseFromIssues(database, articles);
    for (const article of articles) {
      await saveCopy(database, parts.sealer, article, own, issues);
      const { taken_down_at: at, takedown_id: takedownId } = article;
      if (at) await eraseArticles(database, [article.id], { at, takedownId });
    }
    await deleteImages(database, listKeys(own), new Date(parts.now).toISOString());
  });
  await removeHeadlines(parts, articles);
}

/**
 * In one transaction, seals and erases articles, and schedules the deletion of their image files. Returns the number of
 * articles.
 *
 * @param find returns the articles
 * @param save stores the takedown and returns its id; `carriers` are the URLs of the feeds that carry the articles
 */
async function eraseAll(
  { database: store, editions, folder, sealer, now }: TakedownParts,
  find: (database: Database) => Promise<ArticleToErase[]>,
  save: (database: Database, carriers: string[]) => Promise<number>,
): Promise<number> {
  // Finds the images before the transaction, since reading all articles takes too long under the lock.
  const found = await find(store);
  const known = new Set((await listImagesOf(store, found)).map(({ key }) => key));
  const foundImages = await listOwnImages(store, found);
  const erased = await withWriterLock(store, async (database) => {
    const articles = await find(database);
    // A poll may have stored more articles or other images before the lock was held. If so, finds the images again.
    const images = await listImagesOf(database, articles);
    const isComplete = articles.every(({ id }) => foundImages.has(id)) && images.every(({ key }) => known.has(key));
    const own = isComplete ? foundImages : await listOwnImages(database, articles);
    const ids = articles.map(({ id }) => id);
    const takedownId = await save(database, await listCarriers(database, ids));
    const issues = await eraseFromIssues(database, articles);
    for (const article of articles) await saveCopy(database, sealer, article, own, issues);
    await eraseArticles(database, ids, { at: new Date(now).toISOString(), takedownId });
    await deleteImages(database, listKeys(own), new Date(now).toISOString());
    return articles;
  });
  await removeHeadlines({ folder, editions }, erased);
  return erased.length;
}

type OwnImages = Awaited<ReturnType<typeof listOwnImages>>;

/** Deletes the social images that show the articles' headlines. */
async function removeHeadlines(
  { folder, editions }: Pick<TakedownParts, "folder" | "editions">,
  articles: readonly ArticleToErase[],
): Promise<void> {
  for (const edition of editions)
    for (const { title, slug, feed_url: feedUrl } of articles) {
      const story = { title, slug, source: getSource(feedUrl, edition) };
      await removeHeadlineDrawings(join(folder, DRAWN_FOLDER), edition, story);
    }
}

interface NewTakedown {
  kind: TakedownKind;
  subject: string;
  title: string;
  feedUrl: string;
  feeds: string[];
  reason: string | null;
  /** Ids of the articles whose texts or feeds change. */
  ids: number[];
}

async function saveTakedown(
  { editions, now }: TakedownParts,
  database: Database,
  { feedUrl, feeds, ids, ...takedown }: NewTakedown,
): Promise<number> {
  await notifyHubs(database, editions, feeds, now + HUB_DELAY_MS);
  await recordArticleChanges(database, "takedown", ids, feeds);
  const columns = { feed_url: feedUrl, feeds: JSON.stringify(feeds), taken_down_at: new Date(now).toISOString() };
  return addTakedown(database, { ...takedown, ...columns });
}

/** Erases articles from all stored issues of briefings. Returns the erased entries by slug. */
async function eraseFromIssues(database: Database, articles: readonly ArticleToErase[]) {
  const slugs = new Set(articles.map(({ slug }) => slug));
  const originals = new Map<string, SealedContent["issues"]>();
  for (let lastId = 0; slugs.size > 0; ) {
    const issues = await listIssueContents(database, lastId, ISSUE_BATCH);
    for (const issue of issues) {
      const { id, subject } = issue;
      const { content: rest, erased, isChanged } = eraseStories(parseIssue(issue), slugs);
      if (!isChanged) continue;
      // If the lead story is erased, clears the subject, which quotes the story's headline.
      await updateIssue(database, { id, subject: rest.hero.isTakenDown ? "" : subject, content: rest });
      for (const [slug, story] of erased) originals.getOrInsertComputed(slug, () => []).push({ id, story });
    }
    const last = issues.at(-1);
    if (!last) break;
    lastId = last.id;
  }
  return originals;
}

async function saveCopy(
  database: Database,
  sealer: Sealer,
  article: ArticleToErase,
  own: OwnImages,
  issues: ReadonlyMap<string, SealedContent["issues"]>,
): Promise<void> {
  const images = (own.get(article.id) ?? []).map(({ url }) => url);
  const content = { article: toArticleContent(article), images, issues: issues.get(article.slug) ?? [] };
  await saveSealedCopy(database, article.id, sealer.seal(article.id, content));
}

function listKeys(own: OwnImages): string[] {
  return [...new Set([...own.values()].flat().map(({ key }) => key))];
}
