import { expect, test } from "./fixtures.ts";

test("the table of contents marks the section in view", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/terms`);
  const contents = page.getByRole("navigation", { name: "On this page" });
  const current = contents.locator("[aria-current]");
  await expect(current).toHaveText("The agreement");

  // While the page scrolls, the section whose heading is near the top is current.
  const scrollTo = (name: string, top: number) =>
    page
      .getByRole("heading", { name, exact: true })
      .evaluate((heading, top) => window.scrollBy(0, heading.getBoundingClientRect().top - top), top);
  await scrollTo("Fair conduct", 100);
  await expect(current).toHaveText("Fair conduct");
  await scrollTo("Fair conduct", 300);
  await expect(current).toHaveText("What you send us");

  // After a click on a link, the heading is below the sticky bar, not behind it.
  await contents.getByRole("link", { name: "Limits on liability" }).click();
  await expect(current).toHaveText("Limits on liability");
  await expect(page).toHaveURL(`${site.url}/terms#limits-on-liability`);
  await expect(page.getByRole("heading", { name: "Limits on liability" })).toBeInViewport();
  await expect(contents).toBeInViewport();
  await page.goBack();
  await expect(current).toHaveText("What you send us");

  // In a tall window, the last heading cannot reach the top.
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(current).toHaveText("How to reach us about these terms");
  await expect(contents.locator("[aria-current=location]")).toHaveCount(1);
});

test("the table of contents scrolls to the marked section in a low window", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto(`${site.url}/privacy#children-under-13`);
  const current = page.getByRole("navigation", { name: "On this page" }).locator("[aria-current]");
  await expect(current).toHaveText("Children under 13");
  await expect(current).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("heading", { name: "Children under 13" })).toBeInViewport();
});

test("the table of contents is a folded list of links on phones and without JavaScript", async ({ browser, site }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/privacy`);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await expect(contents).toBeHidden();
  await page.getByText("On this page").first().click();
  await expect(contents.locator("[aria-current]")).toHaveCount(0);
  await contents.getByRole("link", { name: "The live radio" }).click();
  await expect(page.getByRole("heading", { name: "The live radio" })).toBeInViewport();
  await context.close();
});
