import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import type { Rule } from "../../server/editions/schema/ruleSchema.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { pollNow } from "../support/pollNow.ts";
import { readUntil } from "../support/readUntil.ts";
import { serveRecordedFeeds } from "../support/recordedFeeds.ts";
import { hasRecordedFeeds } from "../support/recordedStore.ts";
import { KINDS, type Stored, toOptions } from "../support/rulesByKind.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, queryStore, storeUrlIn } from "../support/stores.ts";

const DESK = "/desk.xml";
/** Path of a feed that has a language, which some recorded feeds lack. */
const WIRE = "/wire.xml";
/** Path of a feed whose stories have an author or a category, which some recorded feeds lack. */
const PRESS = "/press.xml";
/**
 * Sections that follow recorded feeds. If the recorded feeds are missing, three test feeds replace them, and a fourth
 * section would repeat the stories of the first.
 */
const SECTIONS = hasRecordedFeeds ? ["local", "national", "health", "opinion"] : ["local", "national", "world"];
const REVIEWED = ["Bridge Closes", "Bakery Opens", "Library Moves", "Ferry Sails"];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let env: Record<string, string>;
let editionFile: string;
/** Stored stories that do not wait for an editor. */
let stories: Stored[];
/** Slugs of the stories to which a page links, by the page's path. Read before the tests set any rules. */
let before: Pages;

type Pages = Record<string, string[]>;

const read = async (path: string) => (await fetch(site.url + path)).text();
const getStatus = async (path: string) => (await fetch(site.url + path)).status;
const run = async (...args: string[]) => {
  const { status, output, errors } = await broadsheet([...args, "--as", "Ann"], env);
  expect(status, errors).toBe(0);
  return output;
};

/** Returns the slugs of the stories to which a page links, each once. */
async function readLinks(path: string): Promise<string[]> {
  const links = (await read(path)).matchAll(/\/article\/([^"'?#<>&\\\s]+)/g);
  return [...new Set(Array.from(links, ([, slug = ""]) => decodeURIComponent(slug)))];
}

const SITEMAP = "/sitemaps/articles-1.xml";

/** Returns paths of pages of each kind. */
function listPaths(): string[] {
  const [year = "", month = "", day = ""] = (stories[0]?.sortedAt ?? "").slice(0, 10).split("-");
  const sections = [...new Set(stories.map(({ section }) => section))].slice(0, 3);
  const word = stories[0]?.title.match(/\w{5,}/)?.[0] ?? "";
  return [
    ...["/", ...sections.map((section) => `/${section}`), `/archive/${year}/${month}/${day}`],
    ...["/rss.xml", `/${sections[0]}/atom.xml`, "/text", `/text/${sections[0]}`, SITEMAP, "/embed/latest"],
    ...[`/search?q=${word}&order=date`, "/api/edition/latest.json"],
  ];
}

async function readPages(): Promise<Pages> {
  return Object.fromEntries(await Promise.all(listPaths().map(async (path) => [path, await readLinks(path)])));
}

/** Waits until no page links to the dropped stories, and the sitemap contains all other stories. */
async function waitForPagesWithout(dropped: readonly string[]): Promise<void> {
  const gone = new Set(dropped);
  await waitForSitemap(before[SITEMAP]?.filter((slug) => !gone.has(slug)));
  // While a page is rendered again, the site may serve the old version of the page once more.
  await readUntil(readPages, (pages) => Object.values(pages).every((slugs) => !slugs.some((slug) => gone.has(slug))));
}

async function waitForPagesBefore(): Promise<void> {
  await waitForSitemap(before[SITEMAP]);
  await readUntil(readPages, (pages) => JSON.stringify(pages) === JSON.stringify(before));
}

const waitForSitemap = (expected: readonly string[] | undefined) =>
  readUntil(
    () => readLinks(SITEMAP),
    (slugs) => slugs.join() === expected?.join(),
  );

async function setRules(rules: readonly Rule[], review?: object): Promise<void> {
  const document = parseDocument(await readFile(editionFile, "utf8"));
  document.set("rules", document.createNode(rules));
  if (review) document.set("review", document.createNode(review));
  await writeFile(editionFile, String(document));
}

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  serveDesk(REVIEWED);
  host.serve(WIRE, { body: toRss(["Tide Turns", "Mill Hums"].map((title) => toItem(title, ""))) });
  const [byline, category] = ["<dc:creator>Ada Moss</dc:creator>", "<category>Sponsored</category>"];
  const signed = ["Gulls Land", "Gulls Leave"].map((title) => toItem(title, byline));
  const sponsored = ["Kites Rise", "Kites Fall"].map((title) => toItem(title, category));
  host.serve(PRESS, { body: toRss([...signed, ...sponsored]) });
  const recorded = serveRecordedFeeds(host);
  // Forbids images, since the site would otherwise request all of them.
  const rights = { index: true, text: "full", images: "none", export: true };
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => [
      ...(SECTIONS.includes(section) ? recorded.bySection(section) : []).map((feed) => ({
        ...feed,
        rights,
      })),
      ...(section === "food"
        ? [
            { url: host.url(WIRE), publisher: "The Wire", rights, language: "fr" },
            { url: host.url(PRESS), publisher: "The Press", rights },
          ]
        : []),
      ...(section === "opinion"
        ? [{ url: host.url(DESK), publisher: "The Desk", rights, review: true, everyMinutes: 1440 }]
        : []),
    ],
    relays: [],
  });
  editionFile = join(editions, "chicago", "edition.yaml");
  env = {
    EDITIONS_DIR: editions,
    DATA_DIR: folder.path,
    DATABASE_URL: storeUrlIn(folder.path),
    ALLOW_PRIVATE_HOSTS: host.allowed,
  };
  const start = () => startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  site = await start();
  const feeds = parseDocument(await readFile(editionFile, "utf8"))
    .toJS()
    .sections.flatMap(({ feeds = [] }) => feeds);
  await waitForPolls(site, feeds.length);
  const rows = await queryStore<Stored>(
    storeUrlIn(folder.path),
    sql`select slug, articles.title, author, link, categories, articles.sorted_at as "sortedAt", follows.section,
        entries.feed_url as "feedUrl", feeds.language
      from articles join entries on entries.article_id = articles.id join follows on follows.feed_url = entries.feed_url
        join feeds on feeds.url = entries.feed_url
      order by articles.sorted_at desc, articles.id`,
  );
  stories = rows.filter(({ feedUrl }) => feedUrl !== host.url(DESK));
  // Restarts the site, since its cache may contain pages that were rendered before the last poll.
  await site.stop();
  site = await start();
  before = await readUntil(
    readPages,
    (pages) => pages[SITEMAP]?.length === new Set(stories.map(({ slug }) => slug)).size,
  );
});

