import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { calendar, centerCalendar, dayAhead, exchangeCalendar, withCalendars } from "../support/calendar.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { isLong } from "../support/longTests.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, storeUrlIn, withStore } from "../support/stores.ts";

const hasEndless = isLong && !isPostgres;

interface ListedEvent {
  name: string;
  startDate: string;
  endDate: string;
  location: { name: string };
  url: string;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  host.serve("/center.ics", { body: centerCalendar(), contentType: "text/calendar" });
  serveAlerts("Alert");
  // Parsing a rule that never matches takes the limit of ten seconds of CPU time, so only long runs on SQLite parse it.
  // `calendarParser.test.ts` parses the same rule with a short limit.
  host.serve("/endless.ics", {
    body: calendar(["UID:1\nSUMMARY:Never\nDTSTART:20200201T120000Z\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"]),
    contentType: "text/calendar",
  });
  host.serve("/exchange.ics", { body: exchangeCalendar(), contentType: "text/calendar" });
  site = await openSite([
    { url: host.url("/center.ics"), publisher: "Lakeside Center" },
    { url: host.url("/exchange.ics"), publisher: "The Exchange" },
    ...(hasEndless ? [{ url: host.url("/endless.ics"), publisher: "The Endless Club" }] : []),
  ]);
  await site.logs((log) => log.includes('"calendar polled"'));
});

afterAll(async () => {
  await site?.stop();
  await host.close();
  await folder.remove();
});

/** Serves an Atom feed of the Common Alerting Protocol: one alert in force for an hour, and one that has expired. */
function serveAlerts(msgType: string): void {
  const toEntry = (
    event: string,
    expires: number,
  ) => `<entry><id>urn:${event}</id><author><name>NWS Chicago</name></author>
    <cap:event>${event} Warning</cap:event><cap:effective>${new Date(Date.now() - 7_200_000).toISOString()}</cap:effective>
    <cap:expires>${new Date(expires).toISOString()}</cap:expires><cap:status>Actual</cap:status>
    <cap:msgType>${msgType}</cap:msgType><cap:category>Met</cap:category><cap:severity>Severe</cap:severity>
    <cap:areaDesc>Cook &amp; Will</cap:areaDesc></entry>`;
  const entries = toEntry("Flood", Date.now() + 3_600_000) + toEntry("Former", Date.now() - 3_600_000);
  const cap = 'xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2"';
  host.serve("/alerts.atom", { body: `<feed ${cap}>${entries}</feed>`, contentType: "application/atom+xml" });
}

async function openSite(
  calendars: { url: string; publisher: string; private?: boolean }[],
  env: Record<string, string> = { ALLOW_PRIVATE_HOSTS: host.allowed },
): Promise<Site> {
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: () => [],
    relays: [],
    change(edition) {
      withCalendars(calendars)(edition);
      edition.set("officialAlerts", [{ url: host.url("/alerts.atom") }, { url: host.url("/missing.atom") }]);
    },
  });
  return startSite({ editions, data: folder.path, env });
}

const until = (path: string, isDone: (text: string) => boolean) => readUntil(() => get(path), isDone);

const get = async (path: string) => (await fetch(site.url + path)).text();

it("shows official alerts with sender and area until they are canceled", async () => {
  const shown = await until("/text", (text) => text.includes("Flood Warning"));
  expect(shown).toContain(
    "<strong>Weather:</strong> Flood Warning <small>Official: NWS Chicago, Cook &amp; Will</small>",
  );
  expect(await until("/faq", (text) => text.includes("Flood Warning"))).toContain(
    "Official: NWS Chicago, Cook &amp; Will",
  );
  expect(shown).not.toContain("Former Warning");
  // Reloading the edition polls its alerts again.
  serveAlerts("Cancel");
  const file = join(folder.path, "editions", "chicago", "edition.yaml");
  await writeFile(file, `${await readFile(file, "utf8")}\n`);
  await until("/api/alerts.json", (text) => text === "[]");
  await until("/text", (text) => !text.includes("Flood Warning"));
});

