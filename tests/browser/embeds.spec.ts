import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { overflowOf, violationsOf } from "./accessibility.ts";
import { test as base, expect, openLive, pauseClock } from "./newsroom.ts";

interface Outside {
  site: Site;
  /** Somebody else's server: its pages stand in all four kinds of embeds. */
  provider: FeedHost;
  /** By which readers are told whose it is. */
  host: string;
}

const PAGES = ["/events", "/latest", "/video", "/form", "/drive/media-kit"];

const test = base.extend<{ outside: Outside }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures a fixture uses
  outside: async ({}, use) => {
    const folder = await temporaryFolder();
    const provider = await startFeedHost();
    for (const path of PAGES)
      provider.serve(path, {
        body: `<!doctype html><title>Theirs</title><p>Their page ${path}</p>`,
        contentType: "text/html",
      });
    const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
    const name = "Example Walls";
    await set(join(editions, "chicago", "edition.yaml"), {
      "embeds.events.provider": { name, url: provider.url("/events") },
      "embeds.latest.provider": { name, url: provider.url("/latest") },
      "embeds.video.provider": { name, url: provider.url("/video") },
    });
    await set(join(editions, "chicago", "contact.yaml"), { "form.provider": { name, url: provider.url("/form") } });
    const at = provider.url("/drive/{id}");
    await set(join(editions, "chicago", "partner.yaml"), {
      "documents.0.driveId": "media-kit",
      drive: { name, preview: at, view: at, download: at },
    });
    const site = await startSite({ editions, data: folder.path });
    await use({ site, provider, host: provider.allowed });
    await site.stop();
    await provider.close();
    await folder.remove();
  },
});

async function set(file: string, values: Record<string, unknown>): Promise<void> {
  const document = parseDocument(await readFile(file, "utf8"));
  for (const [path, value] of Object.entries(values)) document.setIn(path.split("."), document.createNode(value));
  await writeFile(file, String(document));
}

const asked = ({ provider }: Outside) => PAGES.filter((path) => provider.requests(path).length > 0);

