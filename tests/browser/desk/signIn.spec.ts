import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { type MailHost, startMailHost } from "../../support/mailHost.ts";
import { readUntil } from "../../support/readUntil.ts";
import { queryStore } from "../../support/stores.ts";
import { overflowOf, violationsOf } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { addAuthenticator } from "./authenticator.ts";

test.describe.configure({ mode: "serial" });
// Console errors that the tests cause: ended session, missing proof of identity, unknown page, rejected passkey or
// code, and an outage.
test.use({ allowedErrors: /401|403|404|422|ERR_INTERNET_DISCONNECTED/ });

const EDITION = ["--edition", "chicago"];

let mailHost: MailHost;
let desk: DeskSite;

test.beforeAll(async () => {
  mailHost = await startMailHost();
  desk = await startDeskSite({ SMTP_URL: mailHost.url }, "es");
});
test.afterAll(async () => {
  await desk?.stop();
  await mailHost?.close();
});

/** Signs in with a one-time link. */
async function signIn(page: Page, name: string, role: string, ...options: string[]): Promise<void> {
  await page.goto(desk.url + (await desk.addPerson(name, role, ...EDITION, ...options)));
  await page.getByRole("button", { name: `Sign in as ${name}` }).click();
  await expect(page.getByRole("heading", { name: `Welcome, ${name}` })).toBeVisible();
}

async function addDraft(title: string, author: string): Promise<void> {
  const file = join(desk.folder, "draft.md");
  await writeFile(file, `---\ntitle: ${title}\nsection: local\n---\n\nText of three words.\n`);
  await desk.run("stories", "add", file, "--as", author, ...EDITION);
}

/** Checks the page with axe in both themes, on a phone and on a desktop. */
async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page, { isThorough: true })).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

test("a person signs in by a link, adds a passkey and returns by it to the screen that was asked for", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await addAuthenticator(page);
  await signIn(page, "Ada Moss", "writer");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByText("You have no stories yet.")).toBeVisible();
  await page.getByRole("button", { name: "Ada Moss" }).click();
  await page.getByRole("link", { name: "Account" }).click();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("You have no stories yet.")).toBeVisible();
  await expectAccessible(page);
  expect(await overflowOf(page)).toBe(0);

  await page.getByRole("button", { name: "Ada Moss" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.goto(`${desk.url}/stories/chicago/drafts?words=ferry`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(`${desk.url}/stories/chicago/drafts?words=ferry`);
  await expect(page.getByText("No story in this list matches the filters.")).toBeVisible();

  // After a reset, neither the session nor the passkey works.
  await desk.run("people", "reset", "Ada Moss", ...EDITION);
  await page.getByRole("link", { name: "Published" }).click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("The desk does not know this passkey.")).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Your session has ended" })).toBeVisible();
  await page.goto(`${desk.url}/stories/chicago/published?words=ferry`);
  await expect(page).toHaveURL(`${desk.url}/sign-in?to=%2Fstories%2Fchicago%2Fpublished%3Fwords%3Dferry`);
});

test("an editor finds stories by list, words, section and author, and starts one, by keyboard alone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await desk.addPerson("Ben Cole", "writer", ...EDITION);
  await signIn(page, "Eve One", "editor");
  await addDraft("The <ferry> returns", "Ben Cole");
  await addDraft("Library hours grow", "Eve One");
  await page.goto(`${desk.url}/stories`);
  await expect(page).toHaveTitle("Mine · Desk");
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "words" });
  await expect(rows).toHaveText([/Library hours grow.*Local News.*4 words.*Draft/]);

  await page.getByRole("link", { name: "Drafts" }).focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveTitle("Drafts · Desk");
  await page.keyboard.press("/");
  await page.keyboard.type("ferry");
  await expect(rows).toHaveText([/The <ferry> returns/]);
  await expect(page).toHaveURL(/\/drafts\?words=ferry$/);
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await expect(page.getByRole("status")).toHaveText("1 story");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel("Author").fill("Eve");
  await expect(page.getByText("No story in this list matches the filters.")).toBeVisible();
  await page.getByRole("link", { name: "Clear the filters" }).press("Enter");
  await expect(rows).toHaveCount(2);
  await expect(page.getByLabel("Author")).toHaveValue("");

  // An empty list explains how to get stories into it.
  await page.getByRole("link", { name: "Scheduled" }).press("Enter");
  await page.getByRole("link", { name: "See the drafts" }).press("Enter");
  await expect(rows).toHaveCount(2);
  await expect(page.getByRole("heading", { name: "Stories" })).toBeFocused();

  await page.getByRole("button", { name: "New story" }).press("Enter");
  await expect(page).toHaveURL(/\/story\/chicago\/\d+$/);
  await expect(page.getByRole("textbox", { name: "Headline" })).toBeVisible();
  await page.goto(`${desk.url}/stories/chicago/nothing`);
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  await page.getByRole("link", { name: "Go to stories" }).click();
  await expect(rows.filter({ hasText: "Untitled story" })).toHaveCount(1);
});

