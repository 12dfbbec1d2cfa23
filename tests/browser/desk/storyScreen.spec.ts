import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import type { StoryView } from "../../../server/desk/api/apiTypes.ts";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { overflowOf, violationsOf } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { signInByLink } from "./signInByLink.ts";

let desk: DeskSite;
let editor: Page;
let writer: Page;

test.describe.configure({ mode: "serial" });
// The browser logs the comment whose response is lost, and the rejection of its changed retry.
test.use({ allowedErrors: /net::ERR_|409/ });

test.beforeAll(async ({ browser }) => {
  desk = await startDeskSite();
  editor = await signIn(browser, "Ben Cole", "editor");
  writer = await signIn(browser, "Rosa Quintero", "writer");
});
test.afterAll(() => desk?.stop());

test("every field is filled by keyboard and kept, without barriers in both themes", async () => {
  const file = join(desk.folder, "earlier.md");
  await writeFile(file, "---\ntitle: Ferry stops\nsection: local\ntopics: [Ferries]\n---\n\nText.\n");
  await desk.run("stories", "add", file, "--as", "Ben Cole");
  const id = await write(editor, { title: "Ferry sails again", body: "## Who sails\n\nNurses and bakers.\n" });
  const page = editor;
  await page.goto(`${desk.url}/story/chicago/${id}`);
  // Tab skips the toolbar between the deck and the text.
  await page.getByRole("textbox", { name: "Deck" }).press("Tab");
  await expect(page.getByRole("textbox", { name: "Text of the story" })).toBeFocused();
  // The shortcut for publishing also works in the text, where ProseMirror handles Enter.
  await page.keyboard.press("ControlOrMeta+Enter");
  await page.getByRole("button", { name: "Back to the story" }).press("Enter");
  // Ticking a box moves nothing below it.
  const findBylines = async () => (await page.getByRole("combobox", { name: "Bylines" }).boundingBox())?.y;
  const before = await findBylines();
  for (const name of ["Local News", "Sports"]) {
    await page.getByRole("checkbox", { name, exact: true }).focus();
    await page.keyboard.press("Space");
    await expect(page.getByRole("checkbox", { name, exact: true })).toBeChecked();
    expect(await findBylines()).toBe(before);
  }
  await page.getByLabel("Main section").selectOption("Sports");
  const chosen = page.getByRole("group", { name: "Sections" });
  await chosen.getByRole("button", { name: "Hide the rest" }).press("Enter");
  await expect(chosen.getByRole("checkbox")).toHaveCount(0);
  await expect(chosen).toContainText("Sports, Local News");
  await chosen.getByRole("button", { name: "Change" }).press("Enter");
  await expect(chosen.getByRole("checkbox").first()).toBeFocused();
  // Pressing Enter adds a typed name. Leaving the field also adds the name.
  await page.getByRole("combobox", { name: "Bylines" }).focus();
  await page.keyboard.type("Ada Moss");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Sam  Ito");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Choose an image" })).toBeFocused();
  await page.getByRole("combobox", { name: "Topics" }).focus();
  await page.keyboard.type("fer");
  await expect(page.getByRole("option", { name: "Ferries" })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove Ferries" })).toBeVisible();
  await page.getByLabel("Place").fill("Museum Pier");
  await page.getByText("Sponsor, partner, end of a notice, language").press("Enter");
  await page.getByRole("checkbox", { name: "This story has a sponsor" }).press("Space");
  await expect(page.getByText("Name the sponsor.")).toBeVisible();
  await page.getByLabel("Sponsor", { exact: true }).fill("Harbor Bank");
  await page.getByLabel("Partner’s address").fill("harbor.example");
  await page.getByLabel("Partner’s address").press("Tab");
  await expect(page.getByRole("alert").filter({ hasText: "Write the whole address" })).toBeVisible();
  await page.getByLabel("Partner’s address").fill("https://harbor.example/ferry");
  await page.getByLabel("End of a notice").fill("2036-07-01T06:30");
  await page.getByLabel("Language").selectOption("Spanish");

  await expect
    .poll(async () => (await read(page, id)).copy.content)
    .toMatchObject({
      sections: ["sports", "local"],
      byline: ["Ada Moss", "Sam Ito"],
      topics: ["Ferries"],
      place: "Museum Pier",
      sponsor: { name: "Harbor Bank", kind: "underwritten" },
      canonical: "https://harbor.example/ferry",
      expiresAt: expect.stringMatching(/^2036-07-01T11:30:00/),
      language: "es",
    });
  expect(await violationsOf(page, { isThorough: true })).toEqual([]);
  await page.setViewportSize({ width: 360, height: 700 });
  expect(await overflowOf(page)).toBe(0);
  await page.keyboard.press("ControlOrMeta+Alt+D");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Change" })).toBeFocused();
  expect(await overflowOf(page)).toBe(0);
  expect(await violationsOf(page, { isThorough: false })).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test("a story goes to review and back, and its comments are resolved", async () => {
  const id = await write(writer, { title: "School plants a forest", body: "Ninety pupils planted trees.\n" });
  const address = `${desk.url}/story/chicago/${id}`;
  await send(writer, "POST", `stories/${id}/submit`, { key: createKey(), note: "Check the count." });
  await send(writer, "POST", `stories/${id}/comments`, { key: createKey(), text: "Is it ninety?" });
  await editor.goto(address);
  await editor.getByRole("button", { name: "Resolve the comment by Rosa Quintero" }).click();
  await expect(editor.getByText("1 resolved")).toBeVisible();
  const comment = editor.getByRole("textbox", { name: "Comment" });
  const add = editor.getByRole("button", { name: "Add comment" });
  await editor.route("**/comments", (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await comment.fill("Which trees?");
  await add.click();
  await expect(editor.getByRole("alert")).toBeVisible();
  await comment.fill("Which trees, and where?");
  await add.click();
  await expect(editor.getByText("An earlier attempt went through after all.")).toBeVisible();
  await add.click();
  await expect(comment).toHaveValue("");
  await editor.getByRole("button", { name: "More actions" }).click();
  await editor.getByRole("button", { name: "Return to the writer" }).click();
  await editor.getByLabel("Note for the writer").fill("Please ask the school.");
  await editor.getByRole("dialog").getByRole("button", { name: "Return" }).click();
  await expect(editor.getByText("Draft", { exact: true })).toBeVisible();
  const { submission, comments } = await read(editor, id);
  expect(submission).toBeNull();
  const texts = comments.map(({ text }) => text);
  expect(texts).toEqual(["Is it ninety?", "Which trees?", "Which trees, and where?", "Please ask the school."]);
});

test("words that were typed right before the screen is left are kept", async () => {
  const id = await write(editor, { title: "Library opens", body: "It opens on Sunday.\n" });
  await editor.goto(`${desk.url}/story/chicago/${id}`);
  await editor.getByRole("textbox", { name: "Text of the story" }).locator("p").click();
  await editor.keyboard.press("End");
  await editor.keyboard.type(" And on Monday.");
  await editor.getByRole("link", { name: "Stories", exact: true }).click();
  await expect
    .poll(async () => (await read(editor, id)).copy.content.body)
    .toBe("It opens on Sunday. And on Monday.\n");
});

test("after publication, writers only read, and a new headline shows both addresses", async () => {
  const content = { title: "Pool reopens", body: "The pool reopens on Monday.\n", sections: ["local"] };
  const id = await write(writer, content);
  const publication = { key: createKey(), revision: 1, at: null, change: null, alert: null };
  await send(editor, "POST", `stories/${id}/publish`, publication);
  await writer.goto(`${desk.url}/story/chicago/${id}`);
  await expect(writer.getByText("Only editors can change it now.")).toBeVisible();
  await expect(writer.getByLabel("Headline")).not.toBeEditable();
  await expect(writer.getByRole("group", { name: "Sections" }).getByRole("button")).toBeDisabled();
  await expect(writer.getByRole("button", { name: "Submit" })).toHaveCount(0);

  await editor.goto(`${desk.url}/story/chicago/${id}`);
  await editor.getByLabel("Headline").fill("Pool stays closed");
  await expect(editor.getByText("/article/pool-reopens", { exact: true })).toBeVisible();
  await expect(editor.getByText("/article/pool-stays-closed", { exact: true })).toBeVisible();
  await expect(editor.getByText("Published · unpublished changes")).toBeVisible();
  // Outside the text, keys open the dialog for publishing and the list of shortcuts.
  await editor.getByLabel("Headline").press("ControlOrMeta+Enter");
  await expect(editor.getByRole("dialog", { name: "Update the published story" })).toBeVisible();
  await editor.keyboard.press("Escape");
  await editor.getByRole("button", { name: "More actions" }).focus();
  await editor.keyboard.press("?");
  await expect(editor.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Save now");
  await editor.keyboard.press("Escape");
  await editor.getByRole("button", { name: "More actions" }).click();
  await editor.getByRole("button", { name: "Discard changes" }).click();
  await editor.getByRole("dialog").getByRole("button", { name: "Discard changes" }).click();
  await expect(editor.getByLabel("Headline")).toHaveValue("Pool reopens");
});

async function signIn(browser: Browser, name: string, role: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  await signInByLink(context, desk.url + (await desk.addPerson(name, role)));
  return await context.newPage();
}

/** Sends a request with the session of a page. */
async function send<Answer>(page: Page, method: string, path: string, data?: object): Promise<Answer> {
  const headers = { origin: desk.url };
  const response = await page.request.fetch(`${desk.url}/api/chicago/${path}`, { method, headers, data });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  return response.json();
}

function read(page: Page, id: number): Promise<StoryView> {
  return send(page, "GET", `stories/${id}`);
}

async function write(page: Page, content: object): Promise<number> {
  const { id } = await send<{ id: number }>(page, "POST", "stories", { key: createKey() });
  await send(page, "PUT", `stories/${id}/copy`, { key: createKey(), baseRevision: 0, content });
  return id;
}

function createKey(): string {
  return crypto.randomUUID();
}
