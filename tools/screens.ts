import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { broadcastSamples } from "../tests/support/broadcast.ts";
import { centerCalendar, withCalendars } from "../tests/support/calendar.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { feedsPolled } from "../tests/support/polled.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";
import { SECTIONS } from "../tests/support/wire.ts";

/**
 * Takes a picture of every screen, on a phone and on a desktop, and of some in the dark: `npm run screens` writes them to
 * docs/screens. The site runs on the edition's own stories, sent as feeds, so that the pictures show nobody else's.
 *
 * It needs a build, and Chromium: Playwright's own where CHROME_PATH names none.
 */

interface Screen {
  name: string;
  path: string;
  /** What is done on the page before its picture is taken. */
  act?: (page: Page) => Promise<void>;
  /** Of the window alone, and not of the whole page. */
  isWindow?: boolean;
  isDark?: boolean;
}

const WIDTHS = [390, 1280];
const WINDOW_HEIGHT = 900;
/** Nobody looks further down in a picture. */
const MOST_HEIGHT = 1800;
const QUALITY = 36;

const SCREENS: readonly Screen[] = [
  { name: "home", path: "/", isDark: true },
  { name: "section", path: "/business" },
  { name: "radio", path: "/radio", isDark: true },
  { name: "events", path: "/events" },
  { name: "article", path: "/local", isDark: true, act: (page) => openFirst(page) },
  {
    name: "article-end",
    path: "/local",
    isWindow: true,
    act: async (page) => {
      await openFirst(page);
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
    isDark: true,
    act: (page) => page.getByText("What does it cost to read the Meridian?").click(),
  },
  { name: "rss", path: "/rss.xml" },
  { name: "books", path: "/books", isDark: true },
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
  { name: "menu", path: "/local", isWindow: true, act: (page) => clickFirstShown(page, "Menu", "More") },
  {
    name: "donation",
    path: "/",
    isWindow: true,
    act: (page) => page.getByRole("link", { name: "Support journalism" }).click(),
  },
];

await takeAll(process.argv[2] ?? "docs/screens");

async function takeAll(target: string): Promise<void> {
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
  await feedsPolled(site, SECTIONS.length + 1);
  await site.logs((log) => log.includes('"calendar polled"'));
  const browser = await chromium.launch({
    executablePath: process.env.CHROME_PATH || undefined,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  for (const screen of SCREENS)
    for (const width of WIDTHS)
      for (const colorScheme of screen.isDark ? (["light", "dark"] as const) : (["light"] as const))
        await take(browser, site.url, screen, width, colorScheme, target);
  await browser.close();
  await site.stop();
  await host.close();
  await folder.remove();
}

async function take(
  browser: Browser,
  url: string,
  { name, path, act, isWindow = false }: Screen,
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
  await act?.(page);
  await showAll(page);
  const picture = await page.screenshot({ fullPage: !isWindow });
  const { height } = await sharp(picture).metadata();
  const file = join(target, `${name}-${width}${colorScheme === "dark" ? "-dark" : ""}.webp`);
  await sharp(picture)
    .extract({ left: 0, top: 0, width, height: Math.min(height, MOST_HEIGHT) })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file);
  process.stdout.write(`${file}\n`);
  await context.close();
}

/** What waits until it is scrolled to is fetched now, in frames, too. */
async function showAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const frame of document.querySelectorAll("iframe")) frame.loading = "eager";
  });
  await page.waitForLoadState("networkidle");
  for (const frame of page.frames())
    await frame.evaluate(async () => {
      const pictures = Array.from(document.images);
      for (const picture of pictures) picture.loading = "eager";
      await Promise.all(pictures.map((picture) => picture.decode().catch(() => {})));
      await document.fonts.ready;
    });
}

/** Opens the story that leads a section. */
async function openFirst(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Also reported by" }).waitFor();
}

/** A phone has another button than a desktop. */
async function clickFirstShown(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    const button = page.getByRole("button", { name, exact: true }).first();
    if (await button.isVisible()) return button.click();
  }
}
