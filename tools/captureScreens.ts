import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import sharp from "sharp";

export interface Screen {
  name: string;
  path: string;
  /** Prepares the page before the screenshot. */
  prepare?: (page: Page) => Promise<void>;
  /** True to capture only the window instead of the whole page. */
  isWindow?: boolean;
  /**
   * True if phones show a bar at the window's edge. If so, screenshots at phone widths show only the window. In a
   * screenshot of the whole page, the bar would be in the middle.
   */
  hasBar?: boolean;
  /** True to capture the dark theme, too. */
  hasDark?: boolean;
  /** True to capture all widths, in both themes. */
  isMain?: boolean;
}

const WIDTHS = [390, 1280];
const MAIN_WIDTHS = [320, 390, 768, 1280, 1920];
const WINDOW_HEIGHT = 900;
/** Maximum height of a screenshot, in pixels. The rest is cut off. */
const MAX_HEIGHT = 1500;
const QUALITY = 28;
/** Screenshots of pages at least this wide, in pixels, are scaled down, except those in README.md. */
const WIDE = 768;
const REDUCTION = 0.6;
/** Name of the screen in README.md. */
export const IN_README = "front-page";

export interface PageOptions {
  viewport: { width: number; height: number };
  colorScheme: "light" | "dark";
  reducedMotion: "reduce";
}

/**
 * Takes screenshots of screens at several widths and in their themes.
 *
 * @param target folder of the files
 * @param open opens a screen, and waits until it can be used
 * @returns sizes of the files in bytes
 */
export async function captureScreens<Kind extends Screen>(
  screens: readonly Kind[],
  { target, open }: { target: string; open: (screen: Kind, options: PageOptions) => Promise<Page> },
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const screen of screens)
    for (const width of screen.isMain ? MAIN_WIDTHS : WIDTHS)
      for (const colorScheme of screen.isMain || screen.hasDark ? (["light", "dark"] as const) : (["light"] as const)) {
        const file = join(target, `${screen.name}-${width}${colorScheme === "dark" ? "-dark" : ""}.webp`);
        const viewport = { width, height: WINDOW_HEIGHT };
        const page = await open(screen, { viewport, colorScheme, reducedMotion: "reduce" });
        await capture(page, screen, width, file);
        await page.context().close();
        sizes.set(file, (await stat(file)).size);
        process.stdout.write(`${file}\n`);
      }
  return sizes;
}

async function capture(
  page: Page,
  { name, prepare, isWindow = false, hasBar = false }: Screen,
  width: number,
  file: string,
): Promise<void> {
  await prepare?.(page);
  await loadImages(page);
  const screenshot = await page.screenshot({ fullPage: !isWindow && !(hasBar && width < WIDE) });
  const { height } = await sharp(screenshot).metadata();
  const isReduced = width >= WIDE && name !== IN_README;
  await sharp(screenshot)
    .extract({ left: 0, top: 0, width, height: Math.min(height, MAX_HEIGHT) })
    .resize({ width: Math.round(width * (isReduced ? REDUCTION : 1)) })
    .webp({ quality: QUALITY, effort: 6 })
    .toFile(file);
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
