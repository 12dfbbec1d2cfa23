import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type BadPictures, startBadPictures } from "../support/badPictures.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { feedPath, wireFeed } from "../support/wire.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeEach(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
});

afterEach(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

/** A photograph as a telephone takes it: on its side, with a note of that, of who took it and where. */
const photograph = (width = 1600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: "#3f6f88" } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: "Ida Wells" }, IFD3: { GPSLatitude: "41/1 52/1 0/1" } })
    .jpeg()
    .toBuffer();

async function open(feed: string, { env = {}, fullText = false, allowed = host.allowed } = {}): Promise<void> {
  host.serve(feedPath("local"), { body: feed });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "local" ? [{ url: host.url(feedPath("local")), publisher: "The Test Wire", fullText }] : [],
    relays: [],
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: allowed, ...env } });
}

const get = (address = "") => fetch(site.url + address);
const textOf = async (path: string) => (await get(path)).text();
const logged = (what: string, count: number) => site.logs((log) => log.split(`"msg":"picture ${what}`).length > count);

async function shapeOf(address: string) {
  const answer = await get(address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
  return { type: answer.headers.get("content-type"), format, width, height, exif, orientation };
}

/** The pictures of a page: each with the addresses of its formats. */
function picturesIn(html: string) {
  const pictures = html.matchAll(/<picture><source type="image\/avif" srcset="([^"]*)"[^>]*>(<img[^>]*>)/gi);
  return Array.from(pictures, ([, avif = "", img = ""]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`, "i").exec(img)?.[1] ?? "";
    const addresses = (set: string) => set.split(", ").map((part) => part.split(" ")[0] ?? "");
    return {
      avif: addresses(avif),
      webp: addresses(attribute("srcset")),
      src: attribute("src"),
      size: [attribute("width"), attribute("height")],
    };
  });
}

describe("a story's photograph", () => {
  beforeEach(async () => {
    host.serve("/pictures/local-0.jpg", { body: await photograph(), contentType: "image/jpeg" });
    host.serve("/pictures/local-1.jpg", { body: await photograph(500, 600), contentType: "image/jpeg" });
    await open(wireFeed(host, "local", { pictures: true, count: 3 }));
    await logged("kept", 2);
    await logged("refused", 1);
  });

  it("is there before the first reader, upright, as AVIF and WebP, in the widths that it has, with nothing else in it", async () => {
    const [first, second, none] = picturesIn(await textOf("/local"));
    expect(none).toBeUndefined();
    // Turned upright, 1600 × 900 pixels are 900 × 1600.
    expect([first?.size, second?.size]).toEqual([
      ["900", "1600"],
      ["600", "500"],
    ]);
    expect(first?.avif.map((address) => address.replace(/^\/pictures\/[\w-]{16}\//, ""))).toEqual([
      "320.avif",
      "480.avif",
      "800.avif",
      "900.avif",
    ]);
    expect(await shapeOf(first?.avif[2] ?? "")).toEqual({
      type: "image/avif",
      format: "heif",
      width: 800,
      height: 1422,
      exif: undefined,
      orientation: undefined,
    });
    expect(await shapeOf(second?.webp[2] ?? "")).toEqual({
      type: "image/webp",
      format: "webp",
      width: 600,
      height: 500,
      exif: undefined,
      orientation: undefined,
    });
  });

  it("is kept by caches for ever, and was fetched once", async () => {
    const [first] = picturesIn(await textOf("/local"));
    for (const address of [first?.src, first?.avif[0], first?.webp[0]]) {
      const answer = await get(address);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
      // Each address is one file: no cache has to tell readers apart.
      expect(answer.headers.get("vary")).toBeNull();
    }
    expect(host.requests("/pictures/local-0.jpg")).toHaveLength(1);
  });

  it("stands beside the edition's own icon, which every page names", async () => {
    const html = await textOf("/local");
    for (const [path, type] of [
      ["/favicon.svg", "image/svg+xml"],
      ["/favicon.ico", "image/x-icon"],
    ] as const) {
      expect(html.includes(`<link rel="icon" href="${path}"`)).toBe(true);
      const answer = await get(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      // An icon file holds its picture after a head of 22 bytes.
      const { width, height } = await sharp(type === "image/x-icon" ? bytes.subarray(22) : bytes).metadata();
      expect([width, height]).toEqual([32, 32]);
    }
  });

  it("has no address that could be guessed, and none in another width", async () => {
    const [first] = picturesIn(await textOf("/local"));
    const address = first?.src ?? "";
    for (const forged of [
      address.replace(/[\w-]{16}/, "A".repeat(16)),
      address.replace("/800.", "/801."),
      address.replace(".webp", ".jpg"),
      address.replace(/[\w-]{16}/, "../../broadsheet"),
    ])
      expect((await get(forged)).status, forged).toBe(404);
  });

  it("is the picture that readers wait for on its own page, and on the front page where it leads", async () => {
    for (const path of ["/", "/article/morning-local-story-1"]) {
      const html = await textOf(path);
      const { avif } = picturesIn(html)[0] ?? {};
      const [hint] = /<link rel="preload" as="image"[^>]*>/i.exec(html) ?? [];
      expect(hint).toContain(`imageSrcSet="${avif?.[0]} 320w, `);
      expect(hint).toContain('fetchPriority="high"');
      const shown = html.replace(/<script[\s\S]*?<\/script>/g, "");
      expect(shown.match(/fetchpriority="high"/gi)).toHaveLength(2);
      expect(shown.match(/<img[^>]*loading="eager"/g)).toHaveLength(1);
    }
  });

  it("comes again where its files had to go", async () => {
    const [first] = picturesIn(await textOf("/local"));
    await site.stop();
    await rm(join(folder.path, "pictures"), { recursive: true });
    site = await startSite({
      editions: join(folder.path, "editions"),
      data: folder.path,
      env: { ALLOW_PRIVATE_HOSTS: host.allowed },
    });
    // A reader is shown the skyline before a machine that is busy has made it.
    await expect.poll(async () => (await shapeOf(first?.src ?? "")).format, { timeout: 60_000 }).toBe("webp");
    // The other one is not to be had any more: no broken picture stands in its place.
    host.fault("/pictures/local-1.jpg", { kind: "status", status: 404 });
    const lost = await get(picturesIn(await textOf("/local"))[1]?.src);
    expect([lost.status, lost.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(lost.headers.get("cache-control")).toBe("public, max-age=60");
  });
});

