import { readFile, stat, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type RawBuilder, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { markIssue } from "../../server/store/newsletter/issues.ts";
import { createDeliveryLedger } from "../../server/store/newsletter/ledger.ts";
import { getStorePath } from "../../server/store/open.ts";
import { recordActions } from "../../server/store/stories/editorLog.ts";
import { createIssueContent, storeIssue, storeSubscribers } from "../support/briefingIssue.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { fillWithArticles, MANY_FEED } from "../support/manyArticles.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { openIndexOf } from "../support/searchIndex.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, openDatabase, queryStore, storeUrlIn, withStore } from "../support/stores.ts";

const DAY_MS = 24 * 60 * 60_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let databaseUrl: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  databaseUrl = storeUrlIn(folder.path);
});
afterEach(() => folder.remove());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

const readStore = <Row>(query: RawBuilder<Row>) => queryStore(databaseUrl, query);

/** Queries the file of the search index, while another process may write to the file. */
function readIndex(query: string) {
  using index = new DatabaseSync(join(folder.path, "search-en.db"), { timeout: 5000 });
  return index.prepare(query).all();
}

describe("contact messages", () => {
  const addMessage = (edition: string, name: string, days: number) =>
    withStore(databaseUrl, (store) =>
      store
        .insertInto("messages")
        .values({
          edition,
          name,
          email: "rosa@reader.example",
          subject: "Tip",
          body: "The swings are gone.",
          received_at: daysAgo(days),
          attempts: 0,
        })
        .execute(),
    );
  const list = async () => (await broadsheet(["messages"], { DATABASE_URL: databaseUrl })).output;

  it("are deleted after the keepDays of their edition's contact.yaml, and those of former editions after a year", async () => {
    const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
    const file = join(editions, "chicago", "contact.yaml");
    await writeFile(file, (await readFile(file, "utf8")).replace(/^keepDays: .*$/m, "keepDays: 30"));
    await (await openDatabase(databaseUrl)).destroy();
    for (const [edition, name, days] of [
      ["chicago", "Old Reader", 31],
      ["chicago", "New Reader", 29],
      ["former", "Former Old Reader", 366],
      ["former", "Former New Reader", 364],
    ] as const)
      await addMessage(edition, name, days);
    const site = await startSite({ editions, data: folder.path });
    await site.logs((log) => log.split('"msg":"old messages deleted"').length === 3);
    expect(site.written()).toMatch(/"edition":"chicago","days":30,"deleted":1,"unsent":1,"msg":"old messages deleted"/);
    await site.stop();
    const left = await list();
    for (const name of ["New Reader", "Former New Reader"]) expect(left).toContain(`  Tip  ${name} <`);
    expect(left.match(/rosa@reader/g)).toHaveLength(2);
  });

  it("are deleted by their number at once", async () => {
    await (await openDatabase(databaseUrl)).destroy();
    for (const name of ["First", "Second"]) await addMessage("chicago", name, 0);
    const run = (...args: string[]) => broadsheet(["messages", ...args], { DATABASE_URL: databaseUrl });
    const [number = ""] = /^\d+(?= .*First)/m.exec(await list()) ?? [];
    const deleted = await run("delete", number);
    expect([deleted.status, deleted.output]).toEqual([0, expect.stringContaining(`Message ${number} is deleted`)]);
    expect(await list()).not.toContain("First");
    expect(await list()).toContain("Second");
    expect((await run("delete", number)).status).toBe(1);
    expect((await run("delete", "all")).status).toBe(2);
  });
});

