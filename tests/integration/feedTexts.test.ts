import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { storeUrlIn, withStore } from "../support/stores.ts";

interface Parsed {
  link: string;
  title: string;
  author: string;
  categories: string[];
  slug: string;
  excerpt: string;
  descriptionHtml: string;
}

const WEEKLY = "The lift bridge closes.";

/** Descriptions that begin or end with markup that is not part of the story. All have the excerpt `WEEKLY`. */
const DECORATED: readonly string[] = [
  `<p>${WEEKLY}</p><p><a href="/a">Continue reading <span>Bridge closes</span> →</a></p>`,
  `${WEEKLY} <a href="/a">Continue reading Bridge closes</a>`,
  `${WEEKLY} Continue reading on The Ledger »`,
  `${WEEKLY} Read more »`,
  `${WEEKLY} [Read more…]`,
  `${WEEKLY} (<a href="/a">more&#8230;</a>)`,
  `${WEEKLY} […]`,
  `<p>${WEEKLY} [&#8230;]</p>`,
  `<p>${WEEKLY}</p><p>Click here for the full article.</p>`,
  `<p>${WEEKLY}</p><p>Read the full story at The Ledger.</p>`,
  `${WEEKLY} The post <a href="/a">Bridge</a> first appeared on <a href="/">The Ledger</a>.`,
  `${WEEKLY} This article Bridge originally appeared on The Ledger.`,
  `<p class="medium-feed-snippet">${WEEKLY}</p><p class="medium-feed-link"><a href="/a">Continue reading on Medium »</a></p>`,
  `<p>${WEEKLY}</p><p><a href="/a">Leer más</a></p>`,
  `${WEEKLY} Seguir leyendo: Se cierra el puente →`,
  `${WEEKLY} Haga clic aquí para leer la nota completa`,
  `${WEEKLY} La entrada Puente se publicó primero en La Voz.`,
  `<div class="wp-caption"><img src="/a.jpg"><p class="wp-caption-text">A tug.</p></div><p>${WEEKLY}</p>`,
  `<figure><img src="/a.jpg"><figcaption>A tug.</figcaption></figure>${WEEKLY}`,
  `<img src="/a.jpg"><blockquote class="image-field-caption"><p>A tug.</p></blockquote><p>${WEEKLY}</p>`,
  `<div class="field field-name-field-by"><div>By Ann Doe</div></div><p>${WEEKLY}</p>`,
  `<h1>TITLE</h1><p>${WEEKLY}</p>`,
  `<video src="/a.mp4">Your browser cannot play this.</video><p>${WEEKLY}</p>`,
  `${WEEKLY} submitted by <a href="/u"> /u/ann </a> <br> <span><a href="/l">[link]</a></span> <span><a href="/c">[comments]</a></span>`,
  `${WEEKLY} <a class="__cf_email__" href="/e">[email&#160;protected]</a>`,
  `[caption id="a" width="300"]<img src="/a.jpg"> A tug.[/caption] ${WEEKLY}`,
  `[caption id="a" width="300"]${WEEKLY}[/caption]`,
  `[vc_row][vc_column width="1/2"][vc_column_text]${WEEKLY}[/vc_column_text][/vc_column][/vc_row]`,
  `[et_pb_text]${WEEKLY}`,
  `[quote author=&#8221;Ann&#8221;]${WEEKLY}[/quote]`,
];

/** Texts that resemble boilerplate but belong to the story. */
const WORDS: readonly string[] = [
  "Children should read more books, the mayor said.",
  "The mayor told the children to read more.",
  "Residents can click here for the full article.",
  "“He [the mayor] agreed,” she said. [sic]",
  "Lift [see page 3] and [sw] stay.",
  "The post office closed; a note about it appeared first on Monday.",
  "Where HTML needs <! and other marks",
];

