import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import routes from "../../app/routes.ts";
import { RESERVED_SEGMENTS } from "../../server/editions/schema/reservedPaths.ts";
import { broadsheet } from "../support/commandLine.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { temporaryFolder } from "../support/site.ts";

const HEAD = "name: The Light\nplace: Port Harbor\nlanguage: en-US\ntimeZone: America/Chicago\n";
const PAGE = "---\ntitle: T\ndescription: D\n---\n\n";

/** Files with mistakes. The number in a line's comment is the key of the line's mistake in `MISTAKES`. */
const FILES: Record<string, string> = {
  // Files of one edition that violate their schemas.
  "a/edition.yaml": `nmae: The Light # 1
place: Port Harbor
language: english # 2
timeZone: America/Chigago # 3
hosts: [News.example] # 4
sections:
  - slug: local
    name: Local News
    Layout: featured # 5
    feeds:
      - { url: news.example/rss, publisher: The Wire } # 6
  - slug: local # 7
    name: Schools
    layout: feature # 8
hero: { sections: [loca] } # 9
frontPage: { sections: [locl] } # 10
publishers:
  The Wires: { ads: false }
ads:
  - { id: 1, place: rail, size: 300x250, zone: 3, house: { title: A, text: B, href: /local } } # 11
`,
  "a/samples.yaml": "locla: []\n",
  "a/faq.yaml": "title: T\n\tintro: I # 13\n",
  "a/contact.yaml": "title: Rates: sizes # 14\n",
  "a/books.yaml": "title:T # 15\nintro: I\n",
  "a/signup.yaml": "description: D\nintro: I\npromises: [P]\nform: { title: T, text: X, note: N } # 16\n",
  "a/pages/about.md": "---\ntitle: T\ndescripton: D # 17\n---\n",
  // Valid files with problems that readers would notice.
  "b/edition.yaml": `${HEAD}hosts: [light.test]
default: true
sections:
  - { slug: local, name: Local News }
  - { slug: search, name: Search } # 18
emblem: { path: M90 90h1v1z, count: 1 } # 19
embeds:
  video: { title: T, caption: C, file: film.mp4, poster: ../film.webp, width: 640, height: 360 } # 20
links:
  pages:
    - { label: About, href: /abuot } # 22
donation: { title: T, text: X, uses: [U], href: /newsletter } # 47
`,
  "b/pages/about.md": `${PAGE}See [our terms](/terms) or ![us](/media/us.webp). # 23\n`,
  "b/pages/radio.md": PAGE,
  "b/faq.yaml": `title: Our #1 Questions # 36
intro: &Local News # 37
description: D
support: help@light.test
entries:
  - { category: C, question: Q, answer: A }
`,
  "b/contacts.yaml": "title: Contact\n",
  "b/signup.yml": "title: T\n",
  "c/edition.yaml": `${HEAD}url: https://light.test # 26
default: true # 27
sections:
  - { slug: local, name: Local News }
`,
  // Typefaces that cannot be shown.
  "d/edition.yaml": `${HEAD}hosts: [d.test]
sections: [{ slug: local, name: Local News }]
look:
  typefaces:
    headlines: { files: [absent.woff2] } # 28
    text:
      files:
        - text.woff2 # 29
        - large.woff2 # 30
`,
  "d/media/text.woff2": "This is not a font.",
  "d/media/large.woff2": "w".repeat(20_000_000),
  "e/edition.yaml": `${HEAD}hosts: [e.test]
sections: [{ slug: local, name: Local News }]
look:
  typefaces:
    text: { files: [italic.woff2] } # 31
`,
  "f/edition.yaml": `${HEAD}hosts: [f.test]
sections: [{ slug: local, name: Local News }]
look: { typefaces: franklin-headline } # 32
`,
  "g/edition.yaml": `${HEAD}hosts: [g.test]
sections: Local News # 33
look:
  accent: green # 34
  nameplate: { wieghts: [300, 800] } # 35
`,
  // Files of old text editors may be like this one: UTF-8 with a byte order mark, and lines that end in CR LF.
  "h/edition.yaml": `\ufeff${HEAD}hosts: [h.test]\nsections: [{ slug: local, name: Local }]\n`.replaceAll("\n", "\r\n"),
  "i/edition.yaml": "- The Light\n",
  "l/edition.yaml": `name: "*Local"
place: 1912 # 38
language: en-US
timeZone: New York # 39
look:
  accent: #0b6e4f
sections:
  - slug: local
    name: Local
    feeds: [https://light.test/rss] # 41
  - Schools # 42
publishers: [] # 43
hosts:
  - l.test
links: { pages: [] , social: x } # 44
`,
  "m/edition.yaml": "name: *Local # 45\n",
  "n/edition.yaml": `${HEAD}sections: [] # 46\n`,
  "o/edition.yml": "name: The Light\n",
  "j/edition.yaml": "",
};
/** A font for the edition "e", with weights from 200 to 800. */
const ITALIC = "node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2";

