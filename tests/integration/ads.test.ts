import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Document } from "yaml";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let adsTxt: string;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  const editions = await writeEdition("editions", (edition) => {
    const past = createSoldAd("Past Bakery", "2000-01-01", "2000-12-31");
    const present = createSoldAd("Present Hardware", "2001-01-01", "2998-12-31");
    const future = createSoldAd("Future Florist", "2999-01-01", "2999-12-31");
    edition.setIn(["ads", 0, "sold"], edition.createNode([past, present, future]));
    edition.setIn(["ads", 1, "sold"], edition.createNode([past, future]));
  });
  adsTxt = join(editions, "chicago", "ads.txt");
  await writeFile(adsTxt, "seller.example, 42, DIRECT\n");
  site = await startSite({ editions, data: folder.path });
});

afterAll(async () => {
  await site?.stop();
  await folder.remove();
});

const writeEdition = (name: string, change: (edition: Document) => void) =>
  writeTestEdition(join(folder.path, name), { ...NO_FEEDS, change });

const createSoldAd = (advertiser: string, from: string, until: string) => ({
  advertiser,
  picture: "skyline.webp",
  alt: `${advertiser} is open.`,
  href: "https://advertiser.example/",
  from,
  until,
});

describe("an ad slot", () => {
  it("shows today's sold ad, otherwise the house ad", async () => {
    const html = await (await fetch(site.url)).text();
    expect(html).toMatch(
      /<a [^>]*href="https:\/\/advertiser\.example\/"[^>]*><img [^>]*alt="Present Hardware is open\."/,
    );
    expect(html).not.toContain("A shelf of breath and being</b>");
    expect(html).toContain("Every day in the archive</b>");
    // The page's data must contain no past or future advertisements.
    expect(html).not.toContain("Past Bakery");
    expect(html).not.toContain("Future Florist");
  });

  it.each([
    ["a duplicate number", ["ads", 1, "id"], 1, "ads.1.id: found 1; expected a number that no other slot has"],
    ["an unknown size", ["ads", 0, "size"], "468x60", 'found "468x60"; expected "970x90" or'],
    ["a wide banner on phones", ["ads", 0, "phone"], true, "expected a size that fits a phone: 300x250 or 300x600"],
    ["a zone without its server", ["ads", 0, "zone"], 7, "ads.0.zone: found 7; expected no zone without an adServer"],
    [
      "dates in the wrong order",
      ["ads", 0, "sold"],
      [createSoldAd("Bakery", "2025-05-02", "2025-05-01")],
      'ads.0.sold.0.until: found "2025-05-01"; expected a day that is not before the day of `from`',
    ],
    [
      "a missing image",
      ["ads", 0, "sold"],
      [{ ...createSoldAd("Bakery", "2025-05-01", "2025-05-02"), picture: "bakery.webp" }],
      'found the picture "bakery.webp"; expected a file in ',
    ],
  ])("is rejected with file and line for %s", async (_what, path, value, message) => {
    const editions = await writeEdition("rejected", (edition) => edition.setIn(path, edition.createNode(value)));
    const { status, output } = await broadsheet(["check"], { EDITIONS_DIR: editions });
    expect(output).toMatch(/edition\.yaml:\d+: /);
    expect(output).toContain(message);
    expect(status).toBe(1);
  });
});

it("serves the edition's ads.txt as plain text, and none if the edition has none", async () => {
  const response = await fetch(`${site.url}/ads.txt`);
  expect([response.status, response.headers.get("content-type")?.toLowerCase()]).toEqual([
    200,
    "text/plain; charset=utf-8",
  ]);
  expect(await response.text()).toBe("seller.example, 42, DIRECT\n");
  await rm(adsTxt);
  await site.logs((log) => log.includes('"msg":"editions reloaded"'));
  expect((await fetch(`${site.url}/ads.txt`)).status).toBe(404);
});
