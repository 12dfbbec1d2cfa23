import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { startHostileImages } from "../support/hostileImages.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

async function setUp(): Promise<void> {
  folder = await temporaryFolder();
  host = await startFeedHost();
}

async function tearDown(): Promise<void> {
  await site?.stop();
  await host.close();
  await folder.remove();
}

/** Creates a photo as phones take it: rotated, with its orientation, author and place in the metadata. */
const createPhoto = (width = 1600, height = 900) =>
  sharp({ create: { width, height, channels: 3, background: "#3f6f88" } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: "Ida Wells" }, IFD3: { GPSLatitude: "41/1 52/1 0/1" } })
    .jpeg()
    .toBuffer();

async function open(
  feed: string,
  { env = {}, rights = {}, allowed = host.allowed, isPrivate = false } = {},
): Promise<void> {
  const port = Number(host.allowed.split(":")[1]);
  host.serve(feedPath("local"), { body: feed });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "local"
        ? [{ url: host.url(feedPath("local")), publisher: "The Test Wire", rights, private: isPrivate }]
        : [],
    relays: [],
    change: (edition) => edition.set("ports", [port]),
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: allowed, ...env } });
}

const get = (address = "") => fetch(site.url + address);
const textOf = async (path: string) => (await get(path)).text();
const waitForLog = (outcome: "stored" | "rejected", count: number) =>
  site.logs((log) => log.split(`"msg":"image ${outcome}"`).length > count);

async function readMetadata(address: string) {
  const answer = await get(address);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { format, width, height, exif, orientation } = await sharp(bytes).metadata();
  return { type: answer.headers.get("content-type"), format, width, height, exif, orientation };
}

/** Returns the images of a page, each with the paths of its formats. */
function findImages(html: string) {
  const elements = html.matchAll(/<picture><source type="image\/avif" srcset="([^"]*)"[^>]*>(<img[^>]*>)/gi);
  return Array.from(elements, ([, avif = "", img = ""]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`, "i").exec(img)?.[1] ?? "";
    const paths = (set: string) => set.split(", ").map((part) => part.split(" ")[0] ?? "");
    return {
      avif: paths(avif),
      webp: paths(attribute("srcset")),
      src: attribute("src"),
      size: [attribute("width"), attribute("height")],
    };
  });
}

describe("images of stories", () => {
  beforeAll(async () => {
    await setUp();
    host.serve("/pictures/local-0.jpg", { body: await createPhoto(), contentType: "image/jpeg" });
    host.serve("/pictures/local-1.jpg", { body: await createPhoto(500, 600), contentType: "image/jpeg" });
    await open(createSectionFeed(host, "local", { pictures: true, count: 3 }));
    await waitForLog("stored", 2);
    await waitForLog("rejected", 1);
  });

  afterAll(tearDown);

  it("are stored before the first request: upright, as AVIF and WebP, in every width up to their own, without metadata", async () => {
    const [first, second, none] = findImages(await textOf("/local"));
    expect(none).toBeUndefined();
    // The first photo has 1600 × 900 pixels. Rotated, it has 900 × 1600 pixels.
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
    expect(await readMetadata(first?.avif[2] ?? "")).toEqual({
      type: "image/avif",
      format: "heif",
      width: 800,
      height: 1422,
      exif: undefined,
      orientation: undefined,
    });
    expect(await readMetadata(second?.webp[2] ?? "")).toEqual({
      type: "image/webp",
      format: "webp",
      width: 600,
      height: 500,
      exif: undefined,
      orientation: undefined,
    });
  });

  it("may be cached forever and are downloaded once", async () => {
    const [first] = findImages(await textOf("/local"));
    for (const address of [first?.src, first?.avif[0], first?.webp[0]]) {
      const answer = await get(address);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
      // A takedown uses this key to purge images from caches in front of the site.
      expect(answer.headers.get("surrogate-key")).toBe("images");
      // Each URL has a single file, so caches need not vary their response by request headers.
      expect(answer.headers.get("vary")).toBeNull();
    }
    expect(host.requests("/pictures/local-0.jpg")).toHaveLength(1);
  });

  it("have the edition's favicon beside them, which every page links to", async () => {
    const html = await textOf("/local");
    for (const [path, type] of [
      ["/favicon.svg", "image/svg+xml"],
      ["/favicon.ico", "image/x-icon"],
    ] as const) {
      expect(html.includes(`<link rel="icon" href="${path}"`)).toBe(true);
      const answer = await get(path);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
      const bytes = Buffer.from(await answer.arrayBuffer());
      // An ICO file has its image after a header of 22 bytes.
      const { width, height } = await sharp(type === "image/x-icon" ? bytes.subarray(22) : bytes).metadata();
      expect([width, height]).toEqual([32, 32]);
    }
  });

  it("have no guessable paths, and no other widths", async () => {
    const [first] = findImages(await textOf("/local"));
    const address = first?.src ?? "";
    for (const forged of [
      address.replace(/[\w-]{16}/, "A".repeat(16)),
      address.replace("/800.", "/801."),
      address.replace(".webp", ".jpg"),
      address.replace(/[\w-]{16}/, "../../broadsheet"),
    ])
      expect((await get(forged)).status, forged).toBe(404);
  });

  it("are preloaded on their own page and as the lead of the front page", async () => {
    for (const path of ["/", "/article/morning-local-story-1"]) {
      const html = await textOf(path);
      const { avif } = findImages(html)[0] ?? {};
      const [hint] = /<link rel="preload" as="image"[^>]*>/i.exec(html) ?? [];
      expect(hint).toContain(`imageSrcSet="${avif?.[0]} 320w, `);
      expect(hint).toContain('fetchPriority="high"');
      const shown = html.replace(/<script[\s\S]*?<\/script>/g, "");
      expect(shown.match(/fetchpriority="high"/gi)).toHaveLength(2);
      expect(shown.match(/<img[^>]*loading="eager"/g)).toHaveLength(1);
    }
  });

  it("are downloaded again after their files were removed", async () => {
    const [first] = findImages(await textOf("/local"));
    await site.stop();
    await rm(join(folder.path, "pictures"), { recursive: true });
    site = await startSite({
      editions: join(folder.path, "editions"),
      data: folder.path,
      env: { ALLOW_PRIVATE_HOSTS: host.allowed },
    });
    // On a busy machine, the first response may be a drawn skyline.
    await expect.poll(async () => (await readMetadata(first?.src ?? "")).format).toBe("webp");
    // The publisher no longer has the second image, so a drawn skyline replaces it.
    host.fault("/pictures/local-1.jpg", { kind: "status", status: 404 });
    const lost = await get(findImages(await textOf("/local"))[1]?.src);
    expect([lost.status, lost.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(lost.headers.get("cache-control")).toBe("public, max-age=60");
  });
});

