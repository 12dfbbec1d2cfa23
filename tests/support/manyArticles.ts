import { sql } from "kysely";
import { recordFollows } from "../../server/store/feeds.ts";
import type { Database } from "../../server/store/open.ts";

const FEED = "https://many.example/rss.xml";

/** So many of the articles are written in one go. */
const AT_ONCE = 20_000;

/**
 * Fills a store with articles that a section of an edition follows, as fast as it takes them: every 97th is taken down.
 *
 * @param bytes of text that each has
 */
export async function fillWithArticles(database: Database, edition: string, count: number, bytes = 100): Promise<void> {
  await recordFollows(database, [{ edition, section: "local", feed_url: FEED }]);
  for (let start = 0; start < count; start += AT_ONCE) {
    const end = Math.min(count, start + AT_ONCE);
    const numbers = sql`with recursive numbers(n) as (select ${start + 1} union all select n + 1 from numbers where n < ${end})`;
    await sql`${numbers}
      insert into articles (id, slug, title, author, published_at, sorted_at, description_html, content_html, excerpt,
        enclosures, categories, feed_url, first_seen_at, changed_at, taken_down_at, digest)
      select n, 'story-' || n || '-of-a-city-whose-council-meets', 'Story ' || n, 'Staff Writer', t, t, '',
        printf('%.*c', ${bytes}, 'x'), '', '[]', '[]', ${FEED}, t, t, case when n % 97 = 0 then t end, ''
      from (select n, strftime('%Y-%m-%dT%H:%M:%fZ', 1400000000 + n * 300, 'unixepoch') as t from numbers)`.execute(
      database,
    );
    await sql`${numbers}
      insert into entries (feed_url, entry_key, article_id, sorted_at)
      select ${FEED}, 'key-' || n, n, strftime('%Y-%m-%dT%H:%M:%fZ', 1400000000 + n * 300, 'unixepoch') from numbers`.execute(
      database,
    );
  }
}
