import { createHash, randomBytes } from "node:crypto";
import type { StoredArticle } from "../store/articles/articleRows.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import { recordAction } from "../store/stories/editorLog.ts";
import { composeArticle, isTakenDownByOperator } from "../store/stories/staffArticles.ts";
import { findPreviewedStory, insertPreview } from "../store/stories/storyPreviews.ts";
import { EditorError, getSubject, requireNoTakedown, requireStory, type StoryEditing } from "./editStories.ts";
import { queueImages, readContent, toStaffArticle } from "./publication.ts";
import { requireMayEdit } from "./storyRights.ts";

/** Length of the secret part of an address. Nobody guesses one of 2^192. */
const KEY_BYTES = 24;

/** Longest time for which an address works. */
const MAX_DAYS = 30;

/**
 * Creates an address under which whoever has it can read the newest version of a story that is not published. The store has
 * only its digest, so neither a backup nor the log of editors gives it away.
 *
 * @param until ISO 8601
 * @throws {EditorError} if the story is published or was taken down, or the time is over or too far away
 */
export async function createPreview(
  editing: StoryEditing,
  slug: string,
  until: string,
): Promise<{ path: string; expiresAt: string }> {
  const { database, edition, actor, now } = editing;
  if (until <= now) throw new EditorError("A preview must end in the future.");
  if (Date.parse(until) > Date.parse(now) + MAX_DAYS * 24 * 60 * 60_000)
    throw new EditorError(`A preview can last for ${MAX_DAYS} days.`);
  const key = randomBytes(KEY_BYTES).toString("base64url");
  await withWriterLock(database, async (transaction) => {
    const story = await requireStory(transaction, edition.id, slug);
    await requireMayEdit(transaction, actor, story);
    if (story.state === "published") throw new EditorError(`${story.slug} is published, so everybody can read it.`);
    await requireNoTakedown(transaction, story);
    await insertPreview(transaction, { digest: toDigest(key), story_id: story.id, expires_at: until }, now);
    await queueImages(transaction, toStaffArticle(await readContent(transaction, story), edition));
    const action = { edition: edition.id, at: now, editor: actor.name, action: "preview", subject: getSubject(story) };
    await recordAction(transaction, { ...action, before: story, after: story });
  });
  return { path: `/preview/${key}`, expiresAt: until };
}

function toDigest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/**
 * Finds the story of a preview's address, as it would be published now; its slug, if it is public; undefined if there is no
 * such preview, it has ended, or the story was taken down.
 *
 * @param key secret part of the address
 * @param now ISO 8601
 */
export async function findPreview(
  database: Database,
  edition: StoryEditing["edition"],
  key: string,
  now: string,
): Promise<FoundPreview | { publishedSlug: string } | undefined> {
  const found = await findPreviewedStory(database, edition.id, toDigest(key), now);
  if (!found) return undefined;
  const { story, expiresAt } = found;
  if (story.state === "published") return { publishedSlug: story.slug };
  if (story.article_id !== null && (await isTakenDownByOperator(database, story.article_id))) return undefined;
  const content = await readContent(database, story);
  const article = await composeArticle(database, story, toStaffArticle(content, edition), now);
  return { article, sections: content.sections, expiresAt };
}

interface FoundPreview {
  article: StoredArticle;
  /** Slugs of its sections. */
  sections: readonly string[];
  /** End of the preview, ISO 8601. */
  expiresAt: string;
}
