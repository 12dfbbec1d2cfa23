import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * What axe finds wrong with the page as it stands: a line for each rule that is broken, with the first element.
 *
 * @param rules `colors` for a page that was looked through already, in another theme
 */
export async function violationsOf(page: Page, rules: "all" | "colors" = "all"): Promise<string[]> {
  // All other results cost axe as long again.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
  const { violations } = await (rules === "all"
    ? axe
    : axe.withRules(["color-contrast", "link-in-text-block"])
  ).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
