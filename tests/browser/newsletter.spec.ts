import { expect, type Page } from "@playwright/test";
import { writeTestEdition } from "../support/editions.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { waitForMail } from "../support/receivedMail.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { violationsOf } from "./accessibility.ts";
import { openHydrated, test } from "./fixtures.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let mailHost: MailHost;
let site: Site;

// All tests share one site.
test.describe.configure({ mode: "default" });
test.use({ allowedErrors: /404|410|422/ });

test.beforeAll(async () => {
  folder = await temporaryFolder();
  mailHost = await startMailHost();
  const editions = await writeTestEdition(`${folder.path}/editions`, { feeds: () => [], relays: [] });
  site = await startSite({ editions, data: folder.path, env: { SMTP_URL: mailHost.url } });
});

test.afterAll(async () => {
  await site.stop();
  await mailHost.close();
  await folder.remove();
});

/** Performs all steps from the sign-up form to the erased address. */
async function signUpAndLeave(page: Page, name: string): Promise<void> {
  const footer = page.getByRole("contentinfo");
  await page.goto(`${site.url}/about`);
  await footer.getByLabel("Daily briefing").fill(`${name}@gmial.com`);
  await footer.getByRole("button", { name: "Sign Up" }).click();
  await page.getByRole("button", { name: `Use ${name}@gmail.com` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Check Your Email" })).toBeVisible();

  const { link } = await waitForMail(site, mailHost, `${name}@gmail.com`);
  await page.goto(site.url + link);
  await page.getByRole("button", { name: "Yes, send me the briefing" }).click();
  await expect(page.getByText("You’re on the list")).toBeVisible();
  const preferences = page.url();
  await page.goto(site.url + link);
  await expect(page.getByRole("heading", { level: 1, name: "This Link Has Already Been Used" })).toBeVisible();

  await page.goto(preferences);
  await page.getByLabel("Saturdays").check();
  await page.getByLabel("Politics / Government").uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(page.getByLabel("Saturdays")).toBeChecked();
  await expect(page.getByLabel("Politics / Government")).not.toBeChecked();
  await expect(page.getByLabel("Sports")).toBeChecked();

  await page.goto(preferences.replace("preferences", "unsubscribe").replace(/\?.*/, ""));
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "You’re Unsubscribed" })).toBeVisible();
  await page.goto(preferences.replace(/\?.*/, ""));
  await expect(page.getByText("We aren’t sending the briefing to")).toBeVisible();
  await page.getByText("Erase my address", { exact: true }).click();
  await page.getByRole("button", { name: "Yes, erase it" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Your Address Has Been Erased" })).toBeVisible();
  await page.goto(preferences);
  await expect(page.getByRole("heading", { level: 1, name: "This Link Doesn’t Work" })).toBeVisible();
}

test("a reader signs up, confirms, chooses, leaves and is forgotten", async ({ page }) => {
  await signUpAndLeave(page, "rosa");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a reader signs up, confirms, chooses, leaves and is forgotten", async ({ page }) => {
    await signUpAndLeave(page, "vera");
  });
});

test("the form gets the signed time of its first focus; what is wrong is said in place, beside the field, without moving the page", async ({
  page,
}) => {
  await openHydrated(page, `${site.url}/newsletter`);
  const response = page.waitForResponse("**/api/newsletter/time");
  const form = page.getByRole("main").locator("form");
  await expect(page.getByText("in your inbox before 7 a.m.").filter({ visible: true })).toHaveCount(1);
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByLabel("Email address for the daily briefing", { exact: true })).toBeVisible();
  await form.getByLabel("Email address").focus();
  const signed = await (await response).text();
  expect(signed).toMatch(/^[0-9a-z]+-[0-9a-f]{40}$/);
  await expect(form.locator("[name=started]")).toHaveValue(signed);

  await page.evaluate(async () => {
    // Waits for the fonts, since a font that loads late may change the width of letters.
    await document.fonts.ready;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) document.documentElement.dataset.moved = "true";
    }).observe({ type: "layout-shift" });
  });
  const field = form.getByLabel("Email address");
  await expect(field).toHaveAttribute("type", "email");
  await expect(field).toHaveAttribute("placeholder", "Your email address");
  await field.fill("rosa");
  const before = await form.boundingBox();
  await field.press("Enter");
  await expect(form.getByText("There is no @ in this address.")).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toHaveValue("rosa");
  expect(await form.boundingBox()).toEqual(before);
  expect(page.url()).toBe(`${site.url}/newsletter`);
  await expect(page.locator("html")).not.toHaveAttribute("data-moved");
});

test("Subscribe leads to the front page's field and focuses it, and the tile leads to the briefing's page", async ({
  page,
}) => {
  await page.goto(`${site.url}/about`);
  await page.getByRole("banner").getByRole("link", { name: "Subscribe" }).click();
  await expect(page).toHaveURL(`${site.url}/#newsletter`);
  const fields = page.getByRole("textbox", { name: "Daily briefing" });
  // Besides the form in the footer, the front page has a form after its third block.
  await expect(fields).toHaveCount(2);
  const field = page.getByRole("contentinfo").getByRole("textbox", { name: "Daily briefing" });
  await expect(field).toBeFocused();
  await expect(field).toBeInViewport();
  await page.getByRole("link", { name: "Daily email briefing" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "The Daily Briefing" })).toBeVisible();
});

test("the pages with a token are accessible", async ({ page, context }) => {
  const sent = await context.request.post(`${site.url}/newsletter`, { form: { email: "axe@reader.example" } });
  expect(sent.status()).toBe(200);
  const { link } = await waitForMail(site, mailHost, "axe@reader.example");
  await page.goto(site.url + link);
  await audit(page);
  await page.getByRole("button", { name: "Yes, send me the briefing" }).click();
  await expect(page.getByText("You’re on the list")).toBeVisible();
  await page.getByText("Erase my address", { exact: true }).click();
  await audit(page);
  await page.goto(page.url().replace("preferences", "unsubscribe"));
  await audit(page);
  await page.goto(site.url + link);
  await audit(page);
  await openHydrated(page, `${site.url}/newsletter`);
  await page.getByRole("main").getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Please enter your email address.")).toBeVisible();
  await audit(page);
});

/** Checks the main part; other tests cover the header and the footer. */
async function audit(page: Page): Promise<void> {
  expect(await violationsOf(page, { within: "main", colorScheme: "dark" }), page.url()).toEqual([]);
}
