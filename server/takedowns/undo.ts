import { randomBytes } from "node:crypto";
import { queueFeedImages } from "../images/candidates.ts";
import { type IssueStory, parseIssue } from "../newsletter/issueSchema.ts";
import { composeSubject } from "../newsletter/issues/subscriberBriefing.ts";
import { restoreStory } from "../newsletter/issues/takenDownStories.ts";
import { addImages } from "../store/articles/images.ts";
import { recordArticleChanges } from "../store/changes.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { parkFeed, triggerFeed } from "../store/feeds/feeds.ts";
import { listIssueContents, updateIssue } from "../store/newsletter/issues.ts";
import type { Database } from "../store/schema/schema.ts";
import { parseStoredTexts } from "../store/storedJson.ts";
import { deleteSealedCopy, listSealedCopies } from "../store/takedowns/sealedCopies.ts";
import { deleteTakedown, type Takedown } from "../store/takedowns/takedowns.ts";
import { countArticlesOfTakedown, restoreArticle } from "../store/takedowns/takenDownArticles.ts";
import { notifyHubs } from "../syndication/websub/websub.ts";
import { HUB_DELAY_MS, type TakedownParts } from "./takeDown.ts";

/** Priority for downloading the images of restored stories again. */
const PRIORITY = 0;

/**
 * Undoes a takedown: restores stories from their sealed copies, resumes the polling of a source, and queues images for
 * download. Returns the number of restored stories, and the number of stories whose copies were already deleted.
 *
 * @throws {SealError} if a copy is damaged or was sealed with another key
 */
export async function undoTakedown(
  { database: store, editions, sealer, now }: TakedownParts,
  takedown: Takedown,
): Promise<{ restored: number; gone: number }> {
  const { id, kind, subject, feed_url: feedUrl } = takedown;
  const feeds = parseStoredTexts(takedown.feeds, `feeds of takedown ${id}`);
  const instant = new Date(now).toISOString();
  const copies = (await listSealedCopies(store, id)).map(({ articleId, sealed }) => {
    return { articleId, ...sealer.unseal(articleId, sealed) };
  });
  const gone = (await countArticlesOfTakedown(store, id)) - copies.length;
  await withWriterLock(store, async (database) => {
    await deleteTakedown(database, id);
    for (const { articleId, article } of copies) {
      await restoreArticle(database, articleId, article);
      await deleteSealedCopy(database, articleId);
    }
    const ids = copies.map(({ articleId }) => articleId);
    await recordArticleChanges(database, "takedown", ids, feeds);
    const issues = copies.flatMap(({ issues }) => issues);
    await restoreIssues(database, issues);
    const urls = new Set([...copies.flatMap(({ images }) => images), ...(kind === "image" ? [subject] : [])]);
    const images = [...urls].map((url) => ({ url, priority: PRIORITY, feedUrl }));
    await addImages(database, images, instant, () => randomBytes(12).toString("base64url"));
    if (kind === "source") {
      await parkFeed(database, subject, instant);
      await triggerFeed(database, subject, instant);
    }
    await notifyHubs(database, editions, feeds, now + HUB_DELAY_MS);
  });
  // Queues the image's other sizes, too. Each size has its own URL, found in the stories of these feeds.
  if (kind === "image") for (const feed of feeds) await queueFeedImages(feed, editions, store);
  return { restored: copies.length, gone };
}

async function restoreIssues(database: Database, originals: readonly { id: number; story: IssueStory }[]) {
  for (const [id, stories] of Map.groupBy(originals, (original) => original.id)) {
    const [issue] = await listIssueContents(database, id - 1, 1);
    if (issue?.id !== id) continue;
    const content = stories.reduce((rest, { story }) => restoreStory(rest, story), parseIssue(issue));
    await updateIssue(database, { id, subject: issue.subject || composeSubject(content.hero), content });
  }
}