/** The message of `check` for each mistake. The key is the number in the mistake's line, or the file and the line. */
const MISTAKES: [number | string, string][] = [
  [1, 'found the key "nmae"; did you mean "name"? Allowed here: name, '],
  [2, 'language: found "english"; expected the tag of a language, such as en-US or es.'],
  [
    3,
    'timeZone: found "America/Chigago"; expected an IANA time zone such as America/Chicago; did you mean "America/Chicago"?',
  ],
  [4, 'hosts.0: found "News.example"; expected a host name in lower case, without a port.'],
  [5, 'found the key "Layout" in sections.0; did you mean "layout"? Allowed here: slug, name, '],
  [6, 'sections.0.feeds.0.url: found "news.example/rss"; expected an http or https address.'],
  [7, 'sections.1.slug: found "local"; expected a slug that no other section has.'],
  [8, 'sections.1.layout: found "feature"; expected "list" or "featured"; did you mean "featured"?'],
  [9, 'hero.sections.0: found "loca"; expected the slug of a section: local'],
  [10, 'frontPage.sections.0: found "locl"; expected the slug of a section: local'],
  [11, "ads.0.zone: found 3; expected no zone without an adServer."],
  [13, "this is not YAML: found a tab in the indentation; expected spaces."],
  [14, "this is not YAML: found a text with a colon or a quotation mark; put it in double quotes."],
  [15, 'this is not YAML: found no space after "title:"; expected a key, a colon, a space and the value.'],
  [16, 'found the key "note" in form; allowed here: title, text.'],
  [17, 'found the key "descripton"; did you mean "description"? Allowed here: title, description, '],
  [18, 'found the slug "search", the address of a page that every site has; choose another.'],
  [19, "the path of the emblem draws nothing; expected an SVG path on a 24 by 24 grid."],
  [20, 'embeds.video.file: found "film.mp4"; expected a file in '],
  [20, 'embeds.video.poster: found "../film.webp"; expected a file in '],
  [
    22,
    "links.pages.0.href: found a link to /abuot, which is not a page of the site; expected a section, a page or a full address.",
  ],
  [
    47,
    "donation.href: found a link to /newsletter, which is not a page of the site; expected a section, a page or a full address.",
  ],
  [23, "found a link to /terms, which is not a page of the site; expected a section, a page or a full address."],
  [23, 'found "us.webp"; expected a file in '],
  ["b/pages/radio.md:1", "found a page at /radio, an address that every site uses; choose another name."],
  ["b/contacts.yaml", 'editions have no file of this name; did you mean "contact.yaml"?'],
  ["b/signup.yml", 'editions have no file of this name; did you mean "signup.yaml"?'],
  [26, "found the host name light.test, which {b/edition.yaml:5} has, too; expected one edition per host."],
  [28, 'found the typeface "absent.woff2", but there is no {d/media/absent.woff2}; expected a WOFF2 file in '],
  [29, 'found the typeface "text.woff2", which is not a WOFF2 file; expected WOFF2, '],
  [30, 'found the typeface "large.woff2" of 20.0 MB; the limit is 5 MB, '],
  [
    31,
    "look.typefaces.text: found files of weight 200 to 800 italic; expected a list with a file of weight 400 that is not italic.",
  ],
  [32, 'look.typefaces: found "franklin-headline"; expected "newsreader", "franklin-headlines", "franklin-text", or '],
  [33, 'sections: found "Local News"; expected a list, with a hyphen before each entry, as in - { slug: …, name: … }.'],
  [34, 'look.accent: found "green"; expected a color in quotes, such as "#0b6e4f".'],
  [35, 'found the key "wieghts" in look.nameplate; did you mean "weights"? Allowed here: weights, logo.'],
  [36, 'found "Our", and after it a comment, #1 Questions # 36; put quotes around both, or a space after #.'],
  [37, 'found "News" without &Local, which YAML reads as the name of a value; put quotes around both.'],
  [38, 'place: found 1912; expected text; put it in quotes, as in "1912".'],
  [
    39,
    'timeZone: found "New York"; expected an IANA time zone such as America/Chicago; did you mean "America/New_York"?',
  ],
  ["l/edition.yaml:6", 'look.accent: found #0b6e4f, which begins a comment; put it in quotes: "#0b6e4f".'],
  [
    41,
    'sections.0.feeds.0: found "https://light.test/rss"; expected keys with values, as in { url: https://light.test/rss, publisher: … }.',
  ],
  [42, 'sections.1: found "Schools"; expected keys with values, as in { slug: …, name: … }.'],
  [43, "publishers: found []; expected keys with values."],
  [44, 'links.social: found "x"; expected a list, with a hyphen before each entry, as in - { label: …, href: … }.'],
  [45, "this is not YAML: found a text that begins with *; put it in double quotes."],
  [46, "sections: found []; expected at least 1 entry."],
  ["o/edition.yml", "this file must be named edition.yaml; rename it."],
  [
    "i/edition.yaml:1",
    'the file: found ["The Light"]; expected keys with values, as in { name: …, place: …, language: …, timeZone: …, sections: … }.',
  ],
  ["j/edition.yaml:1", "this is not YAML: the file is empty."],
  ["k/edition.yaml:2", "found bytes that are not text in UTF-8; save the file in that encoding."],
  [27, 'found "default: true", as in {b/edition.yaml:6}; expected one default edition.'],
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let lines: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  for (const [file, text] of Object.entries(FILES)) {
    const path = join(folder.path, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  await mkdir(join(folder.path, "k"));
  await writeFile(join(folder.path, "k/edition.yaml"), HEAD.replace("Harbor", "Jiménez"), "latin1");
  await mkdir(join(folder.path, "e/media"));
  await cp(ITALIC, join(folder.path, "e/media/italic.woff2"));
  const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: folder.path });
  expect(status).toBe(1);
  lines = output.split("\n").filter((line) => line.startsWith(folder.path));
});

