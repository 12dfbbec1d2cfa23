import { calendar, centerCalendar, dayAhead, withCalendars } from "../support/calendar.ts";
import { violationsOf } from "./accessibility.ts";
import { expect, type Newsroom, test } from "./newsroom.ts";

const monthOf = (days: number) =>
  dayAhead(days).toLocaleString("en-US", { month: "long", year: "numeric", calendar: "gregory" });
const next = dayAhead(0).with({ day: 1 }).add({ months: 1 });
const nextMonth = next.toLocaleString("en-US", { month: "long", year: "numeric", calendar: "gregory" });

const withCenter = ({ host }: Newsroom) =>
  withCalendars([{ url: host.url("/center.ics"), publisher: "The Test Center" }]);

test("months are turned over and back, and a day leads to its events", async ({ page, newsroom }) => {
  newsroom.host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
  const site = await newsroom.open(withCenter(newsroom));
  await site.logs((log) => log.includes('"calendar polled"'));
  await page.goto(`${site.url}/events`);
  await expect(page.getByRole("table", { name: monthOf(0) })).toBeVisible();
  await page.getByRole("link", { name: nextMonth }).click();
  await expect(page.getByRole("table", { name: nextMonth })).toBeVisible();
  await expect(page).toHaveTitle(`Local Events, ${nextMonth} | The Chicago Meridian`);
  expect(new URL(page.url()).searchParams.get("month")).toBe(next.toString().slice(0, 7));
  // Every week has its market, but for one that is taken out and one that is cancelled.
  await page.getByRole("table").getByRole("link", { name: "Farmers market" }).last().click();
  await expect(page.locator("li:target")).toContainText("Lake Street lot");
  await page
    .getByRole("navigation", { name: "Months" })
    .getByRole("link", { name: monthOf(0) })
    .click();
  await expect(page.getByRole("table", { name: monthOf(0) })).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
});

test("the same is there without JavaScript, at 320 px", async ({ browser, newsroom }) => {
  const today = dayAhead(0).toString().replaceAll("-", "");
  newsroom.host.serve("/center.ics", {
    body: calendar([`UID:1\nSUMMARY:Open rehearsal\nLOCATION:Band shell\nDTSTART;VALUE=DATE:${today}`]),
    contentType: "text/calendar",
  });
  const site = await newsroom.open(withCenter(newsroom));
  await site.logs((log) => log.includes('"calendar polled"'));
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

for (const colorScheme of ["light", "dark"] as const)
  for (const width of [390, 1280])
    test(`events have no accessibility violation at ${width} px, ${colorScheme}`, async ({ browser, newsroom }) => {
      newsroom.host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
      const site = await newsroom.open(withCenter(newsroom));
      await site.logs((log) => log.includes('"calendar polled"'));
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
      const page = await context.newPage();
      for (const path of ["/events", "/embed/events"]) {
        await page.goto(site.url + path);
        await expect(page.locator("h1")).toHaveCount(1);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(overflow, path).toBeLessThanOrEqual(0);
        expect(await violationsOf(page), path).toEqual([]);
      }
      await context.close();
    });
