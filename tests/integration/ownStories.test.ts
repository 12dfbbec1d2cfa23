import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { queryStore } from "../support/stores.ts";

// The tests share a site without feeds, and follow the lives of its newsroom's stories in order.

const TITLE = "Ferry to the Lighthouse Returns";
const SLUG = "ferry-to-the-lighthouse-returns";
const STORY = `---
title: ${TITLE}
deck: The boat sails on weekends from May.
sections: [local, business]
byline: [Ada Moss, Ben Cole]
place: Harbor Town
topics: [ferries]
image: { file: pier.jpg, alt: The pier at noon, credit: Cy Dunn, focus: 90% 50% }
language: es-MX
---

The ferry sails again. <script>alert(1)</script>

## Timetable

| Day | Boats |
| --- | --- |
| Saturday | 9 |

![The boat](boat%20two.jpg "At sea")

~~~quote
The ferry *is* the town.
— Ada Moss
~~~
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const data = join(folder.path, "data");
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    ...{ feeds: () => [], relays: [] },
    change: (edition) => edition.set("authors", [{ name: "Ada Moss", biography: "Ada Moss <covers> the harbor." }]),
  });
  site = await startSite({ editions, data });
  env = { DATABASE_URL: `sqlite:${join(data, "broadsheet.db")}`, EDITIONS_DIR: editions };
  for (const [name, red] of [
    ["pier.jpg", 200],
    ["boat two.jpg", 20],
  ] as const) {
    const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: { r: red, g: 90, b: 90 } } });
    await writeFile(join(folder.path, name), await photo.jpeg().toBuffer());
  }
});

afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

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

async function get(path: string): Promise<{ status: number; text: string; location: string | null }> {
  const response = await fetch(site.url + path, { redirect: "manual" });
  return { status: response.status, text: await response.text(), location: response.headers.get("location") };
}

/** Requests a page until it has what a change of the store brings. */
const until = (path: string, isDone: (page: { status: number; text: string }) => boolean) =>
  readUntil(() => get(path), isDone);

it("shows a draft nowhere", async () => {
  expect(await stories("add", await save("story.md", STORY))).toContain(`${SLUG}: draft, version 1`);
  expect((await get(`/article/${SLUG}`)).status).toBe(404);
  for (const path of ["/", "/local", "/rss.xml"]) expect((await get(path)).text).not.toContain(TITLE);
  expect(await stories("list", "--state", "draft")).toContain(TITLE);
});

it("shows a published story everywhere, with its byline, image and whole text", async () => {
  await stories("publish", SLUG);
  const page = await until(`/article/${SLUG}`, ({ status }) => status === 200);
  for (const part of ["Ada Moss and Ben Cole", "HARBOR TOWN — The ferry", "Timetable</h2>", "<td>Saturday</td>"])
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
  expect(page.text).not.toContain("Is this your story?");
  expect(page.text).not.toContain("noindex");
  await until(`/article/${SLUG}`, ({ text }) => text.split("/pictures/").length > 3);
  for (const path of ["/", "/local", "/business", "/rss.xml", "/local/atom.xml", "/feed.json", "/text/local"])
    await until(path, ({ text }) => text.includes(SLUG));
  await until("/search?q=ferry", ({ text }) => text.includes(SLUG));
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
  await stories("pin", "pinned", "--until", new Date(Date.now() + 12_000).toISOString());
  await until("/", ({ text }) => leads(text) === "pinned");
  expect(await stories("pins")).toContain("hero  until");
  await until("/", ({ text }) => leads(text) === lead);
  await stories("pin", "pinned", "--slot", "local", "--until", new Date(Date.now() + 3_600_000).toISOString());
  const inLocal = (text: string) =>
    /href="\/local"[\s\S]*?href="\/article\/([^"]+)"/.exec(text.slice(text.indexOf("<h2")))?.[1];
  await until("/", ({ text }) => inLocal(text) === "pinned");
  await stories("unpin", "local");
  await until("/", ({ text }) => inLocal(text) !== "pinned");
  await stories("withdraw", "pinned");
});

it("shows an alert on every page from its start to its end", async () => {
  const time = (ms: number) => new Date(Date.now() + ms).toISOString();
  const alerts = (...args: string[]) => broadsheet(["alerts", ...args, "--as", "Eve"], env);
  const add = ["add", "--level", "closing", "--text", "The <pier> is closed"];
  const from = time(4000);
  const added = await alerts(...add, "--link", "/local", "--from", from, "--until", time(3_600_000));
  expect(added.output).toContain("1  waiting  closing");
  expect((await get("/faq")).text).not.toContain("The &lt;pier&gt;");
  const paths = ["/", "/no-such-page", "/text", "/text/nothing", "/embed/latest", "/embed/article/nothing"];
  for (const path of paths) {
    const { text } = await until(path, (page) => page.text.includes("The &lt;pier&gt; is closed"));
    expect(text).toMatch(/<a href="\/local"[^>]*>The &lt;pier&gt; is closed/);
  }
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(from));
  expect((await get("/embed/latest?alerts=none")).text).not.toContain("The &lt;pier&gt;");
  expect(JSON.parse((await get("/api/alerts.json")).text)).toMatchObject([{ level: "closing", link: "/local" }]);
  expect((await alerts("end", "1")).output).toContain("1  ended");
  for (const path of paths) await until(path, ({ text }) => !text.includes("The &lt;pier&gt;"));
  expect((await get("/api/alerts.json")).text).toBe("[]");
  expect((await alerts("list")).output).toContain("1  ended  closing");
  const url = env.DATABASE_URL ?? "";
  const log = await queryStore<{ editor: string; action: string }>(
    url,
    sql`select editor, action from editor_log where subject = 'alert 1' order by id`,
  );
  expect(log.map(({ editor, action }) => `${editor}: ${action}`)).toEqual([
    ...["Eve: alert", "schedule: begin alert", "Eve: end alert"],
  ]);

  const later = ["--until", time(3_600_000)];
  for (const [args, message] of [
    [["end", "1"], "no alert 1 that has not ended"],
    [[...add, "--link", "javascript:alert(1)", ...later], "neither an http(s) address nor a path"],
    [["add", "--level", "storm", "--text", "A", ...later], "The levels are breaking, weather, closing."],
    [["add", "--level", "weather", "--text", "a".repeat(161), ...later], "has 1 to 160 characters"],
    [[...add, "--until", time(-1000)], "and in the future"],
  ] as const)
    expect(await alerts(...args)).toMatchObject({ status: 1, output: expect.stringContaining(message) });
});

it("redirects from the former slug of a story with a new title", async () => {
  await stories("update", SLUG, await save("new.md", STORY.replace(TITLE, `${TITLE} in May`).replace("9 |", "11 |")));
  await until(`/article/${SLUG}-in-may`, ({ status, text }) => status === 200 && text.includes("<td>11</td>"));
  const { location } = await until(`/article/${SLUG}`, ({ status }) => status === 301);
  expect(location).toBe(`/article/${SLUG}-in-may`);
  const diff = await stories("diff", SLUG);
  expect(diff).toContain("-| Saturday | 9 |\n+| Saturday | 11 |");
  expect(diff).not.toContain("Harbor Town");
});

it("shows corrections at the foot of a story and in a list", async () => {
  const text = "An earlier version of this story gave a wrong number of boats.";
  expect((await broadsheet(["stories", "correct", SLUG], env)).status).toBe(2);
  await stories("correct", SLUG, "--text", text);
  for (const path of ["/corrections", `/article/${SLUG}-in-may`]) await until(path, (page) => page.text.includes(text));
});

it("publishes a scheduled story at its time, and ends a notice at its time", async () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
  const notice = "---\ntitle: The Pier Closes Early\nsection: local\n---\nUntil dusk.\n";
  await stories("add", await save("notice.md", notice.replace("section", `expiresAt: ${inMs(15_000)}\nsection`)));
  const at = inMs(3000);
  await stories("schedule", "the-pier-closes-early", at);
  expect((await get("/article/the-pier-closes-early")).status).toBe(404);
  const page = await until("/article/the-pier-closes-early", ({ status }) => status === 200);
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at));
  expect(page.text).toContain(`dateTime="${at}"`);
  const ended = await until("/article/the-pier-closes-early", ({ status }) => status === 410);
  expect(ended.text).toContain("This notice has ended.");
  expect((await get("/local")).text).not.toContain("The Pier Closes Early");
});

it("withdraws a story with a line for its readers, and publishes an earlier version again", async () => {
  await stories("withdraw", SLUG, "--line", "The ferry company asked for more time.");
  const gone = await until(`/article/${SLUG}-in-may`, ({ status }) => status === 410);
  expect(gone.text).toContain("The ferry company asked for more time.");
  expect((await get("/takedowns")).text).not.toContain(TITLE);
  await until("/", ({ text }) => !text.includes(TITLE));
  await until("/search?q=ferry", ({ text }) => !text.includes(SLUG));
  await stories("revert", SLUG, "1");
  await stories("publish", SLUG);
  await until(`/article/${SLUG}`, ({ status, text }) => status === 200 && text.includes("<td>9</td>"));
  const history = await stories("history", SLUG);
  for (const action of ["add", "publish", "update", "correct", "withdraw", "revert"])
    expect(history).toMatch(new RegExp(`Eve  ${action}  version`));
});

it("exports stories to files, from which an import makes equal ones", async () => {
  const out = join(folder.path, "out");
  await stories("export", out);
  const files = (await readdir(out)).filter((name) => name.endsWith(".md"));
  expect(files.sort()).toEqual([`${SLUG}.md`, "pinned.md", "the-pier-closes-early.md"]);
  const other = { ...env, DATABASE_URL: `sqlite:${join(folder.path, "other.db")}` };
  expect((await broadsheet(["migrate"], other)).status).toBe(0);
  const first = await broadsheet(["stories", "import", out], other);
  expect(first.output).toContain("3 stories added, 0 known already, 0 not imported.");
  const second = await broadsheet(["stories", "import", out], other);
  expect(second.output).toContain("0 stories added, 3 known already, 0 not imported.");
  for (const slug of [SLUG, "the-pier-closes-early"])
    expect((await broadsheet(["stories", "show", slug], other)).output).toBe(await stories("show", slug));
  const again = join(folder.path, "again");
  await broadsheet(["stories", "export", again], other);
  expect(await readFile(join(again, `${SLUG}.md`), "utf8")).toBe(await readFile(join(out, `${SLUG}.md`), "utf8"));
});

it.each([
  ["no head", "Only a text.", "found no head"],
  ["no section", "---\ntitle: A\n---\n", "the slug of at least one section"],
  ["an unknown section", "---\ntitle: A\nsection: moon\n---\n", "found the section moon"],
  ["an unknown key", "---\ntitle: A\nsection: local\nauthor: B\n---\n", 'found the key "author"'],
  ["a time without an offset", "---\ntitle: A\nsection: local\npublishAt: 2026-01-01T06:00\n---\n", "offset"],
  ["a missing image", "---\ntitle: A\nsection: local\n---\n![x](missing.jpg)\n", "missing.jpg"],
  ["a text as image", "---\ntitle: A\nsection: local\nimage: bad.md\n---\n", "is not a JPEG"],
])("rejects a file with %s, with a clear message", async (_, text, message) => {
  const { status, output, errors } = await broadsheet(["stories", "add", await save("bad.md", text)], env);
  expect(status).toBe(1);
  expect(output + errors).toContain(message);
});
