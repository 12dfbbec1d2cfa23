import { z } from "zod";
import { decodePercent } from "../../../../core/addresses.ts";
import { parseDate } from "../../../feeds/dates/parseDate.ts";
import { removeShortcodes } from "../../../html/shortcodes.ts";
import { escapeHtml, toPlainTitle, toText } from "../../../html/text.ts";
import type { Remark } from "../remarks.ts";
import type { Category, ImportedPost, PostText } from "../storyExport.ts";
import { toWordPressHtml } from "./wordpressHtml.ts";
import { getChildText, getMeta, listChildren, listMeta, readDate, type WxrElement } from "./wxrItems.ts";
import { listByline, type References } from "./wxrReferences.ts";

/** States for the WordPress statuses that are imported. A private post, or a post with a password, becomes a draft. */
const STATES: Record<string, ImportedPost["state"]> = {
  publish: "published",
  future: "scheduled",
  draft: "draft",
  pending: "draft",
  private: "draft",
};
/** Taxonomy for sponsors, defined by the plugin Newspack Sponsors. */
const SPONSORS = "newspack_spnsrs_tax";

const footnotes = z.array(z.object({ id: z.string(), content: z.string() }));

/** Returns true for posts and pages with a status that is imported. */
export function isImported(item: WxrElement): boolean {
  const type = getChildText(item, "wp:post_type");
  return (type === "post" || type === "page") && Object.hasOwn(STATES, getChildText(item, "wp:status"));
}

/**
 * Converts an item of an export.
 *
 * @param permalinks pattern of addresses for items without a link, such as "/%year%/%postname%/"; null for none
 */
export function toPost(item: WxrElement, references: References, permalinks: string | null): ImportedPost {
  const { site, attachments } = references;
  const id = getChildText(item, "wp:post_id");
  const status = getChildText(item, "wp:status");
  const kind = getChildText(item, "wp:post_type") === "page" ? "page" : "post";
  const isProtected = status === "private" || getChildText(item, "wp:post_password") !== "";
  const publishAt = readDate(item, "wp:post_date_gmt") ?? parseDate(getChildText(item, "pubdate"));
  const remarks: Remark[] = [];
  if (isProtected) remarks.push({ kind: "hidden", text: "was not public, and became a draft" });
  const isUndated = kind === "post" && publishAt === null;
  const state = isProtected || isUndated ? "draft" : (STATES[status] ?? "draft");
  if (!isProtected && state === "draft" && STATES[status] !== "draft")
    remarks.push({ kind: "undated", text: "has no date, and became a draft" });
  if (getChildText(item, "wp:is_sticky") === "1") remarks.push({ kind: "pin", text: "was sticky" });
  const categories = listChildren(item, "category");
  const sponsors = listCategories(categories, SPONSORS);
  const sponsor = readSponsor(sponsors[0], references, remarks);
  if (sponsors.length > 1) {
    const others = sponsors.slice(1).map(({ name }) => name);
    remarks.push({ kind: "sponsor", text: `had other sponsors, too: ${others.join(", ")}` });
  }
  const thumbnail = getMeta(item, "_thumbnail_id");
  const image = attachments.get(thumbnail);
  if (thumbnail && !image)
    remarks.push({ kind: "image", text: `its image is not in the export (attachment ${thumbnail})` });
  const updatedAt = readDate(item, "wp:post_modified_gmt");
  const slug = decodePercent(getChildText(item, "wp:post_name"));
  const made = kind === "page" ? `/${slug}/` : fillPermalinks(permalinks, { slug, id, publishAt, categories });
  const link = getChildText(item, "link") || made;
  const path = state === "draft" ? null : getPath(link, site);
  return {
    kind,
    key: `wordpress ${site} ${id}`,
    title: toPlainTitle(getChildText(item, "title"), true),
    slug,
    deck: toText(getMeta(item, "newspack_post_subtitle") || getChildText(item, "excerpt:encoded")),
    byline: listByline(item, references),
    categories: listCategories(categories, "category").map((category) => {
      const parentSlug = references.categories.get(category.slug)?.parentSlug ?? "";
      return { ...category, parent: references.categories.get(parentSlug)?.name };
    }),
    tags: listCategories(categories, "post_tag"),
    image: image?.url ? image : null,
    sponsor,
    state,
    publishAt: state === "draft" ? null : publishAt,
    updatedAt: state === "published" && updatedAt && publishAt && updatedAt > publishAt ? updatedAt : null,
    path,
    otherPaths: [
      `/?p=${id}`,
      ...(kind === "page" ? [`/?page_id=${id}`] : []),
      ...(references.filePagesOfPosts.get(id) ?? []),
      // Former paths of the post: its path with a former slug as the last segment.
      ...listMeta(item, "_wp_old_slug").map((old) => replaceLastSegment(path, old)),
    ].filter(Boolean),
    canonical: readCanonical(item),
    remarks,
    convertText: () => convertText(item, references),
  };
}

