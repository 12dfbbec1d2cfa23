import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listStoredImages } from "../articles/images.ts";
import { connectDatabase, openDatabase } from "../open.ts";
import { migrations } from "./migrations.ts";

const NOON = "2025-04-17T12:00:00.000Z";
const FEED = "https://news.example/rss.xml";

let folder: string;
let url: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "broadsheet-migrations-"));
  url = `sqlite:${join(folder, "store.db")}`;
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Rows of a store of the first version, by table. All values differ, so that a test fails if columns are mixed up. */
const FIRST_VERSION: Record<string, Record<string, string | number | null>> = {
  feeds: {
    url: FEED,
    title: "Wire",
    last_attempt_at: NOON,
    last_success_at: null,
    last_error: "timeout",
    failures: 3,
    next_poll_at: "2025-04-17T13:00:00.000Z",
    transport: "direct",
    last_status: 503,
    interval_minutes: 7.5,
    rhythm: '{"ttlMinutes":60}',
    etag: '"e"',
    last_modified: "Thu",
    validated_at: "v",
    adopted_url: "adopted",
    move_to: "moved",
    move_count: 2,
    move_since: "since",
    direct_failures: 4,
    direct_next_at: "next",
  },
  hosts: { host: "news.example:8080", held_until: NOON },
  follows: { edition: "chicago", section: "local", feed_url: FEED },
  articles: {
    id: 1,
    slug: "one",
    title: "One",
    link: null,
    link_key: null,
    author: "A",
    published_at: NOON,
    updated_at: null,
    sorted_at: NOON,
    description_html: "d",
    content_html: "c",
    excerpt: "e",
    image_url: "https://news.example/a.jpg",
    image_width: 1,
    image_height: 2,
    image_alt: "alt",
    enclosures: "[]",
    categories: "[]",
    feed_url: FEED,
    first_seen_at: "f",
    changed_at: "ch",
    digest: "di",
    image_caption: "cap",
    image_credit: "cred",
    taken_down_at: null,
  },
  entries: { feed_url: FEED, entry_key: "guid", article_id: 1, sorted_at: NOON },
  calendars: { url: "https://c.example/", failures: 5, next_poll_at: NOON },
  events: {
    calendar_url: "https://c.example/",
    event_key: "k",
    title: "Fair",
    place: "Park",
    link: "l",
    is_all_day: 1,
    starts_at: "2025-04-18",
    ends_at: "2025-04-19",
  },
  pictures: {
    url: "https://news.example/a.jpg",
    key: "key",
    rank: -1,
    feed_url: FEED,
    width: 640,
    height: 360,
    bytes: 99,
    used_at: "used",
    failures: 6,
    last_error: "le",
    next_try_at: "nt",
  },
  messages: {
    id: 1,
    edition: "chicago",
    name: "N",
    email: "n@example.org",
    subject: "S",
    body: "B",
    received_at: NOON,
    mailed_at: null,
    attempts: 2,
    last_error: "refused",
  },
  pings: { edition: "chicago", path: "/rss.xml", due_at: "due", pinged_at: "pinged", failures: 1 },
};

/** New names of tables and columns, by old name. */
const RENAMED: Record<string, string> = {
  hosts: "host_backoffs",
  pictures: "images",
  pings: "websub_notifications",
  "feeds.rhythm": "requested_interval",
  "feeds.adopted_url": "redirected_url",
  "feeds.move_to": "redirect_to",
  "feeds.move_count": "redirect_count",
  "feeds.move_since": "redirect_since",
  "hosts.held_until": "retry_at",
  "pictures.rank": "priority",
  "pictures.used_at": "last_used_at",
  "pings.pinged_at": "notified_at",
};

async function createFirstVersion(): Promise<void> {
  const database = connectDatabase(url);
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateTo("0012-search-bounds");
  if (error) throw error;
  for (const [table, row] of Object.entries(FIRST_VERSION)) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(database);
  }
  await database.destroy();
}

it("keeps every row and value of a store of the first version", async () => {
  await createFirstVersion();
  const database = await openDatabase(url);
  for (const [table, row] of Object.entries(FIRST_VERSION)) {
    const renamed = Object.fromEntries(
      Object.entries(row).map(([column, value]) => [RENAMED[`${table}.${column}`] ?? column, value]),
    );
    const { rows } = await sql`select * from ${sql.table(RENAMED[table] ?? table)}`.execute(database);
    expect(rows, table).toEqual([expect.objectContaining(renamed)]);
  }
  expect(await listStoredImages(database, ["https://news.example/a.jpg"])).toEqual(
    new Map([["https://news.example/a.jpg", { key: "key", width: 640, height: 360 }]]),
  );
  await database.destroy();
});

it("leaves the indexes of a store of the first version as in a new one", async () => {
  const readIndexes = async () => {
    const database = await openDatabase(url);
    const { rows } = await sql`select name, tbl_name from sqlite_master where type = 'index' order by name`.execute(
      database,
    );
    await database.destroy();
    return rows;
  };
  await createFirstVersion();
  const migrated = await readIndexes();
  url = `sqlite:${join(folder, "new.db")}`;
  expect(migrated).toEqual(await readIndexes());
  expect(JSON.stringify(migrated)).not.toMatch(/pictures|pings|mapped|"hosts/);
});

it("ends the copies of official alerts that earlier versions added at each poll", async () => {
  const older = connectDatabase(url);
  const migrator = new Migrator({ db: older, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo("0033-entry-digests")).error).toBeUndefined();
  const rows = [
    { source_url: FEED, identifier: "A1" },
    { source_url: FEED, identifier: "A1" },
    { source_url: FEED, identifier: "A2" },
    { source_url: null, identifier: null },
    { source_url: null, identifier: null },
  ];
  for (const { source_url, identifier } of rows)
    await sql`insert into alerts (edition, level, line, starts_at, ends_at, state, source_url, identifier)
      values ('chicago', 'weather', 'Fog', ${NOON}, ${NOON}, 'current', ${source_url}, ${identifier})`.execute(older);
  await older.destroy();
  const database = await openDatabase(url);
  const alerts = await database.selectFrom("alerts").select(["id", "state"]).where("state", "=", "current").execute();
  expect(alerts.map(({ id }) => id)).toEqual([2, 3, 4, 5]);
  await database.destroy();
});
