import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** The rules that depend on the theme. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

interface Options {
  /** A selector for a part of the page. */
  within?: string;
  widths?: readonly number[];
}

/**
 * Runs axe on the page at each width in both themes. Returns a line for each violated rule with its first element. Leaves
 * the page at the last width, in the dark theme.
 */
export async function violationsOf(page: Page, { within, widths = [390, 1280] }: Options = {}): Promise<string[]> {
  const found: string[] = [];
  // Without transitions, which axe would measure halfway.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Other results would double the time.
      let axe = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: ";" }) })
        .options({ resultTypes: ["violations"] })
        .setLegacyMode();
      if (within) axe = axe.include(within);
      if (colorScheme === "dark") axe = axe.withRules(COLOR_RULES);
      const { violations } = await axe.analyze();
      found.push(...violations.map(({ id, nodes }) => `${width} px, ${colorScheme}: ${id}: ${nodes[0]?.html}`));
    }
  }
  return found;
}

/** Checks whether axe is in every frame already: evaluating its source costs about as much as running it. */
async function hasAxe(page: Page): Promise<boolean> {
  const loaded = page.frames().map((frame) => frame.evaluate(() => "axe" in window).catch(() => false));
  return (await Promise.all(loaded)).every(Boolean);
}

/** Returns by how many pixels the page is wider than the window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
