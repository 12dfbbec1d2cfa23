import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { BLOCKS, CARDS, CLASSIC, LEXICAL } from "../support/movedConstructs.ts";
import { formatGhostPosts, formatItems, formatOldGhost } from "../support/movedSite.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { storeUrlIn } from "../support/stores.ts";

// Imports files from WordPress and Ghost into a running site. Checks the commands' output and the readers' pages.

const OLD = "https://old.example";
const UPLOADS = `${OLD}/wp-content/uploads`;
const IMPORT_MS = 60_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let env: Record<string, string>;
let editions: string;
let imported: Awaited<ReturnType<typeof broadsheet>>;

const image = (id: number, name: string, meta: [string, string][] = [], parent = 0) => {
  const link = `${OLD}/2019/04/fog/${name}/`;
  const common = { id, type: "attachment", status: "inherit", title: name, link, file: `${UPLOADS}/2019/${name}.jpg` };
  return { ...common, excerpt: `Caption of ${name}`, meta, parent };
};

const POSTS = formatItems(OLD, [
  {
    id: 10,
    slug: "ferry",
    title: "Ferry Returns",
    link: `${OLD}/2019/04/ferry/`,
    isSticky: true,
    excerpt: "An excerpt.",
    meta: [
      ["_thumbnail_id", "100"],
      ["_wp_old_slug", "boat"],
      ["newspack_post_subtitle", "A deck."],
      ["_yoast_wpseo_canonical", "https://partner.example/ferry"],
      ["footnotes", JSON.stringify([{ id: "n1", content: "Source: the <b>log</b>." }])],
    ],
    categories: [
      { domain: "category", slug: "harbor", name: "Harbor" },
      { domain: "post_tag", slug: "boats", name: "Boats & Bells" },
      { domain: "author", slug: "cap-guest", name: "guest" },
      { domain: "author", slug: "cap-ada", name: "ada" },
      { domain: "author", slug: "cap-guest", name: "guest" },
      { domain: "newspack_spnsrs_tax", slug: "bank", name: "Harbor Bank" },
    ],
    content: [
      '<!-- wp:paragraph --><p>It sails<sup data-fn="n1" class="fn"><a href="#n1" id="n1-link">1</a></sup> again, as <a href="https://old.example/?p=11">the fog story</a> said.</p><!-- /wp:paragraph -->',
      '<!-- wp:block {"ref":50} /-->',
      '<!-- wp:gallery --><figure class="wp-block-gallery"><figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/2019/one-300x200.jpg" class="wp-image-101"><figcaption>First</figcaption></figure><figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/2019/two.jpg"><figcaption>Second</figcaption></figure><figcaption class="blocks-gallery-caption">The two</figcaption></figure><!-- /wp:gallery -->',
      '<!-- wp:details --><details class="wp-block-details"><summary>Times</summary><p>At nine.</p></details><!-- /wp:details -->',
      '<!-- wp:verse --><pre class="wp-block-verse">Roses\nare red</pre><!-- /wp:verse -->',
      '<!-- wp:file --><div class="wp-block-file"><a href="https://old.example/wp-content/uploads/2019/plan.pdf">The plan</a><a href="https://old.example/wp-content/uploads/2019/plan.pdf" class="wp-block-file__button" download>Download</a></div><!-- /wp:file -->',
      '<!-- wp:table --><figure class="wp-block-table"><table><tbody><tr><td rowspan="2">Day</td><td>Nine</td></tr><tr><td>Ten</td></tr></tbody></table><figcaption>Boats by day</figcaption></figure><!-- /wp:table -->',
      "<!-- wp:list --><ul><li>A</li></ul><!-- /wp:list --><!-- wp:list --><ul><li>B</li></ul><!-- /wp:list -->",
      '<!-- wp:newspack-blocks/donate {"a":1} /-->',
    ].join("\n"),
  },
  {
    id: 11,
    slug: "fog",
    title: "Fog",
    link: `${OLD}/2019/04/fog/`,
    content:
      "Fog [sic] came.\n\n[audio https://old.example/wp-content/uploads/2019/bell.mp3]\n\n[gallery]\n\n[donate]\n[newsletter_signup]\n\n[code]if (a < b) [c][/code]\n\nhttps://www.youtube.com/watch?v=abcdefghijk\nMore of it.",
  },
  { id: 12, slug: "empty", title: "Empty", link: `${OLD}/2019/04/empty/`, content: "[donate]" },
  {
    id: 13,
    slug: "pier",
    title: "Pier",
    link: `${OLD}/2019/04/pier/`,
    meta: [["_thumbnail_id", "100"]],
    content: `<figure><img src="${UPLOADS}/2019/lead-300x200.jpg"></figure><p>It is <a href="${OLD}/2019/04/fog/one/">gray</a>.</p><p><a href="https://tickets.example/"><img src="${UPLOADS}/2019/two.jpg"></a></p>`,
  },
  {
    id: 20,
    type: "page",
    slug: "about-us",
    title: "About Us",
    link: `${OLD}/company/about-us/`,
    content:
      '<p>We print.</p><figure><img src="https://old.example/wp-content/uploads/2019/one.jpg" alt="One"><figcaption>We *two*</figcaption></figure><p><a href="https://old.example/2019/04/ferry/">The ferry</a></p>',
  },
  { id: 21, type: "page", slug: "local", title: "Local", link: `${OLD}/local/`, content: "<p>Ours.</p>" },
  {
    id: 40,
    type: "newspack_spnsrs_cpt",
    slug: "bank",
    title: "Harbor Bank",
    meta: [
      ["newspack_sponsor_url", "https://bank.example/"],
      ["newspack_sponsor_sponsorship_scope", "underwritten"],
      ["_thumbnail_id", "100"],
    ],
  },
  { id: 50, type: "wp_block", content: "<!-- wp:paragraph --><p>Join us at the pier.</p><!-- /wp:paragraph -->" },
  {
    id: 60,
    type: "guest-author",
    slug: "cap-guest",
    meta: [
      ["cap-display_name", "Guest Writer"],
      ["cap-user_login", "guest"],
      ["cap-description", "Writes as a guest."],
      ["_thumbnail_id", "100"],
    ],
  },
  image(100, "lead", [["_media_credit", "Cy Dunn"]]),
  image(
    101,
    "one",
    [
      ["_wp_attachment_image_alt", "One at sea"],
      ["_media_credit", "Bea Lund"],
    ],
    11,
  ),
]);

