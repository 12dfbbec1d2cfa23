import { hash } from "node:crypto";
import { once } from "node:events";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { get, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Document } from "yaml";
import { type Edition, loadEditions } from "../../server/editions/loading/load.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let edition: Edition;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  [edition] = (await loadEditions(editions)) as [Edition];
  await writeTestEdition(editions, { feeds: () => [], relays: [], id: "lakes", host: LAKES, change: addLook });
  for (const [name, file] of Object.entries(FILES))
    await cp(join("node_modules", file), join(editions, "lakes/media", name));
  for (const name of Object.values(LOGO)) await writeFile(join(editions, "lakes/media", name), DRAWING);
  site = await startSite({ editions, data: folder.path });
});

/** Host name of an edition with a design of its own. */
const LAKES = "lakes.example";
const ACCENT = "#0b6e4f";
const LOGO = { light: "logo.svg", dark: "logo-dark.svg" };
const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path d="M0 0h400v100z"/></svg>';

/** Font files of the edition's typefaces. They are larger than a first visit should load. */
const FILES = {
  "sans.woff2": "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2",
  "serif.woff2": "@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2",
};

function addLook(edition: Document): void {
  edition.setIn(["look", "typefaces", "headlines"], { files: ["sans.woff2"], fallback: "sans-serif" });
  edition.setIn(["look", "typefaces", "text", "files"], ["serif.woff2"]);
  edition.setIn(["look", "accent"], ACCENT);
  edition.setIn(["look", "motif"], "lake");
  edition.setIn(["look", "nameplate", "logo"], LOGO);
  edition.setIn(["look", "palettes"], { lake: ["#d5e8e4", "#8fbdb4", "#3d7f78", "#123f3c"] });
}

afterAll(async () => {
  await site.stop();
  await folder.remove();
});

const countFiles = async () => (await readdir(join(folder.path, "drawn"))).length;

/** Requests a path of the edition at the host LAKES. */
async function readLakes(path: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  const [response] = await once(get(site.url + path, { headers: { host: LAKES } }), "response");
  return { headers: response.headers, body: await buffer(response) };
}

/** Counts an image's pixels with nearly the given color. */
async function countPixels(image: Buffer, color: string): Promise<number> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const wanted = Buffer.from(color.slice(1), "hex");
  let count = 0;
  for (let offset = 0; offset < data.length; offset += info.channels)
    if (wanted.every((value, channel) => Math.abs(value - (data[offset + channel] ?? 0)) < 12)) count++;
  return count;
}

async function fetchImage(path: string) {
  const response = await fetch(site.url + path);
  return { status: response.status, retryAfter: response.headers.get("retry-after"), bytes: await response.bytes() };
}

it("draws nothing for stories that do not exist", async () => {
  const before = await countFiles();
  for (const path of ["/newsletter/pictures/never-written.jpg", "/cards/aaaaaaaaaaaa/never-written.jpg"])
    expect((await fetchImage(path)).status).toBe(404);
  expect(await countFiles()).toBe(before);
});

it("draws a bounded number at a time, and all of them in the end, while pages are served from the cache", async () => {
  await fetchImage("/");
  const slugs = [...edition.samplesBySlug.keys()].slice(0, 40);
  const paths = slugs.map((slug) => `/newsletter/pictures/${slug}.jpg`);
  let isOver = false;
  const all = Promise.all(paths.map(fetchImage)).finally(() => {
    isOver = true;
  });
  let pages = 0;
  for (; !isOver; pages++) expect((await fetchImage("/")).status).toBe(200);
  const results = await all;
  const refused = results.filter(({ status }) => status === 503);
  expect(results.filter(({ status }) => status === 200).length).toBe(40 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const { retryAfter } of refused) expect(retryAfter).toBe("5");
  // While the site drew, it served more pages than drawings, so pages do not wait for drawings.
  expect(pages).toBeGreaterThan(40 - refused.length);
  for (const path of paths) expect((await fetchImage(path)).status).toBe(200);
});

it("draws an image once, even if the site restarts in between", async () => {
  const paths = ["/favicon.ico", "/rss-image.png", "/icon-192.png", "/newsletter/pictures/"];
  paths[3] += `${[...edition.samplesBySlug.keys()][50]}.jpg`;
  const first = await Promise.all(paths.map(fetchImage));
  const files = await countFiles();
  await site.stop();
  site = await startSite({ editions: join(folder.path, "editions"), data: folder.path });
  expect(await Promise.all(paths.map(fetchImage))).toEqual(first);
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await countFiles()).toBe(files);
});