afterAll(() => folder.remove());

it.each(MISTAKES)("names file and line of mistake %s: %s", async (place, answer) => {
  const expected = answer.replace(/\{([^{} ]+)\}/, (_, path) => join(folder.path, path));
  const address = join(folder.path, typeof place === "number" ? await locate(place) : place);
  expect(lines.filter((line) => line.startsWith(`${address}: ${expected}`))).toHaveLength(1);
});

it("knows the paths of all routes", () => {
  const paths = (routes as { path?: string; children?: { path?: string; children?: { path?: string }[] }[] }[])
    .flatMap((route) => [route, ...(route.children ?? [])])
    .flatMap((route) => [route.path, ...("children" in route ? (route.children ?? []).map(({ path }) => path) : [])]);
  const segments = paths.flatMap((path) => /^[a-z0-9-]+(?=\/|$)/.exec(path ?? "")?.[0] ?? []);
  expect(segments.length).toBeGreaterThan(20);
  expect(segments.filter((segment) => !RESERVED_SEGMENTS.has(segment))).toEqual([]);
});

it("has one fault for one cause", () => {
  expect(lines).toHaveLength(MISTAKES.length);
});

it("checks the feeds of the chosen editions with --fetch, and names what is missing for production", async () => {
  const host = await startFeedHost();
  host.serveFile("/feed", "tests/support/feeds/harbor.rss.xml", "application/rss+xml");
  const head = '<!doctype html><link rel="alternate" type="application/rss+xml" href="/feed">';
  host.serve("/page", { body: head, contentType: "text/html" });
  host.serve("/plain", { body: "<!doctype html><p>News</p>", contentType: "text/html" });
  const editions = join(folder.path, "others");
  const file = join(editions, "d/edition.yaml");
  await mkdir(dirname(file), { recursive: true });
  const feeds = ["/feed", "/page", "/plain", "/missing"].map(
    (path) => `    - { url: "${host.url(path)}", publisher: NPR }\n`,
  );
  await writeFile(
    file,
    `${HEAD.replace("America/Chicago", "EST").replace("en-US", "fr")}newsroomEmail: news@light.example
publishers: { NPR: { terms: "https://www.npr.org/terms", text: full, images: link, ads: false } }
sections:
  - slug: local
    name: Local
    feeds:
${feeds.join("")}`,
  );
  const other = join(editions, "e/edition.yaml");
  await mkdir(dirname(other), { recursive: true });
  const feed = `{ url: "${host.url("/gone")}", publisher: The Wire }`;
  await writeFile(other, `${HEAD}hosts: [e.test]\nsections: [{ slug: local, name: Local, feeds: [${feed}] }]\n`);
  const env = { EDITIONS_DIR: editions, EDITIONS: "d", ALLOW_PRIVATE_HOSTS: host.allowed };
  const { status, output } = await broadsheet(["check", "--fetch"], env);
  const named = await broadsheet(["check", join(editions, "e"), "--fetch"], env);
  await host.close();
  expect(named.output.split("\n").filter((line) => line.startsWith(editions))).toEqual([
    `${other}:6: failed to read the feed ${host.url("/gone")}: Responded with status 404.`,
  ]);
  expect([status, output.split("\n").filter((line) => line.startsWith(editions))]).toEqual([
    1,
    [
      `${file}:12: found the web page ${host.url("/page")}; expected a feed, such as the one it links to: ${host.url("/feed")}`,
      `${file}:13: found the web page ${host.url("/plain")}, which links to no feed; expected the address of a feed.`,
      `${file}:14: failed to read the feed ${host.url("/missing")}: Responded with status 404.`,
    ],
  ]);
  expect(output).toContain(
    `d: for production, ${file}:5: found the sample address or number news@light.example; replace`,
  );
  expect(output).toContain("d: for production, timeZone: EST has no daylight saving time,");
  expect(output).toContain("name the zone of the place, such as America/New_York.");
  expect(output).toContain("d: for production, language: menus and buttons are in English, since there are only");
  expect(output).toContain(
    `d: for production, ${file}:11: NPR: its terms (https://www.npr.org/terms) do not permit text: full;`,
  );
});

async function locate(mistake: number): Promise<string> {
  for (const file of Object.keys(FILES)) {
    const text = await readFile(join(folder.path, file), "utf8");
    const index = text.split("\n").findIndex((line) => line.endsWith(` # ${mistake}`));
    if (index >= 0) return `${file}:${index + 1}`;
  }
  throw new Error(`no line has the comment ${mistake}`);
}
