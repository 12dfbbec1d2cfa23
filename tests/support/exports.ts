import { readAttacks } from "./seedFeeds.ts";

/** A post of an imported site. Most are published; every tenth is a draft or scheduled. */
export interface TestPost {
  number: number;
  slug: string;
  title: string;
  author: { login: string; name: string };
  category: { slug: string; name: string };
  state: "published" | "scheduled" | "draft";
  publishAt: string;
  updatedAt: string;
  /** Path of the post's image below the folder of images. */
  image: string;
  html: string;
  /** Path of the post's URL. */
  path: string;
}

const AUTHORS = ["Ada Moss", "Ben Cole", "Cy Dunn", "María Ruíz"];
const CATEGORIES = ["Local News", "Business", "Parks & Trails"];
const DAY_MS = 86_400_000;

/** Paths of the posts' images, below wp-content/uploads or content/images. */
export const IMAGES = Array.from({ length: 8 }, (_, index) => `2019/04/photo-${index}.jpg`);

/** @param imageUrl returns the address of an image in a post's text, by the image's path */
export function createPosts(
  count: number,
  toPath: (slug: string, date: string) => string,
  imageUrl: (path: string) => string,
) {
  const attacks = readAttacks();
  return Array.from({ length: count }, (_, number): TestPost => {
    const slug = `post-${number}`;
    const name = AUTHORS[number % AUTHORS.length] as string;
    const category = CATEGORIES[number % CATEGORIES.length] as string;
    const publishAt = new Date(Date.parse("2019-04-01T12:00:00Z") + number * DAY_MS).toISOString();
    const image = IMAGES[number % IMAGES.length] as string;
    const state = number % 10 === 7 ? "draft" : number % 10 === 8 ? "scheduled" : "published";
    return {
      number,
      slug,
      image,
      state,
      title: `Post ${number} & “More”`,
      author: { login: `author${number % AUTHORS.length}`, name },
      category: { slug: category.toLowerCase().replaceAll(/[^a-z]+/g, "-"), name: category },
      publishAt: state === "scheduled" ? "2099-01-01T12:00:00.000Z" : publishAt,
      updatedAt: new Date(Date.parse(publishAt) + DAY_MS).toISOString(),
      path: toPath(slug, publishAt),
      html: [
        `<p>Text <strong>number ${number}</strong>, written *so*.</p>`,
        `<h2>Heading ${number}</h2><ul><li>One</li><li>Two</li></ul>`,
        `<figure><img src="${imageUrl(image)}" alt="Photo ${number}"><figcaption>At sea</figcaption></figure>`,
        "<table><tr><th>Day</th><th>Boats</th></tr><tr><td>Saturday</td><td>9</td></tr></table>",
        '<figure class="wp-block-embed"><div>\nhttps://www.youtube.com/watch?v=abcdefghijk\n</div></figure>',
        "<script>alert(1)</script>",
        attacks[number % attacks.length],
      ].join("\n"),
    };
  });
}

