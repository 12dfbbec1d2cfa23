import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Article, Feed } from "../../core/article.ts";
import { readFeed } from "../../server/feeds/parse/readFeed.ts";
import { addImages, listImagesByUrl } from "../../server/store/articles/images.ts";
import { saveArticles } from "../../server/store/articles/saveArticles.ts";
import { findLastChange, recordChanges } from "../../server/store/changes.ts";
import { getEngine, insertRows, withWriterLock } from "../../server/store/engines/engine.ts";
import { listFeedStates } from "../../server/store/feeds/feeds.ts";
import { connectDatabase } from "../../server/store/open.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { broadsheet } from "../support/commandLine.ts";
import { findFreePort } from "../support/freePort.ts";
import { openDatabase, toStoreUrl } from "../support/stores.ts";
import { openTcpProxy } from "../support/tcpProxy.ts";

let url: string;

beforeAll(async () => {
  url = await toStoreUrl("sqlite::memory:");
});

function saveItems(database: Database, feedUrl: string, items: readonly object[]) {
  const body = JSON.stringify({ version: "https://jsonfeed.org/version/1.1", title: "\0", items });
  const { feed } = readFeed(Buffer.from(body), { url: feedUrl });
  return saveArticles(database, { feedUrl, feed, now: "2025-04-17T12:00:00.000Z", isReserved: () => false });
}

