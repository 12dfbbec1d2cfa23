import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { feedPath, wireFeed } from "../support/wire.ts";

const HOSTILE = 'Budget </script><script>alert(1)</script> & "quotes" <b>';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let editions: string;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), { body: wireFeed(host, "local", { pictures: true }) });
  host.serve(feedPath("business"), {
    body: wireFeed(host, "business").replace("Morning business story 1", `<![CDATA[${escaped(HOSTILE)}]]>`),
  });
  const body = await sharp({ create: { width: 900, height: 1200, channels: 3, background: "#8f4634" } })
    .jpeg()
    .toBuffer();
  host.serve("/pictures/local-0.jpg", { body, contentType: "image/jpeg" });
  editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (["local", "business"].includes(section) ? [host.url(feedPath(section))] : []),
    relays: [],
  });
  const env = { ALLOW_PRIVATE_HOSTS: host.allowed, SITE_URL: "https://meridian.example" };
  site = await startSite({ editions, data: folder.path, env });
  await site.logs((log) => log.match(/"feed polled"/g)?.length === 2);
  await site.logs((log) => log.includes('"msg":"picture kept"'));
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

/** A title of a feed is HTML: what is to be read has to be escaped in it. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function read(text: string): string {
  const characters = { quot: '"', lt: "<", gt: ">", "#x27": "'", amp: "&" };
  return text.replaceAll(/&(quot|lt|gt|#x27|amp);/g, (_, name) => characters[name as keyof typeof characters]);
}

const get = async (path: string) => (await fetch(site.url + path)).text();

/** What a page's head says, by name or property. */
async function headOf(path: string): Promise<Record<string, string>> {
  const html = await get(path);
  const metas = html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  const canonical = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1] ?? "";
  const entries = Array.from(metas, ([, name, content]) => [name, read(content ?? "")]);
  return Object.fromEntries([...entries, ["canonical", read(canonical)]]);
}

const ours = (address = "") => site.url + address.replace("https://meridian.example", "");

async function pictureAt(address: string | undefined, at = site.url) {
  const answer = await fetch(ours(address).replace(site.url, at));
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  return { bytes, shape: [format, width, height], cache: answer.headers.get("cache-control") };
}

async function storyWith(section: string, words: string): Promise<string> {
  const links = (await get(`/${section}`)).matchAll(/href="(\/article\/[^"]+)"/g);
  const link = Array.from(links, ([, href]) => href ?? "").find((href) => href.includes(words));
  expect(link).toBeDefined();
  return link ?? "";
}

it("of every page, each its own, has a card of the size that it says", async () => {
  const story = await storyWith("culture", "");
  for (const path of ["/", "/local", "/events", story]) {
    const head = await headOf(path);
    expect(head).toMatchObject({
      "og:type": path === story ? "article" : "website",
      "og:site_name": "The Chicago Meridian",
      "og:url": `https://meridian.example${path}`,
      "og:image:width": "1200",
      "og:image:height": "630",
      "twitter:card": "summary_large_image",
      canonical: `https://meridian.example${path}`,
    });
    for (const name of ["og:title", "og:description", "og:image:alt", "description"])
      expect(head[name], `${path} ${name}`).toMatch(/\w/);
    const card = await pictureAt(head["og:image"]);
    expect(card.shape).toEqual(["jpeg", 1200, 630]);
    expect(card.cache).toContain("immutable");
  }
});

it("of a story from a feed names the original as the one to be found", async () => {
  const head = await headOf(await storyWith("local", "morning-local-story-3"));
  expect(head).toMatchObject({
    "og:title": "Morning local story 3",
    "article:published_time": "2026-04-20T10:00:00.000Z",
    "article:section": "Local News",
    canonical: host.url("/stories/Morning/local/3"),
  });
});

it("has the story's photograph for a card, cut to size, and the headline where that cannot be had", async () => {
  const [first, second] = await Promise.all(
    [1, 2].map(async (number) => headOf(await storyWith("local", `morning-local-story-${number}`))),
  );
  const photograph = await pictureAt(first?.["og:image"]);
  expect(photograph.shape).toEqual(["jpeg", 1200, 630]);
  const [red, green, blue] = (await sharp(photograph.bytes).stats()).channels.map(({ mean }) => Math.round(mean));
  expect([red, green, blue].map((value) => Math.round((value ?? 0) / 10))).toEqual([14, 7, 5]);

  const drawn = await pictureAt(second?.["og:image"]);
  expect(drawn.shape).toEqual(["jpeg", 1200, 630]);
  // Once its photograph can be had, its card has another address.
  expect(drawn.cache).toContain("immutable");
});

it("keeps an old card's address good, for a minute at a time", async () => {
  const { "og:image": image = "" } = await headOf(await storyWith("business", "morning-business-story-2"));
  const card = await pictureAt(image);
  const old = await pictureAt(image.replace(/\/cards\/[^/]+/, "/cards/anotherone12"));
  expect(old.bytes.equals(card.bytes)).toBe(true);
  expect([card.cache, old.cache]).toEqual([expect.stringContaining("immutable"), "public, max-age=60"]);
  expect((await fetch(ours("/cards/anotherone12/never-written.jpg"))).status).toBe(404);
});

it("draws the same card on a machine without fonts", async () => {
  const { "og:image": image = "" } = await headOf(await storyWith("business", "morning-business-story-2"));
  const bare = join(folder.path, "bare");
  await mkdir(bare);
  await writeFile(join(bare, "fonts.conf"), "<fontconfig></fontconfig>");
  const env = { FONTCONFIG_FILE: join(bare, "fonts.conf"), ALLOW_PRIVATE_HOSTS: host.allowed };
  const without = await startSite({ editions, data: bare, env });
  try {
    await without.logs((log) => log.match(/"feed polled"/g)?.length === 2);
    // Machines smooth letters differently: what is compared is where there is ink, in squares of eight pixels.
    const inkAt = async (at: string) => {
      const { bytes } = await pictureAt(image, at);
      return sharp(bytes).greyscale().resize({ width: 150 }).raw().toBuffer();
    };
    const [here, there] = await Promise.all([inkAt(site.url), inkAt(without.url)]);
    const differing = here.filter((value, index) => Math.abs(value - (there[index] ?? 0)) > 60).length;
    expect(differing).toBeLessThan(30);
  } finally {
    await without.stop();
  }
});

it("and its data for machines are whole whatever a headline holds", async () => {
  const path = await storyWith("business", "budget");
  const html = await get(path);
  const [json, ...others] = Array.from(
    html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g),
    ([, text]) => text,
  );
  expect(others).toEqual([]);
  expect(JSON.parse(json ?? "")).toMatchObject({
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    headline: HOSTILE,
    datePublished: "2026-04-20T12:00:00.000Z",
    isBasedOn: host.url("/stories/Morning/business/1"),
    mainEntityOfPage: `https://meridian.example${path}`,
    publisher: { name: "The Chicago Meridian" },
  });
  expect((await headOf(path))["og:title"]).toBe(HOSTILE);
  expect((await pictureAt((await headOf(path))["og:image"])).shape).toEqual(["jpeg", 1200, 630]);
});
