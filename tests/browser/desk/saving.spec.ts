import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { startSite } from "../../support/site.ts";
import { violationsNow } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { signInByLink } from "./signInByLink.ts";

test.describe.configure({ mode: "serial" });
// The browser logs requests that a test cuts off or that the desk rejects.
test.use({ allowedErrors: /net::ERR_|401|422/ });

let desk: DeskSite;
let ada: BrowserContext;

test.beforeAll(async ({ browser }) => {
  desk = await startDeskSite();
  ada = await signIn(browser, "Ada Moss");
});
test.afterAll(async () => {
  await ada?.close();
  await desk?.stop();
});

async function signIn(browser: Browser, name: string): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  await signInByLink(context, desk.url + (await desk.addPerson(name, "editor")));
  return context;
}

/** Opens a new story of Ada's with a saved text. */
async function openStory(text: string): Promise<Page> {
  const page = await ada.newPage();
  await page.goto(`${desk.url}/stories`);
  await page.getByRole("button", { name: "New story" }).first().click();
  await getText(page).click();
  await page.keyboard.type(text);
  await expectSaved(page);
  return page;
}

function getText(page: Page) {
  return page.getByRole("textbox", { name: "Text of the story" });
}

async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
}

/** Waits until this device has stored a text of the story. */
async function expectKept(page: Page, text: string): Promise<void> {
  const read = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open("desk");
          opening.onsuccess = () => {
            const reading = opening.result.transaction("copies").objectStore("copies").getAll();
            reading.onsuccess = () => resolve(reading.result.map(({ content }) => content.body).join());
          };
        }),
    );
  await expect.poll(read).toContain(text);
}

test("a window that is killed without a connection goes on with all that was typed", async () => {
  const page = await openStory("The ferry is back.");
  const second = await ada.newPage();
  await second.goto(page.url());
  await expect(getText(second)).toHaveText("The ferry is back.");
  await ada.setOffline(true);
  await page.keyboard.type(" It runs all night.");
  await expect(page.getByText("Offline: kept on this device").first()).toBeVisible();
  await page.keyboard.type(" From Friday on.");
  await expectKept(page, "From Friday on.");
  await getText(second).click();
  await second.keyboard.press("ControlOrMeta+End");
  await second.keyboard.press("Enter");
  await second.keyboard.type("A second window.");
  await expectKept(second, "A second window.");
  await page.close();
  await ada.setOffline(false);

  // The window `second` stays open, and has a record of its own on the device.
  const next = await ada.newPage();
  await next.goto(second.url());
  await expect(next.getByText("Restored what this device had kept.")).toBeVisible();
  for (const each of [next, second]) {
    await expect(getText(each)).toHaveText("The ferry is back. It runs all night. From Friday on.A second window.");
    await expectSaved(each);
  }
  await next.getByRole("button", { name: "Dismiss" }).click();
  await next.reload();
  await expect(getText(next)).toHaveText("The ferry is back. It runs all night. From Friday on.A second window.");
  await expect(next.getByText("Restored what this device had kept.")).toBeHidden();

  // Both windows change the same paragraph. The desk receives the words of `second` first, then the words of `next`.
  await next.route("**/copy", (route) => route.abort());
  for (const [each, words] of [
    [next, " Early."],
    [second, " Late."],
  ] as const) {
    await getText(each).locator("p").last().click();
    await each.keyboard.press("End");
    await each.keyboard.type(words);
  }
  await expectSaved(second);
  await next.unroute("**/copy");
  await expect(next.getByText(/Your two windows both changed a paragraph/)).toBeVisible();
  await next.getByRole("button", { name: "Compare" }).click();
  await next.getByRole("button", { name: "Keep the other window’s" }).click();
  await expect(getText(next)).toContainText("A second window. Late.");
  await expect(getText(next)).not.toContainText("Early.");
  await next.close();
  await second.close();
});

test("what a closed window has left is sent when the desk opens, or restored if it is rejected", async () => {
  const page = await openStory("The pier is shut.");
  const address = page.url();
  await ada.setOffline(true);
  await page.keyboard.type(" It opens in May.");
  await expectKept(page, "It opens in May.");
  await page.close();
  await ada.setOffline(false);
  const list = await ada.newPage();
  await list.goto(`${desk.url}/stories`);
  const read = async () =>
    (await ada.request.get(address.replace("/story/", "/api/").replace(/\d+$/, "stories/$&"))).text();
  await expect.poll(read).toContain("The pier is shut. It opens in May.");
  await list.close();

  const next = await ada.newPage();
  await next.goto(address);
  await getText(next).click();
  await ada.setOffline(true);
  await next.keyboard.press("ControlOrMeta+End");
  await next.keyboard.type(" Or in June.");
  await expectKept(next, "Or in June.");
  await next.close();
  await ada.setOffline(false);
  const last = await ada.newPage();
  await last.route("**/copy", (route) => route.fulfill({ status: 422, body: "Not now." }), { times: 1 });
  const rejected = last.waitForResponse((response) => response.status() === 422);
  await last.goto(`${desk.url}/stories`);
  await rejected;
  await last.locator(`a[href="${new URL(address).pathname}"]`).click();
  await expect(getText(last)).toHaveText("The pier is shut. It opens in May. Or in June.");
  await expectSaved(last);
  await last.close();
});