beforeAll(async () => {
  folder = await temporaryFolder();
  const data = join(folder.path, "data");
  editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  site = await startSite({ editions, data });
  env = { DATABASE_URL: storeUrlIn(data), EDITIONS_DIR: editions };
  const uploads = join(folder.path, "uploads", "2019");
  await mkdir(uploads, { recursive: true });
  for (const [index, name] of ["lead", "one", "two"].entries()) {
    const background = { r: 80 * index, g: 90, b: 90 };
    const photo = sharp({ create: { width: 320, height: 240, channels: 3, background } });
    await writeFile(join(uploads, `${name}.jpg`), await photo.jpeg().toBuffer());
  }
  await writeFile(join(uploads, "plan.pdf"), "%PDF-1.4 plan");
  await writeFile(join(uploads, "bell.mp3"), "ID3 bell");
  await writeFile(join(uploads, "film.mp4"), "film");
  const path = join(folder.path, "export.xml");
  await writeFile(path, POSTS);
  imported = await importFile(path, "--section", "Harbor=local");
  await readUntil(
    () => get("/article/fog"),
    ({ status }) => status === 200,
  );
}, IMPORT_MS);

afterAll(async () => {
  await site?.stop();
  await folder?.remove();
});

const importFile = (path: string, ...options: string[]) =>
  broadsheet(["stories", "import", path, "--media", join(folder.path, "uploads"), ...options], env);

async function get(path: string, accept = "text/html") {
  const response = await fetch(site.url + path, { redirect: "manual", headers: { accept } });
  return { status: response.status, text: await response.text(), location: response.headers.get("location") };
}

async function readEdition(file: string): Promise<string> {
  const [id = ""] = (await readdir(editions, { withFileTypes: true }))
    .filter((e) => e.isDirectory())
    .map((e) => e.name);
  return readFile(join(editions, id, file), "utf8");
}