/** Raw contents of items, each with a field of the parsed article and the field's expected value. */
const CASES: readonly (readonly [name: string, item: string, field: keyof Parsed, value: unknown])[] = [
  [
    "typewriter's marks",
    `<title>Mayor's "plan" -- at 7 a.m.</title><description>A "bridge" for $5 million...</description>`,
    "title",
    `Mayor's "plan" -- at 7 a.m.`,
  ],
  ["soft hyphens in titles", "<title>Neigh&#173;bor\u200bhood\ufeff fair</title>", "title", "Neighborhood fair"],
  ["soft hyphens in slugs", "<title>Neigh&#173;bor\u200bhood fair</title>", "slug", "neighborhood-fair"],
  [
    "invisible characters in texts",
    "<description>Neigh&amp;shy;bor&amp;#8203;hood</description>",
    "excerpt",
    "Neighborhood",
  ],
  ["joiners of Persian", "<title>می\u200cخواهم</title>", "title", "می\u200cخواهم"],
  ["joiners of Hindi and emoji", "<title>क्\u200dष 👩\u200d🚒</title>", "title", "क्\u200dष 👩\u200d🚒"],
  ["C1 references in titles", "<title>Mayor&#146;s plan</title>", "title", "Mayor’s plan"],
  ["C1 references in authors", "<author>Ann O&#x92;Doe</author>", "author", "Ann O’Doe"],
  ["C1 references in categories", "<category>Kids&#146; page</category>", "categories", ["Kids’ page"]],
  ["C1 references in texts", "<description>Mayor&#146;s &#147;plan&#148;</description>", "excerpt", "Mayor’s “plan”"],
  [
    "an escaped CDATA section",
    "<description>&lt;![CDATA[The river rose.]]&gt;</description>",
    "excerpt",
    "The river rose.",
  ],
  ["an escaped CDATA section in a title", "<title>&lt;![CDATA[The river]]&gt;</title>", "title", "The river"],
  [
    "a comment before markup that was escaped twice",
    "<description>&amp;lt;!-- a --&amp;gt;&amp;lt;p&amp;gt;The river rose.&amp;lt;/p&amp;gt;</description>",
    "descriptionHtml",
    "<p>The river rose.</p>",
  ],
  [
    "markup that was escaped three times",
    "<description>&amp;amp;lt;p&amp;amp;gt;The river rose.&amp;amp;lt;/p&amp;amp;gt;</description>",
    "descriptionHtml",
    "<p>The river rose.</p>",
  ],
  ["the name of a tag in a title", "<title>Where &lt;head&gt; ends</title>", "title", "Where <head> ends"],
  ["entities of the document type", "<title>By &paper;</title>", "title", "By The “Ledger”"],
  ["a stray declaration in the XML", "<description>One <! two</description>", "excerpt", "One <! two"],
  [
    "a stray declaration in the text",
    "<description><![CDATA[<p>One <! two</p><p>Three</p>]]></description>",
    "excerpt",
    "One <! two Three",
  ],
  [
    "words inside of a frame",
    "<description><![CDATA[One<iframe src='https://maps.example/x'>two</iframe>]]></description>",
    "excerpt",
    "Onemaps.example two",
  ],
  [
    "the alternative text of an emoji's image",
    "<description><![CDATA[<p>Rain <img class='emoji' src='/1f600.png' alt='😀'>!</p>]]></description>",
    "descriptionHtml",
    "<p>Rain 😀!</p>",
  ],
  ["a text that was shortened", "<description>The river rose and […]</description>", "excerpt", "The river rose and…"],
];

