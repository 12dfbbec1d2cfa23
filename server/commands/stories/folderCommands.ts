import { createHash } from "node:crypto";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { slugify } from "../../../core/slug.ts";
import { EditionError } from "../../editions/yaml/yaml.ts";
import { EditorError } from "../../editorError.ts";
import type { Database } from "../../store/schema/schema.ts";
import { listPaths } from "../../store/stories/formerPaths.ts";
import { listPinsOfArticle } from "../../store/stories/pins.ts";
import {
  findStaffStory,
  isSlugTaken,
  listCorrectionsOfArticle,
  listStaffStories,
  type StaffStory,
} from "../../store/stories/staffStories.ts";
import { findMedia, getMediaKey, toFileName } from "../../store/stories/storyMedia.ts";
import type { StaffStoryContent, StoryFile } from "../../stories/content.ts";
import { readNewestContent } from "../../stories/copies/shownContent.ts";
import { addStory } from "../../stories/editStories.ts";
import {
  createFileContext,
  formatStoryFile,
  listImagesOfStory,
  parseStoryFile,
  replaceImageFiles,
} from "../../stories/storyFile.ts";
import { readStoryText } from "../../stories/storyFolder.ts";
import { storeStoryImages } from "../../stories/storyImages.ts";
import { print, type StoryContext, showProgress } from "../command.ts";

/** Name of the folder for images, in the folder of the exported stories. */
const IMAGES = "images";

/** Maximum length of a file name without its extension, in bytes. */
const MAX_NAME_BYTES = 240;

/** `stories export FOLDER`: writes each story, with its state and dates, to SLUG.md, and its images to images/. */
export async function exportFolder(context: StoryContext): Promise<number> {
  const { database, edition } = context;
  const [folder = ""] = context.arguments;
  await mkdir(join(folder, IMAGES), { recursive: true });
  const stories = await listStaffStories(database, edition.id);
  for (const [index, story] of stories.entries()) {
    const content = await exportImages(database, await readNewestContent(database, edition, story), folder);
    const isTooLong = Buffer.byteLength(story.slug) > MAX_NAME_BYTES;
    const name = isTooLong ? createHash("sha256").update(story.slug).digest("hex") : story.slug;
    const file = { content, ...(isTooLong && { slug: story.slug }), ...(await readState(context, story)) };
    await writeFile(join(folder, `${name}.md`), formatStoryFile(file));
    showProgress(index + 1, stories.length);
  }
  print(`${stories.length} stories written to ${folder}.`);
  return 0;
}

/** Returns the keys for the head of a story's file: state, dates, corrections, redirects and pins. */
async function readState({ database, now }: StoryContext, story: StaffStory): Promise<Omit<StoryFile, "content">> {
  const { id, state, article_id, publish_at, published_at, updated_at, expires_at, withdrawn_line } = story;
  const publishAt = publish_at ?? published_at;
  const corrections = article_id === null ? [] : await listCorrectionsOfArticle(database, article_id);
  const pins = article_id === null ? [] : await listPinsOfArticle(database, article_id, now);
  return {
    ...(publishAt && { publishAt }),
    ...(publish_at && published_at && { publishedAt: published_at }),
    ...(updated_at && { updatedAt: updated_at }),
    ...(expires_at && { expiresAt: expires_at }),
    ...((state === "withdrawn" || state === "expired") && { state }),
    ...(withdrawn_line && { withdrawnLine: withdrawn_line }),
    redirectFrom: await listPaths(database, id),
    corrections: corrections.map(({ text, correctedAt }) => ({ text, at: correctedAt })),
    pins: pins.map(({ slot, until }) => ({ slot, until })),
  };
}

async function exportImages(
  database: Database,
  content: StaffStoryContent,
  folder: string,
): Promise<StaffStoryContent> {
  const paths = new Map<string, string>();
  for (const url of listImagesOfStory(content)) {
    const key = getMediaKey(url);
    const media = key && (await findMedia(database, key));
    if (!key || !media) continue;
    const path = `${IMAGES}/${toFileName(key, media.name)}`;
    await writeFile(join(folder, path), media.bytes);
    paths.set(url, path);
  }
  return replaceImageFiles(content, paths);
}

/**
 * `stories import FOLDER`: adds the story of each SLUG.md in a folder. Skips stories whose slug exists, so an
 * interrupted import can be resumed by running the command again.
 */
export async function importFolder(context: StoryContext): Promise<number> {
  const { database, edition } = context;
  const [folder = ""] = context.arguments;
  const found = await readdir(folder).catch((error: Error) => {
    throw new EditorError(`${folder}: ${error.message}.`);
  });
  const files = found.filter((name) => name.endsWith(".md") && !name.startsWith(".")).sort();
  const fileContext = createFileContext(edition, context.now);
  const counts = { added: 0, known: 0 };
  const faults: string[] = [];
  /** Names of the files read so far, by story slug. */
  const names = new Map<string, string>();
  for (const [index, name] of files.entries()) {
    try {
      const path = join(folder, name);
      const source = await readStoryText(folder, name);
      const file = parseStoryFile(path, source, fileContext);
      const slug = slugify(file.slug ?? basename(name, ".md"));
      const other = names.get(slug);
      if (slug === "")
        throw new EditorError(`${path}: its name has no letter or digit from which to make the address.`);
      if (other)
        throw new EditorError(`${path}: has the same address as ${other}, /article/${slug}. Rename one of them.`);
      names.set(slug, name);
      if (await findStaffStory(database, edition.id, slug)) counts.known++;
      else {
        if (edition.samplesBySlug.has(slug) || (await isSlugTaken(database, slug)))
          throw new EditorError(`${path}: another story has the address /article/${slug}. Rename this file.`);
        await addStory(context, {
          ...file,
          content: await storeStoryImages(database, file.content, { path, source }),
          slug,
        });
        counts.added++;
      }
    } catch (error) {
      if (!(error instanceof EditionError || error instanceof EditorError)) throw error;
      faults.push(error.message);
    }
    showProgress(index + 1, files.length);
  }
  for (const fault of faults) print(fault);
  print(`${counts.added} stories added, ${counts.known} already known, ${faults.length} not imported.`);
  return faults.length > 0 ? 1 : 0;
}
