import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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
    const violations = await runAxe(page, {
      ...(within && { include: [within] }),
      exclude: hasFrame ? [] : FRAME,
      ...(isRunOfColors && { rules: COLOR_RULES }),
    });
    found.push(...violations.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
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
  return await runAxe(page, {
    ...(within && { include: [within] }),
    exclude: except ? [except] : [],
    ...(rules && { rules }),
  });
}

interface AxeParts {
  include?: string[];
  exclude: readonly string[];
  rules?: readonly string[];
}

/**
 * Runs axe in the page. AxeBuilder would evaluate axe twice, which takes as long as two checks. Leaves out the documents
 * of frames, which are either another site's or checked as pages of their own.
 */
async function runAxe(page: Page, parts: AxeParts): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return await page.evaluate(async ({ include, exclude, rules }) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(
      { ...(include && { include }), exclude },
      {
        // Limits results to violations, since others double the time. Loads no style sheets, which no enabled rule needs.
        resultTypes: ["violations"],
        preload: { assets: ["media"] },
        iframes: false,
        ...(rules && { runOnly: { type: "rule", values: rules } }),
      },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, parts);
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

/** Returns the number of pixels by which the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
