import { expect, it } from "vitest";
import { isIanaZone } from "../feeds/dates/zones.ts";
import { findCalendarZone } from "./calendarZones.ts";
import { readCalendar } from "./parseCalendar.ts";
import { IANA_BY_WINDOWS } from "./windowsZones.ts";

const WINDOW = { from: Date.parse("2026-10-20"), until: Date.parse("2027-01-18"), timeZone: "America/Chicago" };

const readAt = (zone: string) =>
  readCalendar(
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\nDTSTART;TZID=${zone}:20261205T193000\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    WINDOW,
  );

it.each([
  ["Eastern Standard Time", "2026-12-06T00:30:00.000Z"],
  ["/freeassociation.sourceforge.net/America/New_York", "2026-12-06T00:30:00.000Z"],
  ["/mozilla.org/20050126_1/America/Argentina/Buenos_Aires", "2026-12-05T22:30:00.000Z"],
  ["/softwarestudio.org/Olson_20011030_5/America/Denver", "2026-12-06T02:30:00.000Z"],
  ['"(UTC-05:00) Eastern Time (US & Canada)"', "2026-12-06T00:30:00.000Z"],
  ['"tzone://Microsoft/Utc"', "2026-12-05T19:30:00.000Z"],
  ["GMT-0500", "2026-12-06T00:30:00.000Z"],
  ['"UTC+05:30"', "2026-12-05T14:00:00.000Z"],
])("reads times in %s", (zone, instant) => {
  const { events, unknownZones } = readAt(zone);
  expect([events.map(({ startsAt }) => startsAt), unknownZones]).toEqual([[instant], []]);
});

it("reads times in an unknown zone in the edition's, and reports it", () => {
  const { events, unknownZones } = readAt("Village Time");
  expect([events[0]?.startsAt, unknownZones]).toEqual(["2026-12-06T01:30:00.000Z", ["Village Time"]]);
});

it("finds an IANA zone for every name of Windows, and none for other words", () => {
  for (const [name, zone] of IANA_BY_WINDOWS) expect(isIanaZone(zone), name).toBe(true);
  expect(IANA_BY_WINDOWS.size).toBe(148);
  expect(["Custom", "Customized Time Zone 1", "/", ""].map(findCalendarZone)).toEqual([null, null, null, null]);
});
