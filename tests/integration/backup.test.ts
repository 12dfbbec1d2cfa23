import { spawnSync } from "node:child_process";
import { chmod, chown, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/store/open.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { startMailHost } from "../support/mailHost.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let archive: string;
let from: Record<string, string>;
let to: Record<string, string>;

beforeEach(async () => {
  folder = await temporaryFolder();
  archive = join(folder.path, "site.tar.gz");
  from = createEnvironment("from");
  to = createEnvironment("to");
});

afterEach(() => folder.remove());

function createEnvironment(name: string): Record<string, string> {
  const data = join(folder.path, name);
  return {
    DATABASE_URL: `sqlite:${join(data, "broadsheet.db")}`,
    DATA_DIR: data,
    EDITIONS_DIR: join(data, "editions"),
  };
}

const getPath = (env: Record<string, string>) => env.DATABASE_URL?.slice("sqlite:".length) ?? "";

function query(env: Record<string, string>, sql: string): unknown[] {
  const store = new DatabaseSync(getPath(env));
  const rows = store
    .prepare(sql)
    .all()
    .map((row) => Object.values(row)[0]);
  store.close();
  return rows;
}

/** Creates an edition with `message` as a note, a store with `message` and an image, and the file of the image. */
async function createStore(env: Record<string, string>, message: string): Promise<void> {
  const database = await openDatabase(env.DATABASE_URL ?? "");
  const received_at = new Date().toISOString();
  const person = { edition: "chicago", name: "N", email: "n@reader.example", subject: "Tip", attempts: 0 };
  await database
    .insertInto("messages")
    .values({ ...person, body: message, received_at })
    .execute();
  const url = "https://news.example/a.jpg";
  const image = { url, key: "abc", priority: 0, feed_url: url, width: 640, height: 360, bytes: 5, failures: 0 };
  await database
    .insertInto("images")
    .values({ ...image, last_used_at: received_at })
    .execute();
  await database.destroy();
  await mkdir(join(env.DATA_DIR ?? "", "pictures"));
  await writeFile(join(env.DATA_DIR ?? "", "pictures", "abc-640.webp"), "image");
  await writeTestEdition(env.EDITIONS_DIR ?? "", { feeds: () => [], relays: [] });
  await writeFile(join(env.EDITIONS_DIR ?? "", "chicago", "notes.txt"), message);
}

it("restores all that readers had sent when the backup began, while they go on and feeds are polled", async () => {
  const host = await startFeedHost();
  const mailHost = await startMailHost();
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local") });
  const editions = await writeTestEdition(from.EDITIONS_DIR ?? "", {
    feeds: (section) => (section === "local" ? [host.url(feedPath("local"))] : []),
    relays: [],
  });
  const env = { ...from, ALLOW_PRIVATE_HOSTS: host.allowed, SMTP_URL: mailHost.url };
  const site = await startSite({ editions, data: from.DATA_DIR ?? "", env });
  await site.logs((log) => log.includes('"feed polled"'));

  const accepted = { emails: [] as string[], bodies: [] as string[] };
  let networks = 0;
  const post = async (path: string, fields: Record<string, string>) => {
    const response = await fetch(site.url + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "x-forwarded-for": `198.18.${networks++}.1` },
      redirect: "manual",
    });
    expect(response.status).toBe(303);
  };
  let isOver = false;
  async function readersWrite(): Promise<void> {
    for (let number = 0; !isOver && number < 100; number++) {
      const email = `reader${number}@reader${number}.example`;
      const message = `Message ${number}`;
      await post("/newsletter", { email });
      accepted.emails.push(email);
      await post("/contact", { name: "N", email, subject: "Tip", message });
      accepted.bodies.push(message);
      const store = new DatabaseSync(getPath(from), { timeout: 5000 });
      store.exec("update feeds set next_poll_at = '2000-01-01T00:00:00.000Z'");
      store.close();
    }
  }
  // A transaction that began earlier keeps later changes in the write-ahead log, so the database file alone lacks them.
  const oldReader = new DatabaseSync(getPath(from));
  oldReader.exec("begin; select count(*) from messages");
  const writing = readersWrite();
  await site.logs((log) => (log.match(/"msg":"message mailed"/g)?.length ?? 0) >= 5);
  const before = structuredClone(accepted);
  const polls = host.requests(feedPath("local")).length;
  const backup = await broadsheet(["backup", archive], from);
  const after = accepted.bodies.length;
  // Waits for a poll: the site looks for feeds to poll only once a second, and the backup takes less time.
  await host.waitForRequests(feedPath("local"), polls + 1);
  isOver = true;
  await writing;
  oldReader.close();
  expect(backup).toMatchObject({ status: 0, errors: `Store: ${getPath(from)}\n` });
  expect(backup.output).toMatch(
    /: \d+ subscribers, \d+ messages, 8 articles, \d+ files of editions, no images; \d+ MB, checked\.\n$/,
  );
  expect(after).toBeGreaterThan(before.bodies.length);
  await site.stop();

  const restored = await broadsheet(["restore", archive], to);
  expect(restored).toMatchObject({ status: 0, errors: "" });
  expect(query(to, "select email from subscribers")).toEqual(expect.arrayContaining(before.emails));
  expect(query(to, "select body from messages")).toEqual(expect.arrayContaining(before.bodies));
  const again = await startSite({ editions: to.EDITIONS_DIR ?? "", data: to.DATA_DIR ?? "", env: to });
  const slug = query(to, "select slug from articles limit 1")[0];
  expect((await fetch(`${again.url}/article/${slug}`)).status).toBe(200);
  expect(query(to, "pragma integrity_check")).toEqual(["ok"]);
  await again.stop();
  await Promise.all([host.close(), mailHost.close()]);
});

