import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { feedPath, wireFeed } from "../support/wire.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;
let addresses: string[];

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve(feedPath("local"), { body: wireFeed(host, "local", { pictures: true }) });
  const body = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#3f6f88" } })
    .jpeg()
    .toBuffer();
  host.serve("/pictures/local-0.jpg", { body, contentType: "image/jpeg" });
  host.serve("/pictures/local-1.jpg", { body: "<html>no picture</html>", contentType: "image/jpeg" });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) => (section === "local" ? [host.url(feedPath("local"))] : []),
    relays: [],
  });
  site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await site.logs((log) => log.includes('"feed polled"'));
  const html = await (await fetch(`${site.url}/local`)).text();
  addresses = Array.from(html.matchAll(/ src="(\/pictures\/[^"]+)"/g), ([, src]) => src ?? "");
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

const get = (address = "") => fetch(site.url + address);

it("are served by the site, smaller, as WebP, for ever, and fetched once", async () => {
  const [first] = addresses;
  const answers = await Promise.all([get(first), get(first), get(first?.replace("/800/", "/400/"))]);
  for (const answer of answers) {
    expect(answer.headers.get("content-type")).toBe("image/webp");
    expect(answer.headers.get("cache-control")).toContain("immutable");
  }
  const widths = await Promise.all(
    answers.map(async (answer) => (await sharp(await answer.arrayBuffer()).metadata()).width),
  );
  expect(widths).toEqual([800, 800, 400]);
  expect(host.requests("/pictures/local-0.jpg")).toHaveLength(1);
});

it("give way to the skyline where they cannot be had, or are no pictures", async () => {
  for (const address of [addresses[1], addresses[2]]) {
    const answer = await get(address);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(answer.headers.get("cache-control")).not.toContain("immutable");
    expect(await answer.text()).toMatch(/^<svg /);
  }
});

it("are not fetched for an address that no story has", async () => {
  const forged = addresses[3]?.replace(/\/[\w-]{12}\//, "/aaaaaaaaaaaa/");
  expect((await get(forged)).headers.get("content-type")).toBe("image/svg+xml");
  expect((await get(addresses[3]?.replace("/800/", "/801/"))).headers.get("content-type")).toBe("image/svg+xml");
  expect(host.requests("/pictures/local-3.jpg")).toHaveLength(0);
});
