import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

const question = (page: Page, name: string) =>
  page.locator("details").filter({ has: page.getByText(name, { exact: true }) });
const LISTEN = "How do I listen?";
const LOUD = "How loud does it start?";

test("one answer is open at a time, and can be closed; the filter shows and counts the questions with all words, and gives advice when there are none", async ({
  page,
  site,
}) => {
  await page.goto(`${site.url}/faq`);
  await expect(page.locator("details[open]")).toHaveCount(0);
  await page.getByText(LISTEN).click();
  await expect(question(page, LISTEN).getByText("Open Live Radio from the top")).toBeVisible();
  await page.getByText(LOUD).click();
  await expect(question(page, LOUD).getByText("At 90 percent")).toBeVisible();
  await expect(page.locator("details[open]")).toHaveCount(1);
  await page.getByText(LOUD).click();
  await expect(page.locator("details[open]")).toHaveCount(0);

  const field = page.getByRole("searchbox", { name: "Search the questions" });
  const count = page.getByRole("search").getByRole("status");
  await expect(count).toHaveText(/^\d+ questions$/);
  const all = await page.locator("details").count();
  await field.pressSequentially("slider VOLUME");
  await expect(count).toHaveText(`1 of ${all} questions matches`);
  await expect(page.locator("details:visible")).toHaveCount(1);
  await expect(question(page, LOUD)).toBeVisible();
  await expect(page.getByRole("heading", { level: 2, name: "My Meridian" })).toBeHidden();

  await field.fill("xyzzy");
  await expect(count).toHaveText(`0 of ${all} questions match`);
  await expect(page.getByText("No question matches “xyzzy”.")).toBeVisible();
  await expect(page.getByText("try one word instead of several")).toBeVisible();
  // Clicking a link to a hidden category clears the filter.
  await page.getByRole("navigation", { name: "Categories" }).getByRole("link", { name: "My Meridian" }).click();
  await expect(field).toBeEmpty();
  await expect(page.getByRole("heading", { level: 2, name: "My Meridian" })).toBeInViewport();
  await expect(page.locator("details:visible")).toHaveCount(all);
});

for (const javaScriptEnabled of [true, false])
  test(`a question's URL opens it ${javaScriptEnabled ? "with" : "without"} JavaScript`, async ({ browser, site }) => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${site.url}/faq#how-do-i-listen`);
    await expect(question(page, LISTEN)).toHaveAttribute("open");
    await expect(page.getByText(LISTEN)).toBeInViewport();
    await page.goto(`${site.url}/faq#how-loud-does-it-start`);
    await expect(question(page, LOUD)).toHaveAttribute("open");
    await expect(question(page, LISTEN)).not.toHaveAttribute("open");
    await expect(page.getByText(LOUD)).toBeInViewport();
    await context.close();
  });
