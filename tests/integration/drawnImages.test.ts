import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Edition, loadEditions } from "../../server/editions/load.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let edition: Edition;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
  [edition] = (await loadEditions(editions)) as [Edition];
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site.stop();
  await folder.remove();
});

const countFiles = async () => (await readdir(join(folder.path, "drawn"))).length;

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
  // More pages than drawings: no page waited for more than one.
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
