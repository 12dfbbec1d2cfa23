import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { broadsheet } from "../support/commandLine.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { temporaryFolder } from "../support/site.ts";

const FEEDS = "tests/support/feeds";
const NAMED = ["--name", "The Ridge Post", "--place", "Ridge"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let env: Record<string, string>;
let count = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serveFile("/harbor.rss.xml", `${FEEDS}/harbor.rss.xml`, "application/rss+xml");
  host.serveFile("/sports/feed.xml", `${FEEDS}/ridge.atom.xml`, "application/atom+xml");
  host.serveFile("/canal.json", `${FEEDS}/canal.json`, "application/feed+json");
});

beforeEach(() => {
  env = { EDITIONS_DIR: join(folder.path, String(++count)), ALLOW_PRIVATE_HOSTS: host.allowed };
});

afterAll(async () => {
  await host.close();
  await folder.remove();
});

interface WrittenEdition {
  name: string;
  hosts: string[];
  sections: { slug: string; name: string; feeds: { url: string; publisher: string; language?: string }[] }[];
  publishers: Record<string, { images: string; ads: boolean }>;
}

const create = (...args: string[]) => broadsheet(["new", "ridge", ...args], env);
const readSource = () => readFile(join(env.EDITIONS_DIR ?? "", "ridge/edition.yaml"), "utf8");
const read = async () => parse(await readSource()) as WrittenEdition;
const listFeeds = async () => (await read()).sections.map(({ slug, feeds }) => [slug, feeds.map(({ url }) => url)]);