function convertText(item: WxrElement, { attachments, imagesOfPosts, blocks }: References): PostText {
  const content = getChildText(item, "content:encoded");
  const attached = imagesOfPosts.get(getChildText(item, "wp:post_id")) ?? [];
  const converted = toWordPressHtml(content, {
    getAttachment: (id) => attachments.get(id),
    attached: attached.flatMap((image) => attachments.get(image) ?? []),
    getBlock: (id) => blocks.get(id),
    footnotes: readFootnotes(item),
  });
  const html = converted.html + listEnclosures(item, converted.html);
  return { ...converted, html, source: removeShortcodes(content).text };
}

function listCategories(elements: readonly WxrElement[], domain: string): Category[] {
  return elements
    .filter(({ attributes }) => attributes.domain === domain)
    .map(({ attributes, text }) => ({
      slug: decodePercent(attributes.nicename ?? text),
      name: toPlainTitle(text, true),
    }))
    .filter(({ slug, name }) => slug !== "" && name !== "");
}

function readSponsor(
  term: Category | undefined,
  { sponsors, attachments }: References,
  remarks: Remark[],
): ImportedPost["sponsor"] {
  if (!term) return null;
  const found = sponsors.get(term.slug);
  if (!found)
    remarks.push({ kind: "sponsor", text: `has the sponsor ${term.name}, of whom the export has no more: as paid` });
  const { link = "", logoId = "", kind = "paid" } = found ?? {};
  return { name: term.name, link, logo: attachments.get(logoId)?.url ?? "", kind };
}

/** Returns the footnotes that the block editor stored with an item; [] for missing or damaged footnotes. */
function readFootnotes(item: WxrElement): z.infer<typeof footnotes> {
  try {
    return footnotes.parse(JSON.parse(getMeta(item, "footnotes") || "[]"));
  } catch {
    return [];
  }
}

/** Returns players for those audio files of a podcast episode that are missing from the text. */
function listEnclosures(item: WxrElement, html: string): string {
  return listMeta(item, "enclosure")
    .map((enclosure) => enclosure.split("\n"))
    .filter(([url = "", , type = ""]) => type.startsWith("audio/") && !html.includes(url.trim()))
    .map(([url = ""]) => `\n\n<audio src="${escapeHtml(url.trim())}"></audio>`)
    .join("");
}

function readCanonical(item: WxrElement): string | null {
  const address = getMeta(item, "_yoast_wpseo_canonical") || getMeta(item, "rank_math_canonical_url");
  return /^https?:\/\//.test(address) ? address : null;
}

/** Returns the path of an item's address; null for an address with only the item's number, such as `/?p=12`. */
function getPath(link: string, site: string): string | null {
  const url = URL.parse(link, site);
  return url && url.pathname !== "/" ? url.pathname : null;
}

/** Returns a path with its last segment replaced; "" if the path is null or empty. */
function replaceLastSegment(path: string | null, segment: string): string {
  const segments = path?.split("/").filter(Boolean) ?? [];
  return segments.length === 0 ? "" : `/${[...segments.slice(0, -1), segment].join("/")}`;
}

interface PermalinkParts {
  slug: string;
  id: string;
  publishAt: string | null;
  categories: readonly WxrElement[];
}

/** Fills a pattern to make the path of an item without a link; "" if the pattern, date or slug is missing. */
function fillPermalinks(permalinks: string | null, { slug, id, publishAt, categories }: PermalinkParts): string {
  if (permalinks === null || !publishAt || !slug) return "";
  const [year = "", monthnum = "", day = ""] = publishAt.slice(0, 10).split("-");
  const [category] = listCategories(categories, "category");
  const values: Record<string, string> = { year, monthnum, day, postname: slug, post_id: id };
  values.category = category?.slug ?? "uncategorized";
  return permalinks.replace(/%(\w{1,20})%/g, (name, key: string) => values[key] ?? name);
}
