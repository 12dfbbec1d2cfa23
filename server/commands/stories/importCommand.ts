import { open, stat } from "node:fs/promises";
import { RESERVED_SEGMENTS } from "../../editions/schema/reservedPaths.ts";
import { createOutbound } from "../../feeds/fetch/fetchTools.ts";
import { findImportedStory } from "../../store/stories/staffStories.ts";
import { normalizePath } from "../../store/stories/staffStoryPaths.ts";
import { EditorError } from "../../stories/editStories.ts";
import { openGhost } from "../../stories/import/ghost.ts";
import { createImageImport } from "../../stories/import/importImages.ts";
import { importPost } from "../../stories/import/importPost.ts";
import type { ImportedPost, StoryExport } from "../../stories/import/storyExport.ts";
import { openWxr } from "../../stories/import/wxr.ts";
import { print, type StoryContext, showProgress } from "../command.ts";
import { askSections } from "./askSections.ts";
import { importFolder } from "./folderCommands.ts";

/** `stories import FOLDER | EXPORT.xml | GHOST.json` */
export async function importStories(context: StoryContext): Promise<number> {
  const [path = ""] = context.arguments;
  const file = await stat(path).catch((error: Error) => {
    throw new EditorError(`${path}: ${error.message}.`);
  });
  if (file.isDirectory()) return importFolder(context);
  const site = context.options.site ?? null;
  if (site !== null && !/^https?:\/\//.test(site)) throw new EditorError(`--site needs an address; found ${site}.`);
  const isJson = (await readStart(path)).startsWith("{");
  return importExport(context, isJson ? await openGhost(path, site) : await openWxr(path));
}

/**
 * Adds the posts of an export. Skips posts that are in the store, so an interrupted import can be resumed by running
 * the command again.
 */
async function importExport(context: StoryContext, exported: StoryExport): Promise<number> {
  const { database, edition, config, options } = context;
  const { table, fallback } = await askSections(context, exported);
  let total = 0;
  for await (const _ of exported.posts()) total++;
  const counts = { added: 0, known: 0, failed: 0 };
  const outbound = createOutbound(config, () => [edition]);
  const storeImage = createImageImport({ database, outbound, folder: options.media ?? null });
  const parts = { editing: context, site: exported.site, storeImage };
  for await (const post of exported.posts()) {
    const name = post.slug || post.title || post.key;
    if (await findImportedStory(database, edition.id, post.key)) counts.known++;
    else
      try {
        const placement = table.place(post);
        const sections = placement.sections.length > 0 || !fallback ? placement.sections : [fallback];
        for (const note of await importPost(post, { ...placement, sections }, parts)) print(`${name}: ${note}.`);
        if (isServedAlready(context, post)) print(`${name}: its old address ${post.path} is a page of this site.`);
        counts.added++;
      } catch (error) {
        if (!(error instanceof EditorError)) throw error;
        counts.failed++;
        print(`${name} was not imported: ${error.message}.`);
      }
    showProgress(counts.added + counts.known + counts.failed, total);
  }
  await outbound.close();
  const others = Array.from(exported.others, ([noun, count]) => `${noun} (${count})`);
  if (others.length > 0) print(`Not imported: ${others.join(", ")}.`);
  print(`${counts.added} stories added, ${counts.known} known already, ${counts.failed} not imported.`);
  return counts.failed > 0 ? 1 : 0;
}

/**
 * Returns true if a post's old address is the address of another page of this site. It then cannot redirect to the
 * post.
 */
function isServedAlready({ edition }: StoryContext, { path }: ImportedPost): boolean {
  const [, slug = "", ...others] = (path && normalizePath(path))?.split("/") ?? [];
  if (slug === "" || others.length > 0) return false;
  return (
    edition.sections.some((section) => section.slug === slug) || edition.pages.has(slug) || RESERVED_SEGMENTS.has(slug)
  );
}

async function readStart(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
  return buffer
    .toString("utf8", 0, bytesRead)
    .replace(/^\ufeff/, "")
    .trimStart();
}
