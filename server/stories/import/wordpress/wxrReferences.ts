import { decodePercent } from "../../../../core/addresses.ts";
import { toPlainTitle, toText } from "../../../html/text.ts";
import { type Category, countItem, type ImportedAuthor } from "../storyExport.ts";
import { getChildText, getMeta, listChildren, readDate, type WxrElement } from "./wxrItems.ts";

/** A file of the export's media library. */
export interface Attachment {
  url: string;
  title: string;
  alt: string;
  caption: string;
  credit: string;
}

/** Parts of the export to which posts refer. A first pass collects the parts, since they may come after the posts. */
export interface References {
  site: string;
  /** Names and account numbers of authors, by login. */
  authors: Map<string, { id: string; name: string }>;
  /** Authors without an account, from the plugin Co-Authors Plus, by login name. */
  guests: Map<string, ImportedAuthor & { pictureId: string }>;
  attachments: Map<string, Attachment>;
  /** Addresses of pages that the old site has for files, by the id of the post to which each file was uploaded. */
  filePagesOfPosts: Map<string, string[]>;
  /** Ids of images, by the id of the post to which the images were uploaded. */
  imagesOfPosts: Map<string, string[]>;
  /** Sponsors from the plugin Newspack Sponsors, by slug. */
  sponsors: Map<string, { link: string; logoId: string; kind: "paid" | "underwritten" }>;
  /** Contents of reusable blocks, by id. */
  blocks: Map<string, string>;
  /** Names of categories and slugs of their parent categories, by the category's slug. */
  categories: Map<string, { name: string; parentSlug: string }>;
  /** Categories and tags. `id` is the number in addresses such as `/?cat=3`. */
  terms: { kind: "category" | "tag"; id: string; category: Category; parentSlug: string }[];
  /** Number of published posts without an address. The import makes their addresses from a pattern. */
  withoutLink: number;
}

export function createReferences(): References {
  return {
    site: "",
    authors: new Map(),
    guests: new Map(),
    attachments: new Map(),
    filePagesOfPosts: new Map(),
    imagesOfPosts: new Map(),
    sponsors: new Map(),
    blocks: new Map(),
    categories: new Map(),
    terms: [],
    withoutLink: 0,
  };
}

/** Types of items that are imported only as parts of other items. */
const PARTS = ["attachment", "guest-author", "newspack_spnsrs_cpt", "wp_block"];
/** Plural nouns for types of items that are not imported. */
const OTHER_TYPES = new Map(Object.entries({ nav_menu_item: "menu items", revision: "revisions" }));

/** Adds an element of the channel to the references. In `others`, counts elements that are not imported. */
export function addReference(element: WxrElement, references: References, others: Map<string, number>): void {
  const { name, text } = element;
  if (name === "wp:base_blog_url" || (name === "link" && !references.site)) references.site = text.trim();
  else if (name === "wp:author") {
    const login = getChildText(element, "wp:author_login");
    const id = getChildText(element, "wp:author_id");
    references.authors.set(login, { id, name: getChildText(element, "wp:author_display_name") || login });
  } else if (name === "wp:category") addTerm("category", "wp:cat_name", "wp:category_nicename");
  else if (name === "wp:tag") addTerm("tag", "wp:tag_name", "wp:tag_slug");
  else if (name === "item") addItem(element, references, others);

  function addTerm(kind: "category" | "tag", nameKey: string, slugKey: string): void {
    const slug = decodePercent(getChildText(element, slugKey));
    const name = toPlainTitle(getChildText(element, nameKey), true);
    const parentSlug = decodePercent(getChildText(element, "wp:category_parent"));
    if (kind === "category") references.categories.set(slug, { name, parentSlug });
    references.terms.push({ kind, id: getChildText(element, "wp:term_id"), category: { slug, name }, parentSlug });
  }
}

