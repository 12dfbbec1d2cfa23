import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/store/open.ts";
import { broadsheet } from "../support/commandLine.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

/** Tables of the first version, with their current names. */
const TABLES: Record<string, string> = {
  articles: "articles",
  entries: "entries",
  follows: "follows",
  feeds: "feeds",
  messages: "messages",
  subscribers: "subscribers",
  confirmation_mails: "confirmation_mails",
  secrets: "secrets",
  signup_marks: "rate_limit_hits",
  pings: "websub_notifications",
};
/** Current names of renamed columns, by their former names. */
const COLUMNS: Record<string, string> = {
  rhythm: "requested_interval",
  adopted_url: "redirected_url",
  move_to: "redirect_to",
  mark: "key_hash",
  move_count: "redirect_count",
  move_since: "redirect_since",
  pinged_at: "notified_at",
};

/** Tables of version 0.1 whose rows are compared before and after the upgrade. Each has rows in the fixture. */
const KEPT = [
  ...["articles", "entries", "follows", "feeds", "messages", "subscribers", "confirmation_mails", "secrets", "issues"],
  ...["deliveries", "own_stories", "own_story_versions", "alerts", "rules", "editor_log", "takedowns", "changes"],
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let path: string;
let url: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder.path, "broadsheet.db");
  url = `sqlite:${path}`;
  await createStore("firstVersion");
});

/** Creates the store of an earlier version. */
async function createStore(name: string): Promise<void> {
  await rm(path, { force: true });
  const store = new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false });
  store.exec(await readFile(`tests/integration/fixtures/${name}.sql`, "utf8"));
  store.close();
}

afterEach(() => folder.remove());

/** Adds a file of an earlier build, which pages that are still open may request. */
async function archiveBuild(): Promise<void> {
  const archive = join(folder.path, "builds");
  await mkdir(join(archive, "assets"), { recursive: true });
  await writeFile(join(archive, "assets/former-build.js"), "// What an open page needs.");
  await writeFile(join(archive, "builds.json"), JSON.stringify([{ files: ["former-build.js"], replacedAt: null }]));
}

function readRows(tables: readonly string[]) {
  const store = new DatabaseSync(path, { readOnly: true });
  const rows = tables.map((table) => store.prepare(`select * from ${table} order by rowid`).all());
  store.close();
  return rows;
}

