import type { Page } from "@playwright/test";

declare global {
  interface Window {
    violations?: string[];
  }
}

/** Records violations of the content security policy on each page from its first byte. */
export function recordViolations(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    window.violations = [];
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      window.violations?.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
}

/** Returns the directive, the blocked URI and a sample of each violation on the current page. */
export async function readViolations(page: Page): Promise<string[]> {
  return (await page.evaluate(() => window.violations)) ?? [];
}