describe("a store on PostgreSQL", () => {
  it("is named without its password by commands", async () => {
    const { status, output, errors } = await broadsheet(["messages"], { DATABASE_URL: url });
    const { host, pathname } = new URL(url);
    expect([status, output, errors]).toEqual([0, "No messages yet.\n", `Store: postgres://${host}${pathname}\n`]);
  });

  it("is refused with a sentence if a newer version wrote it", async () => {
    const newer = await toStoreUrl("sqlite::memory:");
    const database = await openDatabase(newer);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-paywall', '2099-01-01')`.execute(database);
    await database.destroy();
    const { status, errors } = await broadsheet(["messages"], { DATABASE_URL: newer });
    expect(status).toBe(1);
    expect(errors).toMatch(
      /\nThe database postgres:\S+ was written by a newer version of Broadsheet \(migration 9999-paywall\)\. .+\.\n$/,
    );
  });

  it("is used by the version before if newer migrations only added to it", async () => {
    const newer = await toStoreUrl("sqlite::memory:");
    const database = await openDatabase(newer);
    await sql`insert into kysely_migration (name, timestamp) values ('9999-next', '2099-01-01')`.execute(database);
    await sql`insert into expanding_migrations (name) values ('9999-next')`.execute(database);
    await database.destroy();
    await expect(openDatabase(newer).then((opened) => opened.destroy())).resolves.toBeUndefined();
  });

  it("is reported with a sentence and without the password if its server cannot be reached or refuses", async () => {
    const nowhere = new URL(url);
    nowhere.port = String(await findFreePort());
    const unknown = new URL(url);
    unknown.password = "hunter2";
    for (const [{ href }, reason] of [
      [nowhere, "connect ECONNREFUSED"],
      [unknown, "password authentication failed"],
    ] as const) {
      const { status, errors } = await broadsheet(["messages"], { DATABASE_URL: href });
      expect(status).toBe(1);
      expect(errors).toMatch(new RegExp(`\nFailed to read the database postgres://\\S+: ${reason}.+\\.\n$`));
      expect(errors).not.toMatch(/hunter2|not-a-secret/);
    }
  });

  it("is refused with a sentence if its encoding lacks characters", async () => {
    await using server = connectDatabase(url);
    await sql`create database latin encoding 'LATIN1' template template0 locale 'C'`.execute(server);
    const { status, errors } = await broadsheet(["migrate"], { DATABASE_URL: new URL("/latin", url).href });
    expect(status).toBe(1);
    expect(errors).toMatch(
      /The database postgres:\S+\/latin cannot be used\. Its encoding is LATIN1, .+ encoding 'UTF8'/,
    );
  });

  it("lets others write before they give up, although a frozen process holds the writer lock", async () => {
    const [frozen, database] = [connectDatabase(url), await openDatabase(url)];
    const transaction = await frozen.startTransaction().setAccessMode("read write").execute();
    await sql`select 1`.execute(transaction);
    const written = withWriterLock(database, (other) => recordChanges(other, [{ kind: "article" }]));
    await expect(written).resolves.toBeUndefined();
    await expect(sql`select 1`.execute(transaction)).rejects.toThrow();
    await transaction
      .rollback()
      .execute()
      .catch(() => {});
    await Promise.all([frozen.destroy(), database.destroy()]);
  });

  it("refuses to store a feed if another process holds the writer lock too long, and stores it afterward", async () => {
    await using holder = connectDatabase(url);
    await using database = connectDatabase(url, { busyTimeoutMs: 100 });
    const saved = () => saveItems(database, "https://late.example/feed.json", [{ id: "1", title: "Late" }]);
    await withWriterLock(holder, () => expect(saved()).rejects.toThrow("canceling statement due to lock timeout"));
    expect(await saved()).toEqual({ added: 1, changed: 0 });
  });

  it("gives a feed's articles consecutive ids, although polls between them find nothing new", async () => {
    await using database = await openDatabase(url);
    const [feedUrl, items] = ["https://ids.example/feed.json", [1, 2, 3].map((id) => ({ id, title: `Part ${id}` }))];
    for (const count of [1, 1, 2, 2, 3]) await saveItems(database, feedUrl, items.slice(0, count));
    const articles = database.selectFrom("articles").select("id").where("feed_url", "=", feedUrl);
    const ids = (await articles.orderBy("id").execute()).map(({ id }) => id);
    expect(ids).toEqual([0, 1, 2].map((offset) => (ids[0] ?? 0) + offset));
  });

  it.each([
    ["at its end", async () => {}],
    ["at the next statement", async (transaction: Database) => void (await findLastChange(transaction))],
  ])("fails a transaction %s with the error of a statement that it did not wait for", async (_, goOn) => {
    await using database = await openDatabase(url);
    const before = await findLastChange(database);
    const change = { kind: "article", changed_at: "2025-04-17T12:00:00.000Z" } as const;
    const written = withWriterLock(database, async (transaction) => {
      await recordChanges(transaction, [{ kind: "article" }]);
      const doubled = insertRows(transaction, "changes", [{ ...change, id: before }]);
      await getEngine(transaction).insertAndNotify(transaction, [doubled], "changes");
      await goOn(transaction);
    });
    await expect(written).rejects.toThrow("duplicate key");
    expect(await findLastChange(database)).toBe(before);
    await withWriterLock(database, (transaction) => recordChanges(transaction, [{ kind: "article" }]));
    expect(await findLastChange(database)).toBeGreaterThan(before);
  });

  it("is backed up and restored by PostgreSQL's own programs", async () => {
    const backup = await broadsheet(["backup", "never.tar.gz"], { DATABASE_URL: url });
    expect([backup.status, backup.errors]).toEqual([1, expect.stringContaining("Use pg_dump for PostgreSQL")]);
    const restored = await broadsheet(["restore", "never.tar.gz"], { DATABASE_URL: url });
    expect([restored.status, restored.errors]).toEqual([1, expect.stringContaining("Use pg_restore for PostgreSQL")]);
  });

  it("stores the entries of a feed once, whatever characters JSON has in them", async () => {
    const database = await openDatabase(url);
    const items = [
      { title: "NUL\0 alone" },
      { title: "Half \ud83d a pair", id: "half \ud83d" },
      { id: "\0", title: "\0" },
    ];
    const save = () => saveItems(database, "https://json.example/feed.json", items);
    expect(await save()).toEqual({ added: 3, changed: 0 });
    expect(await save()).toEqual({ added: 0, changed: 0 });
    await database.destroy();
  });

  it("stores texts that PostgreSQL does not accept with a replacement character", async () => {
    const database = await openDatabase(url);
    const change = {
      kind: "poll",
      edition: "a\0b",
      source_url: "\ud83d",
      changed_at: "2025-04-17T12:00:00.000Z",
    } as const;
    const inserted = insertRows(database, "changes", [change]).returning(["edition", "source_url"]);
    expect(await inserted.execute()).toEqual([{ edition: "a\ufffdb", source_url: "\ufffd" }]);
    await database.destroy();
  });

  it("is read by prepared statements, which go on when a migration adds columns", async () => {
    const store = await toStoreUrl("sqlite::memory:");
    const database = await openDatabase(store);
    // Runs the queries one after the other, so the same connection runs all of them.
    const read = async () => [
      await listFeedStates(database, ["https://news.example/rss"]),
      await database.selectFrom("takedowns").selectAll().where("kind", "=", "source").execute(),
    ];
    for (let use = 0; use < 5; use++) await read();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(database);
    expect(rows.map(({ statement }) => statement).join()).toContain('from "feeds" where "url" = any($1');
    for (const table of ["feeds", "takedowns"])
      await sql`alter table ${sql.table(table)} add column paywall text`.execute(database);
    expect(await read()).toEqual([[], []]);
    await database.destroy();
  });

  it("stores what is longer than a B-tree of PostgreSQL accepts, once", async () => {
    const database = await openDatabase(url);
    // Uses random text, since PostgreSQL compresses repeated text in a B-tree.
    const long = randomBytes(2500).toString("hex");
    const image = {
      url: `https://news.example/${long}.jpg`,
      width: null,
      height: null,
      alt: "",
      caption: "",
      credit: "",
    };
    const article: Article = {
      title: long.slice(0, 2000),
      link: `https://news.example/${long}`,
      guid: long,
      slug: "long",
      author: "\0",
      ...{
        publishedAt: "2025-04-17T08:00:00.000Z",
        updatedAt: null,
        descriptionHtml: "",
        contentHtml: "",
        excerpt: "",
      },
      image,
      enclosures: [],
      categories: [],
    };
    const feed: Feed = { kind: "rss", title: "", description: "", link: null, language: null, articles: [article] };
    const save = (feedUrl: string) =>
      saveArticles(database, { feedUrl, feed, now: "2025-04-17T12:00:00.000Z", isReserved: () => false });
    expect(await save("https://news.example/rss")).toMatchObject({ added: 1 });
    expect(await save("https://news.example/rss")).toEqual({ added: 0, changed: 0 });
    expect(await save("https://other.example/rss")).toMatchObject({ added: 0 });
    const candidate = { url: image.url, priority: 0, feedUrl: "https://news.example/rss" };
    for (const key of ["one", "two"]) await addImages(database, [candidate], "2025-04-17T12:00:00.000Z", () => key);
    expect(await listImagesByUrl(database, [image.url])).toMatchObject([{ key: "one" }]);
    await database.destroy();
  });

  it("is read over a new connection once the network has swallowed a response, not over others of before", async () => {
    const { hostname: host, port } = new URL(url);
    const network = await openTcpProxy({ host, port: Number(port) });
    const through = Object.assign(new URL(url), { port: network.port });
    const database = connectDatabase(through.href, { queryTimeoutMs: 60_000, readTimeoutMs: 15_000 });
    const read = () => sql`select pg_sleep(0.1)`.execute(database);
    await Promise.all([read(), read(), read()]);
    network.cut();
    await expect(read()).rejects.toThrow("Query read timeout");
    network.forget();
    await read();
    // First closes the proxy. This ends the older connections, which PostgreSQL still considers open.
    await network.close();
    await database.destroy();
  });
});
