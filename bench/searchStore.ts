import { DatabaseSync } from "node:sqlite";
import type { Edition } from "../server/editions/load.ts";
import { openDatabase } from "../server/store/open.ts";
import { indexStored } from "../server/store/search/searchIndex.ts";
import { newsWriter } from "./generatedNews.ts";

const DAY_MS = 86_400_000;
/** Articles of so many years. */
const YEARS = 5;
const NEWEST = Date.UTC(2026, 3, 20);

/**
 * Fills a new store with generated articles of the edition's feeds and indexes them.
 *
 * @returns how many seconds the index took, and its share of the file in bytes
 */
export async function fillStore(
  path: string,
  edition: Edition,
  count: number,
): Promise<{ seconds: number; bytes: number }> {
  const database = await openDatabase(`sqlite:${path}`);
  writeArticles(path, edition, count);
  const before = fileSize(path);
  const began = performance.now();
  await database.transaction().execute((transaction) => indexStored(transaction));
  const seconds = (performance.now() - began) / 1000;
  await database.destroy();
  return { seconds, bytes: fileSize(path) - before };
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
  const write = newsWriter(edition, "a million articles");
  for (let id = 1; id <= count; id++) {
    const { title, excerpt, body, author } = write(id);
    const at = new Date(NEWEST - ((count - id) / count) * YEARS * 365 * DAY_MS - (id % 7) * 3_600_000).toISOString();
    // The first feeds bring most, as a city's do.
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
