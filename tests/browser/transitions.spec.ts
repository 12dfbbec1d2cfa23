import { expect, openHydrated, test } from "./fixtures.ts";

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`pages cross-fade in 120 ms, or not with reduced motion: ${reducedMotion}`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        transition.ready.then(() => {
          const durations = document
            .getAnimations()
            .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith("::view-transition"))
            .map(({ effect }) => Number(effect?.getComputedTiming().duration));
          document.documentElement.dataset.fadeMs = String(Math.max(0, ...durations));
        });
        return transition;
      };
    });
    await openHydrated(page, `${site.url}/faq`);
    await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
    await expect(page.locator("html")).toHaveAttribute("data-fade-ms", reducedMotion === "reduce" ? "0" : "120");
  });