describe("image downloads", () => {
  beforeEach(setUp);
  afterEach(tearDown);

  it("replaces images in a story's text, with a skyline for those that cannot be downloaded", async () => {
    host.serve("/inside.png", {
      body: await sharp(await createPhoto())
        .png()
        .toBuffer(),
      contentType: "image/png",
    });
    const text = `<p>All of it.</p><img src="${host.url("/inside.png")}" alt="A lock" width="10" height="10"><p>More.</p><img src="${host.url("/none.png")}" alt="A gate">`;
    const feed = createSectionFeed(host, "local", { count: 1 }).replace(
      /<description>What/,
      `<content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[${text}]]></content:encoded>$&`,
    );
    await open(feed, { rights: { text: "full" } });
    await waitForLog("stored", 1);
    await waitForLog("rejected", 1);
    const html = await textOf("/article/morning-local-story-1");
    const [inside] = findImages(html);
    expect(inside?.size).toEqual(["1600", "900"]);
    expect((await readMetadata(inside?.avif[3] ?? "")).width).toBe(1280);
    const [gate] = /<img[^>]*alt="A gate"[^>]*>/.exec(html) ?? [];
    expect(gate).toMatch(/ src="\/scenes\/[^"]+\.svg" width="320" height="180"/);
    expect(html.includes(host.url("/none.png"))).toBe(false);
  });

  it("downloads the original of a thumbnail, or the thumbnail if that fails, but asks no busy server twice", async () => {
    const serve = async (path: string, width: number) =>
      host.serve(path, { body: await createPhoto(200, width), contentType: "image/jpeg" });
    await serve("/ferry.jpg", 1200);
    for (const name of ["ferry", "gate", "lock"]) await serve(`/${name}-300x200.jpg`, 300);
    host.fault("/lock.jpg", { kind: "status", status: 503 });
    const text = ["ferry", "gate", "lock"].map(
      (name) => `<img src="${host.url(`/${name}-300x200.jpg`)}" alt="${name}">`,
    );
    const feed = createSectionFeed(host, "local", { count: 1 }).replace(
      /<description>What/,
      `<content:encoded xmlns:content="http://purl.org/rss/1.0/modules/content/"><![CDATA[<p>All of it.</p>${text.join("")}]]></content:encoded>$&`,
    );
    await open(feed, { rights: { text: "full" } });
    await waitForLog("stored", 2);
    await waitForLog("rejected", 1);
    const sizes = findImages(await textOf("/article/morning-local-story-1")).map(({ size }) => size[0]);
    expect(sizes.slice(-2)).toEqual(["1200", "300"]);
    const countRequests = (path: string) => host.requests(path).length;
    expect(["/ferry-300x200.jpg", "/gate.jpg", "/lock.jpg", "/lock-300x200.jpg"].map(countRequests)).toEqual([
      0, 1, 1, 0,
    ]);
  });

  it("fetches no image of a private feed from a private host", async () => {
    host.serve("/pictures/local-0.jpg", { body: await createPhoto(), contentType: "image/jpeg" });
    await open(createSectionFeed(host, "local", { pictures: true, count: 1 }), { allowed: "", isPrivate: true });
    await waitForLog("rejected", 1);
    expect(site.written()).toContain("127.0.0.1 is refused: not a public address.");
    expect(host.requests("/pictures/local-0.jpg")).toEqual([]);
    expect(await textOf("/local")).toContain("Morning local story 1");
    for (const path of ["/sources", "/sources.opml"]) expect((await textOf(path)).includes(host.allowed)).toBe(false);
  });

  it("removes the least recently used images beyond PICTURES_MAX_MB", async () => {
    const body = await sharp({
      create: { width: 800, height: 450, channels: 3, background: "#888", noise: { type: "gaussian", sigma: 80 } },
    })
      .jpeg()
      .toBuffer();
    const count = 5;
    for (let index = 0; index < count; index++) host.serve(`/pictures/local-${index}.jpg`, { body });
    await open(createSectionFeed(host, "local", { pictures: true, count }), { env: { PICTURES_MAX_MB: "1" } });
    await waitForLog("stored", count);
    await site.stop();
    const files = await readdir(join(folder.path, "pictures"));
    const sizes = await Promise.all(files.map((file) => stat(join(folder.path, "pictures", file))));
    const taken = sizes.reduce((sum, { size }) => sum + size, 0);
    expect(taken).toBeGreaterThan(0.25e6);
    expect(taken).toBeLessThan(1e6);
  });

  it("rejects hostile images with a reason, shows the skyline instead, and stores a good one", async () => {
    const hostile = await startHostileImages();
    const paths = Object.keys(hostile.reasons);
    const feed = paths.reduce(
      (text, path, index) => text.replaceAll(host.url(`/pictures/local-${index}.jpg`), hostile.url(path)),
      createSectionFeed(host, "local", { pictures: true, count: paths.length + 1 }),
    );
    host.serve(`/pictures/local-${paths.length}.jpg`, { body: await createPhoto(), contentType: "image/jpeg" });
    await open(feed, { allowed: `${host.allowed},${hostile.allowed}` });
    await waitForLog("rejected", paths.length);
    await waitForLog("stored", 1);
    const lines = site
      .written()
      .split("\n")
      .flatMap((line) => (line.includes('"image rejected"') ? [JSON.parse(line)] : []));
    for (const [path, reason] of Object.entries(hostile.reasons)) {
      const line = lines.find(({ url }) => url === hostile.url(path));
      expect(line?.reason, path).toMatch(reason);
      expect(Date.parse(line?.nextTryAt), path).toBeGreaterThan(Date.now());
    }
    const html = await textOf("/local");
    expect(findImages(html)).toHaveLength(1);
    // Only the lead and the story with the photo have a skyline. The photo covers its story's skyline.
    expect(html.match(/<span[^>]*><img src="\/scenes\//g)).toHaveLength(2);
    const [, slug] = /<img src="\/scenes\/[^"]+\/([^"/]+)\.svg"[^>]*\/?><picture>/.exec(html) ?? [];
    expect(slug).toBe(`morning-local-story-${paths.length + 1}`);
    expect(html.includes(hostile.allowed)).toBe(false);
    const files = await readdir(join(folder.path, "pictures"));
    expect(new Set(files.map((file) => file.slice(0, 16))).size).toBe(1);
    await hostile.close();
  });
});
