import { violationsOf } from "./accessibility.ts";
import { expect, openHydrated, test } from "./fixtures.ts";

test("the text edition works without scripts, by keyboard and at any width, and links back", async ({
  browser,
  site,
}) => {
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1280],
  ] as const) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      colorScheme,
      viewport: { width, height: 800 },
    });
    const page = await context.newPage();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${site.url}/text`);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to the news" })).toBeFocused();
    await page.getByRole("main").getByRole("link", { name: "World News" }).first().click();
    await page.getByRole("heading", { level: 2 }).getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("world story");
    expect(new Set(requested.filter((path) => !path.startsWith("/text")))).toEqual(new Set());
    for (const path of ["/text", "/text/local"]) {
      await page.goto(site.url + path);
      const box = await page.getByRole("main").boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    await context.close();
  }
  // Bypasses the content security policy, which would block axe.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  for (const [path, colorScheme] of [
    ["/text", "light"],
    ["/text/local", "dark"],
    ["/embed?section=local", "light"],
  ] as const) {
    await page.goto(site.url + path);
    expect(await violationsOf(page, { colorScheme }), path).toEqual([]);
  }
  await page.goto(`${site.url}/text/local`);
  await page.getByRole("link", { name: "Read this page with pictures" }).click();
  await expect(page).toHaveURL(`${site.url}/local`);
  await context.close();
});

test("offers the text edition to browsers that save data", async ({ page, site }) => {
  const offer = page.getByRole("link", { name: "Read the text edition" });
  await openHydrated(page, `${site.url}/about`);
  await expect(offer).toHaveCount(0);
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { saveData: true });
    Object.defineProperty(navigator, "connection", { value: connection });
  });
  await page.goto(`${site.url}/local`);
  await offer.click();
  await expect(page).toHaveURL(`${site.url}/text/local`);
  await page.goto(`${site.url}/about`);
  await expect(offer).toHaveAttribute("href", "/text");
});

test("creates the code for a wall of one section, with and without JavaScript", async ({ page, browser, site }) => {
  await openHydrated(page, `${site.url}/embed`);
  await page.getByLabel("Section", { exact: true }).selectOption("World News");
  const code = page.getByRole("textbox", { name: "Code for Latest Updates: World News" });
  await expect(code).toHaveValue(new RegExp(`src="${site.url}/embed/latest\\?section=world"`));
  await expect(
    page.frameLocator('iframe[title="Preview of Latest Updates: World News"]').getByRole("heading", { level: 1 }),
  ).toHaveText("World News");

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(`${site.url}/embed`);
  await plain.getByLabel("Section", { exact: true }).selectOption("Sports");
  await plain.getByRole("button", { name: "Show the code" }).click();
  await expect(plain.getByRole("textbox", { name: "Code for Latest Updates: Sports" })).toHaveValue(/section=sports"/);
  await context.close();
});
