import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { startFeedHost } from "../support/feedHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { feedPath, getSectionFeeds, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

let url = "";
let stop: () => Promise<void>;

beforeAll(async () => {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  serveSectionFeeds(host, { hasText: true });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      section === "sports"
        ? [{ url: host.url(feedPath(section)), publisher: "The Test Wire", rights: { text: "full", export: true } }]
        : getSectionFeeds(host)(section),
    relays: host.relays,
  });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await waitForPolls(site, SECTIONS.length);
  url = site.url;
  stop = async () => {
    await site.stop();
    await host.close();
    await folder.remove();
  };
});
afterAll(() => stop());

describe("device files", () => {
  it("has a manifest with the edition's name, and icons of the sizes in it", async () => {
    const response = await fetch(`${url}/manifest.webmanifest`);
    expect(response.headers.get("content-type")).toContain("application/manifest+json");
    const manifest = await response.json();
    expect(manifest).toMatchObject({
      name: "The Chicago Meridian",
      short_name: "Meridian",
      start_url: "/",
      lang: "en-US",
    });
    const icons: { src: string; sizes: string }[] = [
      ...manifest.icons,
      { src: "/apple-touch-icon.png", sizes: "180x180" },
    ];
    for (const { src, sizes } of icons) {
      const { width, height, format } = await sharp(await (await fetch(url + src)).arrayBuffer()).metadata();
      expect([`${width}x${height}`, format], src).toEqual([sizes, "png"]);
    }
    const page = await (await fetch(url)).text();
    expect(page).toContain('rel="manifest" href="/manifest.webmanifest"');
    expect(page).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  });

  it("has a service worker that lists the build files that no page names, and is revalidated each time", async () => {
    const response = await fetch(`${url}/sw.js`);
    expect(response.headers.get("cache-control")).toBe("no-cache");
    const script = await response.text();
    const { files } = JSON.parse(/^self\.build=(.*);$/m.exec(script)?.[1] ?? "{}") as { files: string[] };
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(file).toMatch(/^\/assets\/deviceStorage-[\w-]+\.js$/);
    for (const file of files) expect((await fetch(url + file)).status).toBe(200);
    expect(script).not.toMatch(/^import/m);
  });

  it("lists the slugs on a page, and sends 304 while they are unchanged", async () => {
    const response = await fetch(`${url}/api/edition/changes.json?section=sports`);
    const { stories } = (await response.json()) as { stories: string[] };
    expect(stories).toHaveLength(8);
    expect(stories[0]).toBe("morning-sports-story-1");
    expect(response.headers.get("cache-control")).toContain("max-age=0");
    const again = await fetch(`${url}/api/edition/changes.json?section=sports`, {
      headers: { "if-none-match": response.headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
    const front = await (await fetch(`${url}/api/edition/changes.json`)).json();
    expect(front.stories).toHaveLength(80);
    expect((await fetch(`${url}/api/edition/changes.json?section=gardening`)).status).toBe(404);
  });

  it("has a story's text as far as the site may print it", async () => {
    const text = async (slug: string) => (await fetch(`${url}/api/article/${slug}`)).json();
    expect((await text("morning-sports-story-1")).bodyHtml).toContain("What the sports desk has of story 1.");
    expect((await text("morning-local-story-1")).bodyHtml).toBe("");
    expect((await fetch(`${url}/api/article/nothing-here`)).status).toBe(404);
  });
});