it("imports every post and page, and summarizes the rest by kind", async () => {
  const { status, output } = imported;
  expect(status, output).toBe(0);
  expect(output).toContain("1 pages written, 0 already known, 1 not written.");
  expect(output).toContain("4 stories added, 0 already known, 0 not imported.");
  for (const line of [
    "Shortcodes removed: 3\n  fog: had the shortcode [donate], which was removed.\n  fog: had the shortcode [newsletter_signup]",
    "Without a text, and now drafts: 1\n  empty: has no text, and became a draft.",
    'Blocks removed or simplified: 1\n  ferry: has a block "newspack-blocks/donate", which was removed.',
    "Pages not written: 1\n  local: the page was not written: /local is an address of this site.",
  ])
    expect(output).toContain(line);
  // The summary contains the complete command, which the test runs.
  const [, pin = ""] =
    /Stories to pin: 1\n {2}ferry: was sticky; `npx broadsheet (stories pin ferry .+)` pins it\.$/m.exec(output) ?? [];
  expect((await broadsheet(pin.split(" "), env)).output).toContain("ferry is pinned to hero until");
  const report = await readFile(join(folder.path, "import-report.md"), "utf8");
  expect(report).toContain("## Shortcodes removed (3)\n\n- fog: had the shortcode [donate]");
  expect(output).toContain("1 authors added to authors.yaml of the edition.");
  expect(await readEdition("authors.yaml")).toContain(
    "  - name: Guest Writer\n    biography: Writes as a guest.\n    picture: lead.jpg\n",
  );
});

it("shows authors, deck, credits and blocks", async () => {
  // The credit appears once the photo is converted.
  const { text } = await readUntil(
    () => get("/article/ferry"),
    (page) => page.text.includes("Cy Dunn"),
  );
  for (const part of [
    "Guest Writer and Ada Moss",
    "A deck.",
    "Cy Dunn",
    "Caption of lead",
    'rel="canonical" href="https://partner.example/ferry"',
    "Join us at the pier.",
    'alt="One at sea"',
    "<figcaption>First (Bea Lund)</figcaption>",
    "<figcaption>Second</figcaption>",
    "<p>The two</p>",
    "<strong>Times</strong>",
    "Roses<br>\nare red",
    '<a href="/media/plan.pdf">The plan</a>',
    "<p>Boats by day</p>",
    '<sup><a href="#note-1" id="note-1-text">1</a></sup>',
    '<p id="note-1">1. Source: the <strong>log</strong>. <a href="#note-1-text">↩</a></p>',
    '<a href="/article/fog">the fog story</a>',
  ])
    expect(text).toContain(part);
  expect(text).not.toContain("Download");
  expect(text.match(/<ul>\s*<li>[AB]<\/li>\s*<\/ul>/g)).toHaveLength(2);
});

