import { type ChildProcess, execFileSync } from "node:child_process";
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { createPosts, formatGhost, formatWxr, IMAGES, type TestPost } from "../support/exports.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { queryStore, storeUrlIn } from "../support/stores.ts";

// The tests share a site without feeds, into which a WordPress site is imported. Other imports use other stores.

const POSTS = isLong ? 1000 : 60;
const KILLS = isLong ? 50 : 5;
/** Interval, in ms, between counts of the stored stories. An import stores a story in about 5 ms. */
const COUNT_INTERVAL_MS = 5;
/** Time limit, in ms: 50 starts of an import, or 2,000 requests, may take minutes on a busy machine. */
const LONG_MS = isLong ? 1_800_000 : 120_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let env: Record<string, string>;
let posts: TestPost[];

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  const data = join(folder.path, "data");
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  site = await startSite({ editions, data });
  env = { DATABASE_URL: storeUrlIn(data), EDITIONS_DIR: editions, ALLOW_PRIVATE_HOSTS: host.allowed };
  for (const [index, path] of IMAGES.entries()) {
    const photo = sharp({
      create: { width: 640, height: 480, channels: 3, background: { r: 30 * index, g: 90, b: 90 } },
    });
    const body = await photo.jpeg().toBuffer();
    await mkdir(dirname(join(folder.path, "uploads", path)), { recursive: true });
    await writeFile(join(folder.path, "uploads", path), body);
    if (index > 0) host.serve(`/content/images/${path}`, { body, contentType: "image/jpeg" });
  }
});

afterAll(async () => {
  await Promise.all([site?.stop(), host?.close()]);
  await folder?.remove();
});

async function save(name: string, text: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
}

async function get(path: string) {
  const response = await fetch(site.url + path, { redirect: "manual" });
  return { status: response.status, text: await response.text(), location: response.headers.get("location") };
}

const until = (path: string, isDone: (page: { status: number; text: string }) => boolean) =>
  readUntil(() => get(path), isDone);

async function countStories({ DATABASE_URL = "" }: Record<string, string>): Promise<number> {
  const [row] = await queryStore<{ count: number }>(DATABASE_URL, sql`select count(*) as count from staff_stories`);
  return Number(row?.count);
}

/** Kills the process as soon as the store has at least `count` stories. */
async function killAt(child: ChildProcess, count: number): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if ((await countStories(env)) >= count) return void child.kill("SIGKILL");
    // Without a pause, counting would take the CPU time that the import needs.
    await wait(COUNT_INTERVAL_MS);
  }
}

async function createStore(name: string): Promise<Record<string, string>> {
  const other = { ...env, DATABASE_URL: `sqlite:${join(folder.path, name)}` };
  expect((await broadsheet(["migrate"], other)).status).toBe(0);
  return other;
}

/** Exports all stories. Returns the content of each file by its name. */
async function exportStories(name: string, from: Record<string, string>): Promise<Map<string, string>> {
  const out = join(folder.path, name);
  const { status, output, errors } = await broadsheet(["stories", "export", out], from);
  expect(status, output + errors).toBe(0);
  const files = (await readdir(out, { recursive: true })).filter((file) => file.includes("."));
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(out, file), "latin1")] as const)),
  );
}

it(
  "lists the categories without a section, and imports nothing",
  async () => {
    posts = createPosts(
      POSTS,
      (slug, date) => `/${date.slice(0, 7).replace("-", "/")}/${slug}/`,
      (image) => {
        return `https://old.example/wp-content/uploads/${image.replace(".jpg", "-300x200.jpg")}`;
      },
    );
    const path = await save("export.xml", formatWxr(posts, "https://old.example"));
    const { status, output } = await broadsheet(["stories", "import", path, "--section", "Local News=local"], env);
    expect(status).toBe(1);
    expect(output).toContain("--section parks-trails=SLUG  for the category");
    expect(output).not.toContain("local-news");
    expect(await countStories(env)).toBe(0);
    const cut = await save("cut.xml", (await readFile(path, "utf8")).slice(0, -40));
    expect((await broadsheet(["stories", "import", cut, "--default", "local"], env)).output).toContain("is cut off");
    expect(await countStories(env)).toBe(0);
  },
  LONG_MS,
);

