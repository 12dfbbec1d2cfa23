import { sql } from "kysely";
import { getEngine } from "../../server/store/engines/engine.ts";
import { recordFollows } from "../../server/store/feeds/feeds.ts";
import type { Database } from "../../server/store/schema/schema.ts";

/** URL of the feed that has all articles. */
export const MANY_FEED = "https://many.example/rss.xml";

const SECONDS_APART = 100;

/** Number of articles per SQL statement. */
const BATCH_SIZE = 20_000;

/**
 * Fills a store with articles of a feed that the edition's Local News follows. Each text has `bytes` bytes. Every 97th
 * article is taken down. The newest article was published just before the call.
 */
export async function fillWithArticles(database: Database, edition: string, count: number, bytes = 100): Promise<void> {
  await recordFollows(database, [{ edition, section: "local", feed_url: MANY_FEED }]);
  const first = Math.floor(Date.now() / 1000) - count * SECONDS_APART;
  const text = "x".repeat(bytes);
  const { eachObject, continueIds } = getEngine(database);
  for (let start = 0; start < count; start += BATCH_SIZE) {
    const numbers = Array.from({ length: Math.min(BATCH_SIZE, count - start) }, (_, index) => start + index + 1);
    const rows = numbers.map((n) => ({ n, t: new Date((first + n * SECONDS_APART) * 1000).toISOString() }));
    const numbered = sql`(select cast(value ->> 'n' as bigint) as n, value ->> 't' as t
      from ${eachObject(rows, "row")}) as numbered`;
    await sql`insert into articles (id, slug, title, author, published_at, sorted_at, description_html, content_html,
        excerpt, enclosures, categories, feed_url, first_seen_at, changed_at, taken_down_at, digest)
      select n, 'story-' || n || '-of-a-city-whose-council-meets', 'Story ' || n, 'Staff Writer', t, t, '',
        ${text}, '', '[]', '[]', ${MANY_FEED}, t, t, case when n % 97 = 0 then t end, ''
      from ${numbered}`.execute(database);
    await sql`insert into entries (feed_url, entry_key, article_id, sorted_at)
      select ${MANY_FEED}, 'key-' || n, n, t from ${numbered}`.execute(database);
  }
  await continueIds(database, "articles", count);
}
