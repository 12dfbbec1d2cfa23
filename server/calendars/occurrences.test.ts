import { describe, expect, it } from "vitest";
import { readCalendar } from "./parseCalendar.ts";

const WINDOW = {
  from: Date.parse("2026-10-20T00:00:00Z"),
  until: Date.parse("2027-01-18T00:00:00Z"),
  timeZone: "America/Chicago",
};

/** Reads events, each given as lines. The default UID is "1", the default title "Fair". Returns times and titles. */
function read(...events: string[]): string[] {
  const toEvent = (lines: string) =>
    `BEGIN:VEVENT\n${/^UID:/m.test(lines) ? "" : "UID:1\n"}${/^SUMMARY:/m.test(lines) ? "" : "SUMMARY:Fair\n"}${lines}\nEND:VEVENT`;
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", ...events.map(toEvent), "END:VCALENDAR"].join("\n");
  return readCalendar(text.replaceAll("\n", "\r\n"), WINDOW).events.map(
    ({ startsAt, title }) => `${startsAt} ${title}`,
  );
}

const MONDAYS = "DTSTART;TZID=America/Chicago:20261102T100000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=3";
const DAYS = "DTSTART;VALUE=DATE:20261102\nRRULE:FREQ=WEEKLY;COUNT=3";
const ON = ["2026-11-02T16:00:00.000Z Fair", "2026-11-09T16:00:00.000Z Fair", "2026-11-16T16:00:00.000Z Fair"] as const;

describe("exceptions of a series", () => {
  it.each([
    ["in UTC", "EXDATE:20261109T160000Z"],
    ["in another zone", "EXDATE;TZID=America/New_York:20261109T110000"],
    ["as a date without its type", "EXDATE:20261109"],
    ["as a date with its type", "EXDATE;VALUE=DATE:20261109"],
    ["after one that matches nothing", "EXDATE:20261101T000000Z\nEXDATE;VALUE=DATE:20261109"],
  ])("removes only the excluded date, written %s", (_name, line) => {
    expect(read(`${MONDAYS}\n${line}`)).toEqual([ON[0], ON[2]]);
  });

  it.each([
    ["in UTC", "RECURRENCE-ID:20261109T160000Z"],
    ["as a date", "RECURRENCE-ID:20261109"],
  ])("replaces a date that is written %s", (_name, line) => {
    const moved = `${line}\nSUMMARY:Moved\nDTSTART;TZID=America/Chicago:20261110T120000`;
    expect(read(MONDAYS, moved)).toEqual([ON[0], "2026-11-10T18:00:00.000Z Moved", ON[2]]);
  });

  it.each([
    "EXDATE;TZID=America/Chicago:20261109T000000",
    "EXDATE:20261109T000000Z",
    "EXDATE:20261109T060000Z",
    "EXDATE;VALUE=DATE:20261109",
  ])("removes a day of an all-day series by %s", (line) => {
    expect(read(`${DAYS}\n${line}`)).toEqual(["2026-11-02 Fair", "2026-11-16 Fair"]);
  });

  it("replaces a day of an all-day series by midnight in a zone, as Exchange writes it", () => {
    const moved =
      "RECURRENCE-ID;TZID=Central Standard Time:20261109T000000\nSUMMARY:Moved\nDTSTART;VALUE=DATE:20261110";
    expect(read(DAYS, moved)).toEqual(["2026-11-02 Fair", "2026-11-10 Moved", "2026-11-16 Fair"]);
  });

  it("uses the highest SEQUENCE of an event and of an exception, in any order", () => {
    const events = [
      "SEQUENCE:2\nSUMMARY:New\nDTSTART:20261102T160000Z\nRRULE:FREQ=WEEKLY;COUNT=2",
      "SEQUENCE:1\nSUMMARY:Old\nDTSTART:20261103T160000Z\nRRULE:FREQ=WEEKLY;COUNT=2",
      "SEQUENCE:10\nRECURRENCE-ID:20261109T160000Z\nSUMMARY:Later\nDTSTART:20261109T200000Z",
      "SEQUENCE:9\nRECURRENCE-ID:20261109T160000Z\nSUMMARY:Earlier\nDTSTART:20261109T140000Z",
    ];
    const expected = ["2026-11-02T16:00:00.000Z New", "2026-11-09T20:00:00.000Z Later"];
    expect(read(...events)).toEqual(expected);
    expect(read(...events.reverse())).toEqual(expected);
  });

  it("shows a first date that was moved into the window from after it", () => {
    const series = "DTSTART:20270201T160000Z\nRRULE:FREQ=WEEKLY";
    const moved = "RECURRENCE-ID:20270201T160000Z\nSUMMARY:Moved\nDTSTART:20270110T160000Z";
    expect(read(series, moved)).toEqual(["2027-01-10T16:00:00.000Z Moved"]);
  });

  it("shows no exception of a date that is excluded, and moves all later dates with THISANDFUTURE", () => {
    const moved = "RECURRENCE-ID:20261109T160000Z\nSUMMARY:Moved\nDTSTART:20261110T160000Z";
    expect(read(`${MONDAYS}\nEXDATE:20261109T160000Z`, moved)).toEqual([ON[0], ON[2]]);
    const later =
      "RECURRENCE-ID;RANGE=THISANDFUTURE:20261109T160000Z\nSUMMARY:Later\nDTSTART:20261109T180000Z\nDURATION:PT1H";
    expect(read(MONDAYS, later)).toEqual([ON[0], "2026-11-09T18:00:00.000Z Later", "2026-11-16T18:00:00.000Z Later"]);
  });
});

describe("dates", () => {
  it("lists RDATE with and without a rule, also as periods", () => {
    const start = "DTSTART;TZID=America/Chicago:20261102T100000\nDURATION:PT1H";
    const [first, second, third] = ON;
    expect(read(`${start}\nRDATE;TZID=America/Chicago:20261109T100000,20261116T100000`)).toEqual([
      first,
      second,
      third,
    ]);
    expect(read(`${start}\nRDATE;VALUE=PERIOD:20261109T160000Z/PT1H`)).toEqual([first, second]);
    expect(read(`${start}\nRRULE:FREQ=WEEKLY;COUNT=2\nRDATE:20261116T160000Z`)).toEqual([first, second, third]);
  });

  it("reads a date without its type as a whole day", () => {
    expect(read("DTSTART:20261110\nDTEND:20261111", "UID:2\nDTSTART;TZID=America/Chicago:20261112")).toEqual([
      "2026-11-10 Fair",
      "2026-11-12 Fair",
    ]);
  });

  it.each(["RRULE:FREQ=WEEKLY;BYDAY=", "RRULE:FREQ=SOMETIMES", "RRULE:"])("keeps the first date of %s", (rule) => {
    expect(read(`DTSTART:20261102T160000Z\n${rule}`)).toEqual([ON[0]]);
  });

  it("reads several events without a UID, and lines that are folded", () => {
    expect(read("UID:\nSUMMARY:A\nDTSTART:2026\n 1102T160000Z")).toEqual(["2026-11-02T16:00:00.000Z A"]);
  });
});

describe("titles and places", () => {
  it("decodes entities of HTML", () => {
    expect(read("SUMMARY:Mayor&#8217\\;s Q&amp\\;A\nDTSTART:20261102T160000Z")).toEqual([
      "2026-11-02T16:00:00.000Z Mayor’s Q&A",
    ]);
    expect(read("SUMMARY:R&D at AT&T\nDTSTART:20261102T160000Z")).toEqual(["2026-11-02T16:00:00.000Z R&D at AT&T"]);
  });
});