it("shows an edition's accent and landscape on pages, in icons, social images, the manifest and the text edition", async () => {
  const page = await readLakes("/about");
  const html = page.body.toString();
  const [, style = ""] = /<style>([^<]+)<\/style>/.exec(html) ?? [];
  expect(style).toContain(`--accent-on-light:${ACCENT};`);
  expect(page.headers["content-security-policy"]).toContain(
    `style-src 'self' 'sha256-${hash("sha256", style, "base64")}'`,
  );
  expect(html).not.toMatch(/c8102e|ff5468/);
  expect((await readLakes("/favicon.svg")).body.toString()).toContain(ACCENT);
  expect(JSON.parse((await readLakes("/manifest.webmanifest")).body.toString()).theme_color).toBe(ACCENT);
  expect(await countPixels((await readLakes("/icon-512.png")).body, ACCENT)).toBeGreaterThan(1000);
  const [, styleSheet = ""] = /"(\/text\/style\.css\?v=[^"]+)"/.exec((await readLakes("/text")).body.toString()) ?? [];
  expect((await readLakes(styleSheet)).body.toString()).toContain(`solid ${ACCENT}`);
  expect((await readLakes(styleSheet)).body.toString()).toContain("h1,h2,h3{font-family:Arial,sans-serif}");
  const [, card = ""] = /property="og:image" content="[^"]*?(\/cards\/[^"]+)"/.exec(html) ?? [];
  const [, dark = ""] = /--accent-on-dark:(#\w+)/.exec(style) ?? [];
  const socialImage = (await readLakes(card)).body;
  expect(await countPixels(socialImage, dark)).toBeGreaterThan(300);
  // The sky in the drawing has a color of the edition's palette.
  expect(await countPixels(socialImage, "#d5e8e4")).toBeGreaterThan(100_000);
  const [drawing = ""] =
    /\/scenes\/d5e8e4-8fbdb4-3d7f78-123f3c\/(sailboats|isthmus)\/[^"]+/.exec(
      (await readLakes("/local")).body.toString(),
    ) ?? [];
  expect((await readLakes(drawing)).body.toString()).toContain('fill="#d5e8e4"');
});

it("shows an edition's logo for each theme in place of the nameplate, under its name", async () => {
  const html = (await readLakes("/about")).body.toString();
  const logos = "--logo-on-light:url(/media/logo.svg);--logo-on-dark:url(/media/logo-dark.svg);--logo-ratio:4";
  expect(html).toContain(logos);
  expect(html).toMatch(/<a [^>]*aria-label="The Chicago Meridian, home page"[^>]*><span class="[^"]+"><\/span><\/a>/);
  for (const name of Object.values(LOGO)) {
    const { headers, body } = await readLakes(`/media/${name}`);
    expect([headers["content-type"], body.toString()]).toEqual(["image/svg+xml; charset=utf-8", DRAWING]);
  }
});

it("serves an edition's own typefaces under an address of their content, and preloads them in place of ours", async () => {
  const html = (await readLakes("/about")).body.toString();
  const preloaded = Array.from(
    html.matchAll(/<link rel="preload" href="([^"]+\.woff2)" as="font"[^>]*>/g),
    ([, url = ""]) => url,
  );
  expect(preloaded).toEqual([
    expect.stringMatching(/libre-franklin/),
    ...Array(2).fill(expect.stringMatching(/^\/typefaces\//)),
  ]);
  const [, sans = "", serif = ""] = preloaded;
  for (const [url, file] of [
    [sans, FILES["sans.woff2"]],
    [serif, FILES["serif.woff2"]],
  ] as const) {
    const { headers, body } = await readLakes(url);
    expect(headers).toMatchObject({
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(body.equals(await readFile(join("node_modules", file)))).toBe(true);
    expect(html).toContain(`src:url(${url})`);
  }
  expect(html).toMatch(/local\("Arial Bold"\)[^}]*size-adjust:9\d[^}]*ascent-override:\d/);
  expect((await readLakes(`${sans}`.replace("/typefaces/", "/typefaces/x"))).body.toString()).not.toContain("wOF2");
  expect((await fetchImage(sans)).status).toBe(404);
  const { output } = await broadsheet(["check"], { EDITIONS_DIR: join(folder.path, "editions") });
  expect(output).toMatch(
    /lakes: for production, \S+edition.yaml:\d+: a first visit loads \d+ kB of typefaces, 21 kB of them ours;/,
  );
});
