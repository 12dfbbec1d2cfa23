/**
 * `node bench/deskScreens.ts`: measures the time from a click until the desk's next screen is painted with its data.
 * The desk has 200 stories. Needs a build and Chromium, at CHROME_PATH or from Playwright.
 */
import { chromium, type Page } from "@playwright/test";
import { startDeskSite } from "../tests/support/desk.ts";
import { describeMachine } from "./machine.ts";
import { quantile } from "./quantile.ts";
import { formatWhole, printTable } from "./table.ts";

const ROUNDS = 10;
const STORIES = 200;
/** Longest time, in ms, that a change of screens should take. */
const MAX_MS = 200;
const EDITION = "chicago";

/** A change of screens: selectors of the link to click, and of an element that only the complete screen has. */
interface Change {
  name: string;
  link: string;
  shown: string;
}

const CHANGES: readonly Change[] = [
  { name: "stories", link: "header nav a[href^='/stories/']", shown: `main ol > li:nth-child(${STORIES})` },
  { name: "another list", link: "main nav a[href$='/drafts']", shown: "main a[href$='/drafts'][aria-current]" },
  { name: "a story", link: "main ol a", shown: "[contenteditable='true']" },
  { name: "images", link: "header nav a[href^='/images/']", shown: "header a[href^='/images/'][aria-current]" },
  { name: "people", link: "header nav a[href^='/people/']", shown: "header a[href^='/people/'][aria-current]" },
  { name: "account", link: "a[href='/account']", shown: "main section fieldset" },
];

const { CHROME_PATH: executablePath } = process.env;
const desk = await startDeskSite();
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
const times = new Map<string, number[]>();
try {
  const page = await browser.newPage();
  await page.goto(desk.url + (await desk.addPerson("Ada Moss", "publisher")));
  await page.getByRole("button").click();
  await page.getByRole("heading", { name: "Welcome" }).waitFor();
  await createStories(page);
  // The first round loads the screens' scripts, and is not measured.
  for (let round = 0; round <= ROUNDS; round++)
    for (const change of CHANGES) {
      const time = await measure(page, change);
      if (round > 0) times.set(change.name, [...(times.get(change.name) ?? []), time]);
    }
} finally {
  await browser.close();
  await desk.stop();
}
process.stdout.write(`\nChanges of the desk's screens, ${STORIES} stories (${describeMachine()}; ${ROUNDS} each)\n\n`);
const rows = [...times].map(([name, all]) => [
  name,
  formatWhole(quantile(all, 0.5)),
  formatWhole(Math.max(...all)),
  quantile(all, 0.5) <= MAX_MS ? "yes" : "no",
]);
printTable(["to", "median, ms", "longest, ms", `≤ ${MAX_MS} ms`], rows);

async function createStories(page: Page): Promise<void> {
  await page.evaluate(
    async ([count, edition]) => {
      const headers = { "content-type": "application/json" };
      for (let index = 0; index < count; index++)
        await fetch(`/api/${edition}/stories`, {
          method: "POST",
          headers,
          body: JSON.stringify({ key: crypto.randomUUID() }),
        });
    },
    [STORIES, EDITION] as const,
  );
}

/** Clicks a link, and returns the time, in ms, until the first frame with the next screen. */
async function measure(page: Page, { link, shown }: Change): Promise<number> {
  await page.locator(link).first().waitFor({ state: "attached" });
  return page.evaluate(
    async ([clicked, expected]) => {
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const startedAt = performance.now();
      document.querySelector<HTMLElement>(clicked)?.click();
      while (!document.querySelector(expected)) await nextFrame();
      await nextFrame();
      return performance.now() - startedAt;
    },
    [link, shown] as const,
  );
}
