import type { Page } from "@playwright/test";
import { type DeskSite, startDeskSite } from "../../support/desk.ts";
import { violationsNow } from "../accessibility.ts";
import { expect, openHydrated, pauseClock, test } from "../fixtures.ts";
import { signInByLink } from "./signInByLink.ts";

// The browser logs the request whose response is lost, and the rejection of its changed retry.
test.use({ allowedErrors: /net::ERR_|409/ });

let desk: DeskSite;

test.beforeAll(async () => {
  desk = await startDeskSite();
});
test.afterAll(() => desk?.stop());

async function expectAccessible(page: Page): Promise<void> {
  // Leaves out the page in the frame, which the site's own tests check.
  expect(await violationsNow(page, { except: "iframe" })).toEqual([]);
}

test("an editor previews a draft, publishes it in three steps, corrects it and withdraws it", async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInByLink(page.context(), desk.url + (await desk.addPerson("Ada Moss", "editor")));
  const send = async (method: string, path: string, data: object) => {
    const options = { method, headers: { origin: desk.url }, data };
    return (await page.request.fetch(`${desk.url}/api/chicago/${path}`, options)).json();
  };
  const { id } = await send("POST", "stories", { key: "key-of-story" });
  const fields = { deck: "", byline: [], place: "", topics: [] };
  const content = { ...fields, title: "Ferry returns", sections: [], body: "TK it runs every hour." };
  await send("PUT", `stories/${id}/copy`, { key: "key-of-save", baseRevision: 0, content });
  await page.goto(`${desk.url}/story/chicago/${id}`);
  const dialog = page.getByRole("dialog");

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Preview", exact: true }).last().click();
  const phone = page.frameLocator("iframe[title='Phone, 390 pixels']");
  await expect(phone.getByRole("heading", { name: "Ferry returns" })).toBeVisible();
  await expect(phone.getByText("it runs every hour")).toBeVisible();
  await expect(phone.getByText("This is a preview.")).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Briefing" }).click();
  await expect(page.frameLocator("iframe[title='Briefing']").getByText("Ferry returns")).toBeVisible();
  await dialog.getByRole("button", { name: "Link for others" }).click();
  await dialog.getByRole("button", { name: "Make a link" }).click();
  const address = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(await (await page.request.get(address)).text()).toContain("it runs every hour");
  const context = await browser.newContext();
  const visit = await context.newPage();
  await pauseClock(visit);
  await openHydrated(visit, address);
  await visit.clock.runFor(30_000);
  // The donation request appears after 30 s. The time on a preview does not count.
  await visit.getByRole("navigation", { name: "Sections", exact: true }).getByRole("link", { name: "Sports" }).click();
  await expect(visit.getByRole("heading", { level: 1 })).toHaveText("Sports");
  await visit.clock.runFor(29_999);
  const request = visit.getByRole("complementary", { name: "Keep the Meridian free to read" });
  await expect(request).toBeHidden();
  await visit.clock.runFor(1);
  await expect(request).toBeVisible();
  await visit.goBack();
  await expect(visit.getByRole("heading", { level: 1 })).toHaveText("Ferry returns");
  await expect(request).toBeHidden();
  await context.close();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "More actions" })).toBeFocused();

  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Continue" })).toBeDisabled();
  await expect(dialog.getByRole("button", { name: "Back to the story" })).toBeVisible();
  await dialog.getByRole("button", { name: "Choose a section" }).click();
  await expect(dialog.getByRole("group", { name: "Sections" }).getByRole("checkbox").first()).toBeFocused();
  await dialog.getByRole("checkbox", { name: "Local News" }).check();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(dialog.getByRole("button", { name: "Continue anyway" })).toBeEnabled();
  await dialog.getByRole("button", { name: "Placeholder “TK” in the text: “TK it runs every hour.”" }).click();
  await expect(page.getByRole("textbox", { name: "Text of the story" })).toBeFocused();
  await page.keyboard.type("Today");
  await expect(page.getByText("Today it runs every hour.")).toBeVisible();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("heading", { name: "When" })).toBeFocused();
  await dialog.getByLabel("At a time").check();
  await expect(dialog.getByLabel("Time", { exact: true })).toHaveValue(/:00$/);
  await dialog.getByLabel("Date").fill("2027-11-07");
  await dialog.getByLabel("Time", { exact: true }).fill("01:30");
  await dialog.getByLabel("The second one (CST)").check();
  await dialog.getByLabel("Date").fill("2027-03-14");
  await dialog.getByLabel("Time", { exact: true }).fill("02:30");
  await expect(dialog.getByRole("alert")).toContainText("skip this hour");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("heading", { name: "When" })).toBeVisible();
  // The press counts although the server has not converted the time yet.
  const held = Promise.withResolvers<void>();
  await page.route("**/instants/*06:30", (route) => held.promise.then(() => route.continue()), { times: 1 });
  await dialog.getByLabel("Time", { exact: true }).fill("06:30");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("heading", { name: "When" })).toBeVisible();
  held.resolve();
  // The desk's response is lost. The editor then changes what the desk has already scheduled.
  await page.route("**/publish", (route) => route.fetch().then(() => route.abort()), { times: 1 });
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByRole("alert")).toBeVisible();
  await dialog.getByLabel("Also show an alert").check();
  await dialog.getByRole("textbox", { name: "Alert" }).fill("The ferry returns.");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(/^The story changed in the meantime/);
  await dialog.getByRole("button", { name: "Check again" }).click();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByLabel("Date")).toHaveValue("2027-03-14");
  await dialog.getByLabel("Now").check();
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("heading", { name: "Ferry returns" })).toBeVisible();
  await expect(dialog.getByText(/\/article\/ferry-returns$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Publish now" }).dblclick();
  await expect(dialog.getByText("Published.")).toBeFocused();
  await expect(dialog.getByText("Readers see it now.")).toBeVisible();
  const [site] = await Promise.all([page.waitForEvent("popup"), dialog.getByRole("link").click()]);
  await expect(site.getByRole("heading", { name: "Ferry returns" })).toBeVisible();
  await site.close();
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("textbox", { name: "Headline" }).fill("Ferry returns Friday");
  await page.getByRole("textbox", { name: "Text of the story" }).press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+b");
  await page.getByRole("button", { name: "Update", exact: true }).click();
  await dialog.getByRole("button", { name: /Continue/ }).click();
  await expect(dialog.locator("ins").first()).toHaveText(/Friday/);
  await expect(dialog.locator("ins strong")).toHaveText("Today it runs every hour.");
  await expect(dialog.getByText("*")).toHaveCount(0);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("Choose one.")).toBeVisible();
  await dialog.getByLabel("With a correction").check();
  await expect(dialog.getByRole("textbox", { name: "Correction" })).toBeFocused();
  await expect(dialog.getByText(/^Say what was wrong and what is right/)).toBeInViewport({ ratio: 1 });
  await page.keyboard.type("An earlier version lacked the day. It is Friday.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByText("The old address goes on leading to the story.")).toBeVisible();
  await expect(dialog.getByRole("term").filter({ hasText: "address" })).toHaveText(["Old address", "New address"]);
  await dialog.getByRole("button", { name: "Correct now" }).click();
  await expect(dialog.getByText("Corrected.")).toBeFocused();
  await expect(dialog.getByText("Readers see it now.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText(/^Published · corrected \d/)).toBeVisible();

  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(dialog.getByText("We withdrew this story.")).toBeVisible();
  await dialog.getByRole("textbox").fill("We could not confirm it.");
  await expect(dialog.getByText("We withdrew this story.")).toBeHidden();
  await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(dialog.getByText("The story is gone.")).toBeVisible();
});