it(
  "imports a WordPress export, however often it is killed",
  async () => {
    const media = join(folder.path, "uploads");
    const args = [
      "stories",
      "import",
      join(folder.path, "export.xml"),
      "--media",
      media,
      "--section",
      "Local News=local",
    ];
    for (let kill = 1; kill <= KILLS; kill++)
      await broadsheet(args, env, "nowhere\nculture\n", (child) => {
        void killAt(child, Math.floor((kill * POSTS) / (KILLS + 1)));
      });
    const before = await countStories(env);
    expect(before).toBeGreaterThanOrEqual(Math.floor((KILLS * POSTS) / (KILLS + 1)));
    const { status, output, errors } = await broadsheet(args, env, "nowhere\nculture\n");
    expect(status, output).toBe(0);
    expect(errors).toContain('There is no section "nowhere".');
    expect(output).toContain("Not imported: comments (1).");
    expect(output).toContain("0 pages written, 0 already known, 1 not written.");
    expect(output).toContain(`${POSTS - before} stories added, ${before} already known, 0 not imported.`);
    const states = { published: 0, scheduled: 0, draft: 0 };
    for (const { state } of posts) states[state]++;
    const last = posts.findLast(({ state }) => state === "published");
    await until(`/article/${last?.slug}`, ({ status }) => status === 200);
    await expect
      .poll(async () => {
        const rows = sql<{
          state: string;
          count: number;
        }>`select state, count(*) as count from staff_stories group by state`;
        return Object.fromEntries(
          (await queryStore(env.DATABASE_URL ?? "", rows)).map(({ state, count }) => [state, Number(count)]),
        );
      })
      .toEqual(states);
  },
  LONG_MS,
);

it(
  "shows all imported stories with their authors, dates and images, and redirects from their old addresses",
  async () => {
    for (const { slug, state, path, author, number } of posts) {
      const page = await get(`/article/${slug}`);
      const redirected = await get(path);
      if (state !== "published") {
        expect([page.status, redirected.status]).toEqual([404, 404]);
        continue;
      }
      expect(redirected).toMatchObject({ status: 301, location: `/article/${slug}` });
      for (const part of [
        `Post ${number} &amp; “More”`,
        `Deck ${number}.`,
        author.name,
        `<h2>Heading ${number}</h2>`,
        "written *so*",
      ])
        expect(page.text).toContain(part);
      expect(page.text).not.toMatch(/<script>alert|<svg on|\sonerror=/i);
    }
    const [first] = posts;
    const page = await until(`/article/${first?.slug}`, ({ text }) => text.split("/pictures/").length > 4);
    for (const part of [
      first?.publishAt,
      first?.updatedAt,
      "Alt 0",
      "Caption 0",
      'data-embed="player"',
      "<td>Saturday</td>",
    ])
      expect(page.text).toContain(part);
    expect((await get("/2019/04/post-0?utm_source=x")).status).toBe(301);
    expect((await get("/2019/04/nothing/")).status).toBe(404);
    for (const path of ["/author/maría-ruíz", "/topic/ferries"]) expect((await get(encodeURI(path))).status).toBe(200);
  },
  LONG_MS,
);

it(
  "exports the same files after an export and an import",
  async () => {
    const files = await exportStories("first", env);
    expect(files.size).toBe(POSTS + IMAGES.length);
    const other = await createStore("other.db");
    expect((await broadsheet(["stories", "import", join(folder.path, "first")], other)).output).toContain(
      `${POSTS} stories added, 0 already known, 0 not imported.`,
    );
    expect(await exportStories("second", other)).toEqual(files);
  },
  LONG_MS,
);

