import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Document, parseDocument } from "yaml";
import type { Rights } from "../../server/editions/schema/rights.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, queryStore, storeUrlIn, withStore } from "../support/stores.ts";

/** Rights of each section's feed. In each feed, one right differs from the defaults, or several rights interact. */
const FEEDS: Record<string, Partial<Rights>> = {
  local: {},
  national: { text: "none" },
  world: { text: "full" },
  politics: { images: "none" },
  business: { images: "link" },
  technology: { export: true },
  automotive: { export: true, text: "full" },
  "real-estate": { export: true, text: "none", images: "link" },
  health: { mail: false },
  sports: { ads: false },
  culture: { index: true },
  food: { keepDays: 7 },
  lifestyle: { text: "full", images: "link", export: true },
};
const DEFAULTS = {
  text: "excerpt",
  images: "copy",
  keepDays: null,
  ads: true,
  mail: true,
  export: false,
  index: false,
};

/** Sections of which social images are drawn: of all rights, drawing reads only the one about images. */
const DRAWN = ["local", "world", "politics", "business", "lifestyle"];
const DAY_MS = 24 * 60 * 60_000;
const publishedAt = Date.now() - 5 * 60_000;
const DAY = Temporal.Instant.fromEpochMilliseconds(publishedAt).toZonedDateTimeISO("America/Chicago").toPlainDate();

type Part = "title" | "excerpt" | "body" | "photo";
interface Place {
  get(section: string): Promise<string>;
  shows: Part[];
  right?: "export" | "mail";
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let mail: string;
/** Keys of the site's copies of images, by section. */
let keys: Map<string, string>;

const rightsOf = (section: string) => ({ ...DEFAULTS, ...FEEDS[section] }) as Rights;
/** Returns a word that occurs only in the given part of a section's story. */
const word = (section: string, part: string) => `${part}${section.replace("-", "")}`;
const slugOf = (section: string) => `${word(section, "title")}-of-today`;
const photoUrl = (section: string) => host.url(`/photos/${section}.jpg`);
const get = (path: string) => fetch(site.url + path);
const read = async (path: string) => (await get(path)).text();
const readStore = <Row>(query: RawBuilder<Row>) => queryStore(storeUrlIn(folder.path), query);

const IN_FEED: Pick<Place, "shows" | "right"> = { shows: ["excerpt", "body", "photo"], right: "export" };
/** Places that show a story, and the parts of the story that each place shows if the publisher permits them. */
const PLACES: Record<string, Place> = {
  "the story's page": { get: (section) => read(`/article/${slugOf(section)}`), shows: ["excerpt", "body", "photo"] },
  "the front page": { get: () => read("/"), shows: ["photo"] },
  "its section": { get: (section) => read(`/${section}`), shows: ["excerpt", "photo"] },
  "the archive": { get: () => read(`/archive/${DAY.toString().replaceAll("-", "/")}`), shows: ["excerpt", "photo"] },
  // A search matches the whole text.
  "search results": {
    get: (section) => read(`/search?q=${word(section, "needle")}`),
    shows: ["excerpt", "body", "photo"],
  },
  "the text edition": { get: (section) => read(`/text/article/${slugOf(section)}`), shows: ["excerpt", "body"] },
  "the text section": { get: (section) => read(`/text/${section}`), shows: ["excerpt"] },
  "saved stories": { get: (section) => read(`/api/article/${slugOf(section)}`), shows: ["excerpt", "body"] },
  "stories for devices": { get: () => read("/api/edition/latest.json"), shows: ["excerpt", "photo"] },
  "its RSS feed": { get: (section) => read(`/${section}/rss.xml`), ...IN_FEED },
  "its Atom feed": { get: (section) => read(`/${section}/atom.xml`), ...IN_FEED },
  "its JSON feed": { get: (section) => read(`/${section}/feed.json`), ...IN_FEED },
  "a search feed": { get: (section) => read(`/search/feed.json?q=${word(section, "needle")}`), ...IN_FEED },
  "its card on other sites": {
    get: (section) => read(`/embed/article/${slugOf(section)}`),
    shows: ["excerpt", "photo"],
    right: "export",
  },
  "the wall on other sites": {
    get: (section) => read(`/embed/latest?section=${section}`),
    shows: ["photo"],
    right: "export",
  },
  "the briefing": { get: async () => mail, shows: ["excerpt"], right: "mail" },
};

function isPermitted(section: string, part: Part): boolean {
  const { text, images } = rightsOf(section);
  return { title: true, excerpt: text !== "none", body: text === "full", photo: images === "copy" }[part];
}

function contains(html: string, section: string, part: Part): boolean {
  if (part === "photo") return html.includes(keys.get(section) ?? photoUrl(section));
  return html.includes(word(section, part));
}

function createFeed(section: string): string {
  const createFields = (name: string, date: number) => `<title>${name} of today</title>
    <link>${host.url(`/stories/${name}`)}</link><pubDate>${new Date(date).toUTCString()}</pubDate>
    <description>The ${word(section, "excerpt")} of it.</description>`;
  const createItem = (name: string, date: number) => `<item>${createFields(name, date)}
    <content:encoded><![CDATA[<p>A ${word(section, "needle")} in the ${word(section, "body")}.</p>
      <p><img src="${host.url(`/inline/${section}.jpg`)}" alt="The pier"></p>]]></content:encoded>
    <enclosure url="${photoUrl(section)}" type="image/jpeg" length="1"/></item>`;
  const items = [
    createItem(word(section, "title"), publishedAt),
    createItem(word(section, "old"), Date.now() - 8 * DAY_MS),
    `<item>${createFields(word(section, "short"), publishedAt - 60_000)}</item>`,
  ];
  return `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Wire</title>${items.join("")}</channel></rss>`;
}

async function editEdition(change: (edition: Document) => void): Promise<void> {
  const file = join(folder.path, "editions", "chicago", "edition.yaml");
  const document = parseDocument(await readFile(file, "utf8"));
  change(document);
  const reloads = () => site.written().split('"changed":["chicago"],"msg":"editions reloaded"').length;
  const before = reloads();
  await writeFile(file, String(document));
  await site.logs(() => reloads() > before);
}

/** Returns the position of a section's feed in `edition.yaml`. */
function feedPathOf(edition: Document, section: string): (string | number)[] {
  const sections = edition.toJS().sections as { slug: string }[];
  return ["sections", sections.findIndex(({ slug }) => slug === section), "feeds", 0];
}

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  // The photo is only 40 pixels high, since encoding takes time for each pixel.
  const photo = await sharp({ create: { width: 640, height: 40, channels: 3, background: "#c00000" } })
    .jpeg()
    .toBuffer();
  for (const section of Object.keys(FEEDS)) {
    host.serve(`/${section}.xml`, { body: createFeed(section) });
    host.serve(`/photos/${section}.jpg`, { body: photo, contentType: "image/jpeg" });
    host.serve(`/inline/${section}.jpg`, { body: photo, contentType: "image/jpeg" });
  }
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      FEEDS[section]
        ? [{ url: host.url(`/${section}.xml`), publisher: `${word(section, "publisher")}`, rights: FEEDS[section] }]
        : [],
    relays: [],
    change: (edition) => edition.set("ports", [Number(host.allowed.split(":")[1])]),
  });
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed };
  site = await startSite({ editions, data: folder.path, env });
  await waitForPolls(site, Object.keys(FEEDS).length);
  const copied = Object.keys(FEEDS).filter((section) => isPermitted(section, "photo"));
  const inline = copied.filter((section) => isPermitted(section, "body"));
  await site.logs((log) => log.split('"msg":"image stored"').length > copied.length + inline.length);
  const images = await readStore(sql<{ url: string; key: string }>`select url, key from images`);
  keys = new Map(
    copied.map((section) => [section, images.find(({ url }) => url === photoUrl(section))?.key ?? "none"]),
  );
  const commandEnv = { DATABASE_URL: storeUrlIn(folder.path), EDITIONS_DIR: editions, SITE_URL: site.url };
  // Makes a story lead the front page, although its publisher does not permit it in the briefing.
  const until = new Date(Date.now() + DAY_MS).toISOString();
  await broadsheet(["stories", "pin", slugOf("health"), "--until", until], commandEnv);
  const preview = await broadsheet(["newsletter", "preview"], commandEnv);
  mail = preview.output;
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

