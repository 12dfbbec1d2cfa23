import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { createNodePages, type Page } from "../support/nodePages.ts";
import { type Reader, startReader } from "../support/reader.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { SLUG, STORY, TITLE, writePhotos } from "../support/staffStory.ts";
import { readStaffStoryTables } from "../support/staffStoryTables.ts";
import { isPostgres, queryStore } from "../support/stores.ts";

// The tests share a site without feeds, run in order, and check what readers see. With PostgreSQL, two servers run.

const NODES = isPostgres ? ["leader", "other"] : ["only"];

/** Pages, feeds and sitemaps that list stories of the section Local. */
const LISTS = ["/", "/local", "/text", "/text/local", "/rss.xml", "/local/atom.xml", "/feed.json", "/news-sitemap.xml"];
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let nodes: Site[];
/** Only on SQLite, since the browser shows the same pages on PostgreSQL. */
let reader: Reader | undefined;
let env: Record<string, string>;
/** Time of the story's publication, ISO 8601. */
let publishedAt: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: () => [],
    relays: [],
    change: (edition) => edition.set("authors", [{ name: "Ada Moss", biography: "Ada Moss <covers> the harbor." }]),
  });
  env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`, EDITIONS_DIR: editions };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
  [nodes, reader] = await Promise.all([startNodes(), isPostgres ? undefined : startReader()]);
  await writePhotos(folder.path);
});

afterAll(async () => {
  await reader?.close();
  await Promise.all(nodes?.map((node) => node.stop()) ?? []);
  await folder?.remove();
});

function startNodes(): Promise<Site[]> {
  const { EDITIONS_DIR: editions = "" } = env;
  return Promise.all(NODES.map((name) => startSite({ editions, data: join(folder.path, name), env })));
}

async function stories(...args: string[]): Promise<string> {
  const { status, output, errors } = await broadsheet(["stories", ...args, "--as", "Eve"], env);
  expect(status, output + errors).toBe(0);
  return output;
}

async function save(name: string, text: string): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, text);
  return path;
}

const { get, until, see } = createNodePages(
  () => nodes,
  () => reader,
);

const HOUR_MS = 3_600_000;
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

it("shows a draft, and a scheduled story before its time, nowhere; then on every server, also after a restart", async () => {
  expect(await stories("add", await save("story.md", STORY))).toContain(`${SLUG}: draft, version 1`);
  const hidden = { isThere: false };
  await see([`/article/${SLUG}`], TITLE, { ...hidden, status: 404 });
  await see([...LISTS, "/search?q=ferry"], TITLE, hidden);
  expect(await stories("list", "--state", "draft")).toContain(TITLE);

  await stories("schedule", SLUG, inMs(HOUR_MS));
  await see([`/article/${SLUG}`], TITLE, { ...hidden, status: 404 });
  await see(["/local"], TITLE, hidden);
  await Promise.all(nodes.map((node) => node.stop()));
  // The story becomes due for publication while no server runs.
  publishedAt = inMs(0);
  const setTime = sql`update staff_stories set publish_at = ${publishedAt} where slug = ${SLUG}`;
  await queryStore(env.DATABASE_URL ?? "", setTime);
  nodes = await startNodes();
  const page = await until(`/article/${SLUG}`, ({ status }) => status === 200);
  expect(page.text).toContain(`dateTime="${publishedAt}"`);
});

it("shows a published story everywhere, with its byline, image and whole text", async () => {
  const page = await until(`/article/${SLUG}`, ({ text }) => text.includes("<td>Saturday</td>"));
  const day = Temporal.Instant.from(publishedAt).toZonedDateTimeISO("America/Chicago").toPlainDate();
  const archive = `/archive/${day.toString().replaceAll("-", "/")}`;
  await see([...LISTS, "/business", "/search?q=ferry", archive, `/article/${SLUG}`], TITLE);
  for (const part of ["Ada Moss and Ben Cole", "HARBOR TOWN\u00a0— The ferry", "Timetable</h2>", "<td>Saturday</td>"])
    expect(page.text).toContain(part);
  for (const part of [
    'data-focus="100 50"',
    '<h1 class="[^"]*" dir="auto" lang="es-MX"',
    '"inLanguage":"es-MX"',
    "<figcaption>At sea</figcaption></figure>",
    "<figure><blockquote><p>The ferry \\*is\\* the town.</p></blockquote><figcaption>Ada Moss</figcaption></figure>",
  ])
    await until(`/article/${SLUG}`, ({ text }) => new RegExp(part).test(text));
  expect(page.text).toContain("&lt;script&gt;alert(1)");
  expect(page.text).not.toContain("<script>alert(1)");
  expect(page.text).not.toContain("Did you write or publish this?");
  expect(page.text).not.toContain("noindex");
  await until(`/article/${SLUG}`, ({ text }) => text.split("/pictures/").length > 3);
  for (const path of ["/author/ada-moss", "/topic/ferries", "/author/ben-cole/atom.xml", "/topic/ferries/rss.xml"])
    expect(await get(path)).toMatchObject({ status: 200, text: expect.stringContaining(SLUG) });
  expect((await get("/author/ada-moss")).text).toContain("Ada Moss &lt;covers&gt; the harbor.</p>");
  for (const path of ["/author/ben-cole", "/topic/ferries"])
    expect((await get(path)).text).not.toContain("the harbor.");
  for (const path of ["/author/nobody", "/topic/nothing/rss.xml"]) expect((await get(path)).status).toBe(404);
  for (const part of ["Timetable", "<dc:language>es-MX</dc:language>"])
    expect((await get("/rss.xml")).text).toContain(part);
  expect((await get("/atom.xml")).text).toContain('<entry xml:lang="es-MX">');
  expect((await get("/feed.json")).text).toContain('"language": "es-MX"');
});

it("pins a story to the lead until its time, and a block's lead until it is unpinned", async () => {
  const leads = (text: string) => /<article[^>]*>[\s\S]*?href="\/article\/([^"]+)"/.exec(text)?.[1];
  const lead = leads((await get("/")).text);
  const add = async (name: string) => {
    await stories("add", await save("pin.md", `---\ntitle: ${name}\nsection: world\n---\nText.\n`));
    await stories("publish", name.toLowerCase());
  };
  await add("Pinned");
  await stories("pin", "pinned", "--until", inMs(HOUR_MS));
  const front = await until("/", ({ text }) => leads(text) === "pinned");
  const hero = /<article[^>]*>[\s\S]*?<\/article>/.exec(front.text)?.[0];
  expect(hero).toContain("<span>1 min read</span>");
  expect(hero).not.toContain("Using cached articles");
  expect(await stories("pins")).toContain("hero  until");
  if (reader)
    expect((await reader.read(nodes[0]?.url ?? "")).text).toMatch(/breaking news\s+(world( news)?\s+)?pinned/);
  await queryStore(env.DATABASE_URL ?? "", sql`update pins set until = ${inMs(0)} where slot = 'hero'`);
  await until("/", ({ text }) => leads(text) === lead);
  await stories("pin", "pinned", "--slot", "local", "--until", inMs(HOUR_MS));
  const inLocal = (text: string) =>
    /href="\/local"[\s\S]*?href="\/article\/([^"]+)"/.exec(text.slice(text.indexOf("<h2")))?.[1];
  await until("/", ({ text }) => inLocal(text) === "pinned");
  const article = (await get("/article/pinned")).text;
  expect(article).toContain("<span>1 min read</span>");
  expect(article).not.toContain("Using cached articles");
  // Withdrawing a pinned story frees its place at once.
  await stories("withdraw", "pinned");
  await until("/", ({ text }) => inLocal(text) !== "pinned");
  await stories("unpin", "local");
  const outside = await broadsheet(["stories", "pin", "pinned", "--slot", "local/6", "--until", inMs(HOUR_MS)], env);
  expect(outside).toMatchObject({ status: 2, errors: expect.stringContaining("with a place from 2 to 5, local/2") });
});

it("shows an alert on every page from its start to its end", async () => {
  const alerts = (...args: string[]) => broadsheet(["alerts", ...args, "--as", "Eve"], env);
  const add = ["add", "--level", "closing", "--text", "The <pier> is closed"];
  const open = reader ? [await reader.open(`${nodes[0]?.url}/faq`)] : [];
  const later = ["--until", inMs(2 * HOUR_MS)];
  const added = await alerts(...add, "--link", "/local", "--from", inMs(HOUR_MS), ...later);
  expect(added.output).toContain("1  waiting  closing");
  for (const node of nodes) expect((await get("/faq", node)).text).not.toContain("The &lt;pier&gt;");
  const url = env.DATABASE_URL ?? "";
  await queryStore(url, sql`update alerts set starts_at = ${inMs(0)} where id = 1`);
  // Open pages show and announce the alert.
  for (const page of open) {
    await page.getByRole("region", { name: "Alerts" }).getByText("The <pier> is closed").waitFor();
    await page.getByRole("status").filter({ hasText: "The <pier> is closed" }).waitFor({ state: "attached" });
  }
  const paths = ["/", "/no-such-page", "/text", "/text/nothing", "/embed/latest", "/embed/article/nothing"];
  for (const path of paths) {
    const { text } = await until(path, (page) => page.text.includes("The &lt;pier&gt; is closed"));
    expect(text).toMatch(/<a href="\/local"[^>]*>The &lt;pier&gt; is closed/);
  }
  expect((await get("/embed/latest?alerts=none")).text).not.toContain("The &lt;pier&gt;");
  for (const node of nodes)
    expect(JSON.parse((await get("/api/alerts.json", node)).text)).toMatchObject([
      { level: "closing", link: "/local" },
    ]);
  expect((await alerts("end", "1")).output).toContain("1  ended");
  for (const path of paths) await until(path, ({ text }) => !text.includes("The &lt;pier&gt;"));
  for (const page of open) await page.getByRole("region", { name: "Alerts" }).waitFor({ state: "detached" });
  for (const node of nodes) expect((await get("/api/alerts.json", node)).text).toBe("[]");
  expect((await alerts("list")).output).toContain("1  ended  closing");
  const log = await queryStore<{ editor: string; action: string }>(
    url,
    sql`select editor, action from editor_log where subject = 'alert 1' order by id`,
  );
  expect(log.map(({ editor, action }) => `${editor}: ${action}`)).toEqual([
    ...["Eve: alert", "schedule: begin alert", "Eve: end alert"],
  ]);

  // A second alert disappears at its end time from open pages and from cached pages.
  await alerts("add", "--level", "weather", "--text", "Fog", ...later);
  for (const page of open) await page.getByText("Fog").first().waitFor();
  for (const path of paths) await until(path, ({ text }) => text.includes("Fog"));
  await queryStore(url, sql`update alerts set ends_at = ${inMs(0)} where line = 'Fog'`);
  for (const path of paths) await until(path, ({ text }) => !text.includes("Fog"));
  for (const page of open) {
    await page.getByRole("region", { name: "Alerts" }).waitFor({ state: "detached" });
    await page.close();
  }

  for (const [args, message] of [
    [["end", "1"], "no alert 1 that has not ended"],
    [[...add, "--link", "javascript:alert(1)", ...later], "neither an http(s) address nor a path"],
    [["add", "--level", "storm", "--text", "A", ...later], "The levels are breaking, weather, closing."],
    [["add", "--level", "weather", "--text", "a".repeat(161), ...later], "has 1 to 160 characters"],
    [[...add, "--until", inMs(-1000)], "and in the future"],
  ] as const)
    expect(await alerts(...args)).toMatchObject({ status: 1, output: expect.stringContaining(message) });
});

it("redirects from the former slug of a story with a new title", async () => {
  await stories(
    "update",
    SLUG,
    await save("new.md", STORY.replace(TITLE, `${TITLE} in May`).replace("9 |", "11 |")),
    "--new-title",
  );
  await until(`/article/${SLUG}-in-may`, ({ status, text }) => status === 200 && text.includes("<td>11</td>"));
  const { location } = await until(`/article/${SLUG}`, ({ status }) => status === 301);
  expect(location).toBe(`/article/${SLUG}-in-may`);
  const isFound = ({ status, text }: Page) => status === 200 && text.includes(`${TITLE} in May`);
  for (const path of ["/text/article/", "/embed/article/"]) await until(path + SLUG, isFound);
  for (const node of nodes) await readUntil(() => get(`/oembed?url=${node.url}/article/${SLUG}`, node), isFound);
  const diff = await stories("diff", SLUG);
  expect(diff).toContain("-| Saturday | 9 |\n+| Saturday | 11 |");
  expect(diff).not.toContain("Harbor Town");
});

it("shows corrections directly under a story's text and in a list", async () => {
  const text = "An earlier version of this story gave a wrong number of boats.";
  expect((await broadsheet(["stories", "correct", SLUG], env)).status).toBe(2);
  await stories("correct", SLUG, "--text", text);
  const paths = [`/article/${SLUG}-in-may`, `/text/article/${SLUG}-in-may`];
  await see(["/corrections", ...paths], text);
  // Matches the time of the correction, or its date if midnight came between publication and correction.
  const corrected =
    /<a href="#corrections"><time [^>]*>Corrected (\d{1,2}(:\d\d)? [ap]\.m\.|noon|midnight|[A-Z][a-z]+ \d+, \d{4})<\/time><\/a>/;
  expect((await get(`/article/${SLUG}-in-may`)).text).toMatch(corrected);
  await until("/feed.json", (page) => {
    const { items } = JSON.parse(page.text) as { items: Record<string, string>[] };
    const item = items.find(({ url }) => url?.endsWith(`/${SLUG}-in-may`));
    return item !== undefined && (item.date_modified ?? "") > (item.date_published ?? "");
  });
  const briefing = await broadsheet(["newsletter", "preview"], env);
  expect(briefing.status, briefing.errors).toBe(0);
  for (const part of [`${TITLE} in May`, text]) expect(briefing.output.replaceAll(/\s+/g, " ")).toContain(part);
  // The page shows the corrections below the story's text, and the text edition shows them, too.
  const listed = (title: string) =>
    new RegExp(`<td>11<[\\s\\S]*<h2 id="corrections">${title}<[\\s\\S]*${text}[\\s\\S]*<h2 id="labels">`);
  expect((await get(paths[0] ?? "")).text).toMatch(listed("Correction"));
  expect((await get(paths[1] ?? "")).text).toContain("<h2>Correction</h2>");
  await stories("correct", SLUG, "--text", "Another named the wrong pier.");
  await see(paths, "Another named the wrong pier.");
  expect((await get(paths[0] ?? "")).text).toMatch(listed("Corrections"));
  expect((await get(paths[1] ?? "")).text).toContain("<h2>Corrections</h2>");
});

it("publishes a scheduled story at its time, and ends a notice at its time", async () => {
  const notice = "---\ntitle: The Pier Closes Early\nsection: local\n---\nUntil dusk.\n";
  await stories("add", await save("notice.md", notice.replace("section", `expiresAt: ${inMs(HOUR_MS)}\nsection`)));
  await stories("schedule", "the-pier-closes-early", inMs(HOUR_MS / 2));
  expect((await get("/article/the-pier-closes-early")).status).toBe(404);
  const url = env.DATABASE_URL ?? "";
  const at = inMs(0);
  await queryStore(url, sql`update staff_stories set publish_at = ${at} where slug = 'the-pier-closes-early'`);
  const page = await until("/article/the-pier-closes-early", ({ status }) => status === 200);
  expect(page.text).toContain(`dateTime="${at}"`);
  const setEnd = sql`update staff_stories set expires_at = ${inMs(0)} where slug = 'the-pier-closes-early'`;
  await queryStore(url, setEnd);
  const ended = await until("/article/the-pier-closes-early", ({ status }) => status === 410);
  expect(ended.text).toContain("This notice has ended.");
  await until("/local", ({ text }) => !text.includes("The Pier Closes Early"));
});

it("withdraws a story with a line for its readers, and publishes an earlier version again", async () => {
  await stories("withdraw", SLUG, "--line", "The ferry company asked for more time.");
  await see([`/article/${SLUG}-in-may`], "The ferry company asked for more time.", { status: 410 });
  await see([...LISTS, "/search?q=ferry", "/corrections", "/takedowns"], TITLE, { isThere: false });
  await stories("revert", SLUG, "1");
  await stories("publish", SLUG);
  await until(`/article/${SLUG}`, ({ status, text }) => status === 200 && text.includes("<td>9</td>"));
  const history = await stories("history", SLUG);
  for (const action of ["add", "publish", "update", "correct", "withdraw", "revert"])
    expect(history).toMatch(new RegExp(`Eve  ${action}  version`));
});

/** Stories in the states that earlier tests did not reach, and a story with all keys that a file may have. */
const LIVES = {
  "all-keys.md": STORY.replace(
    "---\n\n",
    `canonical: https://partner.example/ferry
