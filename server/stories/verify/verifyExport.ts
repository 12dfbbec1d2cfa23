import { articlePath } from "../../../core/addresses.ts";
import { renderStory } from "../../../core/markdown/renderStory.ts";
import type { Edition } from "../../editions/loading/load.ts";
import { EditorError } from "../../editorError.ts";
import { findRedirect, normalizePath, normalizeQuery } from "../../store/stories/formerPaths.ts";
import { findStaffStory } from "../../store/stories/staffStories.ts";
import { importPage, toPageName } from "../import/importPage.ts";
import { type ImportParts, toStoryFile } from "../import/importPost.ts";
import { readContents } from "../import/losses.ts";
import { type AddressPlan, findNewAddress } from "../import/oldAddresses.ts";
import type { ReadOldFile } from "../import/oldFiles.ts";
import type { Remark } from "../import/remarks.ts";
import type { Placement } from "../import/sectionTable.ts";
import { type ImportedPost, UNKNOWN_SITE } from "../import/storyExport.ts";
import { readContent } from "../publication.ts";
import type { StoryEditing } from "../storyEditing.ts";
import { type ExpectedPage, listDifferences } from "./differences.ts";
import { explainMissingImages } from "./missingImages.ts";
import { readShownPage, type ShownPage } from "./shownPage.ts";
import type { SiteReader } from "./siteReader.ts";

/** Prefix of an image's path in the expected story. The image's URL in the export follows the prefix. */
const IMAGE_PREFIX = "own:export/";

interface Parts {
  editing: StoryEditing;
  edition: Edition;
  plan: AddressPlan;
  /** Address of the old site; null if unknown. */
  oldSite: string | null;
  reader: SiteReader;
  readOldFile: ReadOldFile;
  place(post: ImportedPost): Placement;
  /** Converts the HTML of a story's text to the HTML that the story's page shows. */
  toShown(html: string): string;
}

export interface Verification {
  outcome: "compared" | "hidden" | "left";
  /** Differences between the post and its page, each as the predicate of a sentence. */
  differences: string[];
  /** Remarks about the post. An import makes the same remarks. */
  remarks: Remark[];
  images: number;
  addresses: number;
}

/** Base for the relative addresses of a page. Its host belongs to no site. */
const BASE = "https://this-site.invalid";