it("shows a player for audio, the images that were uploaded to a story, and no shortcode", async () => {
  const { text } = await get("/article/fog");
  expect(text).toContain('<audio src="/media/bell.mp3" controls preload="none"></audio>');
  expect(text).toContain("Caption of one (Bea Lund)");
  expect(text).toContain("if (a &lt; b) [c]");
  expect(text).toContain('data-embed="player"');
  expect(text).toContain("Fog [sic] came.");
  expect(text).not.toMatch(/\[(?:audio|gallery|donate|newsletter_signup|code)/);
  const file = await fetch(`${site.url}/media/bell.mp3`);
  expect([file.status, await file.text()]).toEqual([200, "ID3 bell"]);
});

it("labels a story with its sponsor", async () => {
  const { output } = await broadsheet(["stories", "show", "ferry"], env);
  expect(output).toMatch(
    /^sponsor:\n {2}name: Harbor Bank\n {2}(?:link: https:\/\/bank.example\/\n {2}kind: underwritten|kind: underwritten\n {2}link: https:\/\/bank.example\/)\n {2}logo: ["']?own:media/m,
  );
  expect((await get("/article/ferry")).text).toMatch(/<a href="https:\/\/bank.example\/" rel="sponsored"/);
});

it("shows a photo once that is the featured and the first one", async () => {
  const { output } = await broadsheet(["stories", "show", "pier"], env);
  expect(output.match(/own:media/g)).toHaveLength(2);
  expect(output).toContain("It is [gray](/article/fog).");
});

it("keeps a post without a text as a draft", async () => {
  expect((await get("/article/empty")).status).toBe(404);
  expect((await broadsheet(["stories", "list", "--state", "draft"], env)).output).toContain("empty");
});

it("shows biography and picture on an author's page", async () => {
  const { text } = await readUntil(
    () => get("/author/guest-writer"),
    (page) => page.text.includes("Writes as a guest."),
  );
  expect(text).toContain('src="/media/lead.jpg"');
});

it("writes pages to the edition's folder, with their images and links", async () => {
  const page = await readEdition("pages/about-us.md");
  expect(page).toContain("title: About Us\ndescription: We print. The ferry\n");
  expect(page).toContain("![One](/media/one.jpg)\n\n*We \\*two\\**");
  expect(page).toContain("[The ferry](/article/ferry)");
  await readUntil(
    () => get("/about-us"),
    ({ status }) => status === 200,
  );
  expect((await get("/company/about-us/")).location).toBe("/about-us");
});

it.each([
  ["/2019/04/ferry/", "/article/ferry"],
  ["/2019/04/ferry/amp/", "/article/ferry"],
  ["/2019/04/ferry/feed/", "/article/ferry"],
  ["/2019/04/boat/", "/article/ferry"],
  ["/?p=10", "/article/ferry"],
  ["/?utm_source=mail&p=10", "/article/ferry"],
  ["/?page_id=20", "/about-us"],
  ["/?p=20", "/about-us"],
  ["/category/harbor/", "/local"],
  ["/category/town/harbor/", "/local"],
  ["/category/harbor/feed/", "/local/rss.xml"],
  ["/?cat=4", "/local"],
  ["/tag/boats/", "/topic/boats-bells"],
  ["/?tag=boats", "/topic/boats-bells"],
  ["/tag/nothing/", null],
  ["/?author=7", "/author/ada-moss"],
  ["/?attachment_id=101", "/article/fog"],
  ["/2019/04/fog/one/", "/article/fog"],
  ["/author/guest/", "/author/guest-writer"],
  ["/author/ada/feed/", "/author/ada-moss/rss.xml"],
  ["/rss/", "/rss.xml"],
  ["/feed/rss2/", "/rss.xml"],
  ["/comments/feed/", "/rss.xml"],
  ["/wp-content/uploads/2019/plan.pdf", "/media/plan.pdf"],
  ["/wp-content/uploads/2019/one-300x200.jpg", "/article/ferry"],
  ["/wp-content/uploads/2019/one.jpg", "/media/one.jpg"],
  ["/wp-content/uploads/2019/one-1024x683.jpg", "/media/one.jpg"],
  ["/wp-content/uploads/2019/lead-150x150.jpg", "/article/ferry"],
])("leads from %s to %s", async (path, location) => {
  const redirected = await get(path);
  expect(redirected).toMatchObject(location === null ? { status: 404 } : { status: 301, location });
  if (location?.startsWith("/")) expect((await get(location)).status).toBe(200);
});

it("serves the feed at the address that WordPress has", async () => {
  const response = await fetch(`${site.url}/feed/`, { headers: { accept: "application/rss+xml" } });
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    expect.stringContaining("application/rss+xml"),
  ]);
});

it("leaves the front page's other queries alone", async () => {
  expect((await get("/?p=999")).status).toBe(200);
  expect((await get("/?utm_source=mail")).status).toBe(200);
});

/** Compares the site with an export. `options` are the options of the import. */
const verifyFile = (name: string, ...options: string[]) =>
  broadsheet(
    ["stories", "verify", join(folder.path, name), "--media", join(folder.path, "uploads"), "--url", site.url].concat(
      options,
    ),
    env,
  );

it("finds no difference between the site and the export", async () => {
  const verified = await readUntil(
    () => verifyFile("export.xml", "--section", "Harbor=local"),
    // Waits for the images, which are converted one after another.
    ({ output }) => !output.includes("not converted yet"),
  );
  expect(verified, verified.output).toMatchObject({ status: 0 });
  expect(verified.output).toContain("3 stories, 1 pages, 8 images and");
  expect(verified.output).toContain("Nothing differs.");
});

it("adds nothing when it is repeated", async () => {
  const { output } = await importFile(join(folder.path, "export.xml"), "--section", "Harbor=local");
  expect(output).toContain("0 pages written, 1 already known, 1 not written.");
  expect(output).toContain("0 stories added, 4 already known, 0 not imported.");
});

it("prints what an import would do, and writes nothing, with --dry-run", async () => {
  const own = await createStore("dry.db");
  const args = ["stories", "import", join(folder.path, "export.xml"), "--section", "Harbor=local", "--dry-run"];
  const { status, output } = await broadsheet([...args, "--media", join(folder.path, "uploads")], own);
  expect(status, output).toBe(0);
  expect(output).toContain("Nothing was written.");
  expect(output).toContain("4 stories added, 0 already known");
  expect((await broadsheet(["stories", "list"], own)).output).toContain("There are no stories.");
});

