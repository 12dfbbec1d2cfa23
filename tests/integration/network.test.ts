import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { readUntil } from "../support/readUntil.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, storeUrlIn } from "../support/stores.ts";

/** URL of the default edition. The harbor edition has no `url`, and the quay edition has its own. */
const SITE_URL = "https://news.example";

/**
 * Edition with one section, News, which shows stories of the quay edition's section Local. In return, the quay
 * edition's section World shows stories of News.
 */
const PIER = `name: The Pier
place: The Pier
language: en-US
timeZone: America/Chicago
hosts: [pier.example]
network: { name: The Old Pier, order: 1 }
embeds: { latest: {} }
look: { typefaces: franklin-headlines }
sections: [{ slug: news, name: News, feeds: [{ edition: quay/local }] }]
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), { body: createSectionFeed(host, "local") });
  editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (section === "local" ? [host.url(feedPath("local"))] : []),
    relays: [],
  });
  await addEdition("harbor", { name: "The Harbor Light", place: "Port Harbor", hosts: "[harbor.example]" });
  await addEdition("quay", { name: "The Quay", place: "The Quay", hosts: "[quay.test]", url: "https://quay.example/" });
  await edit("quay", (source) =>
    source.replace(/slug: world[\s\S]*?feeds: \[\]/, (world) => world.replace("[]", "[{ edition: pier/news }]")),
  );
  await edit("harbor", (source) => `${source}\nfrontPage: { sections: [sports, local], rail: [latest, radio] }\n`);
  await mkdir(join(editions, "pier"));
  await writeFile(join(editions, "pier/edition.yaml"), PIER);
  const env = { SITE_URL, ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug" };
  site = await startSite({ editions, data: folder.path, env });
  await waitForPolls(site, 1);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

async function addEdition(id: string, edition: { name: string; place: string; hosts: string; url?: string }) {
  await cp(join(editions, "chicago"), join(editions, id), { recursive: true });
  const file = join(editions, id, "edition.yaml");
  const source = await readFile(file, "utf8");
  const url = edition.url ? `\nurl: ${edition.url}` : "";
  await writeFile(
    file,
    source
      .replace("name: The Chicago Meridian", `name: ${edition.name}`)
      .replace("place: Chicago", `place: ${edition.place}`)
      .replace(/tagline: .*/, "tagline: News from the quay.")
      .replace(/hosts: .*/, `hosts: ${edition.hosts}${url}`)
      .replace("default: true", "default: false")
      .replace(/\ndonation:[\s\S]*?\n\n/, "\n"),
  );
  // Replaces links to /support, since only editions with donations have this page.
  const faq = join(editions, id, "faq.yaml");
  await writeFile(faq, (await readFile(faq, "utf8")).replaceAll("(/support)", "(/about)"));
}

async function edit(id: string, change: (source: string) => string): Promise<void> {
  const file = join(editions, id, "edition.yaml");
  await writeFile(file, change(await readFile(file, "utf8")));
}

const until = (path: string, host: string, isDone: (page: string) => boolean) =>
  readUntil(() => read(path, host), isDone);

/** Returns the text of a page or file as an edition's host serves it. */
function read(path: string, host: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    get(site.url + path, { headers: { host, ...headers } }, (response) => resolve(text(response))).on("error", reject);
  });
}

it.skipIf(isPostgres)("lists every edition, marks the current one, and links the sibling sites", async () => {
  const html = await (await fetch(`${site.url}/editions`)).text();
  expect(html).toMatch(/<a aria-current="true"[^>]* href="\/"[^>]*>The Chicago Meridian<\/a>/);
  expect(html).toContain('<a href="https://harbor.example/">The Harbor Light</a>');
  expect(html).toContain('<a href="https://quay.example/">The Quay</a>');
  for (const text of ["Port Harbor", "News from the quay.", "Block Club Chicago"]) expect(html).toContain(text);
  expect(html.match(/You are reading this edition/g)).toHaveLength(1);
  expect(await read("/editions", "harbor.example")).toContain(`<a href="${SITE_URL}/">The Chicago Meridian</a>`);
  expect(html.indexOf("The Old Pier</a>")).toBeLessThan(html.indexOf("The Harbor Light</a>"));
});

describe("a sibling's section", () => {
  const SLUG = "the-quay-floods";
  const env = () => ({ DATABASE_URL: storeUrlIn(folder.path), EDITIONS_DIR: editions });
  const stories = (...args: string[]) => broadsheet(["stories", ...args, "--edition", "quay"], env());

  it("brings the stories of its feeds, fetched once, with their publisher and origin", async () => {
    const page = await until("/news", "pier.example", (page) => page.includes("Morning local story 1"));
    expect(page).toContain("The Test Wire");
    const story = await read("/article/morning-local-story-1", "pier.example");
    expect(story).toContain(`<link rel="canonical" href="${host.url("/stories/Morning/local/1")}"`);
    expect(site.written().match(/"feed polled"/g)).toHaveLength(1);
  });

  it("brings its staff stories within a second or so, with credit and canonical, and takes none back", async () => {
    const file = join(folder.path, "story.md");
    await writeFile(file, `---\ntitle: The Quay Floods\nsection: local\nbyline: [Ada Moss]\n---\nSandbags went up.\n`);
    expect((await stories("add", file)).status).toBe(0);
    await stories("publish", SLUG);
    const page = await until(`/article/${SLUG}`, "pier.example", (page) => page.includes("Sandbags went up."));
    expect(page).toContain(`<link rel="canonical" href="https://quay.example/article/${SLUG}"`);
    expect(page).toMatch(/Ada Moss[\s\S]{0,200}The Quay/);
    expect(page).toContain('<meta name="robots" content="noindex');
    expect(await until("/news", "pier.example", (page) => page.includes(SLUG))).toContain("The Quay");
    const feed = await read("/news/rss.xml", "pier.example");
    expect(feed).toContain('<source url="https://quay.example/local/rss.xml">The Quay</source>');
    const own = await read(`/article/${SLUG}`, "quay.test");
    expect(own).toContain(`<link rel="canonical" href="https://quay.example/article/${SLUG}"`);
    expect(own).not.toContain("noindex");
    const world = await read("/world", "quay.test");
    expect(world).toContain("Morning local story 1");
    expect(world.split("<main")[1]?.split("<aside")[0]).not.toContain(SLUG);
    // Waits for the search index, which is updated after the pages.
    await until("/search?q=sandbags", "pier.example", (page) => page.includes(SLUG));
  });

  it("is counted in `npx broadsheet editions`, with address, feeds, newest story and faults", async () => {
    const { output } = await broadsheet(["editions", "--json"], { ...env(), SITE_URL });
    expect(JSON.parse(output)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: "chicago", address: SITE_URL, sections: 16, subscribers: 0, faults: [] }),
        {
          id: "pier",
          name: "The Pier",
          address: "https://pier.example",
          sections: 1,
          feeds: { working: 1 },
          newestStory: expect.stringMatching(/^20/),
          subscribers: null,
          faults: [],
        },
      ]),
    );
    const table = (await broadsheet(["editions"], env())).output.split("\n");
    expect(table[0]).toMatch(/^edition +address +sections +feeds +newest story +subscribers +faults$/);
    expect(table.find((line) => line.startsWith("pier"))).toMatch(
      / https:\/\/pier\.example +1 +1 working +20\S+ \S+Z +- +0$/,
    );
    expect((await broadsheet(["editions", "list", "--json"], env())).status).toBe(2);
  });

  it("is gone with what is taken down or withdrawn at the sibling", async () => {
    await stories("withdraw", SLUG, "--line", "The quay is dry.");
    await until(`/article/${SLUG}`, "pier.example", (page) => page.includes("The quay is dry."));
    await until("/news", "pier.example", (page) => !page.includes(SLUG));
    await broadsheet(["takedown", "morning-local-story-2"], env());
    await until("/news", "pier.example", (page) => !page.includes("Morning local story 2"));
  });

  const title =
    "must exist: `npx broadsheet check` names a mistake with file and line, and the running site stays as it is";
  it.skipIf(isPostgres)(title, async () => {
    await edit("pier", (source) => source.replace("quay/local", "quay/lokal"));
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
    expect(status).toBe(1);
    expect(output).toMatch(
      /pier\/edition\.yaml:9: sections\.0\.feeds\.0\.edition: found "quay\/lokal"; expected quay\/local or .*; did you mean "quay\/local"\?/,
    );
    await site.logs((log) => log.includes("edition not reloaded; its last valid files stay"));
    expect(await read("/news", "pier.example")).toContain("Morning local story 1");
    await edit("pier", (source) => source.replace("quay/lokal", "{ edition: quay/local, slug: x"));
    expect((await broadsheet(["check"], { EDITIONS_DIR: editions })).output).toContain("pier/edition.yaml:9: ");
    await writeFile(join(editions, "pier/edition.yaml"), PIER.replace("edition: quay/local", "edition: cove/local"));
    expect((await broadsheet(["check"], { EDITIONS_DIR: editions })).output).toContain(
      'found "cove/local"; expected a section of another edition, such as madison/local.',
    );
    await writeFile(join(editions, "pier/edition.yaml"), PIER.replace("quay/local", "quay/local, everyMinutes: 30"));
    expect((await broadsheet(["check"], { EDITIONS_DIR: editions })).output).toMatch(
      /pier\/edition\.yaml:9: sections\.0\.feeds\.0\.everyMinutes: .*no other key beside `edition`/,
    );
    await writeFile(join(editions, "pier/edition.yaml"), PIER);
  });
});

it.skipIf(isPostgres)(
  "drops the cached pages of a changed edition only, and re-renders the others' if /editions shows it",
  async () => {
    await read("/about", "harbor.example");
    const start = site.written().length;
    const since = () => site.written().slice(start);
    await edit("harbor", (source) => source.replace("edition: MIDWEST EDITION", "edition: LAKESIDE EDITION"));
    await until("/", "harbor.example", (page) => page.includes("LAKESIDE EDITION"));
    await site.logs(() => since().includes('"changed":["harbor"]'));
    // Checks only changes that files caused. Other changes, such as a timeout of feeds, may concern all editions.
    expect(since()).not.toMatch(/"edition":"(chicago|quay|pier)","revision":\d+,"cause":"files"/);
    await edit("harbor", (source) => source.replace("News from the quay.", "News from the new quay."));
    await until("/editions", "pier.example", (page) => page.includes("News from the new quay."));
  },
);

it.skipIf(isPostgres)(
  "shows official alerts, fetched once for all editions that follow them, until they end",
  async () => {
    const url = host.url("/alerts.xml");
    const time = (ms: number) => new Date(Date.now() + ms).toISOString();
    const message = `<?xml version="1.0" encoding="iso-8859-1"?><alert xmlns="urn:oasis:names:tc:emergency:cap:1.2">
    <identifier>A1</identifier><sender>nws@weather.example</sender><sent>${time(-60_000)}</sent><status>Actual</status>
    <msgType>Alert</msgType><scope>Public</scope><info><category>Met</category><event>Fog</event>
    <urgency>Expected</urgency><severity>Severe</severity><certainty>Likely</certainty>
    <expires>${time(3_600_000)}</expires><senderName>The Weather Office</senderName>
    <headline>Fog at Peña Pier</headline><area><areaDesc>Cañon Bay</areaDesc></area></info></alert>`;
    host.serve("/alerts.xml", { body: Buffer.from(message, "latin1"), contentType: "application/cap+xml" });
    const cities = ["harbor.example", "quay.test"];
    for (const id of ["harbor", "quay"]) await edit(id, (source) => `${source}\nofficialAlerts: [{ url: "${url}" }]\n`);
    for (const city of cities) {
      const page = await until("/", city, (page) => page.includes("Fog at Peña Pier"));
      for (const text of ["The Weather Office", "Cañon Bay"]) expect(page).toContain(text);
    }
    expect(await read("/", "pier.example")).not.toContain("Fog at");
    const start = site.written().length;
    host.forgetRequests();
    host.serve("/alerts.xml", { body: '<feed xmlns="http://www.w3.org/2005/Atom"></feed>' });
    await edit("harbor", (source) => source.replace("LAKESIDE EDITION", "BAY EDITION"));
    for (const city of cities) await until("/", city, (page) => !page.includes("Fog at"));
    // A poll makes one request for the two editions that share the feed, and logs a line for each edition.
    const countResults = () => site.written().slice(start).split('"msg":"official alerts polled"').length - 1;
    await site.logs(() => countResults() >= cities.length);
    expect(host.requests("/alerts.xml").length * cities.length).toBeLessThanOrEqual(countResults());
  },
);

it.skipIf(isPostgres)(
  "sets headlines in the edition's typefaces, and orders its front page's blocks and rail",
  async () => {
    const rule = "h1,h2,h3{font-family:var(--sans)}";
    expect(await read("/", "pier.example")).toContain(`${rule}</style>`);
    const page = await read("/", "harbor.example");
    expect(page).not.toContain(rule);
    const main = page.slice(page.indexOf("<main"), page.indexOf("</main>"));
    expect(main).toContain('src="/embed/latest');
    for (const left of ['src="/embed/events', 'href="/world"']) expect(main).not.toContain(left);
    expect(main).toMatch(/href="\/sports"[\s\S]*href="\/local"/);
    // An edition with one section has no wall of the latest stories, since the wall would repeat the section.
    expect(await read("/", "pier.example")).not.toContain('src="/embed/latest');
  },
);

describe.skipIf(isPostgres)("every absolute address is the edition's own", () => {
  it.each([
    ["the default edition's, by SITE_URL", "anything.example", {}, SITE_URL],
    ["an edition's by its url", "quay.test", {}, "https://quay.example"],
    ["an edition's at the host of its url", "quay.example", {}, "https://quay.example"],
    ["an edition's without a url, by its host", "harbor.example", {}, "http://harbor.example"],
    ["the same behind a proxy", "harbor.example", { "x-forwarded-proto": "https" }, "https://harbor.example"],
  ])("%s", async (_case, host, headers, siteUrl) => {
    const page = await read("/local", host, headers);
    expect(page).toContain(`<link rel="canonical" href="${siteUrl}/local"`);
    expect(page).toContain(`<meta property="og:url" content="${siteUrl}/local"`);
    expect(page).toContain(`<meta property="og:image" content="${siteUrl}/`);
    expect(await read("/robots.txt", host, headers)).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    const files = ["/local/rss.xml", "/local/atom.xml", "/local/feed.json", "/sitemap.xml", "/sitemaps/pages.xml"];
    for (const path of [...files, "/.well-known/security.txt", "/text/local", "/sections.opml"]) {
      const found = await read(path, host, headers);
      const origins = [SITE_URL, "https://quay.example", "http://harbor.example", "https://harbor.example"];
      expect([path, origins.filter((origin) => found.includes(`${origin}/`))]).toEqual([path, [siteUrl]]);
    }
    const [, link = ""] = /<item>[\s\S]*?<link>([^<]*)<\/link>/.exec(await read("/local/rss.xml", host, headers)) ?? [];
    expect(link).toMatch(new RegExp(`^${siteUrl}/article/`));
    expect(await read(new URL(link).pathname, new URL(link).host, headers)).toContain("Morning local story 1</h1>");
    const oembed = await read(`/oembed?url=${encodeURIComponent(link)}`, host, headers);
    expect(JSON.parse(oembed)).toMatchObject({ provider_url: `${siteUrl}/` });
  });
});

it.skipIf(isPostgres)("warns of an edition that has no url, at the start and in `npx broadsheet check`", async () => {
  const message = "edition.yaml has no url; mails link to https://harbor.example.";
  expect(site.written()).toMatch(new RegExp(`"edition":"harbor","msg":"${message.replaceAll(".", "\\.")}`));
  expect(site.written()).not.toMatch(/"edition":"(chicago|quay)","msg":"edition.yaml has no url/);
  const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
  expect(status).toBe(0);
  expect(output).toContain(`harbor: for production, ${message}`);
  expect(output).toContain("chicago: for production, edition.yaml has no url; mails link to https://chicagomeridian");
  expect(output).not.toContain("quay: for production, edition.yaml");
  expect((await broadsheet(["check"], { EDITIONS_DIR: editions, SITE_URL })).output).not.toContain(
    "chicago: for production, edition.yaml",
  );
});