publishAt: 2026-05-01T06:00:00-05:00
updatedAt: 2026-05-02T06:00:00-05:00
expiresAt: 2099-01-01T00:00:00Z
redirectFrom: [/2026/05/all keys/, /100%25-c%23, /article/keys]
corrections: [{ text: "Ten boats, not nine.", at: 2026-05-02T06:00:00-05:00 }]
pins: [{ slot: world, until: 2099-01-01T00:00:00Z }, { slot: hero, until: 2026-05-02T06:00:00Z }]
---

`,
  ),
  "again.md":
    "---\ntitle: Again\nsection: local\npublishAt: 2099-01-01T00:00:00Z\npublishedAt: 2026-05-01T00:00:00Z\nwithdrawnLine: Soon.\n---\n",
  "coming.md": "---\ntitle: Coming\nsection: local\npublishAt: 2099-01-01T00:00:00Z\n---\nText.\n",
  "draft.md":
    "---\ntitle: Draft\nsection: local\nplace: Harbor Town\nupdatedAt: 2026-05-01T00:00:00Z\n---\n## Heading\n",
  "long.md": `---\ntitle: Long\nslug: ${"京".repeat(200)}\nsection: local\n---\nText.\n`,
};

it("exports all stories to files, from which an import makes an equal store", async () => {
  const lives = join(folder.path, "lives");
  await mkdir(lives);
  for (const name of ["pier.jpg", "boat two.jpg"]) await copyFile(join(folder.path, name), join(lives, name));
  for (const [name, text] of Object.entries(LIVES)) await writeFile(join(lives, name), text);
  expect(await stories("import", lives)).toContain("5 stories added, 0 already known, 0 not imported.");
  await see(["/article/again"], "Soon.", { status: 410 });
  for (const path of ["/100%25-c%23", "/article/keys", "/2026/05/all%20keys"])
    expect((await until(path, ({ status }) => status === 301)).location).toBe("/article/all-keys");
  const page = await until("/article/all-keys", ({ text }) => text.includes("Ten boats, not nine."));
  const keys = ['"author":[{"@type":"Person","name":"Ada Moss","url":"', "HARBOR TOWN", "Cy Dunn"];
  for (const part of ['<link rel="canonical" href="https://partner.example/ferry"', 'data-focus="100 50"', ...keys])
    expect.soft(page.text).toContain(part);

  const out = join(folder.path, "out");
  await stories("export", out);
  const other = { ...env, DATABASE_URL: `sqlite:${join(folder.path, "other.db")}` };
  expect((await broadsheet(["migrate"], other)).status).toBe(0);
  const first = await broadsheet(["stories", "import", out], other);
  expect(first.output).toContain("8 stories added, 0 already known, 0 not imported.");
  const second = await broadsheet(["stories", "import", out], other);
  expect(second.output).toContain("0 stories added, 8 already known, 0 not imported.");
  const tables = await readStaffStoryTables(env.DATABASE_URL ?? "");
  expect(await readStaffStoryTables(other.DATABASE_URL)).toEqual(tables);
  expect(Object.entries(tables).filter(([, rows]) => rows.length === 0)).toEqual([]);
  expect(new Set(tables.staff_stories.map(({ state }) => state)).size).toBe(5);

  const again = join(folder.path, "again");
  await broadsheet(["stories", "export", again], other);
  const names = (await readdir(out, { recursive: true })).filter((name) => name.includes(".")).sort();
  expect((await readdir(again, { recursive: true })).filter((name) => name.includes(".")).sort()).toEqual(names);
  for (const name of names) expect(await readFile(join(again, name))).toEqual(await readFile(join(out, name)));
});

it("publishes the other stories if one can't be published", async () => {
  const head = "section: local\npublishAt: 2098-01-01T00:00:00Z";
  for (const name of ["Blocked", "Free"])
    await stories("add", await save("due.md", `---\ntitle: ${name}\n${head}\n---\nText.\n`));
  const url = env.DATABASE_URL ?? "";
  // Another article already has the address of the story "blocked".
  await queryStore(url, sql`update articles set slug = 'blocked' where slug = 'again'`);
  await queryStore(url, sql`update staff_stories set publish_at = ${inMs(0)} where slug in ('blocked', 'free')`);
  await until("/article/free", ({ status }) => status === 200);
  await Promise.any(nodes.map((node) => node.logs((log) => log.includes("scheduled story not changed"))));
});
