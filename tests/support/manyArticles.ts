import { sql } from "kysely";
import { recordFollows } from "../../server/store/feeds.ts";
import type { Database } from "../../server/store/schema.ts";

/** The feed that brought them all. */
export const MANY_FEED = "https://many.example/rss.xml";

/** Between two of them. */
const SECONDS_APART = 100;

/** So many of the articles are written in one go. */
const AT_ONCE = 20_000;

/**
 * Fills a store with articles that a section of an edition follows, as fast as it takes them: every 97th is taken down, and the
 * last was published just now.
 *
 * @param bytes of text that each has
 */
export async function fillWithArticles(database: Database, edition: string, count: number, bytes = 100): Promise<void> {
  await recordFollows(database, [{ edition, section: "local", feed_url: MANY_FEED }]);
  const first = Math.floor(Date.now() / 1000) - count * SECONDS_APART;
  const time = sql`strftime('%Y-%m-%dT%H:%M:%fZ', cast(${first} + n * ${SECONDS_APART} as integer), 'unixepoch')`;
  for (let start = 0; start < count; start += AT_ONCE) {
    const end = Math.min(count, start + AT_ONCE);
    const numbers = sql`with recursive numbers(n) as (select cast(${start + 1} as integer) union all select n + 1 from numbers where n < ${end})`;
    await sql`${numbers}
      insert into articles (id, slug, title, author, published_at, sorted_at, description_html, content_html, excerpt,
        enclosures, categories, feed_url, first_seen_at, changed_at, taken_down_at, digest)
      select n, 'story-' || n || '-of-a-city-whose-council-meets', 'Story ' || n, 'Staff Writer', t, t, '',
        printf('%.*c', ${bytes}, 'x'), '', '[]', '[]', ${MANY_FEED}, t, t, case when n % 97 = 0 then t end, ''
      from (select n, ${time} as t from numbers)`.execute(database);
    await sql`${numbers}
      insert into entries (feed_url, entry_key, article_id, sorted_at)
      select ${MANY_FEED}, 'key-' || n, n, ${time} from numbers`.execute(database);
  }
}
