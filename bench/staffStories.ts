import { DatabaseSync } from "node:sqlite";
import { getLabelFeedUrl, getOwnFeedUrl } from "../core/ownFeeds.ts";
import { loadEditions } from "../server/editions/loading/load.ts";
import { createNews } from "../server/news/news.ts";
import { openDatabase } from "../server/store/open.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { generateStore } from "./generatedStore.ts";
import { quantile } from "./quantile.ts";
import { formatWhole } from "./table.ts";

/** Number of feed articles in each of the two stores: the one with staff stories, and the one without. */
const ARTICLES = 100_000;
/** Number of staff stories per day: as many as feed articles, so that staff stories are on each page. */
const OWN_PER_DAY = 600;
const AUTHORS = 50;
const ROUNDS = 300;
const WARM_UP = 50;

export const OWN_STORIES_HEAD = ["query", "staff stories", "median ms", "p99 ms", "CPU ms", "ratio"];

/** Measures pages' queries alternately on a store without staff stories and on one with them. Returns table rows. */
export async function measureStaffStories(staffStories: number): Promise<string[][]> {
  const stores = [];
  for (const count of [0, staffStories]) stores.push(await openStoreWith(count));
  const rows: string[][] = [];
  const queries = ["frontPage", "section", "latest"] as const;
  for (const name of queries) {
    const times: number[][] = [[], []];
    const cpu = [0, 0];
    for (let round = 0; round < WARM_UP + ROUNDS; round++)
      for (const [index, { news }] of stores.entries()) {
        const [start, before] = [performance.now(), process.threadCpuUsage()];
        await (name === "section" ? news.section("sports") : name === "latest" ? news.latest(20) : news.frontPage());
        const { user, system } = process.threadCpuUsage(before);
        if (round < WARM_UP) continue;
        times[index]?.push(performance.now() - start);
        cpu[index] = (cpu[index] ?? 0) + (user + system) / 1000 / ROUNDS;
      }
    for (const [index, { count }] of stores.entries()) {
      const formatQuantile = (share: number) => quantile(times[index] ?? [], share).toFixed(2);
      const cost = cpu[index] ?? 0;
      rows.push([
        ...[name, formatWhole(count), formatQuantile(0.5), formatQuantile(0.99)],
        ...[cost.toFixed(2), (cost / (cpu[0] ?? 0)).toFixed(2)],
      ]);
    }
  }
  for (const { close } of stores) await close();
  return rows;
}

/** Opens a generated store with `count` staff stories. */
async function openStoreWith(count: number) {
  const folder = await temporaryFolder();
  const { editions, database: path } = await generateStore(folder.path, ARTICLES);
  addStaffStories(path, count);
  const database = await openDatabase(`sqlite:${path}`);
  const [edition] = await loadEditions(editions);
  if (!edition) throw new Error("There is no edition.");
  return {
    count,
    news: createNews(edition, database, () => Number.POSITIVE_INFINITY),
    async close() {
      await database.destroy();
      await folder.remove();
    },
  };
}

/** Adds published staff stories to a generated store. Each is in the feeds of its section, its author and a topic. */
function addStaffStories(path: string, count: number): void {
  const store = new DatabaseSync(path);
  const sections = SECTIONS.map((section) => getOwnFeedUrl("chicago", section));
  const byNumber = (urls: readonly string[]) =>
    `case n % ${urls.length} ${urls.map((url, index) => `when ${index} then '${url}'`).join(" ")} end`;
  const authors = Array.from({ length: AUTHORS }, (_, number) =>
    getLabelFeedUrl("chicago", "author", `author-${number}`),
  );
  const date = `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-' || (n * ${86_400 / OWN_PER_DAY}) || ' seconds')`;
  store.exec(`pragma synchronous=off; begin;
    create temp table own as with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})
      select n, ${ARTICLES} + n as id, 'own-' || n as slug, ${date} as at, ${byNumber(sections)} as section,
        ${byNumber(authors)} as author from number where ${count} > 0;
    insert into articles (id, slug, title, author, published_at, sorted_at, description_html, content_html, excerpt,
        enclosures, categories, feed_url, first_seen_at, changed_at, digest)
      select id, slug, 'Newsroom reports on street number ' || n, 'Author ' || (n % ${AUTHORS}), at, at,
        '<p>' || printf('%.*c', 150, 'd') || '</p>', '<p>' || printf('%.*c', 3000, 'c') || '</p>', printf('%.*c', 150, 'd'),
        '[]', '["Streets"]', section, at, at, '' from own;
    insert into staff_stories (edition, slug, state, version, published_at, article_id)
      select 'chicago', slug, 'published', 1, at, id from own;
    insert into staff_story_versions (story_id, number, content, saved_at, saved_by)
      select staff_stories.id, 1, '{}', published_at, 'bench' from staff_stories;
    insert into entries (feed_url, entry_key, article_id, sorted_at)
      select feed, n, id, at from (
        select n, id, at, section as feed from own union all select n, id, at, author from own
        union all select n, id, at, '${getLabelFeedUrl("chicago", "topic", "streets")}' from own
      ) order by feed, at;
    insert or ignore into follows (edition, section, feed_url) values
      ${SECTIONS.map((section) => `('chicago', '${section}', '${getOwnFeedUrl("chicago", section)}')`).join(", ")};
    commit; pragma wal_checkpoint(truncate)`);
  store.close();
}
