import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { queryStore } from "../support/stores.ts";

// The tests share a site without feeds. Its edition is in the time zone America/Chicago.

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`, EDITIONS_DIR: editions };
  expect((await broadsheet(["migrate"], env)).status).toBe(0);
  const logo = sharp({ create: { width: 400, height: 100, channels: 3, background: "navy" } });
  await writeFile(join(folder.path, "logo.png"), await logo.png().toBuffer());
  site = await startSite({ editions, data: folder.path, env: { ...env, LOG_LEVEL: "debug" } });
});

afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

const run = (...args: string[]) => broadsheet([...args, "--as", "Eve"], env);

async function succeed(...args: string[]): Promise<string> {
  const { status, output, errors } = await run(...args);
  expect(status, output + errors).toBe(0);
  return output;
}

/** Runs a command that contains a mistake. Returns the lines of the error. */
async function slip(...args: string[]): Promise<string[]> {
  const { status, output, errors } = await run(...args);
  expect(status, output).toBe(2);
  return errors.split("\n").filter((line) => line !== "" && !/^(?:Store|Edition): /.test(line));
}

async function save(name: string, head: string, body = "Text."): Promise<string> {
  const path = join(folder.path, name);
  await writeFile(path, `---\n${head}\n---\n\n${body}\n`);
  return path;
}

async function add(head: string, body?: string): Promise<string> {
  const output = await succeed("stories", "add", await save("story.md", head, body));
  return /^(\S+):/.exec(output)?.[1] ?? "";
}

async function get(path: string): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(new URL(path, site.url), { redirect: "manual" });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

const until = (path: string, text: string) =>
  readUntil(
    () => get(path),
    (page) => page.text.includes(text),
  );

const SPONSOR = "sponsor: { name: Acme & Sons, link: https://acme.example/, logo: logo.png, kind: ";

it("labels sponsored stories wherever they appear", async () => {
  const news = await add("title: Bridge Opens\nsection: local");
  const slug = await add(
    `title: Boats for Sale\nsection: local\n${SPONSOR}paid }`,
    "[Buy](https://acme.example/boats)",
  );
  await succeed("stories", "publish", news);
  expect(await succeed("stories", "publish", slug)).toContain(`/article/${slug}\n`);
  const supported = await add(`title: Harbor Study\nsection: local\n${SPONSOR}underwritten }`);
  await succeed("stories", "publish", supported);
  const label = "Advertisement from Acme &amp; Sons";

  const page = (await until(`/article/${slug}`, 'alt="Acme &amp; Sons"')).text;
  expect(page).toMatch(
    /<a href="https:\/\/acme.example\/" rel="sponsored"><strong[^>]*>Advertisement from Acme &amp; Sons<\/strong><br\/?><img src="\/pictures\/[^"]+" alt="Acme &amp; Sons" width="192" height="48"/,
  );
  expect(page).toContain('<a href="https://acme.example/boats" rel="sponsored">Buy</a>');
  expect(page).toContain(`<title>${label}: Boats for Sale | `);
  expect(page).toContain('"@type":"AdvertiserContentArticle","sponsor":{"@type":"Organization","name":"Acme');
  for (const path of [
    "/",
    "/local",
    "/search?q=boats",
    "/text",
    "/text/local",
    `/text/article/${slug}`,
    `/embed/article/${slug}`,
    "/embed/latest",
  ])
    expect((await until(path, "Boats for Sale")).text, path).toMatch(
      /<strong[^>]*>Advertisement from Acme &amp; Sons</,
    );
  for (const path of ["/", "/local"])
    expect((await get(path)).text, path).toContain("Supported by Acme &amp; Sons</strong>");
  for (const path of ["/rss.xml", "/local/atom.xml"])
    expect((await until(path, "Boats for Sale")).text, path).toMatch(
      /<title[^>]*>Advertisement from Acme &amp; Sons: Boats for Sale</,
    );
  const { items } = JSON.parse((await get("/feed.json")).text) as { items: Record<string, unknown>[] };
  expect(items.find(({ title }) => title === "Supported by Acme & Sons: Harbor Study")).toMatchObject({
    _sponsor: { name: "Acme & Sons", kind: "underwritten", url: "https://acme.example/" },
    content_html: expect.stringMatching(/^<p><strong><a href="https:\/\/acme.example\/" rel="sponsored">Supported by/),
  });
  expect(JSON.parse((await get("/api/edition/latest.json")).text)).toMatchObject({
    stories: expect.arrayContaining([expect.objectContaining({ slug, mark: "Advertisement from Acme & Sons" })]),
  });
  expect(JSON.parse((await get(`/api/article/${slug}`)).text)).toMatchObject({
    title: "Advertisement from Acme & Sons: Boats for Sale",
  });
  expect(JSON.parse((await get(`/oembed?url=${site.url}/article/${slug}`)).text)).toMatchObject({
    title: "Advertisement from Acme & Sons: Boats for Sale",
  });
  expect(JSON.parse((await get("/search/suggest?q=boats")).text).stories).toMatchObject([
    { byline: "Advertisement from Acme & Sons" },
  ]);

  const listed = await succeed("stories");
  expect(listed).toContain("Boats for Sale  (paid: Acme & Sons)");
  expect(await succeed("stories", "show", supported)).toMatch(
    /sponsor:\n {2}name: Acme & Sons\n {2}kind: underwritten|sponsor:\n {2}name: Acme & Sons/,
  );
});

it("keeps paid stories out of the lead and the news sitemap, unless one is pinned", async () => {
  const lead = (text: string) => /<h1[^>]*><a href="\/article\/([^"]+)"/.exec(text)?.[1];
  const front = (await get("/")).text;
  expect(lead(front)).toBe("harbor-study");
  const sitemap = (await until("/news-sitemap.xml", "harbor-study")).text;
  expect(sitemap).not.toContain("boats-for-sale");
  expect((await get("/sitemaps/articles-1.xml")).text).toContain("boats-for-sale");
  await succeed("stories", "pin", "boats-for-sale", "--until", "tomorrow 6 pm");
  await readUntil(
    () => get("/"),
    ({ text }) => lead(text) === "boats-for-sale",
  );
  await succeed("stories", "unpin", "hero");
});

it("labels sponsored stories in the briefing, of which none is the lead", async () => {
  const out = join(folder.path, "briefing");
  await broadsheet(["newsletter", "preview", "--out", out], env);
  const [html, text] = await Promise.all(["html", "txt"].map((type) => readFile(`${out}/briefing.${type}`, "utf8")));
  expect(html).toContain(">Advertisement from Acme &amp; Sons</span>");
  // The section's first story leads the briefing, so the section's list does not repeat this story.
  const titles = Array.from(html?.matchAll(/<h[13] [^>]*><a [^>]*>([^<]+)/g) ?? [], ([, title]) => title);
  expect(titles).toEqual(["Harbor Study", "Bridge Opens", "Boats for Sale"]);
  expect(html).toMatch(/<title>Supported by Acme &amp; Sons: Harbor Study<\/title>/);
  expect(text).toContain("ADVERTISEMENT FROM ACME & SONS\nBoats for Sale\n");
});

it("reads times as people write them, in the edition's zone, and prints them so", async () => {
  const slug = await add("title: Dawn\nsection: Local News\npublishAt: 2031-07-04 06:30\nexpiresAt: 2031-07-05 noon");
  expect(await succeed("stories")).toMatch(/scheduled {2}2031-07-04 06:30 {2}dawn {2}Dawn/);
  expect(await succeed("stories", "schedule", slug, "July", "4,", "2031", "at", "7", "a.m.")).toBe(
    "dawn: scheduled, version 1; appears at 2031-07-04 07:00; ends at 2031-07-05 12:00\n",
  );
  const exported = join(folder.path, "exported");
  await succeed("stories", "export", exported);
  expect(await readFile(join(exported, "dawn.md"), "utf8")).toContain("publishAt: '2031-07-04T12:00:00.000Z'");
  expect(
    await succeed("alerts", "add", "--level", "closing", "--text", "Pier closed", "--until", "2031-01-02 18:00"),
  ).toMatch(/current {2}closing {2}\S+ \d\d:\d\d {2}2031-01-02 18:00/);
  expect(await slip("stories", "schedule", slug, "soonish")).toEqual([
    'broadsheet: TIME: found "soonish"; expected a time such as "2026-11-26 06:30", "tomorrow 6:30 am" or "Friday noon", in the edition\'s time zone.',
    "See npx broadsheet stories --help.",
  ]);
});

it.each<[string[], string]>([
  [["stories", "pin", "dawn"], 'stories pin needs --until TIME, when the pin ends, such as --until "tomorrow 6 pm".'],
  [["stories", "pin", "--until", "noon"], "SLUG is missing: stories pin SLUG."],
  [["stories", "schedule", "dawn"], "TIME is missing: stories schedule SLUG TIME [TIME…]."],
  [["stories", "publish", "dawn", "noon"], '"noon" is one argument too many: stories publish SLUG.'],
  [["stories", "publsh", "dawn"], "there is no command stories publsh; did you mean publish?"],
  [
    ["stories", "withdraw", "dawn", "--lime", "Sorry"],
    "there is no option --lime of stories withdraw; did you mean --line?",
  ],
  [["stories", "withdraw", "dawn", "--line"], "stories withdraw --line needs a value after it."],
  [["alerts", "add", "--text", "A"], "alerts add needs --level LEVEL: breaking, weather, closing."],
  [
    ["alerts", "add", "--text", "A", "--level", "weather"],
    'alerts add needs --until TIME, when the alert ends, such as --until "today 6 pm".',
  ],
  [["storis"], 'there is no command "storis"; did you mean stories?'],
])("answers %j with the line that helps", async (args, line) => {
  const command = args[0] === "storis" ? "" : `${args[0]} `;
  expect(await slip(...args)).toEqual([`broadsheet: ${line}`, `See npx broadsheet ${command}--help.`]);
});

it("proposes its own keys and sections for those of other systems", async () => {
  const file = await save("other.md", "title: A\nsection: lokal\n");
  expect(await run("stories", "add", file)).toMatchObject({
    status: 1,
    errors: expect.stringContaining(
      "found the section lokal; did you mean local? the edition's sections are local, national,",
    ),
  });
  await save("other.md", "title: A\nsection: local\nauthor: B\ndate: 2026-01-01\ntags: [c]");
  const { errors } = await run("stories", "add", file);
  for (const key of ["byline", "publishAt", "topics"]) expect(errors).toContain(`did you mean "${key}"?`);
  await save("other.md", "title: A");
  expect((await run("stories", "add", file)).errors).toContain("at least one section, such as local, national,");
});

it("gives an address to read a draft, which ends and stays out of caches, search engines and the log", async () => {
  const slug = await add("title: Secret Plan\nsection: local", "Nobody knows yet.\n\nhttps://youtu.be/abcdefghijk");
  const [address = ""] = (await succeed("stories", "preview", slug, "--until", "in 2 hours")).split("\n");
  const { pathname } = new URL(address);
  expect(pathname).toMatch(/^\/preview\/[\w-]{32}$/);
  const { status, text, headers } = await get(pathname);
  expect([status, headers.get("cache-control"), headers.get("x-robots-tag"), headers.get("referrer-policy")]).toEqual([
    200,
    "no-store",
    "noindex",
    "no-referrer",
  ]);
  for (const part of [
    "Secret Plan</h1>",
    "Nobody knows yet.",
    "This is a preview.",
    'data-embed="player"',
    'content="noindex"',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("mailto:?subject");
  await succeed(
    "stories",
    "update",
    slug,
    await save("story.md", "title: Secret Plan\nsection: local", "Now somebody knows."),
  );
  expect((await get(pathname)).text).toContain("Now somebody knows.");
  for (const path of [`/article/${slug}`, `${pathname}x`, "/preview/"])
    expect((await get(path)).status, path).toBe(404);
  for (const path of ["/", "/local", "/rss.xml", "/sitemap.xml", "/search?q=secret"])
    expect((await get(path)).text, path).not.toContain("Secret Plan");
  expect(site.written()).toContain("/preview/…");
  expect(site.written()).not.toContain(pathname);
  expect(JSON.stringify(await queryStore(env.DATABASE_URL ?? "", sql`select * from story_previews`))).not.toContain(
    pathname.slice(9),
  );

  await queryStore(env.DATABASE_URL ?? "", sql`update story_previews set expires_at = '2026-01-01T00:00:00.000Z'`);
  expect((await get(pathname)).status).toBe(404);
  const [again = ""] = (await succeed("stories", "preview", slug)).split("\n");
  await succeed("stories", "publish", slug);
  const moved = await get(new URL(again).pathname);
  expect([moved.status, moved.headers.get("location")]).toEqual([302, `/article/${slug}`]);
  expect((await run("stories", "preview", slug)).output).toContain("secret-plan is published");
});

it("asks before a version with another title, and deletes only drafts", async () => {
  const slug = await add("title: Old Name\nsection: local");
  const file = await save("new.md", "title: New Name\nsection: local", "Changed.");
  expect(await run("stories", "update", slug, file)).toMatchObject({
    status: 1,
    output:
      'The title of old-name is "Old Name"; that of the new version is "New Name". Nothing was saved; --new-title confirms it.\n',
  });
  expect(await succeed("stories", "show", slug)).not.toContain("Changed.");
  expect(await succeed("stories", "update", slug, file, "--new-title")).toContain("new-name: draft, version 2");
  await succeed("stories", "preview", "new-name");
  expect(await succeed("stories", "delete", "new-name")).toBe("new-name: deleted\n");
  expect(await run("stories", "show", "new-name")).toMatchObject({ status: 1 });
  expect((await run("stories", "delete", "dawn")).output).toContain("dawn is scheduled. Withdraw it first.");
  expect((await run("stories", "delete", "secret-plan")).output).toContain("was published, so it cannot be deleted");
});
