import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What a theme can break; all else is the same in both. */
const OF_COLORS = ["color-contrast", "link-in-text-block"];

interface Looks {
  /** A part of the page, where other tests look at what stands around it. */
  within?: string;
  widths?: readonly number[];
}

/**
 * What axe finds wrong with the page as it stands, on a phone and on a desk, in both themes: a line for each rule that is
 * broken, with the first element. Afterwards the page is as wide as the last of the widths, in the dark theme.
 */
export async function violationsOf(page: Page, { within, widths = [390, 1280] }: Looks = {}): Promise<string[]> {
  const found: string[] = [];
  // Colors that fade into others would be measured on their way.
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // All other results cost axe as long again.
      let axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
      if (within) axe = axe.include(within);
      if (colorScheme === "dark") axe = axe.withRules(OF_COLORS);
      const { violations } = await axe.analyze();
      found.push(...violations.map(({ id, nodes }) => `${width} px, ${colorScheme}: ${id}: ${nodes[0]?.html}`));
    }
  }
  return found;
}

/** How far a page is wider than the window, in pixels. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}
