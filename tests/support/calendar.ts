import type { Document } from "yaml";

const TIME_ZONE = "America/Chicago";

/** Returns a change to a test edition that adds calendars. */
export function withCalendars(calendars: readonly { url: string; publisher: string }[]) {
  return (edition: Document) => edition.set("calendars", edition.createNode(calendars));
}

/** Returns the date `days` days from today, in the test edition's time zone. */
export function dayAhead(days: number): Temporal.PlainDate {
  return Temporal.Now.plainDateISO(TIME_ZONE).add({ days });
}

/** Returns a calendar with one event of each kind, on dates relative to today. */
export function centerCalendar(): string {
  return calendar([
    // Begins at 7:30 p.m. in Chicago.
    `UID:choir
SUMMARY:Winter choir
LOCATION:North Pier\\, Hall B
URL:https://center.example/choir
DTSTART;TZID=America/New_York:${dateTime(3, "203000")}
DTEND;TZID=America/New_York:${dateTime(3, "220000")}`,
    `UID:market
SUMMARY:Farmers market
LOCATION:Lake Street lot
DTSTART;TZID=${TIME_ZONE}:${dateTime(-27, "090000")}
DURATION:PT4H
RRULE:FREQ=WEEKLY
EXDATE;TZID=${TIME_ZONE}:${dateTime(8, "090000")}`,
    `UID:market
RECURRENCE-ID;TZID=${TIME_ZONE}:${dateTime(15, "090000")}
SUMMARY:Farmers market
STATUS:CANCELLED
DTSTART;TZID=${TIME_ZONE}:${dateTime(15, "090000")}`,
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

/** Returns a calendar as Exchange writes it, with a time zone of Windows and an unknown time zone. */
export function exchangeCalendar(): string {
  return calendar([
    `UID:mayor
SUMMARY:Mayor&#8217\\;s Q&amp\\;A
DTSTART;TZID=Eastern Standard Time:${dateTime(2, "180000")}
DURATION:PT1H`,
    `UID:fete
SUMMARY:Village fete
DTSTART;TZID=Village Time:${dateTime(2, "180000")}
DURATION:PT1H`,
    `UID:recycling
SUMMARY:Recycling
DTSTART:${date(3)}
RRULE:FREQ=WEEKLY;COUNT=3`,
    `UID:recycling
RECURRENCE-ID;TZID=Central Standard Time:${dateTime(10, "000000")}
SUMMARY:Recycling
STATUS:CANCELLED
DTSTART;VALUE=DATE:${date(10)}`,
  ]);
}

/** Returns a calendar with the given events, each as the lines between its BEGIN and END. */
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
