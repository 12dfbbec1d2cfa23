import { readFile } from "node:fs/promises";
import { z } from "zod";

import { removeControls } from "../../../../core/controls.ts";
import { toInstant } from "../../../../core/instant.ts";
import { toMessage } from "../../../../core/toMessage.ts";
import { EditorError } from "../../../editorError.ts";
import { toText } from "../../../html/text.ts";
import type { Remark } from "../remarks.ts";
import {
  type Category,
  countItem,
  type ImportedPost,
  type PostText,
  type StoryExport,
  UNKNOWN_SITE,
} from "../storyExport.ts";
import { simplifyCards } from "./ghostCards.ts";
import { documentToHtml } from "./ghostDocuments.ts";

const id = z.union([z.string(), z.number()]).transform(String);
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
/** Date as ISO 8601 text. The first versions of Ghost wrote ms since 1970 instead. */
const date = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null ? null : toInstant(new Date(value).getTime())));

const post = z.object({
  id,
  title: text,
  slug: text,
  html: text,
  status: text,
  custom_excerpt: text,
  canonical_url: text,
  feature_image: text,
  published_at: date,
  updated_at: date,
  type: z.string().default("post"),
  visibility: z.string().nullish(),
  author_id: id.nullish(),
  uuid: text,
  lexical: text,
  mobiledoc: text,
  featured: z.union([z.boolean(), z.number()]).nullish(),
  // Fields of Ghost before version 3.
  page: z.union([z.boolean(), z.number()]).nullish(),
  image: text,
});
const link = z.object({ post_id: id, sort_order: z.number().nullish() });

const data = z.object({
  posts: z.array(post),
  posts_meta: z.array(z.object({ post_id: id, feature_image_alt: text, feature_image_caption: text })).default([]),
  posts_authors: z.array(link.extend({ author_id: id })).default([]),
  posts_tags: z.array(link.extend({ tag_id: id })).default([]),
  tags: z.array(z.object({ id, name: text, slug: text, visibility: z.string().nullish() })).default([]),
  users: z.array(z.object({ id, name: text, slug: text, bio: text, profile_image: text, image: text })).default([]),
  settings: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
});
type Data = z.infer<typeof data>;
type Post = z.infer<typeof post>;

const schema = z.union([
  z.object({ db: z.array(z.object({ data })).min(1) }).transform(({ db }) => db[0]?.data as Data),
  z.object({ data }).transform((file) => file.data),
]);

const STATES: Record<string, ImportedPost["state"]> = {
  published: "published",
  scheduled: "scheduled",
  draft: "draft",
  sent: "draft",
};

/**
 * Opens a Ghost export.
 *
 * @param site address of the site, which the export does not contain; null if unknown
 * @throws {EditorError} if the file is not a Ghost export
 */
export async function openGhost(path: string, site: string | null): Promise<StoryExport> {
  const exported = schema.safeParse(await readJson(path));
  if (!exported.success) {
    const [issue] = exported.error.issues;
    throw new EditorError(`${path} is not a Ghost export: ${issue?.path.join(".") || "the file"}: ${issue?.message}.`);
  }
  const tables = createTables(exported.data);
  const others = new Map<string, number>();
  const posts: Post[] = [];
  for (const post of exported.data.posts) {
    if (post.type !== "post" && post.type !== "page") countItem(others, `items of the type "${post.type}"`);
    else if (Object.hasOwn(STATES, post.status)) posts.push(post);
    else countItem(others, `posts with the status "${post.status}"`);
  }
  return {
    system: "ghost",
    site,
    others,
    withoutLink: 0,
    terms: exported.data.tags
      .filter(({ name }) => !name.startsWith("#"))
      .map(({ name, slug }) => ({ kind: "tag", id: "", category: { name, slug }, parentSlug: "" })),
    authors: exported.data.users.map(({ name, slug, bio, profile_image, image }) => {
      const picture = profile_image || image;
      return { id: "", name: name.trim(), bio: bio.trim(), picture: picture && withSite(picture, site), slugs: [slug] };
    }),
    async *posts() {
      for (const post of posts) yield toPost(post, tables, site);
    },
  };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"), (_, value) =>
      typeof value === "string" ? removeControls(value) : value,
    );
  } catch (error) {
    throw new EditorError(`${path} can't be read: ${toMessage(error)}.`);
  }
}

type Tables = ReturnType<typeof createTables>;