afterAll(async () => {
  await site.stop();
  await host.close();
  await folder.remove();
});

function serveDesk(titles: readonly string[]): void {
  host.serve(DESK, { body: toRss(titles.map((title) => toItem(title, ""))) });
}

function toItem(title: string, more: string): string {
  return `<item><title>${title}</title><link>https://desk.example/${title.replace(" ", "-")}</link>${more}</item>`;
}

function toRss(items: readonly string[]): string {
  return `<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>${items.join("")}</channel></rss>`;
}

/** Places that can contain rules. Each function sets rules, and returns a function that removes them. */
const PLACES = {
  async store(rules: readonly Rule[]) {
    const ids: string[] = [];
    for (const rule of rules) ids.push(/^Rule (\d+)/.exec(await run("rules", "add", ...toOptions(rule)))?.[1] ?? "");
    return async () => {
      for (const id of ids) await run("rules", "remove", id);
    };
  },
  async edition(rules: readonly Rule[]) {
    await setRules(rules);
    return () => setRules([]);
  },
};

interface Case {
  /** Kinds of rules that are set together. Each rule drops a story that the others do not. */
  kinds: string[];
  place: keyof typeof PLACES;
}
const CASES: Case[] = [
  { kinds: ["a word", "an author", "a category", "the language of a feed"], place: "store" },
  { kinds: ["an age", "a phrase in a section", "what to keep of a feed", "a part of the address"], place: "edition" },
];
/** Cases of long runs: each kind of rule alone, in the store and in the edition. */
const LONG_CASES = Object.keys(KINDS).flatMap((kind) =>
  (["store", "edition"] as const).map((place): Case => ({ kinds: [kind], place })),
);
/** Cases of this run: on PostgreSQL a single rule, since the store does not depend on the kind of rule. */
const CHOSEN = isLong ? LONG_CASES : isPostgres ? [{ ...(CASES[0] as Case), kinds: ["a word"] }] : CASES;

