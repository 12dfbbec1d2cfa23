import type { Document } from "yaml";

/** The test edition's time zone. */
const ZONE = "America/Chicago";

/** Names the calendars of an edition, for a test that writes it. */
export function withCalendars(calendars: readonly { url: string; publisher: string }[]) {
  return (edition: Document) => edition.set("calendars", edition.createNode(calendars));
}

/** A day of the test edition, so many days from today. */
export function dayAhead(days: number): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(ZONE).add({ days });
}

/** A calendar of a community center, with one event of each kind, on days counted from today. */
export function centerCalendar(): string {
  return calendar([
    // Half past seven in Chicago.
    `UID:choir
SUMMARY:Winter choir
LOCATION:North Pier\\, Hall B
URL:https://center.example/choir
DTSTART;TZID=America/New_York:${dateTime(3, "203000")}
DTEND;TZID=America/New_York:${dateTime(3, "220000")}`,
    `UID:market
SUMMARY:Farmers market
LOCATION:Lake Street lot
DTSTART;TZID=${ZONE}:${dateTime(-27, "090000")}
DURATION:PT4H
RRULE:FREQ=WEEKLY
EXDATE;TZID=${ZONE}:${dateTime(8, "090000")}`,
    `UID:market
RECURRENCE-ID;TZID=${ZONE}:${dateTime(15, "090000")}
SUMMARY:Farmers market
STATUS:CANCELLED
DTSTART;TZID=${ZONE}:${dateTime(15, "090000")}`,
    `UID:fair
SUMMARY:Book fair
LOCATION:Harbor Library
DTSTART;VALUE=DATE:${date(4)}
DTEND;VALUE=DATE:${date(7)}`,
    `UID:parade
SUMMARY:Lantern parade
STATUS:CANCELLED
DTSTART:${dateTime(5, "180000Z")}`,
  ]);
}

/** A calendar of nothing but these events, each the lines between its BEGIN and END. */
export function calendar(events: readonly string[]): string {
  const lines = events.flatMap((event) => ["BEGIN:VEVENT", ...event.split("\n"), "END:VEVENT"]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//center//en", ...lines, "END:VCALENDAR", ""].join("\r\n");
}

function date(days: number): string {
  return dayAhead(days).toString().replaceAll("-", "");
}

function dateTime(days: number, time: string): string {
  return `${date(days)}T${time}`;
}