describe("a store of the first version", () => {
  it("keeps every row and value", async () => {
    const before = readRows(Object.keys(TABLES));
    expect(before.filter((rows) => rows.length > 0).length).toBeGreaterThan(7);
    await (await openDatabase(url)).destroy();
    const renamed = before.map((rows) =>
      rows.map((row) =>
        expect.objectContaining(
          Object.fromEntries(Object.entries(row).map(([name, value]) => [COLUMNS[name] ?? name, value])),
        ),
      ),
    );
    expect(readRows(Object.values(TABLES))).toEqual(renamed);
    const store = new DatabaseSync(path);
    expect(store.prepare("pragma integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
    expect(store.prepare("pragma foreign_key_check").all()).toEqual([]);
    store.close();
  });

  it("waits for the command if MIGRATE is off; then serves its stories, and finds its subscribers and messages", async () => {
    const env = { DATABASE_URL: url, MIGRATE: "off" };
    const refusal = /The database sqlite:\S+ lacks migrations of this version \(0\S+.*\), and MIGRATE is off\./;
    await expect(startSite({ editions: "editions", data: folder.path, env })).rejects.toThrow(refusal);
    expect(await broadsheet(["messages"], env)).toMatchObject({ status: 1, errors: expect.stringMatching(refusal) });
    const migrated = await broadsheet(["migrate"], env);
    expect([migrated.status, migrated.output]).toEqual([0, expect.stringMatching(/^(0\d{3}-\S+: done\.\n)+$/)]);
    expect((await broadsheet(["migrate"], env)).output).toBe("The store needs no migration.\n");
    await archiveBuild();
    const site = await startSite({ editions: "editions", data: folder.path, env });
    const chunk = await fetch(`${site.url}/assets/former-build.js`);
    expect([chunk.headers.get("cache-control"), await chunk.text()]).toEqual([
      "public, max-age=31536000, immutable",
      "// What an open page needs.",
    ]);
    expect((await fetch(`${site.url}/assets/unknown-build.js`)).status).toBe(404);
    const getStatus = async (slug: string) => (await fetch(`${site.url}/article/${slug}`)).status;
    expect(await getStatus("story-1-about-the-harbor")).toBe(200);
    expect(await getStatus("story-3-about-the-harbor")).toBe(410);
    await site.logs((log) => log.includes('"msg":"search index built"'));
    const found = await (await fetch(`${site.url}/search?q=harbor+pier`)).text();
    expect(found).toContain("Story 2 about the harbor");
    expect(found).not.toContain("Older stories are still being added to search.");
    expect((await broadsheet(["messages"], { DATABASE_URL: url })).output).toContain(
      'chicago  Tip  A Reader <reader@reader.example>\n  not mailed yet\n  | The swings are gone;\n  | it\'s "true".\n',
    );
    const { output } = await broadsheet(["newsletter", "export"], { DATABASE_URL: url });
    expect(output).toMatch(/^pending@reader\.example,pending,every-day,all,/m);
    expect(output).toMatch(/^confirmed@reader\.example,confirmed,weekdays,local,import,/m);
    await site.stop();
  });
});

describe("a store of version 0.1", () => {
  beforeEach(() => createStore("version0.1"));

  it("keeps every row and value", async () => {
    const before = readRows(KEPT);
    expect(before.map((rows) => rows.length).filter((count) => count === 0)).toEqual([]);
    const applied = readRows(["kysely_migration"]).flat();
    await (await openDatabase(url)).destroy();
    const kept = KEPT.map((name) => name.replace(/^own_/, "staff_"));
    expect(readRows(kept)).toEqual(before.map((rows) => rows.map((row) => expect.objectContaining(row))));
    const store = new DatabaseSync(path);
    const added = store.prepare("select name from kysely_migration order by name").all().slice(applied.length);
    expect(added.length).toBeGreaterThan(0);
    expect(store.prepare("pragma foreign_key_check").all()).toEqual([]);
    store.close();
  });

  it("serves its staff stories, and loses the replies to its old deliveries only", async () => {
    const site = await startSite({ editions: "editions", data: folder.path });
    const page = await (await fetch(`${site.url}/article/the-swings-return`)).text();
    expect(page).toContain("are back again");
    await site.stop();
    const { output } = await broadsheet(["newsletter", "status"], { DATABASE_URL: url });
    expect(output).toMatch(/1 +sent|sent +1/);
  });
});

describe("a store of a newer version", () => {
  function upgrade(): void {
    const store = new DatabaseSync(path);
    store.exec("create table paywalls (path text)");
    store.exec("insert into kysely_migration (name, timestamp) values ('9999-paywall', '2099-01-01T00:00:00.000Z')");
    store.close();
  }

  beforeEach(async () => (await openDatabase(url)).destroy());

  const refusal = /The database sqlite:\S+ was written by a newer version of Broadsheet \(migration 9999-paywall\)\./;

  it("is refused with a sentence by the server and by commands", async () => {
    upgrade();
    await expect(startSite({ editions: "editions", data: folder.path })).rejects.toThrow(refusal);
    const { status, errors } = await broadsheet(["messages"], { DATABASE_URL: url });
    expect(status).toBe(1);
    expect(errors.split("\n")).toEqual([`Store: ${path}`, expect.stringMatching(refusal), ""]);
  });

  it("gives way to a backup from before the upgrade, and is kept", async () => {
    const archive = join(folder.path, "before.tar.gz");
    const editions = join(folder.path, "editions");
    await cp("editions/chicago", join(editions, "chicago"), { recursive: true });
    const env = { DATABASE_URL: url, DATA_DIR: folder.path, EDITIONS_DIR: editions };
    expect((await broadsheet(["backup", archive], env)).status).toBe(0);
    upgrade();
    const { status, output } = await broadsheet(["restore", archive, "--force"], env);
    expect(status).toBe(0);
    const messages = await broadsheet(["messages"], env);
    expect([messages.status, messages.output]).toEqual([0, expect.stringContaining("The swings are gone")]);
    const [, kept = ""] = /The previous data is in (\S+);/.exec(output) ?? [];
    const file = (await readdir(kept, { recursive: true })).find((name) => name.endsWith("broadsheet.db")) ?? "";
    const { errors } = await broadsheet(["messages"], { ...env, DATABASE_URL: `sqlite:${join(kept, file)}` });
    expect(errors).toMatch(refusal);
  });
});

it("says in a sentence that a file is not a database", async () => {
  const file = join(folder.path, "notes.txt");
  await writeFile(file, "No database, but long enough to be taken for one. ".repeat(100), { mode: 0o644 });
  const { status, errors } = await broadsheet(["messages"], { DATABASE_URL: `sqlite:${file}` });
  expect(status).toBe(1);
  expect(errors).toMatch(/\nFailed to open the database sqlite:\S+notes\.txt: file is not a database\.\n$/);
  expect((await stat(file)).mode & 0o777).toBe(0o644);
});
