import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { broadsheet } from "../support/commandLine.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import { violationsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

// The Content-Security-Policy blocks the event handlers of an imported hostile file, and the console reports this.
test.use({ allowedErrors: /404|Executing inline event handler/ });
// The tests share a site, since each test has its own browser profile, and the site stores nothing about readers.
test.describe.configure({ mode: "default" });

/** Path, in edition.yaml, of the feed for which these tests set `keepDays`. */
const SPORTS_FEED = ["sections", 9, "feeds", 0];

let site: SharedSite;
test.beforeAll(async () => {
  site = await startSharedSite({
    sections: ["local", "sports"],
    fullText: true,
    change: (edition) => edition.setIn([...SPORTS_FEED, "rights", "keepDays"], 36_000),
  });
});
test.afterAll(() => site.stop());

const saveButton = (page: Page, title: string) =>
  page.getByRole("button", { name: `Save: ${title}`, exact: true }).first();
const savedList = (page: Page) =>
  page.getByRole("region", { name: "Saved stories" }).getByRole("heading", { level: 3 });

/** Saves stories of the local section in the given order. */
async function save(page: Page, ...numbers: number[]): Promise<void> {
  await page.goto(`${site.url}/local`);
  for (const number of numbers) {
    const button = saveButton(page, `Morning local story ${number}`);
    await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  }
}

const titles = (...numbers: number[]) => numbers.map((number) => `Morning local story ${number}`);

/** Returns an export file for a file input. */
const exportFile = (text: string) => ({ name: "my.json", mimeType: "application/json", buffer: Buffer.from(text) });

test("saves stories from cards and article pages, lists them in saving order, and opens them from the device", async ({
  page,
}) => {
  await save(page, 3, 1);
  await page.goto(`${site.url}/article/morning-local-story-5`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "My Meridian" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Meridian");
  await expect(savedList(page)).toHaveText(titles(3, 1, 5));
  await expect(page.getByText("The text hasn’t been downloaded yet")).toHaveCount(0);
  await expect(page.getByText("Staff Writer, The Test Wire · April 20, 2026", { exact: true })).toHaveCount(3);
  await expect(page.getByText("There is no account, and nothing on this page leaves your device")).toBeVisible();

  // A saved story opens without a request for it.
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole("link", { name: "Morning local story 1" }).first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning local story 1");
  await expect(page.getByRole("article").getByText("What the local desk has of story 1.").last()).toBeVisible();
  await expect(page.getByRole("article").getByText("Staff Writer, The Test Wire · April 20, 2026")).toBeVisible();
  expect(requested.filter((path) => path.includes("story-1"))).toEqual([]);

  await page.getByRole("article").getByRole("link", { name: "My Meridian" }).click();
  await page.getByRole("button", { name: "Remove: Morning local story 1" }).click();
  await expect(savedList(page)).toHaveText(titles(3, 5));
  await page.reload();
  await expect(savedList(page)).toHaveText(titles(3, 5));
});

test("deletes a saved story when the `keepDays` of its rights are over", async ({ page }) => {
  await page.goto(`${site.url}/sports`);
  await saveButton(page, "Morning sports story 1").click();
  await expect(saveButton(page, "Morning sports story 1")).toHaveAttribute("aria-pressed", "true");
  await save(page, 2);
  await page.goto(`${site.url}/saved`);
  await expect(savedList(page)).toHaveText(["Morning sports story 1", ...titles(2)]);
  await expect(page.getByText("The text hasn’t been downloaded yet")).toHaveCount(0);
  await page.clock.setFixedTime("2150-01-01");
  await page.reload();
  await expect(savedList(page)).toHaveText(titles(2));
});

test("replaces the copy of a corrected staff story, even one with a new address", async ({ page }, info) => {
  const path = info.outputPath("ferry.md");
  const run = async (title: string, text: string, ...args: string[]) => {
    const head = `title: ${title}\nsection: sports\npublishAt: 2026-04-20T08:00:00Z`;
    await writeFile(path, `---\n${head}\n---\n\n${text}\n`);
    expect((await broadsheet(["stories", ...args], site.env)).status).toBe(0);
  };
  const waitFor = (slug: string) =>
    expect.poll(async () => (await fetch(`${site.url}/article/${slug}`)).status).toBe(200);
  await run("The Ferry Is Back", "It has ten boats.", "add", path);
  await waitFor("the-ferry-is-back");
  await page.goto(`${site.url}/article/the-ferry-is-back`);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible();
  const copy = "/api/article/the-ferry-is-back";
  const read = async (path: string) => (await fetch(site.url + path)).text();
  const former = await read(copy);
  await run(
    "The Ferry Is Here",
    "Nine boats.",
    "correct",
    "the-ferry-is-back",
    path,
    "--text",
    "Not ten.",
    "--new-title",
  );
  await waitFor("the-ferry-is-here");
  await expect.poll(() => read(copy)).toContain("The Ferry Is Here");
  await expect.poll(() => read("/takedowns.json")).toContain("the-ferry-is-back");
  // Responds to the first request with the former text, as a cache may.
  await page.route(`**${copy}`, (route) => route.fulfill({ body: former, contentType: "application/json" }), {
    times: 1,
  });
  const response = page.waitForResponse(`**${copy}`);
  await page.goto(`${site.url}/saved`);
  await response;
  await page.goto(`${site.url}/saved`);
  await page.getByRole("link", { name: "The Ferry Is Here" }).first().click();
  await expect(page.getByRole("article").getByText("Nine boats.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Correction", exact: true })).toContainText("Not ten.");
});

