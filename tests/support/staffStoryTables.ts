import { sql } from "kysely";
import { withStore } from "./stores.ts";

/**
 * Queries of all data that a round trip through files preserves, by table, with slugs instead of ids. Files do not
 * preserve earlier versions, the log, the keys of imports, and the times at which the store added, changed or
 * hid an article.
 */
const QUERIES = {
  staff_stories: sql`select slug, state, publish_at, published_at, updated_at, expires_at, withdrawn_line,
    article_id is null as has_no_article from staff_stories order by slug`,
  staff_story_versions: sql<{ content: string }>`select slug, content from staff_stories
    join staff_story_versions on story_id = staff_stories.id and number = version order by slug`,
  staff_story_slugs: sql`select staff_story_slugs.slug as former, staff_stories.slug from staff_story_slugs
    join staff_stories on staff_stories.id = story_id order by former`,
  staff_story_paths: sql`select path, slug from staff_story_paths join staff_stories on staff_stories.id = story_id order by path`,
  corrections: sql`select slug, correction, corrected_at from corrections join staff_stories on staff_stories.id = story_id
    order by corrected_at, slug`,
  pins: sql`select slot, until, slug from pins join articles on articles.id = article_id order by slot`,
  articles: sql`select slug, title, link, author, published_at, updated_at, sorted_at, description_html, content_html,
    excerpt, image_url, image_alt, image_caption, image_credit, image_focus, language, categories, feed_url,
    taken_down_at is null as is_shown from articles order by slug`,
  entries: sql`select entries.feed_url, slug, entries.sorted_at from entries join articles on articles.id = article_id
    order by entries.feed_url, slug`,
};

export type StaffStoryTables = Record<keyof typeof QUERIES, Record<string, unknown>[]>;

/** Reads the tables of staff stories, and all other data that the stories' pages show. */
export async function readStaffStoryTables(url: string): Promise<StaffStoryTables> {
  return withStore(url, async (store) => {
    const tables: Partial<StaffStoryTables> = {};
    for (const [name, query] of Object.entries(QUERIES) as [keyof typeof QUERIES, typeof QUERIES.articles][]) {
      const { rows } = await query.execute(store);
      tables[name] = (rows as Record<string, unknown>[]).map((row) =>
        typeof row.content === "string" ? { ...row, content: JSON.parse(row.content) } : row,
      );
    }
    return tables as StaffStoryTables;
  });
}
