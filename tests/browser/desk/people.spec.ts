import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { queryStore } from "../../support/stores.ts";
import { overflowOf, violationsOf } from "../accessibility.ts";
import { expect, test } from "../fixtures.ts";
import { addAuthenticator } from "./authenticator.ts";

test.describe.configure({ mode: "serial" });
// The browser logs rejections: for a missing proof of identity, a name in use, and a passkey that is sent again.
test.use({ allowedErrors: /401|403|422/ });

let desk: DeskSite;

test.beforeAll(async () => {
  desk = await startDeskSite();
});
test.afterAll(() => desk?.stop());

async function signIn(page: Page, link: string): Promise<void> {
  await page.goto(desk.url + link);
  await page.getByRole("button", { name: /^Sign in as/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

test("a publisher invites, promotes, resets and removes a person, with the passkey used again", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await addAuthenticator(page);
  await signIn(page, await desk.addPerson("Ada Moss", "publisher"));
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  await page.getByRole("link", { name: "People" }).click();
  await expect(page.getByText("You are the only one here.")).toBeVisible();
  await expect(page.getByText("One person has no email address, and can get no code.")).toBeVisible();
  await expect(page.getByText("The only publisher.")).toBeVisible();
  await expect(page.getByRole("button", { name: /Ada Moss$/ })).toHaveCount(1);
  expect(await overflowOf(page)).toBe(0);
  await queryStore(desk.storeUrl, sql`update sessions set proved_at = '2026-01-01T00:00:00.000Z'`);

  await page.getByRole("button", { name: "Invite someone" }).click();
  const invitation = page.getByRole("dialog", { name: "Invite someone" });
  await invitation.getByLabel("Name").fill("Ada Moss");
  await invitation.getByLabel("Name").press("Enter");
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await expect(invitation.getByRole("alert")).toHaveText("Ada Moss is already a person of The Chicago Meridian.");
  await invitation.getByLabel("Name").fill("Ben Cole");
  await invitation.getByRole("radio", { name: /^Editor/ }).check();
  expect(await violationsOf(page, { isThorough: true })).toEqual([]);
  await invitation.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await invitation.getByLabel("Pass this link on to Ben Cole").inputValue();
  expect(link).toMatch(new RegExp(`^${desk.url}/link/[0-9a-f]{64}$`));
  await invitation.getByRole("button", { name: "Done" }).click();

  const row = page.getByRole("listitem").filter({ hasText: "Ben Cole" });
  await expect(row).toContainText("Editor");
  await row.getByRole("button", { name: "Change role of Ben Cole" }).click();
  await page.getByRole("radio", { name: /^Publisher/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Publisher");
  expect(await violationsOf(page, { isThorough: true })).toEqual([]);

  await row.getByRole("button", { name: "Reset sign-in of Ben Cole" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset sign-in" }).click();
  await expect(page.getByLabel("Pass this link on to Ben Cole")).not.toHaveValue(link);
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("checkbox").click();
  await expect(page.getByRole("checkbox")).not.toBeChecked();
  await row.getByRole("button", { name: "Remove Ben Cole" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await expect(row).toHaveCount(0);
});

test("a passkey's answer signs in once, and not when somebody sends it again", async ({ page }) => {
  await addAuthenticator(page);
  await signIn(page, await desk.addPerson("Cy Dunn", "writer"));
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${desk.url}/sign-in`);
  const sent = page.waitForRequest((request) => request.url().endsWith("/sign-in/passkey"));
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const body = (await sent).postData() ?? "";
  await expect(page.getByRole("heading", { name: "Stories" })).toBeVisible();
  const headers = { origin: desk.url, "content-type": "application/json" };
  const again = await fetch(`${desk.url}/sign-in/passkey`, { method: "POST", headers, body });
  expect([again.status, again.headers.getSetCookie()]).toEqual([422, []]);
});

test("nothing runs of what a person puts into names, titles, texts and comments, at the desk or on the site", async ({
  page,
}) => {
  const run = `<img src=x onerror="document.title='ran'"><script>document.title='ran'</script>`;
  const name = `Mal ${run}`.slice(0, 90);
  await signIn(page, await desk.addPerson(name, "publisher"));
  const send = (method: string, path: string, json: object) =>
    page.evaluate(
      async ([sentMethod, url, body]) => {
        const response = await fetch(`/api/chicago/${url}`, {
          method: sentMethod,
          headers: { "content-type": "application/json" },
          body,
        });
        return response.json();
      },
      [method, path, JSON.stringify(json)] as const,
    );
  const { id } = (await send("POST", "stories", { key: "hostile-1" })) as { id: number };
  const body = `${run}\n\n[press](javascript:document.title='ran')\n\n<iframe srcdoc="<script>parent.document.title='ran'</script>"></iframe>\n\n\`\`\`\n${run}\n\`\`\``;
  const content = {
    title: `Title ${run}`,
    deck: run,
    sections: ["local"],
    byline: [run],
    place: run,
    topics: [run],
    body,
  };
  await send("PUT", `stories/${id}/copy`, { key: "hostile-2", baseRevision: 0, content });
  await send("POST", `stories/${id}/comments`, { key: "hostile-3", text: run });
  const publication = { key: "hostile-4", revision: 1, at: null, change: null, alert: null };
  const { url } = (await send("POST", `stories/${id}/publish`, publication)) as { url: string };
  const screens = [`/story/chicago/${id}`, "/stories/chicago/published", "/people/chicago", "/account"];
  for (const path of [...screens.map((screen) => desk.url + screen), desk.site.url + new URL(url).pathname]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("textbox").first()).first()).toBeVisible();
    await expect(page.getByText("onerror=").first().or(page.getByRole("textbox").first()).first()).toBeAttached();
    await expect(page.locator("img[onerror], iframe[srcdoc], a[href^='javascript:']")).toHaveCount(0);
    await expect(page).not.toHaveTitle(/^ran/);
  }
});