test("exports, erases and imports everything, and rejects other files with a reason", async ({ page }) => {
  await save(page, 2, 4);
  const follow = page.getByRole("button", { name: "Follow Local News" });
  await follow.click();
  // The button's state is "pressed" once the device has stored the followed section.
  await expect(follow).toHaveAttribute("aria-pressed", "true");
  await page.goto(`${site.url}/saved`);
  await page.getByRole("checkbox", { name: "Remember the stories I open" }).check();
  await page.getByRole("radio", { name: "Larger" }).check();
  await page.goto(`${site.url}/article/morning-sports-story-1`);
  // Waits until the page's scripts, which record the story as read, have added a Follow button.
  await expect(page.getByRole("button", { name: /^Follow / }).first()).toBeVisible();
  await page.getByRole("link", { name: "My Meridian" }).first().click();
  const history = page.getByRole("region", { name: "Reading history" });
  await expect(history.getByRole("link", { name: "Morning sports story 1" })).toBeVisible();
  await expect(history.getByText("The Test Wire · Sports")).toBeVisible();

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^my-meridian-\d{4}-\d\d-\d\d\.json$/);
  const exported = await readFile(await download.path(), "utf8");
  expect(exported).toContain('"source": "The Test Wire"');

  const erase = page.getByRole("region", { name: "Erase" });
  await erase.getByRole("button", { name: "Erase everything" }).click();
  await erase.getByRole("button", { name: "Keep it" }).click();
  await expect(savedList(page)).toHaveCount(2);
  await erase.getByRole("button", { name: "Erase everything" }).click();
  await erase.getByRole("dialog").getByRole("button", { name: "Erase everything" }).click();
  await expect(erase.getByRole("status")).toHaveText("Everything this site kept on this device has been erased.");
  await expect(savedList(page)).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "Normal" })).toBeChecked();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);

  // Saves a story that is not in the export; an import must not remove it.
  await save(page, 6);
  await page.goto(`${site.url}/saved`);
  const chooser = page.getByLabel("Import a file");
  for (const [text, message] of [
    ["{", "This file can’t be read, or part of it is missing. Choose a file that you exported from this page."],
    ["{}", "This file wasn’t exported from this page. Nothing was changed."],
    [exported.replace('"savedAt"', '"savedOn"'), "Part of this file is damaged (saved story 1). Nothing was changed."],
    [
      // Half of a surrogate pair cannot be part of a path.
      exported.replace(/"slug": "morning-local-story-4"/, '"slug": "\\ud800"'),
      "Part of this file is damaged (saved story 2). Nothing was changed.",
    ],
    [
      // Browsers ignore a tab in a path, so this path leads to another site.
      exported.replace('"href": "/local"', '"href": "/\\t/example.org"'),
      "Part of this file is damaged (saved story 1). Nothing was changed.",
    ],
  ] as const) {
    await chooser.setInputFiles(exportFile(text));
    await expect(page.getByText(message)).toBeVisible();
    await expect(savedList(page)).toHaveText(titles(6));
  }
  // Unknown choices are skipped.
  await chooser.setInputFiles(exportFile(exported.replace('"choices": {', '"choices": { "constructor": "large",')));
  await expect(page.getByText("Added 2 saved stories, 1 follow, 1 story in your history.")).toBeVisible();
  await expect(savedList(page)).toHaveText(titles(2, 4, 6));
  await expect(page.getByRole("radio", { name: "Larger" })).toBeChecked();
  await expect(history.getByRole("link", { name: "Morning sports story 1" })).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: "What you follow", exact: true })
      .getByRole("button", { name: "Follow Local News" }),
  ).toHaveAttribute("aria-pressed", "true");
});