describe("npx broadsheet new", () => {
  it("writes files that are valid at once, with the feeds under proposed sections and careful rights", async () => {
    const feeds = ["/harbor.rss.xml", "/sports/feed.xml", "/canal.json"].map((path) => host.url(path));
    const flags = ["--region", "North: “The Hills”", "--time-zone", "America/Denver", "--url", "https://ridge.example"];
    flags.push("--motif", "hills");
    const { status, output } = await create(...NAMED, ...flags, ...feeds.flatMap((url) => ["--feed", url]));
    expect(status).toBe(0);
    for (const file of ["edition.yaml", "pages/about.md", "pages/privacy.md", "first-story.md"])
      expect(output).toContain(`ridge/${file}`);
    expect(await read()).toMatchObject({
      name: "The Ridge Post",
      region: "North: “The Hills”",
      timeZone: "America/Denver",
      hosts: ["ridge.localhost", "ridge.example"],
      look: { motif: "hills" },
    });
    expect(output).toContain("Photos of publishers appear with `images: copy` in edition.yaml");
    expect(await listFeeds()).toEqual([
      ["local", [feeds[0], feeds[2]]],
      ["sports", [feeds[1]]],
    ]);
    for (const rights of Object.values((await read()).publishers))
      expect(rights).toEqual({ images: "link", ads: false });
    for (const [path, line] of [
      ["edition.yaml", 0],
      ["pages/about.md", 1],
      ["pages/privacy.md", 1],
    ] as const) {
      const file = join(env.EDITIONS_DIR ?? "", "ridge", path);
      const comment = (await readFile(file, "utf8")).split("\n")[line];
      const [, schema = ""] = /^# yaml-language-server: \$schema=(\S+)$/.exec(comment ?? "") ?? [];
      expect([path, existsSync(join(dirname(file), schema)) && schema.startsWith("../")]).toEqual([path, true]);
    }
    const check = await broadsheet(["check"], env);
    expect([check.status, check.output]).toEqual([
      0,
      expect.stringContaining("ridge: The Ridge Post, 2 sections, 3 feeds"),
    ]);
  });

  it("asks for what the flags do not say", async () => {
    const answers = ["El Faro", "Puerto", "", "Europe/Madrid", "es-ES", "", "", host.url("/canal.json"), ""];
    const { status, errors } = await broadsheet(["new", "ridge"], env, `${answers.join("\n")}\n`);
    expect([status, errors]).toEqual([0, expect.stringContaining("Name of the publication: ")]);
    const { sections, ...edition } = await read();
    expect(edition).toMatchObject({ name: "El Faro", language: "es-ES", timeZone: "Europe/Madrid" });
    expect(sections.map(({ name }) => name)).toEqual(["Noticias locales"]);
    expect(sections[0]?.feeds[0]).toMatchObject({ publisher: "The Canal Post", language: "en-US" });
  });

  it("asks again at once for an answer that is wrong, with the nearest one", async () => {
    const zones = ["New York City", "EST", "Eastern", ""];
    const rest = ["english!", "fr", "ridge.example/news", "", "hill", "", ""];
    const { status, output, errors } = await broadsheet(
      ["new", "ridge", ...NAMED.slice(0, 2)],
      env,
      `${["Ridge", "", ...zones, ...rest].join("\n")}\n`,
    );
    expect(status).toBe(0);
    expect(errors).toContain('There is no time zone "New York City"; one is America/Chicago, for example.');
    expect(errors).toContain("EST has no daylight saving time");
    expect(errors).toContain(
      'There is no time zone "Eastern"; one is America/Chicago, for example.\nTime zone [America/New_York]: ',
    );
    expect(errors).toContain('"english!" is not the tag of a language, such as en-US or es.');
    expect(errors).toContain("such as https://news.example (may be empty) [https://ridge.example]: ");
    expect(errors).toContain("streets [hills]: ");
    expect(output).toContain("language: menus and buttons are in English, since there are only English (en)");
    const edition = {
      timeZone: "America/New_York",
      language: "fr",
      url: "https://ridge.example",
      look: { motif: "hills" },
    };
    expect(await read()).toMatchObject(edition);
  });

  it("writes a first story, which goes to the new edition and to no example", async () => {
    const { output } = await create(...NAMED, "--time-zone", "America/Denver");
    const story = join(env.EDITIONS_DIR ?? "", "ridge/first-story.md");
    expect(output).toContain(`npx broadsheet stories add ${story} --edition ridge\n`);
    await cp("editions/chicago", join(env.EDITIONS_DIR ?? "", "chicago"), { recursive: true });
    const store = { ...env, DATABASE_URL: `sqlite:${join(folder.path, `${count}.db`)}` };
    await broadsheet(["migrate"], store);
    const added = await broadsheet(["stories", "add", story], store);
    expect([added.status, added.errors]).toEqual([0, expect.stringContaining("Edition: ridge, The Ridge Post\n")]);
    expect((await broadsheet(["stories", "show", "hello-ridge"], store)).output).toContain(
      "first day of The Ridge Post",
    );
    const published = await broadsheet(["stories", "publish", "hello-ridge"], { ...store, PORT: "4321" });
    expect(published.output).toContain("\nhttp://localhost:4321/article/hello-ridge\n");
    const both = await broadsheet(["stories"], { ...store, EDITIONS: "chicago,ridge" });
    expect([both.status, both.errors]).toEqual([
      2,
      expect.stringContaining("name the edition with --edition; the editions are chicago, ridge."),
    ]);
  });

  it("finds the feeds of a page, of a blog's categories and of an OPML file with folders", async () => {
    host.serve("/page", {
      body: `<!doctype html><title>The Page</title><link rel="alternate" type="application/rss+xml" title="Comments" href="/comments">
        <link rel="alternate" type="application/rss+xml" href="harbor.rss.xml">`,
      contentType: "text/html",
    });
    host.serve("/blog", {
      body: `<html><head><meta name="generator" content="WordPress 6.8"><link rel="alternate" type="application/rss+xml" href="/canal.json"></head>`,
      contentType: "text/html",
    });
    host.serve("/wp-json/wp/v2/categories", {
      body: JSON.stringify([
        { name: "Town &amp; Harbor", link: host.url("/category/town"), count: 9 },
        { name: "Uncategorized", link: host.url("/category/uncategorized"), count: 3 },
      ]),
      contentType: "application/json",
    });
    host.serveFile("/category/town/feed/", `${FEEDS}/harbor.rss.xml`, "application/rss+xml");
    const opml = join(folder.path, "feeds.opml");
    await writeFile(
      opml,
      `<opml version="2.0"><body><outline text="The Lake"><outline type="rss" text="Ridge" xmlUrl="${host.url("/sports/feed.xml")}"/></outline></body></opml>`,
    );
    const { status } = await create(...NAMED, "--feed", host.url("/page"), "--feed", host.url("/blog"), "--from", opml);
    expect(status).toBe(0);
    expect(await listFeeds()).toEqual([
      ["local", [host.url("/harbor.rss.xml"), host.url("/canal.json")]],
      ["town", [host.url("/category/town/feed/")]],
      ["the-lake", [host.url("/sports/feed.xml")]],
    ]);
  });

  it("leaves what it could not read in the file, and says so", async () => {
    host.serve("/plain", { body: "<!doctype html><title>No feed</title>", contentType: "text/html" });
    const [missing, plain] = [host.url("/politics/missing.xml"), host.url("/plain")];
    const { status, output } = await create(...NAMED, "--feed", missing, "--feed", plain);
    expect(status).toBe(0);
    expect(output).toContain(`Not read: ${missing}: It responded with status 404. The server tries it again.`);
    expect(output).toContain(`Not read: ${plain}: This web page links to no feed.`);
    expect(await listFeeds()).toEqual([["politics", [missing]]]);
    expect(await readSource()).toMatch(/# Not read on \d{4}-\d\d-\d\d; the server tries it again\. It responded with/);
    expect(await readSource()).toContain(`# Not followed: ${plain}`);
    expect((await broadsheet(["check"], env)).status).toBe(0);
  });

  it("finds the feed of a WordPress site that hides its version, its feed and its API", async () => {
    host.serve("/", {
      body: '<!doctype html><link href="/wp-content/themes/lake/style.css">',
      contentType: "text/html",
    });
    host.serve("/wp-json/wp/v2/categories", { body: "<html>Not for you.", contentType: "text/html" });
    host.serveFile("/feed/", `${FEEDS}/harbor.rss.xml`, "application/rss+xml");
    const { status, output } = await create(...NAMED, "--feed", host.url("/"));
    expect([status, output]).toEqual([0, expect.not.stringContaining("Not read")]);
    expect(await listFeeds()).toEqual([["local", [host.url("/feed/")]]]);
  });

  it("says what it could not read of a list, and takes each feed once", async () => {
    const outline = (url: string) => `<outline type="rss" text="F" xmlUrl="${url}"/>`;
    const [feed, secure] = [host.url("/canal.json"), host.url("/canal.json").replace("http:", "https:")];
    const inner = `<outline text="News"><outline text="Lake">${outline(feed)}${outline(feed)}</outline></outline>`;
    const body = `<opml version="2.0"><body>${inner}${outline("canal.example/rss")}${outline(secure)}</body></opml>`;
    host.serve("/list.opml", { body, contentType: "text/x-opml" });
    const { output } = await create(...NAMED, "--from", host.url("/list.opml"));
    expect(output).toContain("Not read: canal.example/rss: This is not the address of a web site.");
    expect(output).toMatch(/Not read: https:\S+: \S+ failed to set up an HTTPS connection: [\w ]+\. The server tries/);
    expect(await listFeeds()).toEqual([
      ["local", [secure]],
      ["lake", [feed]],
    ]);
    expect((await broadsheet(["check"], env)).status).toBe(0);
  });

  it("never overwrites a folder, and writes nothing for a wrong answer", async () => {
    const wrong = await create(...NAMED, "--time-zone", "America/Chigago");
    expect([wrong.status, wrong.errors]).toEqual([1, expect.stringContaining('timeZone: found "America/Chigago"')]);
    const incomplete = await create("--name", "The Ridge Post");
    expect([incomplete.status, incomplete.errors]).toEqual([2, expect.stringContaining("new needs --place.")]);
    for (const [flag, value, fault] of [
      ["--language", "english!", 'language: found "english!"; expected '],
      ["--url", "ridge.example", 'url: found "ridge.example"; expected '],
    ] as const) {
      const { status, errors } = await create(...NAMED, flag, value);
      expect([status, errors]).toEqual([1, expect.stringContaining(`Correct these answers:\n${fault}`)]);
    }
    expect(existsSync(env.EDITIONS_DIR ?? "")).toBe(false);

    await mkdir(join(env.EDITIONS_DIR ?? "", "ridge"), { recursive: true });
    const again = await create(...NAMED);
    expect([again.status, again.errors]).toEqual([1, expect.stringContaining("this folder already exists")]);
  });
});
