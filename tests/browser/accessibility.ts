import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { isLong } from "../support/longTests.ts";

/** Source of axe, minified, since browsers parse it again for each document. */
const AXE = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);
/** The rules that depend on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];
/** The header, navigation and footer, which all pages share. */
const FRAME = ["body > header", "body > nav", "body > footer"];

interface Options {
  /** Selector of the part to check; the whole page by default. */
  within?: string;
  /** Widths of a phone and of a desktop, in pixels. */
  widths?: readonly [number, number];
  /**
   * True to check the whole page on a phone in the light theme and on a desktop in the dark theme. With `LONG_TESTS=1`,
   * this is the default, and both themes are checked at both widths.
   */
  isThorough?: boolean;
  /** True to check the header, navigation and footer, too. By default, only thorough checks do. */
  hasFrame?: boolean;
  /** Theme to check; ignored by a thorough check, which covers both themes. */
  colorScheme?: "light" | "dark";
  /** True to check only the rules that depend on the theme; ignored by a thorough check. */
  isOfColors?: boolean;
}

interface Run {
  width: number;
  colorScheme: "light" | "dark";
  /** Limits the run to the rules that depend on the theme. */
  isOfColors: boolean;
}

/**
 * Runs axe on the page. Unless the check is thorough, runs only on a phone in one theme, and leaves out the header,
 * navigation and footer that all pages share. Returns a line for each violated rule with its first element.
 */
export async function violationsOf(
  page: Page,
  {
    within,
    widths: [phone, desktop] = [390, 1280],
    isThorough = isLong,
    hasFrame = isThorough,
    colorScheme = "light",
    isOfColors = false,
  }: Options = {},
): Promise<string[]> {
  const runs: Run[] = isThorough
    ? [
        { width: phone, colorScheme: "light", isOfColors: false },
        { width: phone, colorScheme: "dark", isOfColors: true },
        { width: desktop, colorScheme: "light", isOfColors: true },
        { width: desktop, colorScheme: "dark", isOfColors: false },
      ].filter((run): run is Run => isLong || !run.isOfColors)
    : [{ width: phone, colorScheme, isOfColors }];
  const found: string[] = [];
  // Turns transitions off, since axe would measure colors in the middle of a transition.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const { width, colorScheme, isOfColors: isRunOfColors } of runs) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    let axe = await createAxe(page);
    if (within) axe = axe.include(within);
    if (isRunOfColors) axe = axe.withRules(COLOR_RULES);
    if (!hasFrame) for (const part of FRAME) axe = axe.exclude(part);
    const { violations } = await axe.analyze();
    found.push(...violations.map(({ id, nodes }) => `${width} px, ${colorScheme}: ${id}: ${nodes[0]?.html}`));
  }
  return found;
}

interface Parts {
  /** Selector of the part to check; the whole page by default. */
  within?: string;
  /** Selector of a part that is not checked. */
  except?: string;
  /** The only rules to check. */
  rules?: string[];
}

/**
 * Runs axe on the page in its current theme and size, with the header, navigation and footer. Returns each
 * violated rule with its first element.
 */
export async function violationsNow(page: Page, { within, except, rules }: Parts = {}): Promise<string[]> {
  let axe = await createAxe(page);
  if (within) axe = axe.include(within);
  if (except) axe = axe.exclude(except);
  if (rules) axe = axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Adds axe to the frames that lack it. AxeBuilder would add axe twice, and thereby take the time of two checks. */
async function createAxe(page: Page): Promise<AxeBuilder> {
  await Promise.all(
    page.frames().map(async (frame) => {
      if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(AXE);
    }),
  );
  // Reports only violations, since other results double the time. Loads no style sheets, since no rule needs them.
  return new AxeBuilder({ page, axeSource: ";" })
    .options({ resultTypes: ["violations"], preload: { assets: ["media"] } })
    .setLegacyMode();
}

/** Returns the number of pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
