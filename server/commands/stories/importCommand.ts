import { open, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { toMessage } from "../../../core/toMessage.ts";
import { EditorError } from "../../editorError.ts";
import { explainFileError } from "../../fileErrors.ts";
import { openGhost } from "../../stories/import/ghost/ghost.ts";
import type { StoryExport } from "../../stories/import/storyExport.ts";
import { openWxr } from "../../stories/import/wordpress/wxr.ts";
import { print, type StoryContext } from "../command.ts";
import { openDialog } from "../dialog.ts";
import { askPermalinks, askSections, writeMap } from "./askSections.ts";
import { importFolder } from "./folderCommands.ts";
import { type ImportOutcome, runImport } from "./runImport.ts";

/** Name of the file with all remarks of an import, in the folder of the export. */
const REPORT = "import-report.md";

/** `stories import FOLDER | EXPORT.xml | GHOST.json`: imports an exported folder, or a WordPress or Ghost export. */
export async function importStories(context: StoryContext): Promise<number> {
  const [path = ""] = context.arguments;
  const file = await requirePath(path);
  if (file.isDirectory()) return importFolder(context);
  return importExport(context, path, await openExport(context, path));
}

/**
 * Opens an export of WordPress or Ghost.
 *
 * @throws {EditorError} if the path is missing or a folder, or an option is invalid
 */
export async function openExport(context: StoryContext, path: string): Promise<StoryExport> {
  if ((await requirePath(path)).isDirectory()) throw new EditorError(`${path} is a folder, and no export.`);
  const site = context.options.site ?? null;
  if (site !== null && !/^https?:\/\//.test(site)) throw new EditorError(`--site needs an address; found ${site}.`);
  for (const folder of context.lists.media ?? [])
    if (!(await requirePath(folder)).isDirectory())
      throw new EditorError(`--media needs a folder; ${folder} is a file.`);
  const isJson = (await readStart(path)).startsWith("{");
  return isJson ? openGhost(path, site) : openWxr(path);
}

/**
 * Adds the posts and pages of an export. With --write-map, only writes a file for --map. Skips posts that are already
 * stored, so an interrupted import can be resumed by running the command again.
 */
async function importExport(context: StoryContext, path: string, exported: StoryExport): Promise<number> {
  const { options } = context;
  if (options["write-map"] !== undefined) return writeMap(context, exported, options["write-map"]);
  using dialog = openDialog();
  const permalinks = await askPermalinks(context, exported, dialog);
  const sections = await askSections(context, exported, dialog);
  const outcome = await runImport(context, exported, { ...sections, permalinks });
  const reportPath = options["dry-run"] === undefined ? join(dirname(path), REPORT) : null;
  const counts = listCounts(outcome);
  for (const line of outcome.report.summarize(reportPath)) print(line);
  if (reportPath !== null)
    await writeFile(reportPath, outcome.report.format(counts, listAuthors(context, exported))).then(
      () => print(`All remarks are in ${reportPath}.`),
      (error) => print(`${reportPath} can't be written: ${toMessage(error)}.`),
    );
  else print("Nothing was written.");
  for (const line of counts) print(line);
  return outcome.stories.failed > 0 ? 1 : 0;
}

function listCounts({ others, stories, pages, authors, files, images, redirects }: ImportOutcome): string[] {
  const left = Array.from(others, ([noun, count]) => `${noun} (${count})`);
  const pageCounts = [`${pages.written} pages written`, `${pages.known} already known`, `${pages.left} not written`];
  return [
    ...(left.length > 0 ? [`Not imported: ${left.join(", ")}.`] : []),
    ...(pages.written + pages.known + pages.left > 0 ? [`${pageCounts.join(", ")}.`] : []),
    ...(authors > 0 ? [`${authors} authors added to authors.yaml of the edition.`] : []),
    `${images} images, ${files} files, ${redirects} redirects of pages, categories, authors, feeds and files.`,
    `${stories.added} stories added, ${stories.known} already known, ${stories.failed} not imported.`,
  ];
}

/**
 * Returns the part of the report with authors' biographies. Returns [] if editions are in a folder, since the import
 * then adds the biographies to authors.yaml.
 */
function listAuthors({ edition, config }: StoryContext, { authors }: StoryExport): string[] {
  if (config.EDITIONS_SOURCE === "folder") return [];
  const known = new Set(edition.authors.map(({ name }) => name));
  const lines = authors
    .filter(({ name, bio }) => bio !== "" && !known.has(name))
    .map(({ name, bio, picture }) => {
      const about = picture && `    # Picture: ${picture}\n`;
      return `  - name: ${JSON.stringify(name)}\n${about}    biography: ${JSON.stringify(bio.replace(/\s+/g, " "))}`;
    });
  if (lines.length === 0) return [];
  return [`## Biographies for authors.yaml\n\n\`\`\`yaml\nauthors:\n${lines.join("\n")}\n\`\`\``];
}

async function requirePath(path: string) {
  return stat(path).catch((error: Error) => {
    throw new EditorError(explainFileError(error) ?? `${path}: ${error.message}.`);
  });
}

async function readStart(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
  return buffer
    .toString("utf8", 0, bytesRead)
    .replace(/^\ufeff/, "")
    .trimStart();
}