/** Returns the sentence that describes a rule, and the slugs of the stories that the rule would drop. */
async function tryRule(rule: Rule): Promise<{ sentence: string; dropped: string[] }> {
  const trial = await run("rules", "try", ...toOptions(rule), "--last", "1000");
  const [sentence = "", summary = "", ...lines] = trial.trim().split("\n");
  const dropped = lines.map((line) => line.trim().split(/ {2,}/)[1] ?? "");
  const onFront = lines.filter((line) => line.endsWith("(front page)")).length;
  expect(dropped.length).toBeGreaterThan(0);
  expect(dropped.length).toBeLessThan(stories.length);
  expect(summary).toMatch(`Would drop ${dropped.length} of the last `);
  expect(summary).toContain(`, ${onFront} of them on the front page:`);
  expect(dropped.filter((slug) => before["/"]?.includes(slug))).toHaveLength(onFront);
  return { sentence, dropped };
}

describe.each(CHOSEN)("rules about $kinds in the $place", ({ kinds, place }) => {
  it("drop what the dry runs say, and give it back", async () => {
    const rules = kinds.map((kind) => KINDS[kind]?.(stories) as Rule);
    const trials: Awaited<ReturnType<typeof tryRule>>[] = [];
    for (const rule of rules) trials.push(await tryRule(rule));
    const counts = Map.groupBy(
      trials.flatMap(({ dropped }) => dropped),
      (slug) => slug,
    );
    const own = trials.map(({ dropped }) => dropped.find((slug) => counts.get(slug)?.length === 1) ?? "");
    expect(own).not.toContain("");
    expect(await readPages()).toEqual(before);

    const remove = await PLACES[place](rules);
    await waitForPagesWithout([...counts.keys()]);
    const waitForStatus = async (expected: number) => {
      for (const slug of own)
        await readUntil(
          () => getStatus(`/article/${slug}`),
          (status) => status === expected,
        );
    };
    await waitForStatus(404);
    await readUntil(
      () => read("/sources"),
      (page) => trials.every(({ sentence }) => page.includes(escapeText(sentence))),
    );
    await remove();
    await waitForPagesBefore();
    await waitForStatus(200);
    await readUntil(
      () => read("/sources"),
      (page) => !trials.some(({ sentence }) => page.includes(escapeText(sentence))),
    );
  });
});

const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("'", "&#x27;").replaceAll('"', "&quot;");

describe("a feed with review", () => {
  const isShown = async (slug: string) => (await getStatus(`/article/${slug}`)) === 200;

  it("shows a story when an editor approves it, and not when one rejects it", async () => {
    expect((await run("review", "list")).match(/bakery-opens|bridge-closes|ferry-sails|library-moves/g)).toHaveLength(
      4,
    );
    expect(await isShown("bridge-closes")).toBe(false);
    await run("review", "approve", "bridge-closes");
    await readUntil(() => isShown("bridge-closes"), Boolean);
    expect(
      await readUntil(
        () => readLinks("/opinion/rss.xml"),
        (slugs) => slugs.includes("bridge-closes"),
      ),
    ).not.toContain("bakery-opens");
    await run("review", "reject", "bakery-opens");
    expect(await run("review", "list")).not.toContain("bakery-opens");
    expect(await read("/sources")).toContain("An editor approves stories from The Desk before we show them.");
  });

  it("drops or shows what waits longer, as the edition says", async () => {
    await setRules([], { hours: 0.0001, overdue: "show" });
    await readUntil(() => isShown("library-moves"), Boolean);
    expect(await isShown("bakery-opens")).toBe(false);
    await setRules([], { hours: 0.0001, overdue: "drop" });
    await readUntil(
      () => isShown("library-moves"),
      (isFound) => !isFound,
    );
    expect(await isShown("bridge-closes")).toBe(true);
    await run("review", "approve", "library-moves");
    await readUntil(() => isShown("library-moves"), Boolean);
  });

  it("takes a rejected story from the place to which it is pinned", async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await run("stories", "pin", "library-moves", "--until", until);
    await readUntil(
      () => readLinks("/"),
      ([first]) => first === "library-moves",
    );
    await run("review", "reject", "library-moves");
    await readUntil(
      () => readLinks("/"),
      (slugs) => !slugs.includes("library-moves"),
    );
  });

  it("makes the stories of the next poll wait, and rules apply to them", async () => {
    await setRules([{ drop: { words: ["circus"] } }], { hours: 24 });
    await readUntil(
      () => run("rules", "list"),
      (output) => output.includes("circus"),
    );
    await run("review", "approve", "ferry-sails");
    await readUntil(() => isShown("ferry-sails"), Boolean);
    serveDesk([...REVIEWED, "Mayor Resigns", "Circus Returns"]);
    await pollNow(storeUrlIn(folder.path), host.url(DESK));
    // Sometimes the server reads the edition's new files after the poll. It then applies the new rules to the poll's
    // stories.
    await readUntil(
      () => run("review", "list"),
      (output) => output.includes("mayor-resigns") && !output.includes("circus"),
    );
    expect(await isShown("mayor-resigns")).toBe(false);
    expect(await isShown("circus-returns")).toBe(false);
  });
});