describe("ARTICLES_KEEP_DAYS", () => {
  it("deletes older articles from pages and from the search index, and keeps taken-down ones gone", async () => {
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => (section === "local" ? [{ url: MANY_FEED, publisher: "Many" }] : []),
      relays: [],
    });
    const database = await openDatabase(databaseUrl);
    await fillWithArticles(database, "chicago", 300);
    for (const [table, column] of [["articles", "id"] as const, ["entries", "article_id"] as const])
      await database
        .updateTable(table)
        .set({ sorted_at: daysAgo(31) })
        .where(column, "<=", 200)
        .execute();
    const indexed = openIndexOf(database, join(folder.path, "search-en.db"));
    await indexed.update();
    await indexed.close();
    await database.destroy();

    const site = await startSite({ editions, data: folder.path, env: { ARTICLES_KEEP_DAYS: "30" } });
    await site.logs((log) => log.includes('"msg":"old articles deleted"'));
    expect(site.written()).toContain('"articles":198,"keepDays":30');
    const statuses = await Promise.all(
      [5, 97, 194, 205].map(async (number) => {
        const { status } = await fetch(`${site.url}/article/story-${number}-of-a-city-whose-council-meets`);
        return status;
      }),
    );
    expect(statuses).toEqual([404, 410, 410, 200]);
    const search = async (words: string) => (await fetch(`${site.url}/search?q=${words}`)).text();
    expect(await search("250")).toContain("/article/story-250-of");
    expect(await search("150")).not.toContain("/article/story-150-of");
    const countIndexed = () => readIndex("select count(*) as count from search_articles")[0]?.count;
    await expect.poll(countIndexed).toBe(99);
    await site.stop();
    const left = await readStore(
      sql`select (select count(*) from articles) as articles, (select count(*) from entries) as entries`,
    );
    const found = readIndex(
      `select (select count(*) from search_articles) as indexed, (select count(*) from search_1_docsize) as searchable`,
    );
    // The 100 newest articles are left, and two older ones that were taken down. One of the newest was taken down, too,
    // so the search index has only 99 articles.
    expect([...left, ...found]).toEqual([
      { articles: 102, entries: 102 },
      { indexed: 99, searchable: 99 },
    ]);
  });
});

describe("records that only grow", () => {
  it("are deleted by the server, and the numbers of a briefing's deliveries stay", async () => {
    const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
    const database = await openDatabase(databaseUrl);
    await storeSubscribers(database, 20);
    await storeIssue(database, createIssueContent(["local"]), Date.now() - 31 * DAY_MS, "2025-04-17");
    const issue = await database.selectFrom("issues").select("id").executeTakeFirstOrThrow();
    const ledger = createDeliveryLedger(database, issue.id);
    const ids = await database.selectFrom("subscribers").select("id").execute();
    await ledger.queue(
      ids.map(({ id }) => ({ subscriber_id: id, message_id: `<${id}>`, verp_token: `token-${id}` })),
      daysAgo(31),
    );
    await database.updateTable("deliveries").set({ state: "sent", last_reply: "250 OK" }).execute();
    await markIssue(database, issue.id, "finished_at", daysAgo(31));
    const action = { edition: "chicago", editor: "Rosa", action: "pin", before: null, after: null };
    for (const [subject, days] of [
      ["old", 40],
      ["new", 20],
    ] as const)
      await recordActions(database, [{ ...action, subject, at: daysAgo(days) }]);
    await database.destroy();
    const site = await startSite({ editions, data: folder.path, env: { EDITOR_LOG_KEEP_DAYS: "30" } });
    await site.logs((log) => log.includes('"msg":"old records deleted"'));
    expect(site.written()).toContain('"deliveries":20,"editorActions":1,"msg":"old records deleted"');
    await site.stop();
    expect(await readStore(sql`select count(*) as rows from deliveries`)).toMatchObject([{ rows: 0 }]);
    expect(await readStore(sql`select subject from editor_log`)).toEqual([{ subject: "new" }]);
    const { output } = await broadsheet(["newsletter", "status"], {
      DATABASE_URL: databaseUrl,
      EDITIONS_DIR: editions,
    });
    expect(output).toMatch(/20 +sent|sent +20/);
  });
});