it("rejects a folder of --media that is missing", async () => {
  const args = ["stories", "import", join(folder.path, "export.xml"), "--media", join(folder.path, "missing")];
  expect(await broadsheet(args, env)).toMatchObject({
    status: 1,
    output: expect.stringContaining("missing: there is no such file"),
  });
});

it("writes the mapping of categories, and takes names of sections and Enter", async () => {
  const map = join(folder.path, "map.yaml");
  const path = join(folder.path, "export.xml");
  expect((await broadsheet(["stories", "import", path, "--write-map", map], env)).status).toBe(0);
  expect(await readFile(map, "utf8")).toContain('"Harbor": "-" # 4 stories, in Town');
  const own = await createStore("asked.db");
  const asked = await broadsheet(["stories", "import", path, "--no-pages"], own, "Local News\n");
  expect(asked.errors).toContain('Section for the category "Harbor" in "Town" (4 stories), or - for none [-]: ');
  expect(asked.output).toContain("Harbor: local");
  expect(asked.output).toContain("Not imported: pages (2).");
});

it("asks for the structure of permalinks if posts have no address", async () => {
  const path = join(folder.path, "unlinked.xml");
  await writeFile(path, formatItems(OLD, [{ id: 30, slug: "tide", content: "<p>High.</p>" }]));
  const own = await createStore("unlinked.db");
  const args = ["stories", "import", path, "--section", "Harbor=local"];
  expect((await broadsheet(args, own)).output).toContain("1 posts have no address: give --permalinks");
  expect((await broadsheet(args, own, "/%year%/%category%/%postname%/\n")).status).toBe(0);
  const out = join(folder.path, "unlinked");
  expect((await broadsheet(["stories", "export", out], own)).status).toBe(0);
  const file = await readFile(join(out, "tide.md"), "utf8");
  expect(file).toContain("  - /2019/harbor/tide\n  - /?p=30");
  const again = await createStore("again.db");
  expect((await broadsheet(["stories", "import", out], again)).output).toContain("1 stories added");
  expect((await broadsheet(["stories", "show", "tide"], again)).output).toContain("High.");
});

