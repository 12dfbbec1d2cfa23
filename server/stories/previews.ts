import { createHash, randomBytes } from "node:crypto";
import { EditorError } from "../editorError.ts";
import type { StoredArticle } from "../store/articles/articleRows.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import type { Database } from "../store/schema/schema.ts";
import { composeArticle, isTakenDownByOperator } from "../store/stories/staffArticles.ts";
import { type Correction, listCorrectionsOfArticle, type StaffStory } from "../store/stories/staffStories.ts";
import { findPreviewedStory, insertPreview } from "../store/stories/storyPreviews.ts";
import type { StaffStoryContent } from "./content.ts";
import { toShownContent } from "./copies/shownContent.ts";
import { readWorkingCopy } from "./copies/workingCopy.ts";
import { queueImages, readContent, toStaffArticle } from "./publication.ts";
import { logStory, requireNoTakedown, requireStory, requireStoryById, type StoryEditing } from "./storyEditing.ts";
import { requireMayEdit, requireMayRead } from "./storyRights.ts";

/** Length of the secret part of a preview's address, in bytes. Nobody can guess one of 2^192 values. */
const KEY_BYTES = 24;

/** Maximum number of days for which a preview's address is valid. */
const MAX_DAYS = 30;

interface Preview {
  path: string;
  /** Time at which the preview ends, ISO 8601. */
  expiresAt: string;
}

/**
 * Creates a secret address that shows the newest version of an unpublished story to everybody who knows the address.
 * The store contains only a digest, so neither backups nor the log of editors' actions reveal the address.
 *
 * @param until end of the preview, ISO 8601
 * @throws {EditorError} if the story is published or was taken down, or if `until` is in the past or too far in the
 * future
 */
export async function createPreview(editing: StoryEditing, slug: string, until: string): Promise<Preview> {
  return addPreview(editing, until, async (transaction) => {
    const story = await requireStory(transaction, editing.edition.id, slug);
    await requireMayEdit(transaction, editing.actor, story);
    if (story.state === "published") throw new EditorError(`${story.slug} is published, so everybody can read it.`);
    return { story, content: await readContent(transaction, story), copyOf: null };
  });
}

/**
 * Creates an address that always shows the current state of a story's working copy. After a later version is published,
 * the address redirects to the story.
 *
 * @param until end of the preview, ISO 8601
 * @throws {EditorError} if the story was taken down, or if `until` is in the past or too far in the future
 */
export async function createCopyPreview(editing: StoryEditing, storyId: number, until: string): Promise<Preview> {
  const { edition, actor } = editing;
  return addPreview(editing, until, async (transaction) => {
    const story = await requireStoryById(transaction, edition.id, storyId);
    await requireMayRead(transaction, actor, story);
    const { content } = await readWorkingCopy(transaction, story);
    return { story, content: toShownContent(content, edition), copyOf: story.version };
  });
}

interface Previewed {
  story: StaffStory;
  content: StaffStoryContent;
  /** Version on which the previewed working copy is based; null for a preview of the story's newest version. */
  copyOf: number | null;
}

async function addPreview(
  editing: StoryEditing,
  until: string,
  find: (transaction: Database) => Promise<Previewed>,
): Promise<Preview> {
  const { database, edition, now } = editing;
  if (until <= now) throw new EditorError("A preview must end in the future.");
  if (Date.parse(until) > Date.parse(now) + MAX_DAYS * 24 * 60 * 60_000)
    throw new EditorError(`A preview can last for ${MAX_DAYS} days.`);
  const key = randomBytes(KEY_BYTES).toString("base64url");
  await withWriterLock(database, async (transaction) => {
    const { story, content, copyOf } = await find(transaction);
    await requireNoTakedown(transaction, story);
    const preview = { digest: toDigest(key), story_id: story.id, expires_at: until, copy_of: copyOf };
    await insertPreview(transaction, preview, now);
    await queueImages(transaction, toStaffArticle(content, edition));
    await logStory(transaction, editing, "preview", story, story);
  });
  return { path: `/preview/${key}`, expiresAt: until };
}

function toDigest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/**
 * Finds the story at a preview's address, as the story would be published now. Returns only its slug if the previewed
 * text has been published, and undefined if the preview is unknown or has ended, or the story was taken down.
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
  const { story, expiresAt, copyOf } = found;
  // The preview of a working copy of a published story ends when a later version of the story is published.
  if (story.state === "published" && copyOf !== story.version) return { publishedSlug: story.slug };
  if (story.article_id !== null && (await isTakenDownByOperator(database, story.article_id))) return undefined;
  const unpublished = await (copyOf === null ? composeVersion : composeCopy)(database, edition, story, now);
  return { ...unpublished, expiresAt };
}

/** Story in the form in which it would be published. */
export interface UnpublishedStory {
  article: StoredArticle;
  /** Slugs of the story's sections. */
  sections: readonly string[];
  /** Corrections of the story; [] if it was never published. */
  corrections: readonly Correction[];
}

interface FoundPreview extends UnpublishedStory {
  /** End of the preview, ISO 8601. */
  expiresAt: string;
}

async function composeVersion(
  database: Database,
  edition: StoryEditing["edition"],
  story: StaffStory,
  now: string,
): Promise<UnpublishedStory> {
  return compose(database, edition, story, await readContent(database, story), now);
}

/** Returns a story's working copy as it would be published now. Missing parts are empty. @param now ISO 8601 */
export async function composeCopy(
  database: Database,
  edition: StoryEditing["edition"],
  story: StaffStory,
  now: string,
): Promise<UnpublishedStory> {
  const { content } = await readWorkingCopy(database, story);
  return compose(database, edition, story, toShownContent(content, edition), now);
}

async function compose(
  database: Database,
  edition: StoryEditing["edition"],
  story: StaffStory,
  content: StaffStoryContent,
  now: string,
): Promise<UnpublishedStory> {
  const { article_id } = story;
  const [article, corrections] = await Promise.all([
    composeArticle(database, story, toStaffArticle(content, edition), now),
    article_id === null ? [] : listCorrectionsOfArticle(database, article_id),
  ]);
  return { article, sections: content.sections, corrections };
}