describe.each(Object.keys(FEEDS))("a story of %s", (section) => {
  const rights = rightsOf(section);

  it(`is shown everywhere as ${JSON.stringify(FEEDS[section])} permits`, async () => {
    for (const [name, place] of Object.entries(PLACES)) {
      const html = await place.get(section);
      const mayShow = place.right === undefined || rights[place.right];
      expect(contains(html, section, "title"), `title in ${name}`).toBe(place.right !== "mail" || mayShow);
      for (const part of ["excerpt", "body", "photo"] as const) {
        // The story's page links to the photo instead of showing it.
        if (name === "the story's page" && part === "photo" && rights.images === "link") continue;
        // A search result quotes the text instead of the excerpt if only the text matches.
        if (name === "search results" && part === "excerpt" && rights.text === "full") continue;
        const isShown = mayShow && place.shows.includes(part) && isPermitted(section, part);
        // A block of the front page may leave out a permitted photo or excerpt.
        if (name === "the front page" && (isShown || part === "excerpt") && isPermitted(section, part)) continue;
        expect(contains(html, section, part), `${part} in ${name}`).toBe(isShown);
      }
      expect(html, `an image of the publisher's server in ${name}`).not.toMatch(
        /<img[^>]* src="http:\/\/127\.0\.0\.1:\d+\/(photos|inline)/,
      );
    }
  });

  it("has a page with the links, advertisement and robots directives that its rights permit", async () => {
    const html = await read(`/article/${slugOf(section)}`);
    expect(html.includes(`<a href="${photoUrl(section)}"`)).toBe(rights.images === "link");
    expect(html.includes(`<a href="${host.url(`/inline/${section}.jpg`)}"`)).toBe(
      rights.images === "link" && rights.text === "full",
    );
    expect(html.includes('data-place="article"')).toBe(rights.ads);
    expect(/<meta name="robots" content="([^"]*)"/.exec(html)?.[1] ?? "").toMatch(
      rights.index ? /^$/ : /^noindex, follow/,
    );
    expect(html.includes("unavailable_after")).toBe(rights.keepDays !== null);
    expect(html.includes("Only the headline appears here.")).toBe(rights.text === "none");
    expect(html.includes("This is a summary.")).toBe(rights.text === "excerpt");
    // This story's only text is a summary, so its page does not refer to a longer original.
    const short = await read(`/article/${word(section, "short")}-of-today`);
    expect(short.includes("This is a summary.")).toBe(rights.text !== "none");
    expect(short).not.toContain("Read the original at");
    expect(html.includes(`content="A story from ${word(section, "publisher")}, listed under `)).toBe(
      rights.text === "none",
    );
    expect((await read("/sitemaps/articles-1.xml")).includes(slugOf(section))).toBe(rights.index);
    expect((await read(`/oembed?url=${site.url}/article/${slugOf(section)}`)).includes("thumbnail_url")).toBe(
      rights.export,
    );
    expect((await get(`/article/${word(section, "old")}-of-today`)).status).toBe(rights.keepDays === null ? 200 : 404);
  });

  // Runs only on SQLite, since drawing does not depend on the store.
  it.skipIf(isPostgres || !DRAWN.includes(section))(
    "has a photo in its social image only if we may copy it",
    async () => {
      const html = await read(`/article/${slugOf(section)}`);
      const path = /<meta property="og:image" content="[^"]*(\/cards\/[^"]*)"/.exec(html)?.[1] ?? "";
      const { dominant } = await sharp(Buffer.from(await (await get(path)).arrayBuffer())).stats();
      expect(dominant.r > 150 && dominant.g < 50).toBe(rights.images === "copy");
    },
  );
});