/** Creates a function that compares a post with the page that readers get. */
export function createVerifier(parts: Parts): (post: ImportedPost) => Promise<Verification> {
  const { editing, edition, plan, oldSite, reader, readOldFile, place, toShown } = parts;

  return async (post) => {
    const found: Verification = { outcome: "compared", differences: [], remarks: [], images: 0, addresses: 0 };
    /** Paths of files on the old site, with the addresses that replace them. */
    const files = new Map<string, string>();
    const importParts = createImportParts(files);
    try {
      await (post.kind === "page" ? verifyPage(post, importParts, found) : verifyStory(post, importParts, found));
    } catch (error) {
      if (!(error instanceof EditorError)) throw error;
      found.outcome = "left";
      found.remarks.push({ kind: "failed", text: `was not imported: ${error.message}` });
    }
    for (const [old, target] of files) await verifyAddress(old, target, found);
    return found;
  };

  /** Creates functions to convert a post as the import does, without writing anything. */
  function createImportParts(files: Map<string, string>): ImportParts {
    return {
      site: oldSite,
      storeImage: async (url) => ({ url: IMAGE_PREFIX + encodeURIComponent(url) }),
      copyFile: async (address) => {
        const target = await findRedirect(editing.database, edition.id, URL.parse(address)?.pathname ?? "/");
        return target?.startsWith("/media/") ? { url: target } : { reason: "was not copied" };
      },
      findAddress: (url) => findNewAddress(plan, url),
      addRedirect: ({ pathname }, target) => {
        const path = normalizePath(pathname);
        if (path !== null) files.set(path, target);
      },
    };
  }

  async function verifyStory(post: ImportedPost, importParts: ImportParts, found: Verification): Promise<void> {
    const { database } = editing;
    const { file, remarks } = await toStoryFile(post, place(post), importParts);
    found.remarks.push(...remarks);
    const slug = plan.slugs.get(post.key) ?? "";
    const story = await findStaffStory(database, edition.id, slug);
    if (!story) {
      found.differences.push("is not on this site");
      return;
    }
    if (!file.publishAt || post.state !== "published") {
      found.outcome = "hidden";
      return;
    }
    const { title, deck, byline, image, sponsor, body } = file.content;
    const html = toShown(renderStory(body));
    const beside = { sponsor: sponsor?.name ?? null, image: image ?? null };
    const expected = { title, deck, byline, publishedAt: file.publishAt, ...beside, html };
    const shown = await comparePage(articlePath(story.slug), expected, found);
    const sources = [...(image ? [image.file] : []), ...readContents(html, null).images.map(({ src }) => src)];
    const images = sources.map((source) => decodeURIComponent(source.slice(IMAGE_PREFIX.length)));
    if (shown && images.length > shown.body.images.length + (shown.lead ? 1 : 0)) {
      const missing = await explainMissingImages(database, images, await readContent(database, story), readOldFile);
      if (missing.known.length > 0 && missing.differences.length === 0)
        found.differences = found.differences.filter((text) => !IMAGE_DIFFERENCE.test(text));
      found.differences.push(...missing.differences);
      found.remarks.push(...missing.known.map((text): Remark => ({ kind: "image", text })));
    } else if (shown) await verifyFiles(images, found);
    // Compares the old addresses only if the page exists. Otherwise, each comparison would report the same difference.
    if (shown)
      for (const old of [post.path, ...post.otherPaths])
        if (old)
          await verifyAddress(old, plan.addresses.get(normalizePath(old) ?? "") ?? articlePath(story.slug), found);
  }

  /** Requests the old addresses of images. Each must redirect to an existing page, such as the image's story. */
  async function verifyFiles(images: readonly string[], found: Verification): Promise<void> {
    for (const image of images) {
      const url = URL.parse(image);
      if (!url || !(url.origin === UNKNOWN_SITE || isOldSite(url))) continue;
      found.addresses++;
      const { status } = await reader.findDestination(url.pathname);
      if (status !== 200)
        found.differences.push(`the old address ${url.pathname} of an image responds with status ${status}`);
    }
  }

  async function verifyPage(page: ImportedPost, importParts: ImportParts, found: Verification): Promise<void> {
    const { remarks, outcome, body } = await importPage(page, edition, importParts, false);
    found.remarks.push(...remarks);
    if (body === null) {
      found.outcome = "left";
      return;
    }
    const path = `/${toPageName(page)}`;
    if (outcome === "written") {
      found.differences.push(`is not a page of this site at ${path}`);
      return;
    }
    const { title, deck } = page;
    const html = renderStory(body);
    await comparePage(path, { title, deck, byline: [], publishedAt: null, sponsor: null, image: null, html }, found);
  }

  /** Compares a page with the export, and requests the page's images and links. Returns null if there is no page. */
  async function comparePage(path: string, expected: ExpectedPage, found: Verification): Promise<ShownPage | null> {
    const { status, body } = await reader.read(path);
    const shown = status === 200 ? readShownPage(body, BASE + path) : null;
    if (!shown) {
      found.differences.push(`has no page: ${path} responds with status ${status}`);
      return null;
    }
    found.differences.push(...listDifferences(expected, shown, BASE + path));
    for (const { src } of [...(shown.lead ? [shown.lead] : []), ...shown.body.images]) {
      found.images++;
      const image = await reader.findDestination(src);
      if (image.status !== 200) found.differences.push(`shows the image ${src}, which responds with ${image.status}`);
    }
    for (const link of new Set(shown.body.links)) await verifyLink(link, found);
    return shown;
  }

  /**
   * Checks that this site serves the path of a link. Includes links to the old site, since this site must serve the old
   * addresses after the move. Ignores links to other sites.
   */
  async function verifyLink(link: string, found: Verification): Promise<void> {
    const url = URL.parse(link);
    if (!url || !(url.origin === BASE || isOldSite(url))) return;
    const path = url.pathname + url.search;
    const destination = await reader.findDestination(path);
    // The front page ignores unknown queries, so an old address such as `/?p=12` is lost if it does not redirect.
    const isLost = destination.path === path && url.pathname === "/" && normalizeQuery(url.search) !== null;
    if (destination.status === 200 && !isLost) return;
    const status = isLost ? "leads to no page" : `responds with status ${destination.status}`;
    found.differences.push(`links to ${url.origin === BASE ? path : link}, which ${status}`);
  }

  function isOldSite(url: URL): boolean {
    const withoutWww = (host: string | undefined) => host?.replace(/^www\./, "");
    return oldSite !== null && withoutWww(url.host) === withoutWww(URL.parse(oldSite)?.host);
  }

  async function verifyAddress(old: string, target: string, found: Verification): Promise<void> {
    found.addresses++;
    const difference = await compareAddress(reader, old, target);
    if (difference) found.differences.push(difference);
  }
}

/** Matches differences about missing images. They are dropped if the import has already reported all these images. */
const IMAGE_DIFFERENCE = /^(?:lacks its lead image|shows \d+ of the \d+ images)/;

/** Returns a message if an old address does not lead to the address that replaces it; null if it does. */
export async function compareAddress(reader: SiteReader, old: string, target: string): Promise<string | null> {
  const { status, path } = await reader.findDestination(encodePath(old));
  if (status !== 200) return `the old address ${old} responds with status ${status}`;
  if (toComparablePath(path) === toComparablePath(target)) return null;
  return `the old address ${old} leads to ${path} in place of ${target}`;
}

/** Encodes the non-ASCII characters of a path, as browsers do. */
function encodePath(path: string): string {
  const url = URL.parse(path, BASE);
  return url ? url.pathname + url.search : path;
}

function toComparablePath(path: string): string {
  return normalizePath(path) ?? path;
}
