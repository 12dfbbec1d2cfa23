import { slugify } from "../../core/slug.ts";
import type { Database } from "../store/schema/schema.ts";
import { setPaths } from "../store/stories/formerPaths.ts";
import {
  addVersion,
  isSlugTaken,
  redirectSlug,
  type StaffStory,
  updateStaffStory,
} from "../store/stories/staffStories.ts";
import type { StoryFile } from "./content.ts";
import { queueImages, readContent, showStory, toStaffArticle } from "./publication.ts";
import type { StoryEditing } from "./storyEditing.ts";

/**
 * Content of a new version, and changes of the story. An undefined key changes nothing; null as `expiresAt` means that
 * the story no longer expires.
 */
interface SavedFile extends Pick<StoryFile, "content" | "publishAt" | "redirectFrom"> {
  expiresAt?: string | null | undefined;
}

/**
 * Saves the next version of a story. A new title changes the address. If the story is published, the site then shows
 * the new version.
 *
 * @param updatedAt time (ISO 8601) that the site shows for the story's last update; `now` by default. If null, the site
 *   keeps the time that it showed before.
 */
export async function saveVersion(
  transaction: Database,
  { edition, actor, now }: StoryEditing,
  story: StaffStory,
  { content, publishAt, expiresAt, redirectFrom }: SavedFile,
  updatedAt: string | null = now,
): Promise<StaffStory> {
  const earlier = await readContent(transaction, story);
  const version = await addVersion(transaction, story, JSON.stringify(content), { at: now, by: actor.name });
  const changes: Partial<StaffStory> = { version };
  if (slugify(content.title) !== slugify(earlier.title)) {
    changes.slug = await findFreeSlug(transaction, edition, content.title, story);
    if (changes.slug !== story.slug && story.article_id !== null)
      await redirectSlug(transaction, story.id, story.slug, changes.slug);
  }
  if (redirectFrom !== undefined) await setPaths(transaction, edition.id, story.id, redirectFrom);
  if (expiresAt !== undefined) changes.expires_at = expiresAt;
  const updated = updatedAt === null ? {} : { updated_at: updatedAt };
  if (story.state === "published") return showStory(transaction, edition, story, { ...changes, ...updated }, now);
  // Queues the images for conversion now, so that previews and the first published page can show them.
  await queueImages(transaction, toStaffArticle(content, edition));
  if (publishAt !== undefined) Object.assign(changes, { publish_at: publishAt, state: "scheduled" });
  await updateStaffStory(transaction, story.id, changes);
  return { ...story, ...changes };
}

/**
 * Returns a free slug for a title, if necessary with a number.
 *
 * @param story story that gets the slug; its own slugs count as free
 */
export async function findFreeSlug(
  transaction: Database,
  edition: StoryEditing["edition"],
  title: string,
  story?: StaffStory,
): Promise<string> {
  const base = slugify(title) || "story";
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (!edition.samplesBySlug.has(slug) && !(await isSlugTaken(transaction, slug, story))) return slug;
  }
}
