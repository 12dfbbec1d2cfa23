import { decodePercent } from "../../../core/addresses.ts";
import { parseDate } from "../../feeds/dates/parseDate.ts";
import { toPlainTitle, toText } from "../../html/text.ts";
import { EditorError } from "../editStories.ts";
import { type Category, countItem, type ImportedPost, type StoryExport } from "./storyExport.ts";
import { type Attachment, toWordPressHtml } from "./wordpressHtml.ts";
import { getChildText, listChildren, readWxrElements, type WxrElement } from "./wxrItems.ts";

/** Statuses of WordPress that are imported. A private post or one with a password becomes a draft. */
const STATES: Record<string, ImportedPost["state"]> = {
  publish: "published",
  future: "scheduled",
  draft: "draft",
  pending: "draft",
  private: "draft",
};

/** Plural nouns for types of items that are not imported. */
const OTHER_TYPES: Record<string, string> = { page: "pages", nav_menu_item: "menu items", revision: "revisions" };

/** Parts of the file to which posts refer. They may come after the posts, so a first pass collects them. */
interface References {
  site: string;
  authors: Map<string, string>;
  attachments: Map<string, Attachment>;
}

/**
 * Opens a WordPress export (WXR).
 *
 * @throws {EditorError} if the file is not a WordPress export, or is cut off
 */
export async function openWxr(path: string): Promise<StoryExport> {
  const references: References = { site: "", authors: new Map(), attachments: new Map() };
  const others = new Map<string, number>();
  for await (const element of readWxrElements(path)) {
    if (element.name === "wp:base_blog_url" || (element.name === "link" && !references.site))
      references.site = element.text.trim();
    if (element.name === "wp:author")
      references.authors.set(
        getChildText(element, "wp:author_login"),
        getChildText(element, "wp:author_display_name") || getChildText(element, "wp:author_login"),
      );
    if (element.name === "item") addItem(element, references, others);
  }
  if (!references.site) throw new EditorError(`${path} is not a WordPress export: found no address of a site.`);

  async function* posts(): AsyncGenerator<ImportedPost> {
    for await (const element of readWxrElements(path))
      if (element.name === "item" && isPost(element)) yield toPost(element, references);
  }

  return { site: references.site, others, posts };
}

function addItem(item: WxrElement, { attachments }: References, others: Map<string, number>): void {
  const type = getChildText(item, "wp:post_type");
  const status = getChildText(item, "wp:status");
  if (type === "attachment")
    attachments.set(getChildText(item, "wp:post_id"), {
      url: getChildText(item, "wp:attachment_url"),
      alt: getMeta(item, "_wp_attachment_image_alt"),
      caption: toText(getChildText(item, "excerpt:encoded")),
    });
  else if (type !== "post") countItem(others, OTHER_TYPES[type] ?? `items of the type "${type}"`);
  else if (!isPost(item)) countItem(others, `posts with the status "${status}"`);
  for (const { name } of item.children) if (name === "wp:comment") countItem(others, "comments");
}

function isPost(item: WxrElement): boolean {
  return getChildText(item, "wp:post_type") === "post" && Object.hasOwn(STATES, getChildText(item, "wp:status"));
}

function toPost(item: WxrElement, { site, authors, attachments }: References): ImportedPost {
  const id = getChildText(item, "wp:post_id");
  const status = getChildText(item, "wp:status");
  const isProtected = status === "private" || getChildText(item, "wp:post_password") !== "";
  const publishAt = readDate(item, "wp:post_date_gmt") ?? parseDate(getChildText(item, "pubdate"));
  const notes: string[] = [];
  if (isProtected) notes.push("was not public, and became a draft");
  const state = isProtected || publishAt === null ? "draft" : (STATES[status] ?? "draft");
  if (!isProtected && state === "draft" && STATES[status] !== "draft") notes.push("has no date, and became a draft");
  const { html, unknownShortcodes } = toWordPressHtml(getChildText(item, "content:encoded"), (id) =>
    attachments.get(id),
  );
  for (const name of unknownShortcodes) notes.push(`has the shortcode [${name}], which became text`);
  const thumbnail = getMeta(item, "_thumbnail_id");
  const image = attachments.get(thumbnail);
  if (thumbnail && !image) notes.push(`its image is not in the export (attachment ${thumbnail})`);
  const updatedAt = readDate(item, "wp:post_modified_gmt");
  const categories = listChildren(item, "category");
  const coauthors = listCategories(categories, "author").map(({ name }) => name);
  const login = getChildText(item, "dc:creator");
  return {
    key: `wordpress ${site} ${id}`,
    title: toPlainTitle(getChildText(item, "title"), true),
    ...{
      slug: decodePercent(getChildText(item, "wp:post_name")),
      deck: toText(getChildText(item, "excerpt:encoded")),
      html,
    },
    byline: coauthors.length > 0 ? coauthors : [authors.get(login) ?? login].filter(Boolean),
    categories: listCategories(categories, "category"),
    tags: listCategories(categories, "post_tag"),
    image: image?.url ? image : null,
    state,
    publishAt: state === "draft" ? null : publishAt,
    updatedAt: state === "published" && updatedAt && publishAt && updatedAt > publishAt ? updatedAt : null,
    path: state === "draft" ? null : getPath(getChildText(item, "link"), notes),
    canonical: null,
    notes,
  };
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

/** Reads a date, which WordPress writes in UTC without an offset, or as zeros if there is none. */
function readDate(item: WxrElement, name: string): string | null {
  const date = getChildText(item, name);
  return date.startsWith("0000") ? null : parseDate(date);
}

function getMeta(item: WxrElement, key: string): string {
  const entry = listChildren(item, "wp:postmeta").find((meta) => getChildText(meta, "wp:meta_key") === key);
  return entry ? getChildText(entry, "wp:meta_value") : "";
}

function getPath(link: string, notes: string[]): string | null {
  const url = URL.parse(link);
  if (url?.pathname !== "/") return url?.pathname ?? null;
  if (url.search) notes.push(`its old address ${url.pathname}${url.search} is a query, which cannot redirect`);
  return null;
}
