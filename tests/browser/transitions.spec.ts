import { expect, openLive, test } from "./newsroom.ts";

for (const reducedMotion of ["no-preference", "reduce"] as const)
  test(`pages fade into one another shortly, or not at all: ${reducedMotion}`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document);
      document.startViewTransition = (update) => {
        const transition = start(update);
        transition.ready.then(() => {
          const lengths = document
            .getAnimations()
            .filter(({ effect }) => (effect as KeyframeEffect).pseudoElement?.startsWith("::view-transition"))
            .map(({ effect }) => Number(effect?.getComputedTiming().duration));
          document.documentElement.dataset.fades = String(Math.max(0, ...lengths));
        });
        return transition;
      };
    });
    await openLive(page, site.url);
    await page.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sports");
    await expect(page.locator("html")).toHaveAttribute("data-fades", reducedMotion === "reduce" ? "0" : "120");
  });
