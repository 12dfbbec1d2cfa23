import type { Page } from "@playwright/test";
import { violationsOf } from "./accessibility.ts";
import { expect, openHydrated, test } from "./fixtures.ts";

const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Search The Chicago Meridian" });
const fieldOf = (page: Page) => dialogOf(page).getByRole("searchbox", { name: "Search The Chicago Meridian" });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? "");

/** Options for checks of the dialog alone. everyPage.spec.ts checks the pages themselves. */
const DIALOG = { within: "dialog", colorScheme: "dark" } as const;

test("the search dialog works by keyboard, and is accessible", async ({ page, site }) => {
  await openHydrated(page, `${site.url}/about`);
  const dialog = dialogOf(page);
  const field = fieldOf(page);
  const button = page.getByRole("banner").getByRole("link", { name: "Search" });

  // Each key opens the dialog and focuses the dialog's field. Escape restores the focus.
  await button.focus();
  for (const key of ["/", "Control+k", "Meta+k", "Enter"]) {
    await page.keyboard.press(key);
    await expect(field, key).toBeFocused();
    await expect(field).toHaveValue("");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }

  // The dialog searches only when the typing pauses.
  const queries: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/search/suggest")) queries.push(new URL(request.url()).searchParams.get("q") ?? "");
  });
  await page.keyboard.press("/");
  await field.pressSequentially("morning wor");
  // Reads only the newest query. On a busy machine, the typing may also pause earlier, and each pause causes a query.
  await expect.poll(() => queries.at(-1)).toBe("morning wor");
  await expect(dialog.getByRole("status")).toHaveText("Top 6 stories");
  const first = dialog.getByRole("listitem").first().getByRole("link");
  await expect(first).toContainText("Morning world story");
  await expect(first.locator("mark").last()).toHaveText("world");
  await expect(first).toContainText("Staff Writer, The Test Wire · April 20, 2026 · World News");

  expect(await violationsOf(page, DIALOG), "suggestions").toEqual([]);

  // The arrow keys move the focus in a circle, and Tab keeps the focus inside the dialog.
  await page.keyboard.press("ArrowDown");
  await expect(first).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(field).toBeFocused();
  await page.keyboard.press("ArrowUp");
  expect(await focused(page)).toBe("All stories for “morning wor”");
  await page.keyboard.press("ArrowDown");
  await expect(field).toBeFocused();
  for (let step = 0; step < 12; step++) {
    await page.keyboard.press("Tab");
    const isInside = await page.evaluate(() => {
      const element = document.activeElement;
      return element === document.body || Boolean(element?.closest("dialog"));
    });
    expect(isInside, `after Tab ${step + 1}`).toBe(true);
  }

  // Choosing a story opens it and focuses its page. The dialog lists recent searches until the reader clears them.
  await field.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Morning world story");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Control+k");
  await expect(dialog.getByRole("link", { name: "morning wor" })).toBeVisible();
  expect(await violationsOf(page, DIALOG), "recent searches").toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=morning%20wor$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Search");

  // On the search page, `/` focuses the page's field.
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search the stories for" })).toBeFocused();
  await openHydrated(page, `${site.url}/faq`);
  await page.keyboard.press("/");
  await dialog.getByRole("button", { name: "Clear them" }).click();
  await expect(dialog.getByRole("link")).toHaveCount(0);
  await expect(field).toBeFocused();
  await field.fill("zzyzx");
  await expect(dialog.getByRole("status")).toContainText("No stories match “zzyzx”.");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No stories match “zzyzx”.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "What to try" })).toBeVisible();
});

test("types a slash in text fields, and reports a failed search", async ({ page, site, context }) => {
  await context.route("**/search/suggest*", (route) => route.fulfill({ status: 204 }));
  await openHydrated(page, `${site.url}/contact`);
  const name = page.getByLabel("Name", { exact: true });
  await name.pressSequentially("A/B");
  await expect(name).toHaveValue("A/B");
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press("Control+k");
  await fieldOf(page).pressSequentially("a/b");
  await expect(fieldOf(page)).toHaveValue("a/b");
  await expect(dialogOf(page).getByRole("status")).toContainText("Search isn’t responding.");
});

test("searches with filters without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/sports`);
  await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
  await page.getByRole("searchbox", { name: "Search the stories for" }).fill("story");
  // On a phone, the filters are collapsed until the reader sets a filter.
  await page.getByText("Filters", { exact: true }).click();
  await page.getByLabel("Section", { exact: true }).selectOption({ label: "Sports" });
  await page.getByLabel("Order").selectOption({ label: "Newest first" });
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.getByRole("main").getByRole("status")).toHaveText("8 stories for “story”");
  await expect(page.getByLabel("Section", { exact: true })).toHaveValue("sports");
  await expect(page.getByRole("article").first()).toContainText("Morning sports story 1");
  await context.close();
});
