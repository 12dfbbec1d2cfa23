import { setImmediate as yieldToRequests } from "node:timers/promises";
import { withWriterLock } from "../../store/engines/engine.ts";
import type { MediaDetailsRow } from "../../store/schema/newsroomSchema.ts";
import type { Database } from "../../store/schema/schema.ts";
import {
  addMediaDetails,
  type ListedStory,
  listMediaSizes,
  listStoryContents,
  listUnlistedStories,
  replaceMediaUses,
  type StoryContents,
} from "../../store/stories/mediaLibrary.ts";
import { getMediaKey } from "../../store/stories/storyMedia.ts";
import { parseContentInList, type StaffStoryContent } from "../content.ts";
import { replaceMarkdownImages } from "../markdownImages.ts";
import type { StoryEditing } from "../storyEditing.ts";
import { listImagesOfStory } from "../storyFile.ts";
import { foldDetails, foldWords } from "./details.ts";

type LibraryEdition = StoryEditing["edition"];

/** Number of stories per batch. A batch takes about 8 ms, and requests are handled between batches. */
const BATCH_SIZE = 25;

/**
 * Records the images of all stories that were added or changed since the previous call. Adds to the library the images
 * in each story's newest version: only people who may publish put images into versions. Leaves out images that are only
 * in a working copy: a writer's copy may name another edition's image, which the library would then show.
 */
export async function listNewUses(database: Database, edition: LibraryEdition): Promise<void> {
  // Checks without the lock first, since usually no story has changed.
  if ((await listUnlistedStories(database, edition.id, 1)).length === 0) return;
  while ((await withWriterLock(database, (transaction) => listBatch(transaction, edition))) === BATCH_SIZE)
    await yieldToRequests();
}

async function listBatch(transaction: Database, edition: LibraryEdition): Promise<number> {
  const ids = await listUnlistedStories(transaction, edition.id, BATCH_SIZE);
  const stories = await listStoryContents(transaction, ids);
  const listed = stories.map((story) => listStory(edition, story));
  const states = listed.map(({ state }) => state);
  await replaceMediaUses(transaction, states);
  const details = new Map(listed.flatMap(({ images }) => [...images]));
  const known = await listMediaSizes(transaction, [...details.keys()]);
  const rows = known.flatMap((media) => {
    const found = details.get(media.key);
    const row = found && { ...found, ...media, edition: edition.id };
    return row ? [{ ...row, words: foldDetails(edition, row) }] : [];
  });
  await addMediaDetails(transaction, rows);
  return stories.length;
}

type Details = Omit<MediaDetailsRow, "key" | "edition" | "name" | "width" | "height" | "words">;

/** Returns the record of a story's images, and the texts of each image in the story's newest version. */
function listStory(edition: LibraryEdition, story: StoryContents) {
  const version = parseContentInList(story.content, story.id, story.version);
  const copy = story.copy === null ? null : parseContentInList(story.copy, story.id, story.version);
  const shown = [version, copy].filter((content) => content !== null);
  const files = shown.flatMap((content) => listImagesOfStory(content));
  const title = copy?.title || version?.title || "";
  const state: ListedStory = {
    story_id: story.id,
    version: story.version,
    revision: story.revision,
    title,
    words: foldWords(edition, title),
    keys: [...new Set(files.flatMap((file) => getMediaKey(file) ?? []))],
  };
  const images = version ? describeImages(version, { added_at: story.saved_at, added_by: story.saved_by }) : [];
  return { state, images };
}

/** Returns the texts that a story has for each of its images, by image key. */
function describeImages(
  { image, sponsor, body }: StaffStoryContent,
  added: Pick<Details, "added_at" | "added_by">,
): Map<string, Details> {
  const images = new Map<string, Details>();
  const add = (file: string, texts: Partial<Details>) => {
    const key = getMediaKey(file);
    const empty = { alt: "", is_decorative: 0, caption: "", credit: "", focus: null };
    if (key !== undefined && !images.has(key)) images.set(key, { ...empty, ...added, ...texts });
  };
  if (image) {
    const { file, alt, caption, credit, focus = null } = image;
    add(file, { alt, caption, credit, focus });
  }
  replaceMarkdownImages(body, ({ path, before, after }) => {
    const [, alt = ""] = /^!\[(.*)\]\($/s.exec(before) ?? [];
    const [, caption = ""] = /^\s*"(.*)"\)$/s.exec(after) ?? [];
    add(path, { alt: removeEscapes(alt), caption: removeEscapes(caption) });
    return "";
  });
  if (sponsor?.logo) add(sponsor.logo, { alt: sponsor.name });
  return images;
}

/** Removes the backslashes that escape characters in Markdown. */
function removeEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