function addItem(item: WxrElement, references: References, others: Map<string, number>): void {
  const type = getChildText(item, "wp:post_type");
  const id = getChildText(item, "wp:post_id");
  if (type === "attachment") addAttachment(item, id, references);
  else if (type === "guest-author") addGuest(item, references);
  else if (type === "newspack_spnsrs_cpt") addSponsor(item, references);
  else if (type === "wp_block") references.blocks.set(id, getChildText(item, "content:encoded"));
  else if (type !== "post" && type !== "page")
    countItem(others, OTHER_TYPES.get(type) ?? `items of the type "${type}"`);
  else if (type === "post" && isPublic(item) && getChildText(item, "link") === "") references.withoutLink++;
  if (PARTS.includes(type)) return;
  for (const { name } of item.children) if (name === "wp:comment") countItem(others, "comments");
}

/** Returns true for a post that had an address on the old site. */
function isPublic(item: WxrElement): boolean {
  return getChildText(item, "wp:status") === "publish" && readDate(item, "wp:post_date_gmt") !== null;
}

function addAttachment(item: WxrElement, id: string, references: References): void {
  const { attachments, filePagesOfPosts, imagesOfPosts } = references;
  const parent = getChildText(item, "wp:post_parent");
  const url = getChildText(item, "wp:attachment_url") || getChildText(item, "guid");
  attachments.set(id, {
    url,
    title: toPlainTitle(getChildText(item, "title"), true),
    alt: getMeta(item, "_wp_attachment_image_alt"),
    caption: toText(getChildText(item, "excerpt:encoded")),
    credit: toPlainTitle(getMeta(item, "_media_credit"), true),
  });
  if (parent !== "" && parent !== "0") {
    const page = URL.parse(getChildText(item, "link"))?.pathname ?? "/";
    const pages = filePagesOfPosts.getOrInsertComputed(parent, () => []);
    pages.push(`/?attachment_id=${id}`, ...(page === "/" ? [] : [page]));
  }
  if (/\.(?:jpe?g|png|gif|webp|avif|tiff?|heic)$/i.test(url))
    imagesOfPosts.getOrInsertComputed(parent, () => []).push(id);
}

function addGuest(item: WxrElement, { guests }: References): void {
  const login = getMeta(item, "cap-user_login") || getChildText(item, "wp:post_name").replace(/^cap-/, "");
  const name = getMeta(item, "cap-display_name") || getChildText(item, "title");
  guests.set(login, {
    id: "",
    name: toPlainTitle(name, true),
    bio: toText(getMeta(item, "cap-description")),
    picture: "",
    pictureId: getMeta(item, "_thumbnail_id"),
    slugs: [login],
  });
}

function addSponsor(item: WxrElement, { sponsors }: References): void {
  sponsors.set(decodePercent(getChildText(item, "wp:post_name")), {
    link: getMeta(item, "newspack_sponsor_url"),
    logoId: getMeta(item, "_thumbnail_id"),
    kind: getMeta(item, "newspack_sponsor_sponsorship_scope") === "underwritten" ? "underwritten" : "paid",
  });
}

/** Returns the names in a post's byline, in order and without duplicates. */
export function listByline(item: WxrElement, { authors, guests }: References): string[] {
  const terms = listChildren(item, "category").filter(({ attributes }) => attributes.domain === "author");
  const find = (login: string) => guests.get(login)?.name ?? authors.get(login)?.name;
  const coauthors = terms.map(({ attributes, text }) => {
    const login = decodePercent(attributes.nicename ?? "").replace(/^cap-/, "");
    return find(text.trim()) ?? find(login) ?? toPlainTitle(text, true);
  });
  const login = getChildText(item, "dc:creator");
  const names = coauthors.length > 0 ? coauthors : [find(login) ?? login];
  return [...new Set(names.map((name) => name.trim()).filter(Boolean))];
}

/** Returns the authors in an export. Only guest authors have biographies and pictures. */
export function listAuthors({ authors, guests, attachments }: References): ImportedAuthor[] {
  const known = Array.from(authors, ([login, { id, name }]) => ({ id, name, bio: "", picture: "", slugs: [login] }));
  const invited = Array.from(guests.values(), ({ pictureId, ...guest }) => {
    const account = known.find(({ name }) => name === guest.name);
    const slugs = [...new Set([...guest.slugs, ...(account?.slugs ?? [])])];
    return { ...guest, id: account?.id ?? "", slugs, picture: attachments.get(pictureId)?.url ?? "" };
  });
  const names = new Set(invited.map(({ name }) => name));
  return [...invited, ...known.filter(({ name }) => !names.has(name))];
}