it("pictures in a story's text go the same way, and the skyline stands for what we do not have", async () => {
  host.serve("/inside.png", {
    body: await sharp(await photograph())
      .png()
      .toBuffer(),
    contentType: "image/png",
  });
  const text = `<p>All of it.</p><img src="${host.url("/inside.png")}" alt="A lock" width="10" height="10"><p>More.</p><img src="${host.url("/none.png")}" alt="A gate">`;
  const feed = wireFeed(host, "local", { count: 1 }).replace(
    /<description>What/,
    `<content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[${text}]]></content:encoded>$&`,
  );
  await open(feed, { fullText: true });
  await logged("kept", 1);
  await logged("refused", 1);
  const html = await textOf("/article/morning-local-story-1");
  const [inside] = picturesIn(html);
  expect(inside?.size).toEqual(["1600", "900"]);
  expect((await shapeOf(inside?.avif[3] ?? "")).width).toBe(1280);
  const [gate] = /<img[^>]*alt="A gate"[^>]*>/.exec(html) ?? [];
  expect(gate).toMatch(/ src="\/skyline\/[^"]+\.svg" width="320" height="180"/);
  expect(html.includes(host.url("/none.png"))).toBe(false);
});

it("takes no more of the disk than it may, and the longest unused go first", async () => {
  const body = await sharp({
    create: { width: 1600, height: 900, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 80 } },
  })
    .jpeg()
    .toBuffer();
  const count = 5;
  for (let index = 0; index < count; index++) host.serve(`/pictures/local-${index}.jpg`, { body });
  await open(wireFeed(host, "local", { pictures: true, count }), { env: { PICTURES_MAX_MB: "4" } });
  await logged("kept", count);
  await site.stop();
  const files = await readdir(join(folder.path, "pictures"));
  const sizes = await Promise.all(files.map((file) => stat(join(folder.path, "pictures", file))));
  const taken = sizes.reduce((sum, { size }) => sum + size, 0);
  expect(taken).toBeGreaterThan(1e6);
  expect(taken).toBeLessThan(4e6);
});

describe("pictures made to hurt", () => {
  let bad: BadPictures;

  beforeEach(async () => {
    bad = await startBadPictures();
  });

  afterEach(() => bad.close());

  it("are refused with a reason, the skyline shows, and a good one comes through", async () => {
    const paths = Object.keys(bad.reasons);
    const feed = paths.reduce(
      (text, path, index) => text.replaceAll(host.url(`/pictures/local-${index}.jpg`), bad.url(path)),
      wireFeed(host, "local", { pictures: true, count: paths.length + 1 }),
    );
    host.serve(`/pictures/local-${paths.length}.jpg`, { body: await photograph(), contentType: "image/jpeg" });
    await open(feed, { allowed: `${host.allowed},${bad.allowed}` });
    await logged("refused", paths.length);
    await logged("kept", 1);
    const lines = site
      .written()
      .split("\n")
      .flatMap((line) => (line.includes('"picture refused') ? [JSON.parse(line)] : []));
    for (const [path, reason] of Object.entries(bad.reasons)) {
      const line = lines.find(({ picture }) => picture === bad.url(path));
      expect(line?.reason, path).toMatch(reason);
      expect(Date.parse(line?.next), path).toBeGreaterThan(Date.now());
    }
    const html = await textOf("/local");
    expect(picturesIn(html)).toHaveLength(1);
    expect(html.match(/<img src="\/skyline\//g)).toHaveLength(paths.length);
    expect(html.includes(bad.allowed)).toBe(false);
    const files = await readdir(join(folder.path, "pictures"));
    expect(new Set(files.map((file) => file.slice(0, 16))).size).toBe(1);
  });
});