it(
  "imports a Ghost export with images from its site, and prints what it could not import",
  async () => {
    const ghost = createPosts(
      POSTS,
      (slug) => `/${slug}/`,
      (image) => `__GHOST_URL__/content/images/size/w600/${image}`,
    );
    for (const image of IMAGES.slice(1))
      host.serve(`/content/images/size/w600/${image}`, { body: await readFile(join(folder.path, "uploads", image)) });
    const path = await save("ghost.json", formatGhost(ghost));
    const other = await createStore("ghost.db");
    const map = await save("map.yaml", "local-news: local\nParks & Trails: culture\n");
    const args = ["stories", "import", path, "--map", map, "--site", host.url("")];
    const { status, output } = await broadsheet(args, other);
    expect(status, output).toBe(0);
    expect(output).toContain("post-0: was not public, and became a draft.");
    expect(output).toContain(
      `post-0: the image ${host.url("/content/images/2019/04/photo-0.jpg")} responds with status 404.`,
    );
    expect(output).toContain("about: the page has no text, and was not written.");
    expect(output).toContain(`${POSTS} stories added, 0 already known, 0 not imported.`);
    expect((await broadsheet(args, other)).output).toContain(
      `0 stories added, ${POSTS} already known, 0 not imported.`,
    );
    const files = await exportStories("ghost", other);
    const story = files.get("post-1.md") ?? "";
    for (const part of [
      "title: Post 1 & ",
      "section: business",
      "byline: Ben Cole",
      "  - Ferries",
      "publishAt: ",
      "updatedAt: ",
      "  - /post-1",
      "alt: Alt",
      "caption: Caption",
    ])
      expect(story).toContain(part);
    expect(story).not.toContain("internal");
    expect(files.get("post-0.md")).not.toContain("publishAt");
    expect(Array.from(files.keys()).filter((name) => name.startsWith("images/"))).toHaveLength(
      2 * (IMAGES.length - 1) - (IMAGES.length - 1),
    );
  },
  LONG_MS,
);

it("reads no image through a link that leads out of the folder of --media, nor from a pipe", async () => {
  const media = join(folder.path, "linked");
  const data = join(folder.path, "linked-data");
  const site = `http://${host.allowed}`;
  const linked = createPosts(
    3,
    (slug) => `/${slug}/`,
    (path) => `${site}/wp-content/uploads/${path}`,
  );
  const [out, pipe, inside] = IMAGES.slice(0, 3) as [string, string, string];
  for (const path of [out, pipe, inside]) await mkdir(dirname(join(media, path)), { recursive: true });
  await symlink(join(folder.path, "uploads", out), join(media, out));
  execFileSync("mkfifo", [join(media, pipe)]);
  await copyFile(join(folder.path, "uploads", inside), join(media, "photo.jpg"));
  await symlink(join(media, "photo.jpg"), join(media, inside));
  const own = { ...env, DATABASE_URL: storeUrlIn(data) };
  await mkdir(data);
  expect((await broadsheet(["migrate"], own)).status).toBe(0);
  const args = ["stories", "import", await save("linked.xml", formatWxr(linked, site)), "--media", media];
  const sections = ["Local News", "business", "parks-trails"].flatMap((name) => ["--section", `${name}=local`]);
  const { status, output } = await broadsheet([...args, ...sections], own);
  expect(status, output).toBe(0);
  expect(output).toContain(`is ${out} in the folder, which is outside of the folder ${media}`);
  expect(output).toContain(`is ${pipe} in the folder, which is not a file`);
  expect(output).not.toContain(`is ${inside} in the folder`);
  const [row] = await queryStore<{ count: number }>(own.DATABASE_URL, sql`select count(*) as count from media`);
  expect(Number(row?.count)).toBe(1);
});

it("rejects an export whose elements are nested more deeply than any real one's", async () => {
  const depth = 50_000;
  const nested = `${"<a>".repeat(depth)}x${"</a>".repeat(depth)}`;
  const path = await save("deep.xml", formatWxr([], "https://old.test").replace("<item>", `<item>${nested}`));
  const { status, output } = await broadsheet(["stories", "import", path, "--section", "Local News=local"], env);
  expect([status, output]).toEqual([1, expect.stringContaining("its elements are nested more than 100 deep")]);
});