test("typing goes on while the desk is stopped, and is saved when it runs again", async () => {
  const page = await openStory("One.");
  await desk.site.stop();
  await page.keyboard.type(" Two.");
  await expect(page.getByText("Offline: kept on this device").first()).toBeVisible();
  await page.keyboard.type(" Three.");
  desk.site = await startSite({
    editions: join(desk.folder, "editions"),
    data: desk.folder,
    env: { DESK: "on", DESK_PORT: new URL(desk.url).port },
  });
  await expectSaved(page);
  await expect(getText(page)).toHaveText("One. Two. Three.");
  await page.keyboard.press("ControlOrMeta+z");
  await expect(getText(page)).not.toContainText("Three.");
  await expectSaved(page);
  // The page announces the end of a problem once, and announces no later save.
  await expect(page.getByText("Saved again")).toHaveCount(0);
  await page.close();
});

test("a person whose session ends signs in over the text and goes on", async () => {
  const page = await openStory("One.");
  const link = /\/link\/\w+/.exec(await desk.run("people", "reset", "Ada Moss"))?.[0] ?? "";
  await page.keyboard.type(" Two.");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await signInByLink(ada, desk.url + link);
  await dialog.getByRole("button", { name: "I have signed in" }).click();
  await expectSaved(page);
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(getText(page)).toHaveText("One. Two.");

  // After the end of a session, requests other than saves also open the dialog to sign in.
  const next = /\/link\/\w+/.exec(await desk.run("people", "reset", "Ada Moss"))?.[0] ?? "";
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(dialog).toBeVisible();
  await signInByLink(ada, desk.url + next);
  await dialog.getByRole("button", { name: "I have signed in" }).click();
  await expect(page.getByRole("heading", { name: "What is missing" })).toBeVisible();
  await expect(dialog).toBeHidden();
  await page.close();
});

test("a text that shrank is sent only if that is meant", async () => {
  const page = await openStory("A sentence of the ferry that is long. ".repeat(15));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  // Keys that the person still types do not answer the dialog's question.
  const dialog = page.getByRole("dialog", { name: "Keep the text this short?" });
  await expect(dialog).toBeVisible();
  for (const key of ["Space", "Enter", "Escape", "Escape"]) await page.keyboard.press(key);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Bring the text back" }).click();
  await expect(getText(page)).toContainText("A sentence of the ferry that is long.");
  await expectSaved(page);
  await getText(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Keep it short" }).click();
  await expectSaved(page);
  await page.reload();
  await expect(getText(page)).toHaveText("");
  await page.close();
});

test("two people see each other, and lose nothing in different paragraphs or in the same one", async ({ browser }) => {
  const page = await openStory("One.");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Two.");
  await expectSaved(page);
  const ben = await signIn(browser, "Ben Cole");
  const other = await ben.newPage();
  await other.goto(page.url());
  await expect(page.getByText("Ben Cole has this story open")).toBeVisible();
  await expect(other.getByText("Ada Moss has this story open")).toBeVisible();

  await getText(other).getByText("Two.").click();
  await other.keyboard.press("End");
  await other.keyboard.type(" By Ben.");
  await getText(page).getByText("One.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" By Ada.");
  for (const each of [page, other]) {
    await expect(getText(each)).toHaveText("One. By Ada.Two. By Ben.");
    await expectSaved(each);
  }

  // While Ben is offline, he does not receive what Ada writes in the same paragraph.
  await ben.setOffline(true);
  await other.keyboard.type(" Ben again.");
  await expect(other.getByText("Offline: kept on this device").first()).toBeVisible();
  await getText(page).getByText("Two. By Ben.").click();
  await page.keyboard.press("End");
  await page.keyboard.type(" Ada again.");
  await expectSaved(page);
  await ben.setOffline(false);
  await expect(other.getByText(/You and Ada Moss both changed a paragraph/)).toBeVisible();
  await expect(getText(page)).toHaveText("One. By Ada.Two. By Ben. Ben again.Two. By Ben. Ada again.");
  await other.getByRole("button", { name: "Compare" }).click();
  await other.getByRole("button", { name: "Keep Ada Moss’s" }).click();
  for (const each of [page, other]) await expect(getText(each)).toHaveText("One. By Ada.Two. By Ben. Ada again.");
  await expectSaved(other);
  await ben.close();
  await expect(page.getByText("Ben Cole has this story open")).toBeHidden();
});

test("the history shows the words that changed, and an earlier text is named and restored", async () => {
  const page = await openStory("The night ferry is back.");
  await page.keyboard.type(" It runs all night.");
  // Leaving the screen keeps the text that was typed last.
  await page.getByRole("link", { name: "Stories", exact: true }).click();
  await expect(page).toHaveURL(/\/stories\//);
  await page.goBack();
  await expect(getText(page)).toHaveText("The night ferry is back. It runs all night.");
  await expectSaved(page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Versions" }).click();
  const dialog = page.getByRole("dialog", { name: "Versions" });
  await dialog
    .getByRole("button", { name: /^Autosave/ })
    .nth(1)
    .click();
  await expect(dialog.locator("ins")).toHaveText(" It runs all night.");
  await dialog.getByLabel("Name", { exact: true }).fill("Before the hours");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(dialog.getByRole("button", { name: /^Before the hours/ })).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsNow(page, { within: "dialog" })).toEqual([]);
  }
  await dialog.getByRole("button", { name: "Restore this text" }).click();
  await page.getByRole("dialog", { name: "Restore this text?" }).getByRole("button", { name: "Restore" }).click();
  await expect(getText(page)).toHaveText("The night ferry is back.");
  await expectSaved(page);
  await page.close();
});