describe("a rule of a section", () => {
  it("leaves its stories out of searches of the section, and not of others", async () => {
    const document = parseDocument(await readFile(editionFile, "utf8"));
    const sections: { slug: string }[] = document.toJS().sections;
    const other = sections.findIndex(({ slug }) => slug === "automotive");
    const feed = { url: host.url(WIRE), publisher: "The Wire", rights: { index: true, text: "full", export: true } };
    document.setIn(["sections", other, "feeds"], document.createNode([feed]));
    await writeFile(editionFile, String(document));
    await setRules([{ drop: { words: ["mill hums"] }, section: "food" }]);
    await readUntil(
      () => readLinks("/search?q=hums&section=food"),
      (slugs) => !slugs.includes("mill-hums"),
    );
    expect(await readLinks("/search?q=tide&section=food")).toContain("tide-turns");
    for (const path of ["/search?q=hums&section=automotive", "/search?q=hums"])
      await readUntil(
        () => readLinks(path),
        (slugs) => slugs.includes("mill-hums"),
      );
    expect(await readLinks("/search/rss.xml?q=hums&section=food")).toEqual([]);
  });

  it("holds from the first page on if it is added while the server is stopped", async () => {
    await site.stop();
    await setRules([{ drop: { words: ["tide"] } }]);
    site = await startSite({ editions: env.EDITIONS_DIR ?? "", data: folder.path, env });
    const slugs = await readLinks("/automotive");
    expect(slugs).toContain("mill-hums");
    expect(slugs).not.toContain("tide-turns");
  });
});

it("logs what editors do, with the state before and after", async () => {
  const rows = await queryStore<{ editor: string; action: string; subject: string; before: string; after: string }>(
    storeUrlIn(folder.path),
    sql`select editor, action, subject, before, after from editor_log order by id`,
  );
  const actions = Map.groupBy(rows, ({ action }) => action);
  expect(actions.get("add rule")).toHaveLength(
    CHOSEN.flatMap(({ kinds, place }) => (place === "store" ? kinds : [])).length,
  );
  expect(actions.get("remove rule")?.map(({ before }) => before)).toEqual(
    actions.get("add rule")?.map(({ after }) => after),
  );
  expect(actions.get("approve")?.map(({ editor, after }) => [editor, JSON.parse(after).slug])).toEqual([
    ["Ann", "bridge-closes"],
    ["Ann", "library-moves"],
    ["Ann", "ferry-sails"],
  ]);
  expect(actions.get("reject")).toMatchObject([
    { editor: "Ann", before: null },
    { editor: "Ann", before: expect.stringContaining('"approved"') },
  ]);
});

it("gives clear answers to rules that make no sense", async () => {
  const attempt = (...args: string[]) => broadsheet(["rules", "try", ...args], env);
  expect((await attempt("drop")).errors).toContain("at least one condition");
  expect((await attempt("drop", "--words", "a", "--section", "nowhere")).errors).toContain('no section "nowhere"');
  expect((await broadsheet(["rules", "remove", "999"], env)).output).toContain("The store has no rule 999.");
  expect((await broadsheet(["review", "approve", "nothing"], env)).output).toContain("has a story nothing");
});
