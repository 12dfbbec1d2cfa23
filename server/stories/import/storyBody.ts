import { parseDocument } from "htmlparser2";
import { isServedMedia } from "../../editions/loading/mediaTypes.ts";
import { addNotes } from "./footnotes.ts";
import type { FileImport } from "./importImages.ts";
import { type HtmlNode, walkElements } from "./inlineMarkdown.ts";
import { isImageFile, listLosses } from "./losses.ts";
import type { Remark } from "./remarks.ts";
import { type ImportedPost, type PostText, UNKNOWN_SITE } from "./storyExport.ts";
import { formatMarkdown, parseSafeHtml } from "./toMarkdown.ts";

/** The old site of an import, with functions that replace the links and files in a post's text. */
export interface OldSite {
  /** Address of the old site; null if unknown. */
  site: string | null;
  /** Copies a document or a recording of the old site to this site. */
  copyFile(url: string): Promise<FileImport>;
  /** Returns the new address of a page of the old site; undefined for a page that is not imported. */
  findAddress(url: URL): string | undefined;
  /** Records that an address of the old site must redirect to `target`. */
  addRedirect(url: URL, target: string): void;
}

/** Matches the old system's folders for files. Files in such folders are imported even from another host. */
const FILE_FOLDERS = /\/(?:wp-content\/uploads|content\/(?:files|media))\//;

/** Converts a post's HTML to Markdown, with links to the copied files and to the new addresses of other posts. */
export async function toBody(
  { html, notes }: PostText,
  base: string | null,
  oldSite: OldSite,
  remarks: Remark[],
): Promise<string> {
  const read = async (html: string) => {
    const nodes = parseSafeHtml(removeForms(html, remarks), base);
    await replaceLinks(nodes, base, oldSite, remarks);
    return formatMarkdown(nodes);
  };
  const texts = await Promise.all(notes.map(read));
  return addNotes(
    await read(html),
    texts.map((note) => note.split("\n").filter(Boolean).join(" ")),
  );
}

/** Returns a post's address on the old site, which is the base of relative addresses; null for an invalid address. */
export function getBase({ path }: Pick<ImportedPost, "path">, { site }: OldSite): string | null {
  return URL.parse(path ?? "/", site ?? UNKNOWN_SITE)?.href ?? null;
}

/**
 * Compares a post with the imported story. Adds remarks for words and links that the story lacks.
 *
 * @param shown HTML of the story, including its title and other texts
 */
export async function remarkLosses(
  { source }: PostText,
  shown: string,
  base: string | null,
  oldSite: OldSite,
  remarks: Remark[],
): Promise<void> {
  const replaceLink = async (url: URL) => (await findTarget(url, oldSite, [])) ?? url.href;
  for (const text of await listLosses(source, shown, base, replaceLink))
    remarks.push({ kind: "lost", text: text.replace(UNKNOWN_SITE, "") });
}

/** Removes forms, and adds a remark for each. Otherwise, their labels would remain as words of the story. */
function removeForms(html: string, remarks: Remark[]): string {
  if (!/<form\b/i.test(html)) return html;
  let rest = "";
  let from = 0;
  const { children } = parseDocument(html, { withStartIndices: true, withEndIndices: true });
  for (const { name, startIndex, endIndex } of walkElements(children)) {
    if (name !== "form" || startIndex === null || endIndex === null || startIndex < from) continue;
    rest += html.slice(from, startIndex);
    from = endIndex + 1;
    remarks.push({ kind: "block", text: "had a form, which was removed" });
  }
  return rest + html.slice(from);
}

async function replaceLinks(
  nodes: readonly HtmlNode[],
  base: string | null,
  oldSite: OldSite,
  remarks: Remark[],
): Promise<void> {
  for (const element of walkElements(nodes)) {
    const name = element.name === "a" ? "href" : /^(?:audio|video|source)$/.test(element.name) ? "src" : null;
    const url = name && URL.parse(element.attribs[name] ?? "");
    if (!name || !url) continue;
    // A link around an image leads to a larger copy of it on the old site. The link is removed, since this site makes
    // its own copies.
    const isOfImage = isImageFile(url.href) || isPageOfImage(url, base);
    // A link to one of Ghost's own forms, which do not exist on this site.
    const isOfForm = isOfSite(url, oldSite.site) && url.hash.startsWith("#/portal");
    if (isOfForm || (isOfImage && [...walkElements(element.children)].some((inner) => inner.name === "img"))) {
      delete element.attribs[name];
      continue;
    }
    const target = await findTarget(url, oldSite, remarks);
    if (target !== undefined) element.attribs[name] = target;
  }
}

/**
 * Returns true for a WordPress page for a single image. The address of such a page contains `attachment_id`, or begins
 * with the address of the image's post.
 */
function isPageOfImage({ href, searchParams }: URL, base: string | null): boolean {
  return (
    searchParams.has("attachment_id") || (base !== null && new URL(base).pathname !== "/" && href.startsWith(base))
  );
}

/** Returns the address on this site that replaces an old address; undefined to keep the old address. */
async function findTarget(
  url: URL,
  { site, copyFile, findAddress, addRedirect }: OldSite,
  remarks: Remark[],
): Promise<string | undefined> {
  if (!isOfSite(url, site) && !FILE_FOLDERS.test(url.pathname)) return undefined;
  if (isServedMedia(url.pathname)) {
    const copied = await copyFile(url.href);
    if ("url" in copied) {
      addRedirect(url, copied.url);
      return copied.url;
    }
    remarks.push({ kind: "file", text: `the file ${url.href.replace(UNKNOWN_SITE, "")} ${copied.reason}` });
    return undefined;
  }
  const target = isOfSite(url, site) ? findAddress(url) : undefined;
  return target === undefined ? undefined : target + url.hash;
}

function isOfSite({ host, origin }: URL, site: string | null): boolean {
  const withoutWww = (name: string | undefined) => name?.replace(/^www\./, "");
  return origin === UNKNOWN_SITE || (site !== null && withoutWww(host) === withoutWww(URL.parse(site)?.host));
}
