import { isServedMedia } from "../../editions/loading/mediaTypes.ts";
import { addNotes } from "./footnotes.ts";
import type { FileImport } from "./importImages.ts";
import { type HtmlElement, type HtmlNode, walkElements } from "./inlineMarkdown.ts";
import type { Remark } from "./remarks.ts";
import { type ImportedPost, UNKNOWN_SITE } from "./storyExport.ts";
import { formatMarkdown, parseSafeHtml } from "./toMarkdown.ts";

/** Addresses and files of the old site to which the text of a post refers. */
export interface OldSite {
  /** Address of the old site; null if unknown. */
  site: string | null;
  /** Copies a document, a recording or a film. */
  copyFile(url: string): Promise<FileImport>;
  /** Returns the new address of a page of the old site; undefined for a page that is not imported. */
  findAddress(url: URL): string | undefined;
  /** Remembers that an address of the old site redirects. */
  addRedirect(url: URL, target: string): void;
}

const IMAGE = /\.(?:avif|webp|jpe?g|png|gif|svg|ico)$/i;
/** Folders of the old system's files, which may be on another host. */
const FILE_FOLDERS = /\/(?:wp-content\/uploads|content\/(?:files|media))\//;

/** Converts a post's HTML to Markdown. Its links lead to copied files and to the new addresses of other posts. */
export async function toBody(post: ImportedPost, oldSite: OldSite, remarks: Remark[]): Promise<string> {
  const base = URL.parse(post.path ?? "/", oldSite.site ?? UNKNOWN_SITE)?.href ?? null;
  const read = async (html: string) => {
    const nodes = parseSafeHtml(html, base);
    await replaceLinks(nodes, oldSite, remarks);
    return formatMarkdown(nodes);
  };
  const notes = await Promise.all(post.notes.map(read));
  return addNotes(
    await read(post.html),
    notes.map((note) => note.split("\n").filter(Boolean).join(" ")),
  );
}

async function replaceLinks(nodes: readonly HtmlNode[], oldSite: OldSite, remarks: Remark[]): Promise<void> {
  for (const element of walkElements(nodes)) {
    const name = element.name === "a" ? "href" : /^(?:audio|video|source)$/.test(element.name) ? "src" : null;
    const url = name && URL.parse(element.attribs[name] ?? "");
    if (name && url) await replaceLink(element, name, url, oldSite, remarks);
  }
}

async function replaceLink(
  element: HtmlElement,
  name: "href" | "src",
  url: URL,
  { site, copyFile, findAddress, addRedirect }: OldSite,
  remarks: Remark[],
): Promise<void> {
  const { attribs } = element;
  if (!isOfSite(url, site) && !FILE_FOLDERS.test(url.pathname)) return;
  if (isServedMedia(url.pathname)) {
    // The link around an image, which toMarkdown removes.
    if (IMAGE.test(url.pathname) && [...walkElements(element.children)].some((inner) => inner.name === "img")) return;
    const copied = await copyFile(url.href);
    if ("url" in copied) {
      attribs[name] = copied.url;
      addRedirect(url, copied.url);
    } else remarks.push({ kind: "file", text: `the file ${url.href.replace(UNKNOWN_SITE, "")} ${copied.reason}` });
    return;
  }
  const target = isOfSite(url, site) ? findAddress(url) : undefined;
  if (target !== undefined) attribs[name] = target + url.hash;
  // Ghost's forms, which another site lacks.
  else if (url.hash.startsWith("#/portal")) delete attribs[name];
}

function isOfSite({ host, origin }: URL, site: string | null): boolean {
  const withoutWww = (name: string | undefined) => name?.replace(/^www\./, "");
  return origin === UNKNOWN_SITE || (site !== null && withoutWww(host) === withoutWww(URL.parse(site)?.host));
}