test("nothing is asked of a provider before the reader says so, and only what was asked for loads", async ({
  page,
  outside,
}) => {
  const { site, host } = outside;
  for (const path of ["/contact", "/partner", "/"]) {
    await page.goto(site.url + path);
    await expect(page.getByRole("button", { name: `Load from ${host}` }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  expect(asked(outside)).toEqual([]);

  const latest = page.locator("section", { has: page.getByRole("heading", { name: "Latest Updates" }) });
  const before = await latest.boundingBox();
  expect(before?.height).toBeGreaterThan(1000);
  await latest.getByRole("button", { name: `Load from ${host}` }).click();
  await expect(latest.frameLocator("iframe").getByText("Their page /latest")).toBeVisible();
  await expect(latest.getByRole("link", { name: `Open at ${host}` })).toBeVisible();
  expect(asked(outside)).toEqual(["/latest"]);
  // The frame is as high as the specification says, and nothing under it has moved.
  const frame = await latest.locator("iframe").boundingBox();
  expect([frame?.height, (await latest.boundingBox())?.height]).toEqual([1000, before?.height]);
});

test("a choice is remembered on the device, for that provider, until it is taken back", async ({ page, outside }) => {
  const { site, host } = outside;
  await page.goto(`${site.url}/contact`);
  await page.getByLabel(`Always load from ${host} on this device`).check();
  expect(asked(outside)).toEqual([]);
  await page.getByRole("button", { name: `Load from ${host}` }).click();
  await expect(page.frameLocator("iframe").getByText("Their page /form")).toBeVisible();
  const frame = await page.locator("iframe").boundingBox();
  expect(frame?.height).toBe(789);

  await page.goto(`${site.url}/partner`);
  await expect(page.frameLocator("iframe").getByText("Their page /drive/media-kit")).toBeVisible();
  await page.getByRole("button", { name: "Do not load by itself" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: `Load from ${host}` })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("providers"))).toBeNull();
});

test("a frame that does not load in ten seconds says so, with a link, and can be tried again", async ({
  page,
  outside,
}) => {
  const { site, provider, host } = outside;
  provider.fault("/form", { kind: "hang" }, "all");
  await pauseClock(page);
  await openLive(page, `${site.url}/contact`);
  await page.getByRole("button", { name: `Load from ${host}` }).click();
  await provider.waitForRequests("/form", 1);
  await expect(page.getByText(`Loading from ${host}…`)).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page.getByText(`Loading from ${host}…`)).toBeVisible();
  await page.clock.runFor(1100);
  await expect(page.getByText(`This could not be loaded: ${host} did not answer in 10 seconds.`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Open it at ${host}` })).toHaveAttribute("href", provider.url("/form"));

  provider.heal("/form");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.frameLocator("iframe").getByText("Their page /form")).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(page.frameLocator("iframe").getByText("Their page /form")).toBeVisible();
});

test("without JavaScript an embed is a plain link, and our own form is sent", async ({
  browser,
  outside,
  newsroom,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${outside.site.url}/contact`);
  await expect(page.getByRole("link", { name: `Open at ${outside.host}` })).toHaveAttribute(
    "href",
    outside.provider.url("/form"),
  );
  await expect(page.getByRole("button", { name: /Load/ })).toHaveCount(0);

  const own = await newsroom.open();
  await page.goto(`${own.url}/contact`);
  const form = await page.getByRole("region", { name: "Write to us" }).locator("form").boundingBox();
  expect(form?.height).toBe(789);
  await page.getByLabel("Name").fill("Rosa Delgado");
  await page.getByLabel("E-mail").fill("rosa@reader.example");
  await page.getByLabel("Subject").selectOption("Tip");
  await page.getByLabel("Message").fill("The swings at Palmer Park are gone.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page).toHaveURL(`${own.url}/contact/sent#sent`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you. We have your message.");
  await context.close();
});

test("our form says what is wrong without losing what was typed, and then is sent", async ({ page, newsroom }) => {
  const site = await newsroom.open();
  await openLive(page, `${site.url}/contact`);
  await page.getByLabel("Name").fill("   ");
  await page.getByLabel("E-mail").fill("rosa@reader.example");
  await page.getByLabel("Message").fill("The swings at Palmer Park are gone.");
  // The browser's console calls an answer of 422 an error, and the fixture would call that a failure.
  let posts = 0;
  await page.route("**/contact.data*", async (route) => {
    if (route.request().method() !== "POST" || ++posts > 1) return route.continue();
    const answer = await route.fetch();
    expect(answer.status()).toBe(422);
    await route.fulfill({ response: answer, status: 200 });
  });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveAccessibleDescription("Please write your name.");
  await expect(page.getByLabel("Message")).toHaveValue("The swings at Palmer Park are gone.");
  await page.getByLabel("Name").fill("Rosa Delgado");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you. We have your message.");
});

test("partners copy the code of a wall and see it", async ({ page, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${site.url}/embed`);
  await page.getByRole("button", { name: "Copy the code for Latest Updates" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Copied." })).toBeVisible();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toContain(`<iframe src="${site.url}/embed/latest" title="Latest Updates from The Chicago Meridian"`);
  expect(code).toContain('height="1000"');
  await expect(
    page.frameLocator('iframe[title="Preview of Local Events"]').getByRole("listitem").first(),
  ).toBeVisible();
});

test("no violation and no sideways scroll at any width", async ({ page, outside, site }) => {
  const pages = [...["/contact", "/partner", "/embed"].map((path) => site.url + path), `${outside.site.url}/contact`];
  for (const url of pages) {
    await page.goto(url);
    await expect(page.locator("h1"), url).toHaveCount(1);
    for (const width of [320, 1280]) {
      expect(await violationsOf(page, { widths: [width] }), url).toEqual([]);
      expect(await overflowOf(page), url).toBeLessThanOrEqual(0);
    }
  }
});