it("imports pages, photos and authors of Ghost before version 3, and its redirects", async () => {
  const path = join(folder.path, "ghost.json");
  const html = '<p>The bell rings, see <a href="/tide/">the tide</a>.</p>';
  const posts = [
    { title: "Bell", slug: "bell", html, image: "/content/images/2019/lead.jpg" },
    { title: "Tide", slug: "tide", html: "<p>High.</p>", image: null },
    { title: "Team", slug: "team", html: "<p>We are two.</p>", page: 1 },
  ];
  await writeFile(path, formatOldGhost(posts));
  const redirects = join(folder.path, "redirects.json");
  await writeFile(
    redirects,
    JSON.stringify([
      { from: "^/ring/$", to: "/bell/" },
      { from: "^/old/(.*)$", to: "/$1" },
    ]),
  );
  const options = ["--section", "Harbor=local", "--redirects", redirects];
  const { status, output } = await importFile(path, ...options);
  expect(status, output).toBe(0);
  expect(output).toContain("1 pages written, 0 already known, 0 not written.");
  expect(output).toContain("2 stories added, 0 already known, 0 not imported.");
  expect(output).toContain("its redirect from ^/old/(.*)$ is a pattern");
  const shown = (await broadsheet(["stories", "show", "bell"], env)).output;
  expect(shown).toMatch(/image:\n {2}file: ["']?own:media/);
  expect(shown).toContain("[the tide](/article/tide)");
  await readUntil(
    () => get("/article/bell"),
    ({ status }) => status === 200,
  );
  for (const [old, target] of [
    ["/bell/", "/article/bell"],
    ["/p/uuid-1/", "/article/bell"],
    ["/ring/", "/article/bell"],
    ["/tag/harbor/", "/local"],
    ["/tag/harbor/rss/", "/local/rss.xml"],
    ["/author/ada/", "/author/ada-moss"],
  ] as const)
    expect(await get(old)).toMatchObject({ status: 301, location: target });
  expect(await readEdition("pages/team.md")).toContain("We are two.");
  expect(await readEdition("authors.yaml")).toContain(
    "picture: lead.jpg\n  - name: Ada Moss\n    biography: Ada covers the harbor.\n",
  );
  const verified = await readUntil(
    () => verifyFile("ghost.json", ...options),
    ({ output }) => output.includes("Nothing differs."),
  );
  expect(verified.status).toBe(0);
});

it.each([
  [
    "WordPress",
    "constructs.xml",
    [] as string[],
    () =>
      formatItems(OLD, [
        {
          id: 301,
          slug: "classic",
          content: CLASSIC,
          link: `${OLD}/2019/04/classic/`,
          meta: [["_thumbnail_id", "400"]],
        },
        { id: 302, slug: "blocks", content: BLOCKS, link: `${OLD}/2019/04/blocks/` },
        { ...image(400, "lead", [], 301), link: `${OLD}/2019/04/classic/lead/` },
        { ...image(401, "one", [], 301), link: `${OLD}/2019/04/classic/one/` },
      ]),
    ["classic: lost the words “Email Sign up”.", "classic: lost the link to tel:+1555.", "[mailchimp]"],
    "classic",
    [
      "Inside columns",
      '<a href="https://tickets.example/x">Buy tickets</a>',
      "[laughs]",
      "<figcaption>The caption</figcaption>",
    ],
  ],
  [
    "Ghost 6",
    "cards.json",
    ["--site", "https://ghost.example"],
    () =>
      formatGhostPosts([
        { id: "c1", title: "Cards", slug: "ghost-cards", html: CARDS },
        { id: "c2", title: "Lexical", slug: "lexical", html: null, lexical: LEXICAL },
      ]),
    ["ghost-cards: lost the words “Sign up for us”.", 'lexical: had a card "unknown-card", which was removed.'],
    "lexical",
    ["<figcaption>own cap</figcaption>", '<a href="https://linked.example/i">', "<strong>TH</strong>"],
  ],
])(
  "finds no difference after an import of every construct of %s",
  async (_, name, options, format, lines, slug, parts) => {
    await writeFile(join(folder.path, name), format());
    const args = ["--section", "Harbor=local", ...options];
    const { status, output } = await importFile(join(folder.path, name), ...args);
    expect(status, output).toBe(0);
    expect(output).toContain("2 stories added, 0 already known, 0 not imported.");
    const report = await readFile(join(folder.path, "import-report.md"), "utf8");
    for (const line of lines) expect(report).toContain(line);
    const verified = await readUntil(
      () => verifyFile(name, ...args),
      ({ output }) => !output.includes("not converted yet"),
    );
    expect(verified.output).toContain("Nothing differs.");
    expect(verified.output).toContain("2 stories, 0 pages,");
    const { text } = await get(`/article/${slug}`);
    for (const part of parts) expect(text).toContain(part);
  },
);

it("names what was changed, withdrawn or removed since the import", async () => {
  const shown = (await broadsheet(["stories", "show", "fog"], env)).output;
  const changed = join(folder.path, "fog.md");
  const withoutImage = shown.replace(/^image:\n(?: {2}.*\n)+/m, "").replace(/^!\[.*$/m, "");
  await writeFile(changed, withoutImage.replace("[sic\\] came", "[sic\\] left"));
  expect((await broadsheet(["stories", "update", "fog", changed], env)).status).toBe(0);
  expect((await broadsheet(["stories", "withdraw", "ferry"], env)).status).toBe(0);
  await readUntil(
    () => get("/article/ferry"),
    ({ status }) => status === 410,
  );
  const { status, output } = await verifyFile("export.xml", "--section", "Harbor=local");
  expect(status).toBe(1);
  for (const line of [
    "ferry: has no page: /article/ferry responds with status 410.",
    "The old address /author/guest responds with status 404.",
    "about-us: links to /article/ferry, which responds with status 410.",
    "fog: has “left” in place of “came”.",
    "fog: lacks the words “Caption of one Bea Lund”.",
    "fog: the image https://old.example/wp-content/uploads/2019/one.jpg is not in the story.",
  ])
    expect(output).toContain(line);
  expect(output).toMatch(/^\d+ differences\.$/m);
});

async function createStore(name: string): Promise<Record<string, string>> {
  const other = { ...env, DATABASE_URL: `sqlite:${join(folder.path, name)}` };
  await mkdir(dirname(join(folder.path, name)), { recursive: true });
  expect((await broadsheet(["migrate"], other)).status).toBe(0);
  return other;
}