test("the account lists passkeys and sessions, and asks for the passkey again before one is removed", async ({
  page,
}) => {
  await addAuthenticator(page);
  await signIn(page, "Cy Dunn", "publisher");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  await page.goto(`${desk.url}/account`);
  await expect(page.getByText("By a link · last used")).toBeVisible();
  await expectAccessible(page);

  await queryStore(desk.storeUrl, sql`update sessions set proved_at = '2026-01-01T00:00:00.000Z'`);
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm that it’s you" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alert").filter({ hasText: "Confirm that it is you" })).toBeVisible();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await dialog.getByRole("button", { name: "Use your passkey" }).click();
  await expect(page.getByRole("heading", { name: "Welcome, Cy Dunn" })).toBeVisible();

  // Ends an older session. The current session continues.
  const former = await page.context().cookies();
  await page.context().clearCookies();
  await desk
    .run("people", "link", "Cy Dunn", ...EDITION)
    .then((output) => page.goto(desk.url + (/\/link\/\w+/.exec(output)?.[0] ?? "")));
  await page.getByRole("button", { name: "Sign in as Cy Dunn" }).click();
  await expect(page.getByText("This one")).toBeVisible();
  await page.getByRole("button", { name: "Sign out there" }).click();
  await expect(page.getByRole("button", { name: "Sign out there" })).toHaveCount(0);

  // The device keeps the theme and the language after the session's end.
  await page.getByRole("radio", { name: "Dark" }).check();
  await page.getByLabel("Language").selectOption("Español");
  await expect(page.getByRole("heading", { name: "Hola, Cy Dunn" })).toBeVisible();
  await expect(page.locator("html[data-theme=dark][lang=es]")).toHaveCount(1);
  await page.context().clearCookies({ name: "session" });
  await page.context().addCookies(former.filter(({ name }) => name === "session"));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Entrar" })).toBeVisible();
});

test("a person whose session ends signs in over the screen by a mailed code, and nobody else does", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await addAuthenticator(page);
  await signIn(page, "Flo Ray", "writer");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  await page.context().clearCookies();

  await signIn(page, "Dee Diaz", "writer", "--email", "dee@one.example");
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "New story" }).first().click();
  await page.getByRole("textbox", { name: "Headline" }).fill("Words");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
  await desk.run("people", "end-sessions", "Dee Diaz", ...EDITION);
  await page.getByRole("textbox", { name: "Headline" }).fill("Words that stay");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);

  await dialog.getByRole("button", { name: "I have signed in" }).click();
  await expect(dialog.getByText("You are not signed in yet.")).toBeVisible();
  // The passkey on this device belongs to Flo Ray, not to Dee Diaz.
  await dialog.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(dialog.getByText("Flo Ray is signed in now. Sign in as Dee Diaz to go on here.")).toBeVisible();

  await expect(dialog.getByLabel("Or get a code by email")).toHaveValue("dee@one.example");
  await dialog.getByRole("button", { name: "Email me a code" }).click();
  const mail = await readUntil(
    async () => mailHost.mails.find(({ to }) => to.includes("dee@one.example")),
    (received) => received !== undefined,
  );
  const [, code = ""] = /^([A-Z2-9]{4} [A-Z2-9]{4})\r?$/m.exec(mail?.source ?? "") ?? [];
  await expect(dialog.getByLabel("Code")).toBeFocused();
  await dialog.getByLabel("Code").fill("wrong");
  await dialog.getByLabel("Code").press("Enter");
  await expect(dialog.getByText("This code is wrong, or no longer valid.")).toBeVisible();
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Code").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("textbox", { name: "Headline" })).toHaveValue("Words that stay");
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
});

test("a person of two editions changes between them, and goes on after an outage", async ({ page }) => {
  await desk.run("people", "add", "Gus Lee", "--role", "publisher", "--edition", "lagos");
  await signIn(page, "Gus Lee", "writer");
  await page.goto(`${desk.url}/stories/chicago`);
  await expect(page.getByRole("link", { name: "To review" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "People" })).toHaveCount(0);
  await page.getByRole("combobox", { name: "Edition" }).selectOption("Lagos Ledger");
  await expect(page).toHaveURL(`${desk.url}/stories/lagos`);
  await expect(page.getByRole("link", { name: "To review" })).toBeVisible();
  await expect(page.getByRole("link", { name: "People" })).toHaveAttribute("href", "/people/lagos");
  // A new visit begins in the edition that the previous visit ended in.
  await page.goto(`${desk.url}/`);
  await expect(page).toHaveURL(`${desk.url}/stories/lagos`);

  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Drafts" }).click();
  await expect(page.getByRole("heading", { name: "The desk can’t be reached" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("There are no drafts.")).toBeVisible();

  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Single-key shortcuts on this device" }).uncheck();
  await page.keyboard.press("Escape");
  await page.goto(`${desk.url}/stories/lagos/drafts?words=ferry`);
  await expect(page.getByRole("searchbox")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).not.toBeFocused();

  await page.goto(`${desk.url}/nothing`);
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  await page.getByRole("link", { name: "Go to stories" }).click();
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  // Opens a screen whose files the browser has not loaded.
  await page.context().setOffline(true);
  await page.getByRole("link", { name: "Images" }).click();
  await expect(page.getByRole("heading", { name: "The desk can’t be reached" })).toBeVisible();
});
