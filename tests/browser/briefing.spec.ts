import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { loadEditions } from "../../server/editions/load.ts";
import { hasBriefing } from "../../server/newsletter/templates/letter.ts";
import { writeIssue } from "../../server/newsletter/templates/letters.ts";
import { issueContent } from "../support/briefingIssue.ts";

const SITE = "https://meridian.example";
const ALT = "The lakefront trail at dawn, with the skyline behind it";

async function mail(): Promise<string> {
  const [edition] = await loadEditions("editions");
  if (!edition || !hasBriefing(edition)) throw new Error("The edition has no briefing.");
  const content = issueContent(["local", "sports"]);
  content.hero.pictureAlt = ALT;
  content.events = [{ title: "Winter market", time: "10 a.m. to 2 p.m.", place: "Palmer Park", href: "/events#a" }];
  content.radio = { title: "Live Radio", stations: [{ name: "Meridian Radio", playing: null }] };
  const links = { site: SITE, archive: `${SITE}/a`, preferences: `${SITE}/p`, unsubscribe: `${SITE}/u` };
  return (await writeIssue(content, edition, "2025-04-17", null, links)).html;
}

for (const width of [320, 600])
  for (const colorScheme of ["light", "dark"] as const)
    test(`a mail is whole and legible at ${width} px, ${colorScheme}, with images off`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      await page.route("**/*", (route) => route.abort());
      await page.setContent(await mail());
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(paper).toBe(colorScheme === "dark" ? "rgb(17, 20, 22)" : "rgb(255, 255, 255)");
      await expect(page.getByAltText(ALT)).toBeVisible();
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page.getByText("Also: The local desk’s story")).toBeHidden();
      for (const name of ["Unsubscribe", "Choose sections and days", "Read this issue on the web"])
        await expect(page.getByRole("link", { name })).toBeVisible();
      const { violations } = await new AxeBuilder({ page })
        .withRules(["color-contrast", "image-alt", "link-name"])
        .analyze();
      expect(violations).toEqual([]);
    });
