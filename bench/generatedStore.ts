import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../server/store/open.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";

/** Number of feeds per section, each on its own host. */
const FEEDS_PER_SECTION = 4;
/** Number of articles per day, about as many as sixty newspapers of one city publish. */
const ARTICLES_PER_DAY = 600;

/** Paths of the editions folder and of the SQLite file. */
interface GeneratedStore {
  editions: string;
  database: string;
}

/** Returns URLs of feeds for a section. Their host names do not exist, so that fetches fail. */
const toFeedUrls = (section: string) =>
  SECTIONS.some((name) => name === section)
    ? Array.from({ length: FEEDS_PER_SECTION }, (_, index) => `http://${section}-${index}.invalid/rss.xml`)
    : [];

/**
 * Creates an edition with 60 feeds, and a store with 600 articles per day. The articles' slugs are `story-1` (newest),
 * `story-2`…
 */
export async function generateStore(folder: string, articles: number): Promise<GeneratedStore> {
  const editions = await writeTestEdition(join(folder, "editions"), { feeds: toFeedUrls, relays: [] });
  const database = join(folder, "broadsheet.db");
  await (await openDatabase(`sqlite:${database}`)).destroy();
  const store = new DatabaseSync(database);
  store.exec("pragma journal_mode=wal; pragma synchronous=off; begin");
  const feeds = SECTIONS.flatMap((section) => toFeedUrls(section).map((url) => ({ url, section })));
  const feed = store.prepare(
    `insert into feeds (url, title, failures, next_poll_at, last_attempt_at, last_success_at, transport, redirect_count, direct_failures)
     values (?, ?, 0, '9000-01-01T00:00:00.000Z', ?, ?, 'direct', 0, 0)`,
  );
  const now = new Date();
  const follow = store.prepare("insert into follows (edition, section, feed_url) values ('chicago', ?, ?)");
  for (const { url, section } of feeds) follow.run(section, url);
  store.exec("create temp table numbered (n integer primary key, url text)");
  const number = store.prepare("insert into numbered values (?, ?)");
  for (const [index, { url, section }] of feeds.entries()) {
    feed.run(url, `The ${section} wire`, now.toISOString(), now.toISOString());
    number.run(index, url);
  }
  store
    .prepare(
      `insert into articles (id, slug, title, link, link_key, author, published_at, sorted_at, description_html, content_html,
         excerpt, enclosures, categories, feed_url, first_seen_at, changed_at, digest)
       with recursive number(n) as (select 1 union all select n + 1 from number where n < ?)
       select n, 'story-' || n,
         ${pickWord(["Council", "Board", "Court", "River", "School", "Transit", "Harbor"], 1)} || ' ' ||
         ${pickWord(["weighs", "delays", "opens", "rejects", "funds", "repairs"], 7)} || ' ' ||
         ${pickWord(["library", "bridge", "budget", "stadium", "clinic", "market", "garden", "tunnel"], 42)} || ' on the ' ||
         ${pickWord(["north side", "south side", "lakefront", "west side", "riverfront"], 336)} || ' after ' ||
         ${pickWord(["hearing", "storm", "audit", "vote", "protest", "study"], 1680)} || ', number ' || n,
         'https://news.example/story-' || n, 'news.example/story-' || n, 'A Reporter',
         strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-' || (n * ${86_400 / ARTICLES_PER_DAY}) || ' seconds'),
         strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-' || (n * ${86_400 / ARTICLES_PER_DAY}) || ' seconds'),
         '<p>' || printf('%.*c', 300, 'd') || '</p>', '<p>' || printf('%.*c', 600, 'c') || '</p>', printf('%.*c', 150, 'e'),
         '[]', '[]', (select url from numbered where numbered.n = number.n % ${feeds.length}), ?, ?, 'digest-' || n
       from number where n <= ?`,
    )
    .run(articles, now.toISOString(), now.toISOString(), now.toISOString(), now.toISOString(), articles);
  store.exec(
    "insert into entries select feed_url, 'story-' || id, id, sorted_at from articles order by feed_url, sorted_at; commit; pragma wal_checkpoint(truncate)",
  );
  store.close();
  return { editions, database };
}

/** Returns an SQL expression that picks a word by the article's number `n`. The word changes every `step` articles. */
function pickWord(list: readonly string[], step: number): string {
  const cases = list.map((word, index) => `when ${index} then '${word}'`).join(" ");
  return `(case (n / ${step}) % ${list.length} ${cases} end)`;
}