describe("npx broadsheet backup", () => {
  it("includes the images with --images, and else has them downloaded again", async () => {
    await createStore(from, "Kept");
    await broadsheet(["backup", archive], from);
    await broadsheet(["restore", archive], to);
    expect(query(to, "select last_used_at from images")).toEqual([null]);

    const complete = join(folder.path, "complete.tar.gz");
    expect((await broadsheet(["backup", complete, "--images"], from)).output).toContain(", 1 image files; ");
    const third = createEnvironment("third");
    await broadsheet(["restore", complete], third);
    expect(await readFile(join(third.DATA_DIR ?? "", "pictures", "abc-640.webp"), "utf8")).toBe("image");
    expect(query(third, "select last_used_at from images")).toEqual([expect.stringMatching(/^20/)]);
    expect(await readdir(from.DATA_DIR ?? "")).toEqual(["broadsheet.db", "editions", "pictures"]);
    expect((await stat(complete)).mode & 0o777).toBe(0o600);
    expect((await stat(getPath(third))).mode & 0o777).toBe(0o600);
  });

  it("overwrites no file, and names a folder that is missing", async () => {
    await createStore(from, "Kept");
    await writeFile(archive, "mine");
    const { status, errors } = await broadsheet(["backup", archive], from);
    expect(status).toBe(1);
    expect(errors).toContain(`${archive}: this file exists; name another one.\n`);
    expect(await readFile(archive, "utf8")).toBe("mine");
    const missing = join(folder.path, "missing");
    expect((await broadsheet(["backup", join(missing, "x.tar.gz")], from)).errors).toContain(
      `${missing}: there is no such folder.\n`,
    );
  });

  it("writes no archive of a damaged store", async () => {
    await createStore(from, "Kept");
    const bytes = await readFile(getPath(from));
    await writeFile(getPath(from), bytes.fill(0x55, 4096, 200_000));
    const { status, errors } = await broadsheet(["backup", archive], from);
    expect(status).toBe(1);
    expect(errors).toMatch(/\n(Failed to copy the database|The database) \S+.*malformed\.\n$/);
    expect(await readdir(folder.path)).toEqual(["from"]);
  });
});

