import { sql } from "kysely";
import { slugify } from "../core/slug.ts";
import type { Edition } from "../server/editions/load.ts";
import { openDatabase } from "../server/store/open.ts";
import { saveArticles } from "../server/store/saveArticles.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { newsWriter } from "./generatedNews.ts";
import { printTable } from "./table.ts";

const FEEDS = 200;
const OF_A_FEED = 15;

/** What it costs to store an article, with the index and with nothing in it to keep in step. */
export async function measureInserts(edition: Edition): Promise<void> {
  const rows: string[][] = [];
  for (const isIndexed of [false, true, false, true]) {
    const folder = await temporaryFolder();
    const database = await openDatabase(`sqlite:${folder.path}/store.db`);
    if (!isIndexed) {
      // Views that swallow what is written to them stand in for the index.
      await sql`drop table search`.execute(database);
      await sql`drop table search_words`.execute(database);
      await sql`create table search (title, deck, body, names, marks)`.execute(database);
      await sql`create table search_words (word text primary key, level integer)`.execute(database);
      await sql`create trigger no_index before insert on search begin select raise(ignore); end`.execute(database);
      await sql`create trigger no_words before insert on search_words begin select raise(ignore); end`.execute(
        database,
      );
    }
    const write = newsWriter(edition, "inserts");
    const feeds = Array.from({ length: FEEDS }, (_, feed) =>
      Array.from({ length: OF_A_FEED }, (_, index) => {
        const { title, excerpt, body, author } = write(feed * OF_A_FEED + index);
        const link = `https://news.example/${feed}/${index}`;
        return {
          ...{ title, link, guid: link, author, excerpt, slug: slugify(title), contentHtml: `<p>${body}</p>` },
          ...{ publishedAt: "2026-04-20T12:00:00.000Z", updatedAt: null, descriptionHtml: "", image: null },
          ...{ enclosures: [], categories: [] },
        };
      }),
    );
    const began = performance.now();
    for (const [index, articles] of feeds.entries())
      await saveArticles(
        database,
        `https://feeds.example/${index}`,
        { kind: "rss", title: "", description: "", link: null, language: null, articles },
        "2026-04-20T13:00:00.000Z",
        () => false,
      );
    const each = (performance.now() - began) / (FEEDS * OF_A_FEED);
    rows.push([isIndexed ? "with the index" : "without", `${each.toFixed(2)} ms`]);
    await database.destroy();
    await folder.remove();
  }
  process.stdout.write(`\nStoring an article, ${FEEDS} feeds of ${OF_A_FEED}\n`);
  printTable(["", "an article"], rows);
}
