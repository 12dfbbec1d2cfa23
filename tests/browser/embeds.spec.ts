import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseDocument } from "yaml";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { overflowOf, violationsOf } from "./accessibility.ts";
import { expect, openHydrated, pauseClock, test } from "./fixtures.ts";

/** A site that embeds pages of `provider` on the front page, the contact page and the partner page. */
let embeddingSite: Site;
let provider: FeedHost;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

const PAGES = ["/events", "/latest", "/video", "/form", "/drive/media-kit"];

// The tests share the site. A worker-scoped fixture would need a separate worker for this file.
test.describe.configure({ mode: "default" });

test.beforeAll(async () => {
  folder = await temporaryFolder();
  provider = await startFeedHost();
  for (const path of PAGES)
    provider.serve(path, {
      body: `<!doctype html><title>Theirs</title><p>Their page ${path}</p>`,
      contentType: "text/html",
    });
  const editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
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
  embeddingSite = await startSite({ editions, data: folder.path });
});
test.beforeEach(() => provider.forgetRequests());
test.afterAll(async () => {
  await embeddingSite?.stop();
  await provider?.close();
  await folder?.remove();
});

async function set(file: string, values: Record<string, unknown>): Promise<void> {
  const document = parseDocument(await readFile(file, "utf8"));
  for (const [path, value] of Object.entries(values)) document.setIn(path.split("."), document.createNode(value));
  await writeFile(file, String(document));
}

const listRequested = () => PAGES.filter((path) => provider.requests(path).length > 0);

test("requests nothing from a provider before the reader agrees, and then only that embed", async ({ page }) => {
  const { url } = embeddingSite;
  const host = provider.allowed;
  for (const path of isLong ? ["/contact", "/partner", "/"] : ["/partner", "/"]) {
    await page.goto(url + path);
    await expect(page.getByRole("button", { name: `Load from ${host}` }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
  }
  expect(listRequested()).toEqual([]);

  const latest = page.locator("section", { has: page.getByRole("heading", { name: "Latest Updates" }) });
  const before = await latest.boundingBox();
  expect(before?.height).toBeGreaterThan(1000);
  await latest.getByRole("button", { name: `Load from ${host}` }).click();
  await expect(latest.frameLocator("iframe").getByText("Their page /latest")).toBeVisible();
  await expect(latest.getByRole("link", { name: `Open at ${host}` })).toBeVisible();
  expect(listRequested()).toEqual(["/latest"]);
  // The frame has the specification's height, and nothing below it has moved.
  const frame = await latest.locator("iframe").boundingBox();
  expect([frame?.height, (await latest.boundingBox())?.height]).toEqual([1000, before?.height]);
});

test("remembers a provider on the device until the reader revokes it, accessibly and at any width", async ({
  page,
}) => {
  const { url } = embeddingSite;
  const host = provider.allowed;
  await page.goto(`${url}/contact`);
  // Checks the contact page with a provider's form. everyPage.spec.ts checks the page with the site's own form.
  await expect(page.getByRole("button", { name: `Load from ${host}` })).toBeVisible();
  expect(await violationsOf(page, { widths: [320, 1280] })).toEqual([]);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.getByLabel(`Always load from ${host} on this device`).check();
  expect(listRequested()).toEqual([]);
  await page.getByRole("button", { name: `Load from ${host}` }).click();
  await expect(page.frameLocator("iframe").getByText("Their page /form")).toBeVisible();
  const frame = await page.locator("iframe").boundingBox();
  expect(frame?.height).toBe(789);

  await page.goto(`${url}/partner`);
  await expect(page.frameLocator("iframe").getByText("Their page /drive/media-kit")).toBeVisible();
  await page.getByRole("button", { name: "Don’t load automatically" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("button", { name: `Load from ${host}` })).toBeVisible();
  await expect(page.locator("iframe")).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem("providers"))).toBeNull();
});

test("reports a frame that did not load in 10 s, with a link and a retry", async ({ page }) => {
  const { url } = embeddingSite;
  const host = provider.allowed;
  provider.fault("/form", { kind: "hang" }, "all");
  await pauseClock(page);
  await openHydrated(page, `${url}/contact`);
  await page.getByRole("button", { name: `Load from ${host}` }).click();
  await provider.waitForRequests("/form", 1);
  await expect(page.getByText(`Loading from ${host}…`)).toBeVisible();
  await page.clock.runFor(9000);
  await expect(page.getByText(`Loading from ${host}…`)).toBeVisible();
  await page.clock.runFor(1100);
  await expect(page.getByText(`This didn’t load: ${host} did not respond within 10 seconds.`)).toBeVisible();
  await expect(page.getByRole("link", { name: `Open it at ${host}` })).toHaveAttribute("href", provider.url("/form"));

  provider.heal("/form");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.frameLocator("iframe").getByText("Their page /form")).toBeVisible();
  await page.clock.runFor(11_000);
  await expect(page.frameLocator("iframe").getByText("Their page /form")).toBeVisible();
});

test("shows embeds as links without JavaScript, and sends our own form", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${embeddingSite.url}/contact`);
  await expect(page.getByRole("link", { name: `Open at ${provider.allowed}` })).toHaveAttribute(
    "href",
    provider.url("/form"),
  );
  await expect(page.getByRole("button", { name: /Load/ })).toHaveCount(0);

  await page.goto(`${site.url}/contact`);
  const form = await page.getByRole("region", { name: "Write to us" }).locator("form").boundingBox();
  expect(form?.height).toBe(789);
  await page.getByLabel("Name", { exact: true }).fill("Rosa Delgado");
  await page.getByLabel("Email", { exact: true }).fill("rosa@reader.example");
  await page.getByLabel("Subject").selectOption("Tip");
  await page.getByLabel("Message").fill("The swings at Palmer Park are gone.");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page).toHaveURL(`${site.url}/contact/sent#sent`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you. We have your message.");
  await context.close();
});

test("shows errors of our form beside what was typed, and then sends it", async ({ page, site }) => {
  await page.clock.install();
  await openHydrated(page, `${site.url}/contact`);
  await page.getByLabel("Name", { exact: true }).fill("   ");
  await page.getByLabel("Email", { exact: true }).fill("rosa@reader.example");
  await page.getByLabel("Message").fill("The swings at Palmer Park are gone.");
  // Changes the status from 422 to 200. Otherwise the console would report an error, which would fail the test.
  let posts = 0;
  const nameTyped = Promise.withResolvers<void>();
  await page.route("**/contact.data*", async (route) => {
    // Holds back the page's data, which the router requests again after the form's response.
    if (route.request().method() !== "POST") return nameTyped.promise.then(() => route.continue());
    if (++posts > 1) return route.continue();
    const response = await route.fetch();
    expect(response.status()).toBe(422);
    await route.fulfill({ response, status: 200 });
  });
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("alert")).toBeFocused();
  await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription("Please enter your name.");
  await expect(page.getByLabel("Message")).toHaveValue("The swings at Palmer Park are gone.");
  await page.getByLabel("Name", { exact: true }).fill("Rosa Delgado");
  // The form and its typed text stay while the page's data is slow.
  await page.clock.runFor(1000);
  await expect(page.getByRole("button", { name: "Sending" })).toBeVisible();
  nameTyped.resolve();
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Thank you. We have your message.");
});

test("copies the code of a wall and previews it", async ({ page, context, site }) => {
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