describe("npx broadsheet restore", () => {
  const readMessages = (env: Record<string, string>) => query(env, "select body from messages");
  const readNotes = (env: Record<string, string>) =>
    readFile(join(env.EDITIONS_DIR ?? "", "chicago/notes.txt"), "utf8");

  it("replaces a store with --force alone, and keeps what was there", async () => {
    await createStore(from, "New");
    await createStore(to, "Old");
    await broadsheet(["backup", archive], from);
    const refused = await broadsheet(["restore", archive], to);
    expect(refused.status).toBe(1);
    expect(refused.errors).toMatch(/^\S+broadsheet\.db: a database already exists\. Use --force .*\n$/);
    expect([readMessages(to), await readNotes(to)]).toEqual([["Old"], "Old"]);

    const { status, output } = await broadsheet(["restore", archive, "--force"], to);
    expect(status).toBe(0);
    expect([readMessages(to), await readNotes(to)]).toEqual([["New"], "New"]);
    const [, kept = ""] = /The previous data is in (\S+);/.exec(output) ?? [];
    expect(readMessages({ DATABASE_URL: `sqlite:${join(kept, "to", "broadsheet.db")}` })).toEqual(["Old"]);
    expect(await readFile(join(kept, "editions", "chicago", "notes.txt"), "utf8")).toBe("Old");
  });

  it("refuses while the server uses the store", async () => {
    await createStore(from, "New");
    await createStore(to, "Old");
    await broadsheet(["backup", archive], from);
    const server = await openDatabase(to.DATABASE_URL ?? "");
    const { status, errors } = await broadsheet(["restore", archive, "--force"], to);
    expect(status).toBe(1);
    expect(errors).toMatch(/another process uses this database\. Stop the server first\.\n$/);
    await server.destroy();
    expect(readMessages(to)).toEqual(["Old"]);
  });

  it("says in a line that a file is missing or damaged, and changes nothing", async () => {
    await createStore(from, "New");
    await createStore(to, "Old");
    await broadsheet(["backup", archive], from);
    const whole = await readFile(archive);
    const before = await readFile(getPath(to));
    const damaged = join(folder.path, "damaged.tar.gz");
    const flipped = Buffer.from(whole);
    const middle = Math.floor(whole.length / 2);
    flipped[middle] = (flipped[middle] ?? 0) ^ 0xff;
    const contents = [
      ["nothing", Buffer.alloc(0)],
      ["an empty archive", gzipSync(Buffer.alloc(1024))],
      ["all but the end", whole.subarray(0, -20)],
      ["a wrong byte", flipped],
    ] as const;
    for (const [name, bytes] of contents) {
      await writeFile(damaged, bytes);
      const { status, output, errors } = await broadsheet(["restore", damaged, "--force"], to);
      expect({ status, output }, name).toEqual({ status: 1, output: "" });
      expect(errors, name).toMatch(/^\S+damaged\.tar\.gz: this is not a complete backup: .*\n$/);
    }
    expect((await broadsheet(["restore", join(folder.path, "nowhere"), "--force"], to)).errors).toMatch(
      /^\S+nowhere: there is no such file\.\n$/,
    );
    expect(await readFile(getPath(to))).toEqual(before);
    expect(await readNotes(to)).toBe("Old");
    expect(await readdir(to.DATA_DIR ?? "")).toEqual(["broadsheet.db", "editions", "pictures"]);
    await truncate(damaged);
    const fresh = createEnvironment("fresh");
    expect((await broadsheet(["restore", damaged], fresh)).status).toBe(1);
    await expect(stat(fresh.DATA_DIR ?? "")).rejects.toThrow("ENOENT");
  });

  it.skipIf(process.getuid?.() === 0)("says that this user may not read the file", async () => {
    await createStore(from, "New");
    await broadsheet(["backup", archive], from);
    await chmod(archive, 0);
    const { errors } = await broadsheet(["restore", archive, "--force"], to);
    expect(errors).toBe(`${archive}: this user cannot read this file or a folder above it.\n`);
  });

  it("puts everything back if the store does not open in its place", async () => {
    await createStore(from, "New");
    await createStore(to, "Old");
    await broadsheet(["backup", archive], from);
    // SQLite can't open a database if a folder has the name of the database's journal.
    await mkdir(`${getPath(to)}-journal`);
    const { status, errors } = await broadsheet(["restore", archive, "--force"], to);
    expect(status).toBe(1);
    expect(errors).toMatch(/^Failed to open the database .* The previous data is back in place\.\n$/);
    await rm(`${getPath(to)}-journal`, { recursive: true });
    expect([readMessages(to), await readNotes(to)]).toEqual([["Old"], "Old"]);
  });
});

const isRoot = process.getuid?.() === 0;
/** User who owns no files. If the tests run as root, they run commands as this user. */
const NOBODY = { uid: 65_534, gid: 65_534 };
const canDropRoot = !isRoot || spawnSync(process.execPath, ["build/bundle/cli.js", "--version"], NOBODY).status === 0;

describe.skipIf(!canDropRoot)("a user without permission", () => {
  function run(args: readonly string[], env: Record<string, string>) {
    const options = { encoding: "utf8", env: { ...process.env, ...env }, ...(isRoot && NOBODY) } as const;
    const { status, stderr } = spawnSync(process.execPath, ["build/bundle/cli.js", ...args], options);
    return [status, stderr.replace(/^Store: .*\n/, "")];
  }

  it("gets a line with the path from each command that writes or opens a file there", async () => {
    await createStore(from, "The swings are gone.");
    await broadsheet(["backup", archive], from);
    await chmod(folder.path, 0o755);
    await chmod(archive, 0o644);
    const names = await readdir(from.DATA_DIR ?? "", { recursive: true });
    const files = names.map((name) => join(from.DATA_DIR ?? "", name));
    if (isRoot) for (const file of [from.DATA_DIR ?? "", ...files]) await chown(file, NOBODY.uid, NOBODY.gid);
    const closed = join(folder.path, "closed");
    await mkdir(closed, { mode: isRoot ? 0o755 : 0o500 });
    const refuse = (path: string, prefix = "") => [
      1,
      expect.stringMatching(new RegExp(`^${prefix}${path}\\S*: this user has no access to this path\\. [^\\n]*\\n$`)),
    ];
    expect(run(["backup", join(closed, "site.tar.gz")], from)).toEqual(refuse(closed));
    const stores = "Edition: [^\\n]*\\nStore: [^\\n]*\\n";
    expect(run(["stories", "export", join(closed, "stories")], from)).toEqual(refuse(closed, stores));
    const target = { ...from, DATABASE_URL: `sqlite:${join(closed, "data/broadsheet.db")}` };
    expect(run(["restore", archive], target)).toEqual(refuse(closed));
    expect(run(["migrate"], target)).toEqual(refuse(closed, "Failed to open the database \\S+\\. "));
    await chmod(closed, 0o700);
    if (!isRoot) await chmod(closed, 0);
    expect(run(["messages"], target)).toEqual(refuse(closed));
    await chmod(closed, 0o700);
  });
});