/** Returns the events in the structured data of all months within 90 days. */
async function listedEvents(): Promise<ListedEvent[]> {
  const months = new Set(Array.from({ length: 91 }, (_, days) => dayAhead(days).toString().slice(0, 7)));
  const lists = await Promise.all(
    [...months].map(async (month) => {
      const lists = (await get(`/events?month=${month}`)).matchAll(
        /<script type="application\/ld\+json">(.*?)<\/script>/g,
      );
      // Leaves out the page's stories, whose entries have no `item`.
      return Array.from(lists, ([, json]) => JSON.parse(json ?? "") as { itemListElement: { item?: ListedEvent }[] })
        .flatMap(({ itemListElement }) => itemListElement)
        .flatMap(({ item }) => item ?? []);
    }),
  );
  // Removes duplicates: an event that continues into the next month is listed in both months.
  return [...new Map(lists.flat().map((event) => [event.name + event.startDate, event])).values()];
}

const findByName = (events: ListedEvent[], name: string) => events.filter((event) => event.name === name);

describe("the events page of an edition with calendars", () => {
  it("lists an event of another time zone at the edition's local time, with place and link", async () => {
    const [choir] = findByName(await listedEvents(), "Winter choir");
    const evening = dayAhead(3).toZonedDateTime({ timeZone: "America/Chicago", plainTime: "19:30" });
    expect(choir).toMatchObject({
      startDate: new Date(evening.epochMilliseconds).toISOString(),
      location: { name: "North Pier, Hall B" },
      url: "https://center.example/choir",
    });
    const page = await get(`/events?month=${dayAhead(3).toString().slice(0, 7)}`);
    expect(page).toContain("7:30 p.m. to 9 p.m.");
    expect(page).toContain('<a href="https://center.example/choir">Winter choir</a>');
    expect(page).toContain("Lakeside Center");
  });

  it("lists each date of a recurring event for 90 days, without excluded and cancelled ones", async () => {
    const days = findByName(await listedEvents(), "Farmers market").map(({ startDate }) => startDate);
    const expected = [1, 22, 29, 36, 43, 50, 57, 64, 71, 78, 85].map((days) =>
      new Date(
        dayAhead(days).toZonedDateTime({ timeZone: "America/Chicago", plainTime: "09:00" }).epochMilliseconds,
      ).toISOString(),
    );
    expect(days.sort()).toEqual(expected);
  });

  it("lists all-day events as dates, and no cancelled ones", async () => {
    const events = await listedEvents();
    expect(findByName(events, "Book fair")).toMatchObject([
      { startDate: dayAhead(4).toString(), endDate: dayAhead(6).toString() },
    ]);
    expect(findByName(events, "Lantern parade")).toEqual([]);
    expect(findByName(events, "Never")).toEqual([]);
  });

  it("lists events of zones and exceptions as Exchange writes them", async () => {
    await site.logs((log) => log.includes('exchange.ics","events"'));
    const events = await listedEvents();
    const at = (days: number, plainTime: string, timeZone = "America/Chicago") =>
      new Date(dayAhead(days).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds).toISOString();
    expect(findByName(events, "Mayor’s Q&A").map(({ startDate }) => startDate)).toEqual([
      at(2, "18:00", "America/New_York"),
    ]);
    expect(findByName(events, "Village fete").map(({ startDate }) => startDate)).toEqual([at(2, "18:00")]);
    expect(findByName(events, "Recycling").map(({ startDate }) => startDate)).toEqual(
      [3, 17].map((days) => dayAhead(days).toString()),
    );
  });

  it("says in the calendar's state which zones are unknown, and readers see no fault", async () => {
    await site.logs((log) => log.includes('"msg":"calendar names unknown time zones"'));
    const [state] = await withStore(storeUrlIn(folder.path), (store) =>
      store.selectFrom("calendars").selectAll().where("url", "=", host.url("/exchange.ics")).execute(),
    );
    expect(state).toMatchObject({
      failures: 0,
      last_error:
        "Unknown time zones, whose times are read in the calendar's default zone, else in America/Chicago: Village Time.",
    });
  });

  it("shows the month as a table above the stories, and both in the embed", async () => {
    const page = await get("/events");
    expect(page).toMatch(/<table[^>]*><caption>[A-Z][a-z]+ \d{4}<\/caption>/);
    expect(page.match(/href="\/article\//g)?.length).toBeGreaterThanOrEqual(15);
    const embed = await get("/embed/events");
    expect(embed).toContain("Winter choir");
    // The notice stands between the events and the stories, since it is about the stories.
    expect(embed).toMatch(/Winter choir.*Using cached articles.*href="\/article\//s);
    expect(embed.match(/Using cached articles/g)).toHaveLength(1);
  });

  it("shows the current month for any other that cannot have events", async () => {
    const caption = (page: string) => /<caption>(.*?)<\/caption>/.exec(page)?.[1];
    const now = caption(await get("/events"));
    for (const month of ["1999-01", "2999-01", `${dayAhead(0).year}-13`, "soon"])
      expect(caption(await get(`/events?month=${month}`))).toBe(now);
  });

  it.skipIf(!hasEndless)("ends the parsing of a calendar that never matches by time or memory", () =>
    site.logs((log) => /endless\.ics","reason":"Parsing the calendar (took longer|needed more) than/.test(log)),
  );

  it("keeps the last events of a failing calendar, and says so", async () => {
    await site.stop();
    host.fault("/center.ics", { kind: "status", status: 500 }, "all");
    site = await openSite([{ url: host.url("/center.ics"), publisher: "Lakeside Center" }]);
    expect(await get("/events")).not.toContain("does not answer");
    const { status } = await broadsheet(["feeds", "poll", host.url("/center.ics")], {
      DATABASE_URL: storeUrlIn(folder.path),
    });
    expect(status).toBe(0);
    await site.logs((log) => log.includes("calendar failed"));
    await until("/events", (page) => page.includes("One of our calendars isn’t responding."));
    expect(findByName(await listedEvents(), "Winter choir")).toHaveLength(1);
  });
});

describe("a site that starts after its clock was set back by an hour, and allows no private host", () => {
  let other: FeedHost;
  beforeAll(async () => {
    await site.stop();
    const in1Hour = new Date(Date.now() + 3_600_000).toISOString();
    await withStore(storeUrlIn(folder.path), (store) =>
      store.updateTable("calendars").set({ last_attempt_at: in1Hour, next_poll_at: in1Hour, failures: 0 }).execute(),
    );
    other = await startFeedHost();
    host.heal("/center.ics");
    host.fault("/leaves.ics", { kind: "redirect", to: other.url("/center.ics") });
    const calendars = [
      { url: host.url("/center.ics"), publisher: "Lakeside Center", private: true },
      { url: host.url("/leaves.ics"), publisher: "The Leavers", private: true },
      { url: other.url("/center.ics"), publisher: "The Other Center" },
    ];
    site = await openSite(calendars, {});
  });
  afterAll(() => other.close());

  it("polls calendars at once", async () => {
    await site.logs((log) => log.includes('"msg":"calendar polled"'));
    expect(site.written()).toContain('"msg":"clock was set back');
  });

  it("reaches a private calendar's own host, and no other private one", async () => {
    await site.logs((log) => (log.match(/"msg":"calendar failed/g)?.length ?? 0) >= 2);
    const results = site.written().matchAll(/"calendar":"([^"]+)",(?:"events":|"reason":"([^"]+)")/g);
    expect(Object.fromEntries(Array.from(results, ([, url = "", reason]) => [url, reason]))).toEqual({
      [host.url("/center.ics")]: undefined,
      [host.url("/leaves.ics")]: expect.stringContaining("is refused"),
      [other.url("/center.ics")]: expect.stringContaining("is refused"),
    });
    expect(other.requests("/center.ics")).toEqual([]);
  });
});

describe("the events page of an edition without calendars", () => {
  it("shows stories only", async () => {
    await site.stop();
    site = await openSite([]);
    const page = await get("/events");
    expect(page).not.toContain("<table");
    expect(page.match(/href="\/article\//g)?.length).toBeGreaterThanOrEqual(15);
  });
});
