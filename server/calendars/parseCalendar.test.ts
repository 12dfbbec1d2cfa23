import { describe, expect, it } from "vitest";
import { readCalendar } from "./parseCalendar.ts";

const WINDOW = {
  from: Date.parse("2026-10-20T00:00:00Z"),
  until: Date.parse("2027-01-18T00:00:00Z"),
  timeZone: "America/Chicago",
};

function calendar(...events: string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...events, "END:VCALENDAR"].join("\r\n");
}

function event(...lines: string[]): string {
  return ["BEGIN:VEVENT", ...lines, "END:VEVENT"].join("\r\n");
}

const read = (...events: string[]) => readCalendar(calendar(...events), WINDOW).events;
const starts = (...events: string[]) => read(...events).map(({ startsAt }) => startsAt);

/** Definition of a time zone under a non-IANA name, as calendar programs write it. */
const OWN_ZONE = `BEGIN:VTIMEZONE
TZID:Central Standard Time
BEGIN:STANDARD
DTSTART:16010101T020000
TZOFFSETFROM:-0500
TZOFFSETTO:-0600
RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:-0600
TZOFFSETTO:-0500
RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE`.replaceAll("\n", "\r\n");

describe("readCalendar", () => {
  it("reads a file of events without an end once", () => {
    expect(() => starts("BEGIN:VEVENT\r\n".repeat(100_000))).toThrow("component");
  });

  it("reads an event in its own time zone, with its place and link", () => {
    const [choir] = read(
      event(
        "UID:choir",
        "SUMMARY:Choir\\, by the lake",
        "DTSTART;TZID=America/New_York:20261205T203000",
        "DTEND;TZID=America/New_York:20261205T220000",
        "LOCATION:North Pier\\nHall B",
        "URL:https://choir.example/december",
      ),
    );
    expect(choir).toEqual({
      key: "choir",
      title: "Choir, by the lake",
      place: "North Pier Hall B",
      link: "https://choir.example/december",
      isAllDay: false,
      startsAt: "2026-12-06T01:30:00.000Z",
      endsAt: "2026-12-06T03:00:00.000Z",
    });
  });

  it.each([
    ["in UTC", "DTSTART:20261205T013000Z", "2026-12-05T01:30:00.000Z"],
    ["without a zone", "DTSTART:20261205T193000", "2026-12-06T01:30:00.000Z"],
    ["in an unknown zone", "DTSTART;TZID=Nowhere:20261205T193000", "2026-12-06T01:30:00.000Z"],
  ])("reads a time %s", (_case, line, instant) => {
    expect(starts(event("UID:1", "SUMMARY:A", line))).toEqual([instant]);
  });

  it("reads a time in a zone that the calendar defines, before and after the clocks change", () => {
    const inZone = (time: string) => event(`UID:${time}`, "SUMMARY:A", `DTSTART;TZID=Central Standard Time:${time}`);
    expect(starts(OWN_ZONE, inZone("20261031T180000"), inZone("20261101T180000"))).toEqual([
      "2026-10-31T23:00:00.000Z",
      "2026-11-02T00:00:00.000Z",
    ]);
  });

  it("uses the calendar's default zone for times that name none", () => {
    expect(starts("X-WR-TIMEZONE:Europe/Berlin", event("UID:1", "SUMMARY:A", "DTSTART:20261205T193000"))).toEqual([
      "2026-12-05T18:30:00.000Z",
    ]);
  });

  it("expands a recurring event at the same local hour, with its exceptions", () => {
    const weekly = [
      event(
        "UID:market",
        "SUMMARY:Market",
        "DTSTART;TZID=America/Chicago:20200104T090000",
        "DURATION:PT3H",
        "RRULE:FREQ=WEEKLY;UNTIL=20261206T000000Z",
        "EXDATE;TZID=America/Chicago:20261107T090000",
      ),
      event(
        "UID:market",
        "RECURRENCE-ID;TZID=America/Chicago:20261114T090000",
        "SUMMARY:Market\\, indoors",
        "DTSTART;TZID=America/Chicago:20261115T110000",
        "DURATION:PT1H",
      ),
      event(
        "UID:market",
        "RECURRENCE-ID;TZID=America/Chicago:20261121T090000",
        "SUMMARY:Market",
        "STATUS:CANCELLED",
        "DTSTART;TZID=America/Chicago:20261121T090000",
      ),
    ];
    expect(read(...weekly).map(({ title, startsAt }) => `${startsAt} ${title}`)).toEqual([
      "2026-10-24T14:00:00.000Z Market",
      "2026-10-31T14:00:00.000Z Market",
      "2026-11-15T17:00:00.000Z Market, indoors",
      "2026-11-28T15:00:00.000Z Market",
      "2026-12-05T15:00:00.000Z Market",
    ]);
    expect(new Set(read(...weekly).map(({ key }) => key)).size).toBe(5);
  });

  it("ends an endless recurrence at the end of the window", () => {
    const dates = starts(event("UID:1", "SUMMARY:A", "DTSTART:20200101T120000Z", "RRULE:FREQ=DAILY"));
    expect([dates.length, dates[0], dates.at(-1)]).toEqual([
      90,
      "2026-10-20T12:00:00.000Z",
      "2027-01-17T12:00:00.000Z",
    ]);
  });

  it("keeps all-day events as dates", () => {
    const [fair, holiday] = read(
      event("UID:1", "SUMMARY:Fair", "DTSTART;VALUE=DATE:20261204", "DTEND;VALUE=DATE:20261207"),
      event("UID:2", "SUMMARY:Holiday", "DTSTART;VALUE=DATE:20261225"),
    );
    expect(fair).toMatchObject({ isAllDay: true, startsAt: "2026-12-04", endsAt: "2026-12-06" });
    expect(holiday).toMatchObject({ isAllDay: true, startsAt: "2026-12-25", endsAt: "2026-12-25" });
  });

  it.each([
    ["cancelled", "STATUS:CANCELLED"],
    ["private", "CLASS:PRIVATE"],
    ["over", "DTSTART:20260101T120000Z"],
    ["too far ahead", "DTSTART:20270301T120000Z"],
    ["malformed", "DTSTART:tomorrow"],
  ])("omits an event that is %s, and reads the others", (_case, line) => {
    const start = line.startsWith("DTSTART") ? [] : ["DTSTART:20261205T120000Z"];
    const events = read(
      event("UID:1", "SUMMARY:Out", ...start, line),
      event("UID:2", "SUMMARY:In", "DTSTART:20261206T120000Z"),
    );
    expect(events.map(({ title }) => title)).toEqual(["In"]);
  });

  it("omits an event of too many lines, and reads all that follows it", () => {
    const long = event("UID:1", "SUMMARY:Long", "DTSTART:20261205T120000Z", ...Array(10_000).fill("COMMENT:A"));
    const next = event("UID:2", "SUMMARY:Next", "DTSTART;TZID=Village Time:20261206T120000");
    const zone = OWN_ZONE.replace("Central Standard Time", "Village Time").replaceAll("-0500", "+0100");
    const { events, unknownZones } = readCalendar(calendar(long, zone, next, long), WINDOW);
    expect(events.map(({ title, startsAt }) => `${startsAt} ${title}`)).toEqual(["2026-12-06T18:00:00.000Z Next"]);
    expect(unknownZones).toEqual([]);
  });

  it("drops links other than http and https", () => {
    const [first] = read(event("UID:1", "SUMMARY:A", "DTSTART:20261205T120000Z", "URL:javascript:alert(1)"));
    expect(first?.link).toBeNull();
  });

  it("rejects text that is not a calendar", () => {
    expect(() => readCalendar("<html><body>Sign in</body></html>", WINDOW)).toThrow();
    expect(() => readCalendar("BEGIN:VCARD\r\nFN:Ada\r\nEND:VCARD", WINDOW)).toThrow("no calendar");
  });
});
