/** Functions that format exports of WordPress and Ghost, for tests that move a newspaper's stories to Broadsheet. */

const cdata = (text: string) => `<![CDATA[${text}]]>`;
const element = (name: string, text: string | number) => `<${name}>${cdata(String(text))}</${name}>`;

/** An item of a WordPress export. */
interface Item {
  id: number;
  type?: string;
  title?: string;
  slug?: string;
  status?: string;
  link?: string;
  content?: string;
  excerpt?: string;
  author?: string;
  parent?: number;
  isSticky?: boolean;
  file?: string;
  meta?: readonly (readonly [string, string])[];
  categories?: readonly { domain: string; slug: string; name: string }[];
}

function formatItem(item: Item): string {
  const {
    id,
    type = "post",
    slug = `item-${id}`,
    status = "publish",
    content = "",
    excerpt = "",
    author = "ada",
  } = item;
  const categories = item.categories ?? [{ domain: "category", slug: "harbor", name: "Harbor" }];
  return [
    "<item>",
    element("title", item.title ?? `Item ${id}`),
    item.link === undefined ? "" : `<link>${item.link}</link>`,
    element("dc:creator", author) + element("content:encoded", content) + element("excerpt:encoded", excerpt),
    element("wp:post_id", id) + element("wp:post_name", slug) + element("wp:status", status),
    element("wp:post_type", type) + element("wp:post_parent", item.parent ?? 0),
    element("wp:post_date_gmt", "2019-04-02 12:00:00") + element("wp:post_modified_gmt", "2019-04-02 12:00:00"),
    element("wp:is_sticky", item.isSticky ? 1 : 0),
    item.file === undefined ? "" : element("wp:attachment_url", item.file),
    ...(item.meta ?? []).map(
      ([key, value]) => `<wp:postmeta>${element("wp:meta_key", key)}${element("wp:meta_value", value)}</wp:postmeta>`,
    ),
    ...(type === "post" ? categories : []).map(
      ({ domain, slug, name }) => `<category domain="${domain}" nicename="${slug}">${cdata(name)}</category>`,
    ),
    "</item>",
  ].join("\n");
}

/** Formats items as a WordPress export. */
export function formatItems(site: string, items: readonly Item[]): string {
  const author =
    element("wp:author_id", 7) + element("wp:author_login", "ada") + element("wp:author_display_name", "Ada Moss");
  const category = (id: number, slug: string, name: string, parent = "") =>
    `<wp:category>${element("wp:term_id", id)}${element("wp:category_nicename", slug)}${element("wp:category_parent", parent)}${element("wp:cat_name", name)}</wp:category>`;
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="e" xmlns:content="c" xmlns:dc="d" xmlns:wp="w">
<channel><title>The Old Site</title><link>${site}</link><wp:base_blog_url>${site}</wp:base_blog_url>
<wp:author>${author}</wp:author>
${category(3, "town", "Town")}${category(4, "harbor", "Harbor", "town")}
${items.map(formatItem).join("\n")}
</channel></rss>
`;
}

/** Formats an export of Ghost 0.11, whose posts have `image` and `page`. */
export function formatOldGhost(posts: readonly Record<string, unknown>[]): string {
  const rows = posts.map((post, index) => {
    const published_at = Date.parse("2016-04-02T12:00:00Z");
    return {
      id: index + 1,
      uuid: `uuid-${index + 1}`,
      status: "published",
      page: 0,
      author_id: 1,
      published_at,
      ...post,
    };
  });
  const users = [
    { id: 1, name: "Ada Moss", slug: "ada", bio: "Ada covers the harbor.", image: "/content/images/ada.jpg" },
  ];
  const data = {
    posts: rows,
    users,
    tags: [{ id: 1, name: "Harbor", slug: "harbor" }],
    posts_tags: rows.map(({ id }) => ({ post_id: id, tag_id: 1 })),
  };
  return JSON.stringify({ meta: { version: "004" }, data });
}

/** Formats an export of Ghost 6 with posts of one author and one tag. */
export function formatGhostPosts(posts: readonly Record<string, unknown>[]): string {
  const common = { type: "post", status: "published", visibility: "public", published_at: "2024-05-01T10:00:00.000Z" };
  const data = {
    posts: posts.map((post) => ({ ...common, ...post })),
    users: [{ id: "a", name: "Ada Moss", slug: "ada" }],
    posts_authors: posts.map(({ id }) => ({ post_id: id, author_id: "a" })),
    tags: [{ id: "t", name: "Harbor", slug: "harbor" }],
    posts_tags: posts.map(({ id }) => ({ post_id: id, tag_id: "t" })),
  };
  return JSON.stringify({ db: [{ meta: { version: "6.10.0" }, data }] });
}
