import { articlePath } from "../../../core/addresses.ts";
import { removeImageSize } from "../../../core/originalImage.ts";
import { RESERVED_SEGMENTS } from "../../editions/schema/reservedPaths.ts";
import { EditorError } from "../../editorError.ts";
import { createOutbound } from "../../feeds/fetch/fetchTools.ts";
import { findRedirect, normalizePath, setRedirects } from "../../store/stories/formerPaths.ts";
import { findImportedStory } from "../../store/stories/staffStories.ts";
import { addStory } from "../../stories/editStories.ts";
import { importAuthors } from "../../stories/import/importAuthors.ts";
import { createFileImport } from "../../stories/import/importFiles.ts";
import { createImageImport } from "../../stories/import/importImages.ts";
import { importPage, toPageName } from "../../stories/import/importPage.ts";
import { type ImportParts, toStoryFile } from "../../stories/import/importPost.ts";
import { createReport } from "../../stories/import/importReport.ts";
import { type AddressPlan, findNewAddress, planAddresses } from "../../stories/import/oldAddresses.ts";
import { createFileReader } from "../../stories/import/oldFiles.ts";
import type { SectionTable } from "../../stories/import/sectionTable.ts";
import type { ImportedPost, StoryExport } from "../../stories/import/storyExport.ts";
import { type StoryContext, showProgress } from "../command.ts";
import { readRedirects } from "./redirectFile.ts";

export type ImportOutcome = Awaited<ReturnType<typeof runImport>>;

interface Answers {
  table: SectionTable;
  /** Section for stories whose categories have no section; undefined if there are no such stories. */
  fallback: string | undefined;
  permalinks: string | null;
}