function createTables({ posts_meta, posts_authors, posts_tags, tags, users, settings }: Data) {
  const bySortOrder = <Row extends z.infer<typeof link>>(rows: readonly Row[]) =>
    Map.groupBy(
      rows.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0)),
      ({ post_id }) => post_id,
    );
  const permalinks = settings.find(({ key }) => key === "permalinks")?.value;
  return {
    meta: new Map(posts_meta.map((meta) => [meta.post_id, meta])),
    authors: bySortOrder(posts_authors),
    tagsOfPosts: bySortOrder(posts_tags),
    tags: new Map(tags.map((tag) => [tag.id, tag])),
    users: new Map(users.map(({ id, name }) => [id, name])),
    permalinks: typeof permalinks === "string" && permalinks.startsWith("/") ? permalinks : "/:slug/",
  };
}

/** Replaces Ghost's placeholder for the site's address, and completes an address that is only a path. */
function withSite(address: string, site: string | null): string {
  const origin = (site ?? UNKNOWN_SITE).replace(/\/$/, "");
  return address.replaceAll("__GHOST_URL__", origin).replace(/^(?=\/(?!\/))/, origin);
}

function toPost(post: Post, tables: Tables, site: string | null): ImportedPost {
  const remarks: Remark[] = [];
  const { published_at: publishAt, updated_at: updatedAt } = post;
  const isHidden = post.status === "sent" || !["public", "", null, undefined].includes(post.visibility);
  if (isHidden) remarks.push({ kind: "hidden", text: "was not public, and became a draft" });
  const kind = post.type === "page" || post.page ? "page" : "post";
  const isUndated = kind === "post" && publishAt === null;
  const state = isHidden || isUndated ? "draft" : (STATES[post.status] ?? "draft");
  if (!isHidden && state === "draft" && post.status !== "draft")
    remarks.push({ kind: "undated", text: "has no date, and became a draft" });
  if (post.featured) remarks.push({ kind: "pin", text: "was featured" });
  const authors = tables.authors.get(post.id)?.map(({ author_id }) => author_id) ?? [post.author_id ?? ""];
  const [primary, ...others] = (tables.tagsOfPosts.get(post.id) ?? []).flatMap(({ tag_id }): Category[] => {
    const tag = tables.tags.get(tag_id);
    // Leaves out Ghost's internal tags, whose names begin with #.
    return tag?.name && tag.visibility !== "internal" && !tag.name.startsWith("#") ? [tag] : [];
  });
  const meta = tables.meta.get(post.id);
  const image = post.feature_image || post.image;
  const permalinks = kind === "page" ? "/:slug/" : tables.permalinks;
  return {
    kind,
    key: `ghost ${post.id}`,
    title: post.title.trim(),
    slug: post.slug,
    deck: post.custom_excerpt.trim(),
    byline: [...new Set(authors.flatMap((author) => tables.users.get(author)?.trim() || []))],
    categories: primary ? [primary] : [],
    tags: others,
    image: image
      ? {
          url: withSite(image, site),
          alt: meta?.feature_image_alt ?? "",
          caption: toText(meta?.feature_image_caption ?? ""),
          credit: "",
        }
      : null,
    sponsor: null,
    state,
    publishAt: state === "draft" ? null : publishAt,
    updatedAt: state === "published" && updatedAt && publishAt && updatedAt > publishAt ? updatedAt : null,
    path: state === "draft" ? null : fillPermalink(permalinks, post.slug, post.id, publishAt ?? ""),
    otherPaths: post.uuid ? [`/p/${post.uuid}/`] : [],
    canonical: /^https?:\/\//.test(post.canonical_url) ? post.canonical_url : null,
    remarks,
    convertText: () => convertText(post, site),
  };
}

function convertText(post: Post, site: string | null): PostText {
  const remarks: Remark[] = [];
  const html = post.html.trim() || documentToHtml(post) || "";
  const source = html.replaceAll("__GHOST_URL__", (site ?? UNKNOWN_SITE).replace(/\/$/, ""));
  return { html: simplifyCards(source, remarks), notes: [], source, remarks };
}

function fillPermalink(permalinks: string, slug: string, id: string, publishAt: string): string {
  const [year = "", month = "", day = ""] = publishAt.slice(0, 10).split("-");
  const values: Record<string, string> = { slug, id, year, month, day };
  return permalinks.replace(/:(\w+)/g, (name, key: string) => values[key] ?? name);
}