it("downloads no image that it may not copy", () => {
  for (const section of Object.keys(FEEDS))
    for (const kind of ["photos", "inline"])
      expect(host.requests(`/${kind}/${section}.jpg`).length > 0, `${kind} of ${section}`).toBe(
        isPermitted(section, "photo") && (kind === "photos" || isPermitted(section, "body")),
      );
});

it("tells readers on /sources how the site uses each feed, and why", async () => {
  const html = await read("/sources");
  expect(html).toContain("We show headlines, full stories and links to photos, and link each story to the original.");
  expect(html).toContain("We delete its stories after 7 days.");
  expect(html).toContain("We have no terms from this publisher on file, so we apply our usual limits.");
});

it("applies changed rights to stored stories at once, and deletes the copies of images", async () => {
  const picture = `/pictures/${keys.get("local")}/320.webp`;
  expect((await get(picture)).status).toBe(200);
  await editEdition((edition) => {
    edition.setIn([...feedPathOf(edition, "local"), "rights"], { text: "none", images: "none" });
  });
  const html = await read(`/article/${slugOf("local")}`);
  for (const part of ["excerpt", "photo"] as const) expect(contains(html, "local", part)).toBe(false);
  await site.logs((log) => log.includes("images removed that no edition may copy"));
  expect((await get(picture)).status).toBe(404);
});

it("shows only headlines of a feed that left, and deletes its stories after 30 days", async () => {
  await editEdition((edition) => edition.deleteIn(feedPathOf(edition, "sports")));
  const path = `/article/${slugOf("sports")}`;
  const html = await read(path);
  expect(html).toContain("Only the headline appears here.");
  expect(contains(html, "sports", "excerpt")).toBe(false);
  const isDeleted = (log: string) => log.includes("stories of a former feed deleted");
  expect(isDeleted(site.written())).toBe(false);
  const longAgo = new Date(Date.now() - 31 * DAY_MS).toISOString();
  await withStore(storeUrlIn(folder.path), (store) =>
    store.updateTable("follows").set({ left_at: longAgo }).where("left_at", "is not", null).execute(),
  );
  await editEdition((edition) => edition.set("tagline", "Another tagline"));
  await site.logs(isDeleted);
  expect(await readStore(sql`select 1 from articles where title like '%titlesports%'`)).toEqual([]);
});

it.skipIf(isPostgres)("names the replacements of earlier keys, and rights that known terms do not grant", async () => {
  const folders = await temporaryFolder();
  const checkWith = async (feed: object) => {
    const editions = await writeTestEdition(folders.path, {
      feeds: (section) =>
        section === "local" ? [{ url: "https://feeds.npr.org/1003/rss.xml", publisher: "NPR", ...feed }] : [],
      relays: [],
    });
    return (await broadsheet(["check"], { EDITIONS_DIR: editions })).output;
  };
  expect(await checkWith({ fullText: true })).toContain("expected `rights: { text: full }` instead.");
  expect(await checkWith({ index: true })).toContain("expected `rights: { index: true }` instead.");
  const warned = await checkWith({ rights: { text: "full" } });
  expect(warned).toContain("NPR: its terms do not permit text: full, images: copy, ads: true; get its permission");
  expect(warned).toContain("NPR has no terms on file");
  await folders.remove();
});
