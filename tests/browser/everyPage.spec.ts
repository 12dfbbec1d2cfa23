import type { Page } from "@playwright/test";
import { isLong } from "../support/longTests.ts";
import { PAGES } from "../support/pages.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { overflowOf, violationsOf } from "./accessibility.ts";
import { expect, openHydrated, test, waitForHydration } from "./fixtures.ts";
import { readViolations, recordViolations } from "./policyViolations.ts";

/** Number of parallel tests into which the pages are split. */
const PARTS = 4;
/** Pages that always get the thorough check of `violationsOf`. With `LONG_TESTS=1`, all pages get this check. */
const THOROUGH = ["/article/morning-world-story-2"];
/** Pages with the same template as another page. The browser opens these only with `LONG_TESTS=1`. */
const SAME_TEMPLATE = isLong
  ? []
  : [
      "/real-estate",
      "/careers",
      "/privacy",
      "/terms",
      "/contact/sent",
      "/newsletter/sent",
      "/newsletter/erased",
      "/newsletter/unsubscribe/unknown",
      "/category/gardening",
    ];
/** Widths of each layout's narrowest window. 320 px is also the width of a 1280 px window at 400% zoom. */
const WIDTHS = isLong ? [1280, 768, 390, 320] : [768, 320];
const PHONE = 320;
/** Time limit, in ms: enough for about ten pages at four widths. */
const TIMEOUT_MS = scaleLimit(300_000);

for (let part = 0; part < PARTS; part++)
  test(`every page is accessible, obeys its policy, makes no third-party request and never overflows (${part + 1} of ${PARTS})`, async ({
    page,
    site,
  }) => {
    test.setTimeout(TIMEOUT_MS);
    await recordViolations(page);
    const thirdParty: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) thirdParty.push(request.url());
    });
    const pages = PAGES.filter(({ path }) => !SAME_TEMPLATE.includes(path));
    // Sets theme and size first, and changes them as little as possible: each change lays out and paints the page again.
    const colorScheme = part % 2 === 0 ? "dark" : "light";
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(toViewport(PHONE));
    for (const { path, status } of pages.filter((_, index) => index % PARTS === part)) {
      const response = await page.goto(site.url + path);
      expect(response?.status(), path).toBe(status);
      expectPolicy(path, response?.headers()["content-security-policy"]);
      // Embedded pages have none of the controls that `waitForHydration` waits for.
      if (path.startsWith("/embed/")) await page.waitForLoadState("networkidle");
      else await waitForHydration(page);
      await expect(page.locator("h1"), path).toHaveCount(1);
      expect(await readViolations(page), path).toEqual([]);
      const isThorough = isLong || THOROUGH.includes(path);
      const widths = isThorough ? undefined : ([PHONE, 1280] as const);
      expect(await violationsOf(page, { isThorough, colorScheme, widths }), path).toEqual([]);
      await expectNoOverflow(page, path);
      await page.locator("body > footer").evaluateAll(([footer]) => footer?.scrollIntoView());
    }
    await page.waitForLoadState("networkidle");
    expect(thirdParty).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
  });

test("pages that share a template have their status, one heading and a policy", async ({ request, site }) => {
  for (const { path, status } of PAGES.filter(({ path }) => SAME_TEMPLATE.includes(path))) {
    const response = await request.get(site.url + path);
    expect(response.status(), path).toBe(status);
    expectPolicy(path, response.headers()["content-security-policy"]);
    expect((await response.text()).match(/<h1[\s>]/g), path).toHaveLength(1);
  }
});

/** Expects a policy that allows inline scripts by digest only, and framing only for embedded pages. */
function expectPolicy(path: string, policy = ""): void {
  expect(policy, path).not.toContain("unsafe");
  expect(policy, path).toContain(`frame-ancestors ${path.startsWith("/embed/") ? "*" : "'none'"}`);
}

async function expectNoOverflow(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize(toViewport(width));
    expect(await overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
}

function toViewport(width: number) {
  return { width, height: width === PHONE ? 256 : 900 };
}

test("the first tab stop skips the header, and every stop has a visible focus", async ({ page, site }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openHydrated(page, `${site.url}/local`);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the news" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  // The name of the radio's link depends on whether the site has noticed that the station cannot be reached.
  const radio = /^(Live Radio|Recorded program)$/;
  const names = [radio, "Books", "RSS", "Search", "The Chicago Meridian, home page", "My Meridian", "Subscribe"];
  for (const name of names) {
    await page.keyboard.press("Tab");
    await expect(page.getByRole("banner").getByRole("link", { name })).toBeFocused();
  }
  await page.keyboard.press("Tab");
  const local = page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Local" });
  await expect(local).toBeFocused();
  await expect(local).toHaveAttribute("aria-current", "page");
  expect(await local.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe("solid");
  await skip.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Follow Local News" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("link", { name: "Morning local story 1" }).last()).toBeFocused();
});

test("marks by color stay visible in forced colors, and only the story and the nameplate are printed, with the addresses of links", async ({
  page,
  site,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(site.url);
  const getStyle = (selector: string, property: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate(
        (element, [property, pseudo]) => getComputedStyle(element, pseudo ?? null).getPropertyValue(property ?? ""),
        [property, pseudo],
      );
  const background = await getStyle("body", "background-color");
  expect(await getStyle("section h2[id]", "background-color", "::before"), "a section's marker").not.toBe(background);
  expect(await getStyle("[data-size]", "border-top-style"), "the border of an ad slot").toBe("solid");

  await page.emulateMedia({ forcedColors: "none", media: "print" });
  const frame = page.locator(
    "body > header > div:not(:has([aria-label$='home page'])), body > nav, body > footer, [data-banner]",
  );
  const nameplate = page.getByRole("banner").getByRole("link", { name: "home page" });
  for (const part of await frame.all()) await expect(part).toBeHidden();
  await expect(nameplate).toBeVisible();
  await expect(page.getByText("Daily email briefing")).toBeHidden();
  await page.goto(`${site.url}/article/morning-world-story-2`);
  for (const part of await frame.all()) await expect(part).toBeHidden();
  await expect(page.getByRole("heading", { name: "More in World News" })).toBeHidden();
  const original = page.getByRole("link", { name: "Continue reading at The Test Wire" });
  expect(await original.evaluate((link) => getComputedStyle(link, "::after").content)).toContain(
    "/stories/Morning/world/2",
  );
  await expect(original).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(page.getByRole("link", { name: "Did you write or publish this?" })).toBeHidden();

  await page.emulateMedia({ forcedColors: "active", media: null });
  await page.goto(`${site.url}/local`);
  expect(await getStyle("h1", "background-color", "::before"), "the page's marker").not.toBe(background);
  const bar = 'nav[aria-label="Sections"] a';
  expect(await getStyle(`${bar}[aria-current]`, "border-bottom-color"), "the current section").not.toBe(background);
  expect(await getStyle(`${bar}:not([aria-current]):not([tabindex])`, "border-bottom-color"), "another").toBe(
    background,
  );
  await page.goto(`${site.url}/nothing-here`);
  expect(await getStyle("main a", "border-top-style"), "a button").toBe("solid");
  // The not-found page cached for one missing address also hydrates at another missing address without an error.
  await openHydrated(page, `${site.url}/nothing-there`);
});