/** Imports the posts, pages, files and redirects of an export. With --dry-run, only reports what an import would do. */
export async function runImport(context: StoryContext, exported: StoryExport, answers: Answers) {
  const { database, edition, config, options, lists } = context;
  const { permalinks } = answers;
  const mayWrite = options["dry-run"] === undefined;
  const hasPages = options["no-pages"] === undefined;
  const isInFolder = config.EDITIONS_SOURCE === "folder";
  const report = createReport();
  const others = new Map(exported.others);
  const stories = { added: 0, known: 0, failed: 0 };
  const pages = { written: 0, known: 0, left: 0 };
  const files = new Set<string>();
  const images = new Set<string>();
  const plan = await planAddresses(exported, { ...context, ...answers, hasPages: hasPages && isInFolder });
  for (const [path, target] of await readRedirects(options.redirects, plan, report)) plan.redirects.set(path, target);
  const written = new Set<string>();
  const outbound = createOutbound(config, () => [edition]);
  const read = createFileReader({ folders: lists.media ?? [], outbound, mayDownload: mayWrite });
  const copyFile = createFileImport(isInFolder ? edition.folder : null, read, mayWrite);
  const storeImage = createImageImport(mayWrite ? database : null, read);

  /** Redirects that the import of the current post adds, from former paths to new ones. */
  let redirects = new Map<string, string>();
  const parts: ImportParts = {
    site: exported.site,
    storeImage: async (url) => {
      const stored = await storeImage(url);
      if ("url" in stored) images.add(stored.url);
      return stored;
    },
    copyFile: async (url) => {
      const copied = await copyFile(url);
      if ("url" in copied) files.add(copied.url);
      return copied;
    },
    findAddress: (url) => findNewAddress(plan, url),
    addRedirect: ({ pathname }, target) => {
      const path = normalizePath(pathname);
      if (path !== null) redirects.set(path, target);
    },
  };

  async function addPost(post: ImportedPost, name: string): Promise<void> {
    const placement = answers.table.place(post);
    const sections = placement.sections.length > 0 || !answers.fallback ? placement.sections : [answers.fallback];
    const { file, remarks, images } = await toStoryFile(post, { ...placement, sections }, parts);
    const slug = plan.slugs.get(post.key) ?? post.slug;
    for (const { kind, text } of remarks)
      report.add(name, { kind, text: kind === "pin" ? `${text}; \`${formatPin(context, slug)}\` pins it` : text });
    if (isServedAlready(context, post))
      report.add(name, { kind: "address", text: `its old address ${post.path} is a page of this site` });
    // Redirects the address of each photo's file to the story that shows the photo.
    if (file.publishAt)
      for (const image of images) {
        const path = normalizePath(URL.parse(image)?.pathname ?? "/");
        // If an old address already redirects, for example to the imported media file, leaves that redirect unchanged.
        for (const old of path === null ? [] : [path, removeImageSize(path)])
          if (!written.has(old) && !redirects.has(old) && (await findRedirect(database, edition.id, old)) === undefined)
            redirects.set(old, articlePath(slug));
      }
    await saveRedirects(redirects);
    if (mayWrite) await addStory(context, file, { name: slug || file.content.title, importKey: post.key });
    stories.added++;
  }

  async function addPage(page: ImportedPost, name: string): Promise<void> {
    const { remarks, outcome } = await importPage(page, edition, parts, mayWrite);
    for (const remark of remarks) report.add(name, remark);
    pages[outcome]++;
    if (outcome === "left") forgetPage(context, plan, page);
    await saveRedirects(redirects);
  }

  async function saveRedirects(targets: ReadonlyMap<string, string>): Promise<void> {
    for (const path of targets.keys()) written.add(path);
    if (mayWrite && targets.size > 0) await setRedirects(database, edition.id, targets);
  }

  const total = plan.counts.post + plan.counts.page;
  let done = 0;
  if (!(hasPages && isInFolder) && plan.counts.page > 0) others.set("pages", plan.counts.page);
  for await (const post of exported.posts(permalinks)) {
    const name = post.slug || post.title || post.key;
    redirects = new Map();
    try {
      if (post.kind === "page") {
        if (hasPages && isInFolder) await addPage(post, name);
      } else if (await findImportedStory(database, edition.id, post.key)) stories.known++;
      else await addPost(post, name);
    } catch (error) {
      if (!(error instanceof EditorError)) throw error;
      stories.failed++;
      report.add(name, { kind: "failed", text: `was not imported: ${error.message}` });
    }
    showProgress(++done, total);
  }
  await saveRedirects(plan.redirects);
  const authors = isInFolder ? await importAuthors(exported.authors, edition, parts.copyFile, mayWrite, report.add) : 0;
  await outbound.close();
  return { report, others, stories, pages, authors, files: files.size, images: images.size, redirects: written.size };
}

/** Duration, in days, of the pins that the import proposes. */
const PIN_DAYS = 7;

/** Returns a command that pins a story, for the report. */
function formatPin({ options, now }: StoryContext, slug: string): string {
  const until = new Date(Date.parse(now) + PIN_DAYS * 86_400_000).toISOString().slice(0, 13);
  const edition = options.edition === undefined ? "" : ` --edition ${options.edition}`;
  return `npx broadsheet stories pin ${slug} --until ${until}:00Z${edition}`;
}

/** Removes planned redirects to a page that was not written, unless another page or a section has that address. */
export function forgetPage(context: StoryContext, { redirects }: AddressPlan, page: ImportedPost): void {
  const target = `/${toPageName(page)}`;
  if (isAddress(context, toPageName(page))) return;
  for (const [path, found] of redirects) if (found === target) redirects.delete(path);
}

/** Returns true if this site already uses the path /SLUG, for a page, a section or something else. */
function isAddress({ edition }: StoryContext, slug: string): boolean {
  return (
    edition.sections.some((section) => section.slug === slug) || edition.pages.has(slug) || RESERVED_SEGMENTS.has(slug)
  );
}

/** Returns true if a post's old address is in use on this site, and so cannot redirect to the post. */
function isServedAlready(context: StoryContext, { path }: ImportedPost): boolean {
  const [, slug = "", ...others] = (path && normalizePath(path))?.split("/") ?? [];
  return slug !== "" && others.length === 0 && isAddress(context, slug);
}
