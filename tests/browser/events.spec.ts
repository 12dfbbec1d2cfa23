import { calendar, centerCalendar, dayAhead, withCalendars } from "../support/calendar.ts";
import { overflowOf, violationsOf } from "./accessibility.ts";
import { expect, type OwnSite, test } from "./fixtures.ts";

const formatMonth = (days: number) =>
  dayAhead(days).toLocaleString("en-US", { month: "long", year: "numeric", calendar: "gregory" });
const next = dayAhead(0).with({ day: 1 }).add({ months: 1 });
const nextMonth = next.toLocaleString("en-US", { month: "long", year: "numeric", calendar: "gregory" });

/** Starts a site with a calendar, and waits until the site has fetched the calendar. */
async function openWithCalendar({ host, start }: OwnSite, body: string) {
  host.serve("/center.ics", { body, contentType: "text/calendar" });
  const change = withCalendars([{ url: host.url("/center.ics"), publisher: "The Test Center" }]);
  const site = await start(change, { sections: [] });
  await site.logs((log) => log.includes('"calendar polled"'));
  return site;
}

test("navigates between months and from a day to its events, accessibly", async ({ page, ownSite }) => {
  const site = await openWithCalendar(ownSite, centerCalendar());
  await page.goto(`${site.url}/events`);
  await expect(page.getByRole("table", { name: formatMonth(0) })).toBeVisible();
  await page.getByRole("link", { name: nextMonth }).click();
  await expect(page.getByRole("table", { name: nextMonth })).toBeVisible();
  await expect(page).toHaveTitle(`Local Events, ${nextMonth} | The Chicago Meridian`);
  expect(new URL(page.url()).searchParams.get("month")).toBe(next.toString().slice(0, 7));
  // The market is weekly, with one excluded date and one canceled date.
  await page.getByRole("table").getByRole("link", { name: "Farmers market" }).last().click();
  await expect(page.locator("li:target")).toContainText("Lake Street lot");
  await page
    .getByRole("navigation", { name: "Months" })
    .getByRole("link", { name: formatMonth(0) })
    .click();
  await expect(page.getByRole("table", { name: formatMonth(0) })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");

  for (const path of ["/events", "/embed/events"]) {
    await page.goto(site.url + path);
    await expect(page.locator("h1")).toHaveCount(1);
    expect(await violationsOf(page), path).toEqual([]);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await overflowOf(page), `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("works without JavaScript at 320 px", async ({ browser, ownSite }) => {
  const today = dayAhead(0).toString().replaceAll("-", "");
  const rehearsal = `UID:1\nSUMMARY:Open rehearsal\nLOCATION:Band shell\nDTSTART;VALUE=DATE:${today}`;
  const site = await openWithCalendar(ownSite, calendar([rehearsal]));
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${site.url}/events`);
  const day = page.getByRole("table").getByRole("link", { name: /: 1 event$/ });
  const box = await day.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await day.click();
  await expect(page.locator("section:target").getByRole("heading", { name: "Open rehearsal" })).toBeVisible();
  await page.getByRole("link", { name: nextMonth }).click();
  await expect(page.getByText(`No events are listed for ${nextMonth}.`)).toBeVisible();
  await context.close();
});
