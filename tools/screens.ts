import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { centerCalendar, withCalendars } from "../tests/support/calendar.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { waitForPolls } from "../tests/support/pollLog.ts";
import { broadcastSamples } from "../tests/support/sampleFeeds.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";

/**
 * `npm run screens`: takes screenshots of every screen at the width of a phone and of a desktop, some in both themes, and
 * writes them to docs/screens. The site's feeds serve the edition's samples, so that screenshots show no publisher's
 * stories. Needs a build, and Chromium, at CHROME_PATH unless it is Playwright's own.
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
}

const WIDTHS = [390, 1280];
const WINDOW_HEIGHT = 900;
/** Screenshots are cut off below this height, in pixels. */
const MAX_HEIGHT = 1800;
const QUALITY = 36;

const SCREENS: readonly Screen[] = [
  { name: "front-page", path: "/", isWindow: true, hasDark: true },
  { name: "home", path: "/", hasDark: true },
  { name: "section", path: "/business" },
  { name: "radio", path: "/radio", hasDark: true },
  { name: "events", path: "/events" },
  { name: "article", path: "/local", hasDark: true, prepare: (page) => openFirstStory(page) },
  {
    name: "article-end",
    path: "/local",
    isWindow: true,
    prepare: async (page) => {
      await openFirstStory(page);
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
  { name: "saved", path: "/saved" },
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

await captureAll(process.argv[2] ?? "docs/screens");

async function captureAll(target: string): Promise<void> {
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
  const withCenter = withCalendars([{ url: host.url("/center.ics"), publisher: "Lakeside Center" }]);
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: await broadcastSamples(host, "editions"),
    relays: [],
    change: withCenter,
  });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  // One section has two feeds.
  await waitForPolls(site, SECTIONS.length + 1);
  await site.logs((log) => log.includes('"calendar polled"'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  for (const screen of SCREENS)
    for (const width of WIDTHS)
      for (const colorScheme of screen.hasDark ? (["light", "dark"] as const) : (["light"] as const))
        await capture(browser, site.url, screen, width, colorScheme, target);
  await browser.close();
  await site.stop();
  await host.close();
  await folder.remove();
}

async function capture(
  browser: Browser,
  url: string,
  { name, path, prepare, isWindow = false }: Screen,
  width: number,
  colorScheme: "light" | "dark",
  target: string,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: WINDOW_HEIGHT },
    colorScheme,
    reducedMotion: "reduce",
  });
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
  const file = join(target, `${name}-${width}${colorScheme === "dark" ? "-dark" : ""}.webp`);
  await sharp(screenshot)
    .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file);
  process.stdout.write(`${file}\n`);
  await context.close();
}

/** Loads lazy frames and images, including images in frames. */
async function loadImages(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe")) frame.loading = "eager";
  });
  await page.waitForLoadState("networkidle");
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      const images = Array.from(document.images);
      for (const image of images) image.loading = "eager";
      await Promise.all(images.map((image) => image.decode().catch(() => {})));
      await document.fonts.ready;
    });
}

async function openFirstStory(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Also reported by" }).waitFor();
}

/** Clicks the first visible one of several buttons, since phones and desktops show different buttons. */
async function clickFirstVisible(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole("button", { name, exact: true }).first();
    if (await button.isVisible()) return button.click();
  }
}
