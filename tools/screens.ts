import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { STAFF_STORY, startScreenSite } from "./screenSite.ts";

/**
 * `npm run screens`: takes screenshots of every screen and writes them to docs/screens: the main screens at five widths in
 * both themes, others at the width of a phone and of a desktop. The site's feeds serve the edition's samples, so that
 * screenshots show no publisher's stories. Fails if the files are too large. `npm run screens -- FOLDER NAME…` takes only
 * the named screens. Needs a build, and Chromium, at CHROME_PATH unless it is Playwright's own.
 */

interface Screen {
  name: string;
  path: string;
  /** Runs on the page before the screenshot. */
  prepare?: (page: Page) => Promise<void>;
  /** Captures the window only, not the whole page. */
  isWindow?: boolean;
  /** Captures the dark theme, too. */
  hasDark?: boolean;
  /** Captures all widths, in both themes. */
  isMain?: boolean;
}

const WIDTHS = [390, 1280];
const MAIN_WIDTHS = [320, 390, 768, 1280, 1920];
const WINDOW_HEIGHT = 900;
/** Screenshots are cut off below this height, in pixels. */
const MAX_HEIGHT = 1500;
const QUALITY = 28;
/** Screenshots of this width or more are reduced, except those that README.md shows. */
const WIDE = 768;
const REDUCTION = 0.6;
const IN_README = "front-page";
const MAX_README_BYTES = 200_000;
const MAX_BYTES = 4_500_000;

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

/** @param names of the screens; all if empty */
async function captureAll(target: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const site = await startScreenSite();
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const sizes = new Map<string, number>();
  for (const screen of SCREENS.filter(({ name }) => names.length === 0 || names.includes(name)))
    for (const width of screen.isMain ? MAIN_WIDTHS : WIDTHS)
      for (const colorScheme of screen.isMain || screen.hasDark ? (["light", "dark"] as const) : (["light"] as const)) {
        const file = join(target, `${screen.name}-${width}${colorScheme === "dark" ? "-dark" : ""}.webp`);
        await capture(browser, { url: site.url, screen, width, colorScheme, file });
        sizes.set(file, (await stat(file)).size);
        process.stdout.write(`${file}\n`);
      }
  await browser.close();
  await site.stop();
  checkSizes(sizes);
}

function checkSizes(sizes: ReadonlyMap<string, number>): void {
  const sum = (isCounted: (file: string) => boolean) =>
    [...sizes].filter(([file]) => isCounted(file)).reduce((total, [, size]) => total + size, 0);
  const inReadme = sum((file) => file.includes(`${IN_README}-`));
  const total = sum(() => true);
  process.stdout.write(`${sizes.size} screenshots, ${total} bytes; those of README.md ${inReadme} bytes\n`);
  if (inReadme > MAX_README_BYTES) throw new Error(`The screenshots of README.md exceed ${MAX_README_BYTES} bytes.`);
  if (total > MAX_BYTES) throw new Error(`The screenshots exceed ${MAX_BYTES} bytes.`);
}

interface Shot {
  url: string;
  screen: Screen;
  width: number;
  colorScheme: "light" | "dark";
  file: string;
}

async function capture(browser: Browser, { url, screen, width, colorScheme, file }: Shot): Promise<void> {
  const { name, path, prepare, isWindow = false } = screen;
  const viewport = { width, height: WINDOW_HEIGHT };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(url + path);
  await page
    .getByRole("radio", { name: "Dark" })
    .or(page.locator("body > main"))
    .first()
    .waitFor({ state: "attached" });
  await prepare?.(page);
  await loadImages(page);
  const screenshot = await page.screenshot({ fullPage: !isWindow });
  const { height } = await sharp(screenshot).metadata();
  const isReduced = width >= WIDE && name !== IN_README;
  await sharp(screenshot)
    .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) })
    .resize({ width: Math.round(width * (isReduced ? REDUCTION : 1)) })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file);
  await context.close();
}

/** Loads lazy frames and images, including images in frames. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLIFrameElement | HTMLImageElement>("iframe, img"))
      part.loading = "eager";
  });
  await page.waitForLoadState("networkidle");
  await page.waitForFunction(() =>
    Array.from(document.images).every((image) => image.complete || !image.checkVisibility()),
  );
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      const images = Array.from(document.images);
      // With asynchronous decoding, a photo may be painted after the screenshot.
      for (const image of images) Object.assign(image, { loading: "eager", decoding: "sync" });
      await Promise.all(images.map((image) => image.decode().catch(() => {})));
      await document.fonts.ready;
    });
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

/** Clicks the first visible one of several buttons, since phones and desktops show different buttons. */
async function clickFirstVisible(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole("button", { name, exact: true }).first();
    if (await button.isVisible()) return button.click();
  }
}
