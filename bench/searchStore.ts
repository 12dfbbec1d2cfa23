import { DatabaseSync } from "node:sqlite";
import { slugify } from "../core/slug.ts";
import type { Edition } from "../server/editions/loading/load.ts";
import { saveArticles } from "../server/store/articles/saveArticles.ts";
import { openDatabase } from "../server/store/open.ts";
import { openIndexOf } from "../tests/support/searchIndex.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { createArticleGenerator } from "./generatedArticles.ts";
import { readThreadCpuMs } from "./machine.ts";
import { printTable } from "./table.ts";

const DAY_MS = 86_400_000;
/** Number of years over which the articles are spread. */
const YEARS = 5;
const NEWEST = Date.UTC(2026, 3, 20);

/** Creates a store with generated articles, which belong to the edition's feeds. */
export async function fillStore(path: string, edition: Edition, count: number): Promise<void> {
  await (await openDatabase(`sqlite:${path}`)).destroy();
  writeArticles(path, edition, count);
}

/**
 * Deletes a store's search index, if there is one, and indexes all articles of the store.
 *
 * @returns the duration in seconds, the CPU time of the thread in seconds, and the size of the index in bytes
 */
export async function buildIndex(path: string): Promise<{ seconds: number; cpuSeconds: number; bytes: number }> {
  const database = await openDatabase(`sqlite:${path}`);
  const indexed = openIndexOf(database, toIndexPath(path));
  await indexed.index.discard();
  const [start, cpu] = [performance.now(), readThreadCpuMs()];
  await indexed.update();
  const [seconds, cpuSeconds] = [(performance.now() - start) / 1000, (readThreadCpuMs() - cpu) / 1000];
  await Promise.all([database.destroy(), indexed.close()]);
  return { seconds, cpuSeconds, bytes: fileSize(toIndexPath(path)) };
}

export function toIndexPath(store: string): string {
  return `${store}.search`;
}

function writeArticles(path: string, edition: Edition, count: number): void {
  const file = new DatabaseSync(path);
  file.exec("pragma journal_mode=wal; pragma synchronous=off; begin");
  const feeds = edition.sections.flatMap((section) => section.feeds.map(({ url }) => ({ url, section: section.slug })));
  const follow = file.prepare("insert into follows (edition, section, feed_url) values (?, ?, ?)");
  for (const { url, section } of feeds) follow.run(edition.id, section, url);
  const article = file.prepare(`insert into articles (id, slug, title, link, link_key, author, published_at, sorted_at,
    description_html, content_html, excerpt, image_url, enclosures, categories, feed_url, first_seen_at, changed_at, digest)
    values (?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, '[]', '[]', ?, ?, ?, ?)`);
  const entry = file.prepare("insert into entries (feed_url, entry_key, article_id, sorted_at) values (?, ?, ?, ?)");
  const generate = createArticleGenerator(edition, "a million articles");
  for (let id = 1; id <= count; id++) {
    const { title, excerpt, body, author } = generate(id);
    const at = new Date(NEWEST - ((count - id) / count) * YEARS * 365 * DAY_MS - (id % 7) * 3_600_000).toISOString();
    // Gives some feeds many more articles than others, as in a real edition.
    const feed = feeds[Math.floor((((id * 7919) % 1000) / 1000) ** 2 * feeds.length)] ?? { url: "" };
    const link = `https://news.example/${id}`;
    const image = id % 3 === 0 ? `${link}.jpg` : null;
    article.run(
      ...[id, `story-${id}`, title, link, link, author, at, at, `<p>${body}</p>`, excerpt, image],
      ...[feed.url, at, at, link],
    );
    entry.run(feed.url, link, id, at);
  }
  file.exec("commit; pragma wal_checkpoint(truncate)");
  file.close();
}

function fileSize(path: string): number {
  const file = new DatabaseSync(path);
  file.exec("pragma wal_checkpoint(truncate)");
  const row = file.prepare("select page_count * page_size as bytes from pragma_page_count, pragma_page_size").get();
  file.close();
  return Number(row?.bytes);
}

const FEEDS = 200;
const ARTICLES_PER_FEED = 15;

/** Measures the time to store an article, and the time to index it afterwards. */
export async function measureInserts(edition: Edition): Promise<void> {
  const folder = await temporaryFolder();
  const database = await openDatabase(`sqlite:${folder.path}/store.db`);
  const indexed = openIndexOf(database, `${folder.path}/search-en.db`);
  await indexed.update();
  const generate = createArticleGenerator(edition, "inserts");
  const feeds = Array.from({ length: FEEDS }, (_, feed) =>
    Array.from({ length: ARTICLES_PER_FEED }, (_, index) => {
      const { title, excerpt, body, author } = generate(feed * ARTICLES_PER_FEED + index);
      const link = `https://news.example/${feed}/${index}`;
      return {
        title,
        link,
        guid: link,
        author,
        excerpt,
        slug: slugify(title),
        contentHtml: `<p>${body}</p>`,
        publishedAt: "2026-04-20T12:00:00.000Z",
        updatedAt: null,
        descriptionHtml: "",
        image: null,
        enclosures: [],
        categories: [],
      };
    }),
  );
  const saving = await timePerArticle(async () => {
    for (const [feed, articles] of feeds.entries()) {
      const read = { kind: "rss", title: "", description: "", link: null, language: null, articles } as const;
      await saveArticles(database, {
        feedUrl: `https://feeds.example/${feed}`,
        feed: read,
        now: "2026-04-20T13:00:00.000Z",
        isReserved: () => false,
      });
    }
  });
  const indexing = await timePerArticle(indexed.update);
  await Promise.all([database.destroy(), indexed.close()]);
  await folder.remove();
  process.stdout.write(`\nStoring an article, ${FEEDS} feeds of ${ARTICLES_PER_FEED}\n`);
  printTable(
    ["", "ms per article", "CPU ms"],
    [
      ["storing", ...saving],
      ["indexing", ...indexing],
    ],
  );
}

async function timePerArticle(run: () => Promise<void>): Promise<string[]> {
  const [start, cpuStart] = [performance.now(), readThreadCpuMs()];
  await run();
  const times = [performance.now() - start, readThreadCpuMs() - cpuStart];
  return times.map((ms) => (ms / FEEDS / ARTICLES_PER_FEED).toFixed(2));
}