const toItem = (fields: string) => `<item>${fields}</item>`;
const toDescription = (html: string, index: number) => {
  const title = `Story ${index}`;
  return toItem(`<title>${title}</title><description><![CDATA[${html.replace("TITLE", title)}]]></description>`);
};
const ITEMS = [
  ...CASES.map(([, item]) => toItem(item)),
  ...DECORATED.map((html, index) => toDescription(html, index)),
  ...WORDS.map((words, index) => toDescription(words.replace("<!", "&lt;!"), DECORATED.length + index)),
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let parsed: Parsed[];

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  const doctype = '<!DOCTYPE rss [<!ENTITY quoted "&#8220;Ledger&#8221;"><!ENTITY paper "The &quoted;">]>';
  const items = ITEMS.map((item, index) => item.replace("<item>", `<item><link>${host.url(`/${index}`)}</link>`));
  const toFeed = (part: readonly string[]) =>
    `${doctype}<rss version="2.0"><channel><title>L</title>${part.join("")}</channel></rss>`;
  const file = join(folder.path, "feed.xml");
  await writeFile(file, toFeed(items));
  const { output } = await broadsheet(["parse", file]);
  parsed = JSON.parse(output).articles;
  // Splits the items into feeds of 15, since a poll stores at most 15 stories of a feed.
  const starts = [0, 15, 30, 45];
  for (const start of starts) host.serve(`/${start}.xml`, { body: toFeed(items.slice(start, start + 15)) });
  host.serve("/first.xml", { body: toFeed(items.slice(0, 1)) });
  const feeds = starts.map((start) => ({ url: host.url(`/${start}.xml`), publisher: "The Ledger" }));
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    // Only the first item is in the section Sports.
    feeds: (section) => (section === "local" ? feeds : section === "sports" ? [host.url("/first.xml")] : []),
    relays: [],
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => (log.match(/"feed polled"/g)?.length ?? 0) > starts.length);
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

it("stores the same titles and excerpts when a site polls the feed", async () => {
  const rows = await withStore(storeUrlIn(folder.path), (store) =>
    store.selectFrom("articles").select(["link", "title", "excerpt"]).execute(),
  );
  const sort = (entries: readonly { link: string | null; title: string; excerpt: string }[]) =>
    entries.map(({ link, title, excerpt }) => `${link} ${title}: ${excerpt}`).sort();
  expect(sort(rows)).toEqual(sort(parsed));
});

describe("a title and a summary with typewriter's marks", () => {
  const RAW = { title: `Mayor's "plan" -- at 7 a.m.`, deck: `A "bridge" for $5 million...` };
  const read = async (path: string) => (await fetch(site.url + path)).text();

  it("are set on pages, and keep the publisher's characters in feeds and data for programs", async () => {
    const [title, deck] = ["Mayor’s “plan”\u00a0— at 7\u00a0a.m.", "A “bridge” for $5\u00a0million…"];
    const slug = parsed.find((article) => article.title === RAW.title)?.slug ?? "";
    const page = await read(`/article/${slug}`);
    expect(page).toContain(`>${title}</h1>`);
    expect(page).toContain(`>${deck}</p>`);
    // Titles for link previews lack the characters that prevent line breaks on pages.
    expect(page).toContain('property="og:title" content="Mayor’s “plan” — at 7 a.m."');
    for (const path of ["/sports", `/text/article/${slug}`, "/search?q=mayor%27s+plan&order=date"])
      expect((await read(path)).replace(/<\/?mark>/g, ""), path).toContain(title);
    const feed = JSON.parse(await read("/sports/feed.json"));
    expect(feed.items.map((item: { title: string }) => item.title)).toContain(RAW.title);
    const latest = JSON.parse(await read("/api/edition/latest.json"));
    expect(latest.stories.map((story: { title: string }) => story.title)).toContain(RAW.title);
    expect(JSON.parse(await read(`/api/article/${slug}`)).deck).toBe(RAW.deck);
  });
});

describe("npx broadsheet parse", () => {
  it("parses every item", () => {
    expect(parsed).toHaveLength(ITEMS.length);
  });

  it.each(CASES.map(([name, , field, value], index) => ({ name, field, value, index })))("reads $name", (item) => {
    expect(parsed[item.index]?.[item.field]).toEqual(item.value);
  });

  it.each(DECORATED.map((html, index) => ({ html, index })))("keeps only the story in the excerpt of $html", (item) => {
    expect(parsed[CASES.length + item.index]?.excerpt).toBe(WEEKLY);
  });

  it.each(WORDS.map((words, index) => ({ words, index })))("keeps all of $words", ({ words, index }) => {
    expect(parsed[CASES.length + DECORATED.length + index]?.excerpt).toBe(words);
  });

  it("keeps captions and bylines in the text", () => {
    const texts = parsed.map(({ descriptionHtml }) => descriptionHtml).join("\n");
    expect(texts.match(/<figcaption>(?:<p>)?A tug\./g)).toHaveLength(4);
    expect(texts).toContain("<address><div>By Ann Doe</div></address>");
  });
});