// Runs only on SQLite, since a PostgreSQL database has no file to shrink.
describe.skipIf(isPostgres)("the SQLite file", () => {
  const ARTICLES = 2000;
  const path = () => getStorePath(databaseUrl) ?? "";
  const readMb = async () => (await stat(path())).size / 1e6;
  const getEditions = () =>
    writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) => (section === "local" ? [{ url: MANY_FEED, publisher: "Many" }] : []),
      relays: [],
    });

  async function fill(): Promise<void> {
    const database = await openDatabase(databaseUrl);
    await fillWithArticles(database, "chicago", ARTICLES, 4000);
    for (const [table, column] of [["articles", "id"] as const, ["entries", "article_id"] as const])
      await database
        .updateTable(table)
        .set({ sorted_at: daysAgo(31) })
        .where(column, "<=", ARTICLES - 100)
        .execute();
    await database.destroy();
  }

  async function deleteArticles(editions: string) {
    const site = await startSite({ editions, data: folder.path, env: { ARTICLES_KEEP_DAYS: "30" } });
    await site.logs((log) => log.includes('"msg":"old articles deleted"'));
    return site;
  }

  it("gives space back to the disk after articles were deleted, if this version created it", async () => {
    await fill();
    const before = await readMb();
    const site = await deleteArticles(await getEditions());
    const readFree = () => {
      using store = new DatabaseSync(path(), { readOnly: true });
      const [free, pages] = ["freelist_count", "page_count"].map(
        (name) => store.prepare(`pragma ${name}`).get()?.[name],
      );
      return Number(free) / Number(pages);
    };
    await expect.poll(readFree, { interval: 200 }).toBeLessThan(0.06);
    await site.stop();
    expect(await readMb()).toBeLessThan(before / 3);
    using store = new DatabaseSync(path());
    expect(store.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  });

  it("of an earlier version needs the command compact, which refuses a file in use", async () => {
    await fill();
    {
      using store = new DatabaseSync(path());
      store.exec("pragma journal_mode=delete; pragma auto_vacuum=none; vacuum");
    }
    const before = await readMb();
    const site = await deleteArticles(await getEditions());
    const env = { DATABASE_URL: databaseUrl };
    const refused = await broadsheet(["compact"], env);
    const inUse = `Store: ${path()}\n${path()}: another process uses this database. Stop the server first.\n`;
    expect([refused.status, refused.errors]).toEqual([1, inUse]);
    await site.stop();
    expect(await readMb()).toBeGreaterThanOrEqual(before);
    const { status, output } = await broadsheet(["compact"], env);
    expect([status, output]).toEqual([0, expect.stringMatching(/: \d+\.\d MB before, \d+\.\d MB after\.\n$/)]);
    expect(await readMb()).toBeLessThan(before / 3);
    using store = new DatabaseSync(path());
    expect(store.prepare("pragma auto_vacuum").get()).toEqual({ auto_vacuum: 2 });
    expect(store.prepare("select count(*) as left from articles").get()).toEqual({ left: 119 });
  });
});

// Runs only on SQLite, since the result is the same on PostgreSQL.
describe.skipIf(isPostgres)("DISK_FLOOR_MB", () => {
  let host: FeedHost;
  let freeMb: number;

  beforeEach(async () => {
    host = await startFeedHost();
    host.serve(feedPath("local"), {
      body: createSectionFeed(host, "local", { count: 3, pictures: true }),
      contentType: "application/rss+xml",
    });
    const { bavail, bsize } = await statfs(folder.path);
    freeMb = (bavail * bsize) / 1e6;
  });
  afterEach(() => host.close());

  const open = async (floorMb: number) => {
    const editions = await writeTestEdition(join(folder.path, "editions"), {
      feeds: (section) =>
        section === "local"
          ? [{ url: host.url(feedPath("local")), publisher: "Wire", rights: { text: "full", export: true } }]
          : [],
      relays: [],
    });
    const env = { ALLOW_PRIVATE_HOSTS: host.allowed, DISK_FLOOR_MB: String(Math.round(floorMb)) };
    return startSite({ editions, data: folder.path, env });
  };
  const image = "/pictures/local-0.jpg";
  const readTexts = () =>
    readStore(sql<{ excerpt: string; body: string }>`
      select excerpt, content_html || description_html as body from articles`);

  it("stops the download of images first", async () => {
    const site = await open(freeMb * 1.5);
    await waitForPolls(site, 1);
    await fetch(site.url);
    await site.stop();
    expect(site.written().match(/free disk below DISK_FLOOR_MB: no images/g)).toHaveLength(1);
    expect(host.requests(image)).toHaveLength(0);
    expect((await readTexts()).map(({ body }) => body.includes("desk has of story"))).toEqual([true, true, true]);
  });

  it("leaves out the bodies of new articles below half of it, and stores them once there is room", async () => {
    const full = await open(freeMb * 3);
    await waitForPolls(full, 1);
    await full.stop();
    expect(full.written().match(/free disk below half of DISK_FLOOR_MB/g)).toHaveLength(1);
    expect(host.requests(image)).toHaveLength(0);
    for (const { excerpt, body } of await readTexts())
      expect([excerpt, body]).toEqual([expect.stringContaining("desk"), ""]);

    await readStore(sql`update feeds set next_poll_at = '2000-01-01T00:00:00.000Z'`);
    const site = await open(freeMb / 10);
    await waitForPolls(site, 1);
    await host.waitForRequests(image, 1);
    await site.stop();
    expect(site.written()).not.toContain("free disk");
    expect((await readTexts()).map(({ body }) => body.includes("desk has of story"))).toEqual([true, true, true]);
  });
});
