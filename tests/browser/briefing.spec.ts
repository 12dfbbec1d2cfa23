import { loadEditions } from "../../server/editions/loading/load.ts";
import { hasBriefing } from "../../server/newsletter/briefedEdition.ts";
import { renderIssue } from "../../server/newsletter/templates/renderIssue.ts";
import { createIssueContent } from "../support/briefingIssue.ts";
import { violationsNow } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

// The browser logs each image that the test blocks.
test.use({ allowedErrors: /ERR_FAILED/ });

const SITE_URL = "https://meridian.example";
const ALT = "The lakefront trail at dawn, with the skyline behind it";

async function renderMail(): Promise<string> {
  const [edition] = await loadEditions("editions");
  if (!edition || !hasBriefing(edition)) throw new Error("The edition has no briefing.");
  const content = createIssueContent(["local", "sports"]);
  content.hero.pictureAlt = ALT;
  content.events = [{ title: "Winter market", time: "10 a.m. to 2 p.m.", place: "Palmer Park", href: "/events#a" }];
  content.radio = { title: "Live Radio", stations: [{ name: "Meridian Radio", playing: null }] };
  const links = {
    site: SITE_URL,
    archive: `${SITE_URL}/a`,
    preferences: `${SITE_URL}/p`,
    unsubscribe: `${SITE_URL}/u`,
  };
  return (await renderIssue(content, edition, "2025-04-17", null, links)).html;
}

test("a mail is complete and legible on phones and desktops in light and dark mode without images", async ({
  page,
}) => {
  await page.route("**/*", (route) => route.abort());
  await page.setContent(await renderMail());
  for (const width of [320, 600])
    for (const colorScheme of ["light", "dark"] as const)
      await test.step(`${width} px, ${colorScheme}`, async () => {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        expect(paper).toBe(colorScheme === "dark" ? "rgb(17, 20, 22)" : "rgb(255, 255, 255)");
        await expect(page.getByAltText(ALT)).toBeVisible();
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        await expect(page.getByText("Also: The local desk’s story")).toBeHidden();
        for (const name of ["Unsubscribe", "Choose sections and days", "Read this issue on the web"])
          await expect(page.getByRole("link", { name })).toBeVisible();
        expect(await violationsNow(page, { rules: ["color-contrast", "image-alt", "link-name"] })).toEqual([]);
      });
});