/** Formats posts as a WordPress export, WXR 1.2, of a site with a page and a comment. */
export function formatWxr(posts: readonly TestPost[], site: string): string {
  const authors = AUTHORS.map(
    (name, index) =>
      `<wp:author><wp:author_id>${index}</wp:author_id><wp:author_login>${cdata(`author${index}`)}</wp:author_login>` +
      `<wp:author_display_name>${cdata(name)}</wp:author_display_name></wp:author>`,
  );
  const attachments = IMAGES.map((path, index) =>
    item([
      `<title>photo-${index}</title><wp:post_id>${100_000 + index}</wp:post_id><wp:status>${cdata("inherit")}</wp:status>`,
      `<wp:post_type>${cdata("attachment")}</wp:post_type><excerpt:encoded>${cdata(`Caption ${index}`)}</excerpt:encoded>`,
      `<wp:attachment_url>${cdata(`${site}/wp-content/uploads/${path}`)}</wp:attachment_url>`,
      meta("_wp_attachment_image_alt", `Alt ${index}`),
    ]),
  );
  const page = item([
    `<title>About</title><wp:post_id>1</wp:post_id><wp:post_type>${cdata("page")}</wp:post_type>`,
    `<wp:status>${cdata("publish")}</wp:status>`,
  ]);
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>The Old Site</title><link>${site}</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${site}</wp:base_site_url><wp:base_blog_url>${site}</wp:base_blog_url>
${[...authors, page, ...posts.map((post) => formatWxrPost(post, site)), ...attachments].join("\n")}
</channel></rss>
`;
}

function formatWxrPost(post: TestPost, site: string): string {
  const statuses = { published: "publish", scheduled: "future", draft: "draft" };
  const isDraft = post.state === "draft";
  const id = post.number + 10;
  const gmt = (instant: string) => instant.slice(0, 19).replace("T", " ");
  return item([
    `<title>${cdata(post.title)}</title><link>${isDraft ? `${site}/?p=${id}` : site + post.path}</link>`,
    `<dc:creator>${cdata(post.author.login)}</dc:creator><guid isPermaLink="false">${site}/?p=${id}</guid>`,
    `<content:encoded>${cdata(post.html)}</content:encoded><excerpt:encoded>${cdata(`Deck ${post.number}.`)}</excerpt:encoded>`,
    `<wp:post_id>${id}</wp:post_id><wp:post_date_gmt>${cdata(isDraft ? "0000-00-00 00:00:00" : gmt(post.publishAt))}</wp:post_date_gmt>`,
    `<wp:post_modified_gmt>${cdata(gmt(post.updatedAt))}</wp:post_modified_gmt><wp:post_name>${cdata(post.slug)}</wp:post_name>`,
    `<wp:status>${cdata(statuses[post.state])}</wp:status><wp:post_type>${cdata("post")}</wp:post_type>`,
    `<category domain="category" nicename="${post.category.slug}">${cdata(post.category.name)}</category>`,
    `<category domain="post_tag" nicename="ferries">${cdata("Ferries")}</category>`,
    meta("_thumbnail_id", String(100_000 + IMAGES.indexOf(post.image))),
    post.number === 0 ? `<wp:comment><wp:comment_id>1</wp:comment_id></wp:comment>` : "",
  ]);
}

const item = (parts: readonly string[]) => `<item>${parts.join("\n")}</item>`;
const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>`;

/** Formats posts as an export of Ghost 5, with a page, an internal tag and a post for members. */
export function formatGhost(posts: readonly TestPost[]): string {
  const id = (number: number) => `5f${String(number).padStart(22, "0")}`;
  const tags = [...CATEGORIES, "Ferries", "#internal"].map((name, index) => ({
    id: `tag${index}`,
    name,
    slug: name.toLowerCase().replaceAll(/[^a-z]+/g, "-"),
    visibility: "public",
  }));
  const rows = posts.map((post) => ({
    id: id(post.number),
    title: post.title,
    slug: post.slug,
    html: post.html,
    type: "post",
    status: post.state,
    visibility: post.number === 0 ? "members" : "public",
    custom_excerpt: `Deck ${post.number}.`,
    feature_image: `__GHOST_URL__/content/images/${post.image}`,
    canonical_url: null,
    updated_at: post.updatedAt,
    published_at: post.state === "draft" ? null : post.publishAt,
  }));
  const page = { id: "page", title: "About", slug: "about", html: "", type: "page", status: "published" };
  return JSON.stringify({
    db: [
      {
        meta: { exported_on: 1_700_000_000_000, version: "5.80.0" },
        data: {
          posts: [page, ...rows],
          posts_meta: rows.map((row) => ({
            post_id: row.id,
            feature_image_alt: "Alt",
            feature_image_caption: "<b>Caption</b>",
          })),
          posts_authors: posts.map((post) => ({
            post_id: id(post.number),
            author_id: post.author.login,
            sort_order: 0,
          })),
          posts_tags: posts.flatMap((post) => [
            { post_id: id(post.number), tag_id: "tag3", sort_order: 1 },
            { post_id: id(post.number), tag_id: `tag${CATEGORIES.indexOf(post.category.name)}`, sort_order: 0 },
            { post_id: id(post.number), tag_id: "tag4", sort_order: 2 },
          ]),
          tags,
          users: AUTHORS.map((name, index) => ({ id: `author${index}`, name, slug: `author${index}` })),
        },
      },
    ],
  });
}
