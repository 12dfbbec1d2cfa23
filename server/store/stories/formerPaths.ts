import { articlePath } from "../../../core/addresses.ts";
import { removeImageSize } from "../../../core/originalImage.ts";
import { addRows, toBatches } from "../batches.ts";
import type { Database } from "../schema/schema.ts";
import { isSlugTaken } from "./staffStories.ts";

/** Maximum length of a stored path, in characters of up to 4 bytes. PostgreSQL's indexes accept up to 2,704 bytes. */
const MAX_LENGTH = 600;

/** Query parameters by which WordPress identifies posts, pages, attachments, categories, tags, authors and feeds. */
const QUERY_KEYS = ["p", "page_id", "attachment_id", "cat", "tag", "author", "feed"];

/** Normalizes a query that names a WordPress page: "?p=12&x=y" becomes "/?p=12". Returns null for other queries. */
export function normalizeQuery(search: string): string | null {
  const query = new URLSearchParams(search);
  const key = QUERY_KEYS.find((name) => /^[\w-]{1,100}$/.test(query.get(name) ?? ""));
  return key === undefined ? null : `/?${key}=${query.get(key)}`;
}

/**
 * Normalizes a path for comparisons in the store: decodes the path, puts one slash before each segment, and removes
 * slashes at the end. Also accepts a query of the front page, such as "/?p=12".
 *
 * @returns null for the root, and for a path that is too long or not valid
 */
export function normalizePath(path: string): string | null {
  if (path.startsWith("/?")) return normalizeQuery(path.slice(1));
  try {
    const segments = decodeURIComponent(path).normalize("NFC").split("/").filter(Boolean);
    const normalized = `/${segments.join("/")}`;
    return segments.length === 0 || normalized.length > MAX_LENGTH || normalized.includes("\0") ? null : normalized;
  } catch {
    return null;
  }
}

/** Matches the path of a story on this site, and captures the story's slug. */
const ARTICLE_PATH = /^\/article\/([^/]+)$/;

/**
 * Replaces the paths that redirect to a story. Skips paths that already redirect to another story. Stores a path of the
 * form /article/SLUG as a former slug of the story. Later calls do not remove such slugs.
 */
export async function setPaths(transaction: Database, edition: string, storyId: number, paths: readonly string[]) {
  await transaction.deleteFrom("staff_story_paths").where("story_id", "=", storyId).execute();
  const normalized = new Set(paths.map(normalizePath).filter((path) => path !== null));
  const slugs = [...normalized].flatMap((path) => ARTICLE_PATH.exec(path)?.[1] ?? []);
  for (const slug of slugs) {
    if (await isSlugTaken(transaction, slug)) continue;
    await transaction.insertInto("staff_story_slugs").values({ slug, story_id: storyId }).execute();
  }
  const others = [...normalized].filter((path) => !ARTICLE_PATH.test(path));
  const rows = others.map((path) => ({ edition, path, story_id: storyId }));
  await addRows(transaction, "staff_story_paths", rows);
}

/** Returns the paths that redirect to a story, in alphabetical order, in the form that `setPaths` accepts. */
export async function listPaths(database: Database, storyId: number): Promise<string[]> {
  const paths = database.selectFrom("staff_story_paths").select("path").where("story_id", "=", storyId);
  const slugs = database.selectFrom("staff_story_slugs").select("slug").where("story_id", "=", storyId);
  return [
    ...(await paths.execute()).map(({ path }) => path),
    ...(await slugs.execute()).map(({ slug }) => `/article/${slug}`),
  ]
    .map((path) => (path.startsWith("/?") ? path : path.replaceAll(/[%?#]/g, encodeURIComponent)))
    .sort();
}

/** Matches the end of a post's path that selects a variant of the post, such as "/amp", "/feed" or "/page/2". */
const VARIANT = /\/(?:amp|embed|feed|rss|feed\/(?:rss2?|atom|rdf)|(?:page|comment-page-)\/?\d{1,6})$/;

/**
 * Returns the path or URL to which a former path redirects: a published story's path, else the target that an import
 * stored; undefined for none.
 */
export async function findRedirect(database: Database, edition: string, path: string): Promise<string | undefined> {
  const normalized = normalizePath(path);
  if (normalized === null) return undefined;
  const target = await findExactRedirect(database, edition, normalized);
  // Also tries the path without a variant's ending, such as /amp, or without an image's size. Imports store only the
  // addresses of posts and original images. Other sites may also link to variants and to images in other sizes.
  const whole = removeImageSize(normalized.replace(VARIANT, ""));
  if (target !== undefined || whole === normalized || whole === "") return target;
  return findExactRedirect(database, edition, whole);
}

async function findExactRedirect(database: Database, edition: string, path: string): Promise<string | undefined> {
  const story = await database
    .selectFrom("staff_story_paths")
    .innerJoin("staff_stories", "staff_stories.id", "staff_story_paths.story_id")
    .select("staff_stories.slug")
    .where("staff_story_paths.edition", "=", edition)
    .where("staff_story_paths.path", "=", path)
    .where("staff_stories.article_id", "is not", null)
    .executeTakeFirst();
  if (story) return articlePath(story.slug);
  const redirects = database.selectFrom("redirects").select("target").where("edition", "=", edition);
  return (await redirects.where("path", "=", path).executeTakeFirst())?.target;
}

/**
 * Stores redirects. A redirect from a path replaces an earlier one.
 *
 * @param targets paths on this site or URLs, by former path
 */
export async function setRedirects(transaction: Database, edition: string, targets: ReadonlyMap<string, string>) {
  const rows = Array.from(targets, ([path, target]) => ({ edition, path, target }));
  for (const batch of toBatches(rows))
    await transaction
      .insertInto("redirects")
      .values(batch)
      .onConflict((conflict) =>
        conflict.columns(["edition", "path"]).doUpdateSet((row) => ({ target: row.ref("excluded.target") })),
      )
      .execute();
}
