import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { captureScreens, IN_README, type PageOptions, type Screen } from "./captureScreens.ts";
import { type DeskScreen, startDeskScreenSite } from "./deskScreenSite.ts";
import { DESK_SCREENS } from "./deskScreens.ts";
import { STAFF_STORY, startScreenSite } from "./screenSite.ts";

/**
 * `npm run screens`: writes screenshots of every screen to docs/screens. Takes the main screens at five widths in both
 * themes, other screens at the widths of a phone and a desktop, and the desk's screens in both themes. The site's feeds
 * serve the edition's samples, so that screenshots show no publisher's stories. Fails if the files are too large. Needs
 * a build of the site, and Chromium, at CHROME_PATH or installed by Playwright.
 *
 * `npm run screens -- FOLDER NAME…` takes only the named screens.
 */

const MAX_README_BYTES = 200_000;
const MAX_BYTES = 8_000_000;

const SAMPLE = "/article/river-tour-guides-trade-boats-for-a-day-and-find-out-what-they-missed";

const SCREENS: readonly Screen[] = [
  { name: "front-page", path: "/", isWindow: true, hasDark: true },
  { name: "home", path: "/", isMain: true },
  { name: "section", path: "/business", isMain: true },
  { name: "radio", path: "/radio", isMain: true },
  { name: "events", path: "/events" },
  { name: "article-feed", path: "/local", isMain: true, prepare: (page) => openFeedStory(page) },
  { name: "article-sample", path: SAMPLE, isMain: true },
  { name: "article-own", path: STAFF_STORY, isMain: true },
  {
    name: "article-end",
    path: "/local",
    isWindow: true,
    prepare: async (page) => {
      await openFeedStory(page);
      await page
        .getByRole("heading", { name: "Also reported by" })
        .evaluate((heading) => window.scrollBy(0, heading.getBoundingClientRect().top - 240));
    },
  },
  { name: "about", path: "/about" },
  { name: "contact", path: "/contact" },
  { name: "contact-sent", path: "/contact/sent", isWindow: true },
  { name: "careers", path: "/careers" },
  { name: "privacy", path: "/privacy" },
  { name: "terms", path: "/terms" },
  { name: "partner", path: "/partner" },
  {
    name: "faq",
    path: "/faq",
    hasDark: true,
    prepare: (page) => page.getByText("What does it cost to read the Meridian?").click(),
  },
  { name: "rss", path: "/rss.xml" },
  { name: "books", path: "/books", hasDark: true },
  { name: "sources", path: "/sources" },
  { name: "saved", path: "/local", isMain: true, prepare: saveTwoStories },
  { name: "search", path: "/search?q=library", isMain: true },
  { name: "newsletter", path: "/newsletter", isMain: true },
  { name: "offline", path: "/offline" },
  { name: "editions", path: "/editions" },
  { name: "support", path: "/support" },
  { name: "embed", path: "/embed" },
  { name: "embed-latest", path: "/embed/latest" },
  { name: "embed-events", path: "/embed/events" },
  { name: "not-found", path: "/nothing-here" },
  { name: "unknown-category", path: "/category/gardening", isWindow: true },
  { name: "menu", path: "/local", isWindow: true, prepare: (page) => clickFirstVisible(page, "Menu", "More") },
  {
    name: "donation",
    path: "/",
    isWindow: true,
    prepare: (page) => page.getByRole("link", { name: "Support journalism" }).click(),
  },
];

const [, , target = "docs/screens", ...names] = process.argv;
await captureAll(target, names);

/** @param names names of the screens; all if empty */
async function captureAll(target: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) await rm(target, { recursive: true, force: true });
  await mkdir(join(target, "desk"), { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const isWanted = ({ name }: Screen) => names.length === 0 || names.includes(name);
  const sizes = [
    ...(await captureSite(browser, target, SCREENS.filter(isWanted))),
    ...(await captureDesk(browser, target, DESK_SCREENS.filter(isWanted))),
  ];
  await browser.close();
  checkSizes(sizes);
}

async function captureSite(browser: Browser, target: string, screens: readonly Screen[]) {
  if (screens.length === 0) return [];
  const site = await startScreenSite();
  const open = ({ path }: Screen, options: PageOptions) => openPage(browser, site.url + path, options);
  const sizes = await captureScreens(screens, { target, open });
  await site.stop();
  return sizes;
}

async function captureDesk(browser: Browser, target: string, screens: readonly DeskScreen[]) {
  if (screens.length === 0) return [];
  const site = await startDeskScreenSite(browser);
  const sizes = await captureScreens(screens, { target, open: site.open });
  await site.stop();
  return sizes;
}

async function openPage(browser: Browser, url: string, options: PageOptions): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(url);
  await page
    .getByRole("radio", { name: "Dark" })
    .or(page.locator("body > main"))
    .first()
    .waitFor({ state: "attached" });
  return page;
}

function checkSizes(sizes: readonly (readonly [string, number])[]): void {
  const sum = (isCounted: (file: string) => boolean) =>
    sizes.filter(([file]) => isCounted(file)).reduce((total, [, size]) => total + size, 0);
  const inReadme = sum((file) => file.includes(`${IN_README}-`));
  const total = sum(() => true);
  process.stdout.write(`${sizes.length} screenshots, ${total} bytes; those of README.md ${inReadme} bytes\n`);
  if (inReadme > MAX_README_BYTES) throw new Error(`The screenshots of README.md exceed ${MAX_README_BYTES} bytes.`);
  if (total > MAX_BYTES) throw new Error(`The screenshots exceed ${MAX_BYTES} bytes.`);
}

/** Opens a story that two feeds carry. */
async function openFeedStory(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link", { name: "River tour guides" }).first().click();
  await page.getByRole("heading", { name: "Also reported by" }).waitFor();
}

async function saveTwoStories(page: Page): Promise<void> {
  for (const index of [0, 1]) {
    await page
      .getByRole("button", { name: /^Save:/ })
      .nth(index)
      .click();
    await page.locator('[aria-pressed="true"]').nth(index).waitFor();
  }
  await page.goto(new URL("/saved", page.url()).href);
  await page
    .getByRole("button", { name: /^Remove/ })
    .nth(1)
    .waitFor();
}

/** Clicks the first visible button with one of the names, since phones and desktops show different buttons. */
async function clickFirstVisible(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole("button", { name, exact: true }).first();
    if (await button.isVisible()) return button.click();
  }
}