test("sanitizes an imported file so that nothing in it runs", async ({ page }) => {
  await save(page, 1);
  await page.goto(`${site.url}/saved`);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const hostile = JSON.parse(await readFile(await (await downloading).path(), "utf8"));
  hostile.saved[0].slug = "hostile";
  hostile.saved[0].savedAt = 8.64e15 - 1;
  hostile.saved[0].bodyHtml = `<p onclick="window.ran=1">Words <img src="x" onerror="window.ran=1"><svg onload="window.ran=1"></svg>
<script>window.ran=1</script><a href="javascript:window.ran=1">link</a><iframe srcdoc="x"></iframe><section>kept</section></p>`;
  await page.getByLabel("Import a file").setInputFiles(exportFile(JSON.stringify(hostile)));
  await expect(savedList(page)).toHaveCount(2);
  const exporting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const { saved } = JSON.parse(await readFile(await (await exporting).path(), "utf8"));
  for (const { savedAt } of saved) expect(savedAt).toBeLessThan(Date.now() + 60_000);
  await page.goto(`${site.url}/saved#read-hostile`);
  const story = page.getByRole("article");
  await expect(story.getByText("kept")).toBeVisible();
  await expect(story.locator("script, iframe, svg[onload], [onclick], [onerror], [href^=javascript]")).toHaveCount(0);
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
});

test("keeps two windows in sync", async ({ page, context }) => {
  await save(page, 1);
  const other = await context.newPage();
  await other.goto(`${site.url}/local`);
  await expect(saveButton(other, "Morning local story 1")).toHaveAttribute("aria-pressed", "true");
  // Both windows save a story at the same moment, and neither overwrites the other's change.
  await Promise.all([
    saveButton(page, "Morning local story 2").click(),
    saveButton(other, "Morning local story 3").click(),
  ]);
  for (const window of [page, other])
    for (const number of [2, 3])
      await expect(saveButton(window, `Morning local story ${number}`)).toHaveAttribute("aria-pressed", "true");
  await other.goto(`${site.url}/saved`);
  await expect(savedList(other)).toHaveCount(3);
  await saveButton(page, "Morning local story 1").click();
  await expect(savedList(other)).toHaveCount(2);
  await other.getByRole("radio", { name: "Dark" }).last().check();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("explains when the device is full or stores nothing", async ({ page, browser }) => {
  await page.goto(`${site.url}/local`);
  const client = await page.context().newCDPSession(page);
  await client.send("Storage.overrideQuotaForOrigin", { origin: site.url, quotaSize: 1 });
  await saveButton(page, "Morning local story 1").click();
  await expect(page.getByText("This device is out of space.")).toBeVisible();
  await expect(saveButton(page, "Morning local story 1")).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Close this message" }).click();
  await expect(page.getByText("This device is out of space.")).toHaveCount(0);

  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
  const closed = await context.newPage();
  const errors: string[] = [];
  closed.on("pageerror", ({ message }) => errors.push(message));
  await closed.goto(`${site.url}/local`);
  await saveButton(closed, "Morning local story 1").click();
  await expect(closed.getByText("This browser isn’t saving anything for this site")).toBeVisible();
  await closed.goto(`${site.url}/saved`);
  await expect(closed.getByRole("main").getByText("This browser isn’t saving anything for this site")).toBeVisible();
  await expect(closed.getByRole("radio", { name: "Large", exact: true })).toBeVisible();
  expect(errors).toEqual([]);
  await context.close();
});

test("is accessible, and works by keyboard", async ({ page }) => {
  await save(page, 1, 2);
  await page.goto(`${site.url}/saved#read-morning-local-story-1`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Morning local story 1");
  expect(await violationsOf(page, { colorScheme: "dark" }), "a saved story").toEqual([]);
  await page.goto("about:blank");
  await page.goto(`${site.url}/saved`);
  await expect(savedList(page)).toHaveCount(2);
  expect(await violationsOf(page), "all saved stories").toEqual([]);
  // On a phone, the latest stories come after the saved stories, the settings and the followed topics.
  await page.setViewportSize({ width: 390, height: 844 });
  const parts = ["Saved stories", "How you read", "What you follow", "The latest stories", "Reading history"];
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveText([
    ...parts,
    "Take it with you",
    "Erase",
  ]);
  await page.setViewportSize({ width: 1280, height: 900 });

  /** Presses Tab until the element with this name has the focus. */
  const tabTo = async (name: string) => {
    for (let step = 0; step < 80; step++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLInputElement;
        return element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent;
      });
      if (label === name) return page.locator(":focus");
    }
    throw new Error(`Tab reached no element named ${name}.`);
  };
  await (await tabTo("Morning local story 1")).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Morning local story 1" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My Meridian");
  await (await tabTo("Remove: Morning local story 1")).press("Enter");
  await expect(savedList(page)).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Saved stories" })).toBeFocused();
  await (await tabTo("Remember the stories I open")).press("Space");
  await (await tabTo("Choose sections")).press("Enter");
  await (await tabTo("Follow Local News")).press("Enter");
  await expect(page.getByText("More sections")).toBeVisible();
  await tabTo("Normal");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Large", exact: true })).toBeChecked();
  await (await tabTo("Erase everything")).press("Enter");
  await expect(page.getByRole("button", { name: "Keep it" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(savedList(page)).toHaveCount(0);
});
