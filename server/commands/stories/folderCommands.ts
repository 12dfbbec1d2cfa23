import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { EditionError } from "../../editions/yaml.ts";
import { findMedia, getMediaKey } from "../../store/media.ts";
import { findOwnStory, listOwnStories } from "../../store/ownStories.ts";
import { listPaths } from "../../store/ownStoryPaths.ts";
import type { Database } from "../../store/schema.ts";
import type { OwnStoryContent } from "../../stories/content.ts";
import { addStory, StoryError } from "../../stories/editing.ts";
import { readContent } from "../../stories/publication.ts";
import { findImageFiles, formatStoryFile, parseStoryFile, replaceImageFiles } from "../../stories/storyFile.ts";
import { storeImages } from "../../stories/storyImages.ts";
import { print, type StoryContext, showProgress } from "../command.ts";

/** Folder of the images, beside the stories. */
const IMAGES = "images";

/** `stories export FOLDER`: writes each story to SLUG.md, with its images beside it. Times are in the head. */
export async function exportFolder(context: StoryContext): Promise<number> {
  const {
    database,
    edition,
    arguments: [folder = ""],
  } = context;
  await mkdir(join(folder, IMAGES), { recursive: true });
  const stories = await listOwnStories(database, edition.id);
  for (const [index, story] of stories.entries()) {
    const content = await exportImages(database, await readContent(database, story), folder);
    const publishAt = story.state === "scheduled" ? story.publish_at : story.published_at;
    const isPublic = story.state === "scheduled" || story.state === "published";
    const times = {
      ...(isPublic && publishAt && { publishAt }),
      ...(isPublic && story.updated_at && { updatedAt: story.updated_at }),
      ...(story.expires_at && { expiresAt: story.expires_at }),
    };
    const redirectFrom = await listPaths(database, story.id);
    await writeFile(join(folder, `${story.slug}.md`), formatStoryFile({ content, ...times, redirectFrom }));
    showProgress(index + 1, stories.length);
  }
  print(`${stories.length} stories written to ${folder}.`);
  return 0;
}

async function exportImages(database: Database, content: OwnStoryContent, folder: string): Promise<OwnStoryContent> {
  const paths = new Map<string, string>();
  for (const url of findImageFiles(content)) {
    const key = getMediaKey(url);
    const media = key && (await findMedia(database, key));
    if (!key || !media) continue;
    // The digest keeps apart images with the same name. An image from an earlier export has it already.
    const digest = `${key.slice(0, 8)}-`;
    const name = media.name.replaceAll(/[^\w.-]/g, "-");
    const path = `${IMAGES}/${name.startsWith(digest) ? name : digest + name}`;
    await writeFile(join(folder, path), media.bytes);
    paths.set(url, path);
  }
  return replaceImageFiles(content, paths);
}

/**
 * `stories import FOLDER`: adds each SLUG.md of a folder. A story whose slug exists is left alone, so that an import that
 * was interrupted goes on where it was.
 */
export async function importFolder(context: StoryContext): Promise<number> {
  const {
    database,
    edition,
    arguments: [folder = ""],
  } = context;
  const names = await readdir(folder).catch((error: Error) => {
    throw new StoryError(`${folder}: ${error.message}.`);
  });
  const files = names.filter((name) => name.endsWith(".md") && !name.startsWith(".")).sort();
  const sections = edition.sections.map(({ slug }) => slug);
  const counts = { added: 0, known: 0 };
  const faults: string[] = [];
  for (const [index, name] of files.entries()) {
    const slug = basename(name, ".md");
    try {
      if (await findOwnStory(database, edition.id, slug)) counts.known++;
      else {
        const path = join(folder, name);
        const file = parseStoryFile(path, await readFile(path, "utf8"), sections);
        await addStory(
          context,
          { ...file, content: await storeImages(database, file.content, folder) },
          { name: slug },
        );
        counts.added++;
      }
    } catch (error) {
      if (!(error instanceof EditionError || error instanceof StoryError)) throw error;
      faults.push(error.message);
    }
    showProgress(index + 1, files.length);
  }
  for (const fault of faults) print(fault);
  print(`${counts.added} stories added, ${counts.known} known already, ${faults.length} not imported.`);
  return faults.length > 0 ? 1 : 0;
}
