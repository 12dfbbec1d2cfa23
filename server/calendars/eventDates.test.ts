import { describe, expect, it } from "vitest";
import { toDatedEvent } from "./eventDates.ts";

const EDITION = {
  timeZone: "America/Chicago",
  language: "en-US",
  calendars: [{ url: "https://center.example/a.ics", publisher: "Lakeside Center", private: false }],
};
const EVENT = {
  calendarUrl: "https://center.example/a.ics",
  key: "1",
  title: "Winter choir",
  place: "Hall B",
  link: null,
  isAllDay: false,
  startsAt: "2026-12-06T01:30:00.000Z",
  endsAt: "2026-12-06T03:00:00.000Z",
};

const date = (changes: Partial<typeof EVENT>) => toDatedEvent({ ...EVENT, ...changes }, EDITION);

describe("toDatedEvent", () => {
  it("dates an event in the edition's time zone", () => {
    expect(date({})).toMatchObject({
      first: "2026-12-05",
      last: "2026-12-05",
      entry: { time: "7:30 p.m. to 9 p.m.", through: null, publisher: "Lakeside Center" },
    });
  });

  it("ends an event at midnight on the day before", () => {
    expect(date({ endsAt: "2026-12-06T06:00:00.000Z" })).toMatchObject({
      last: "2026-12-05",
      entry: { through: null },
    });
  });

  it("gives an event of several days its start and its last day", () => {
    expect(date({ endsAt: "2026-12-08T03:00:00.000Z" })).toMatchObject({
      last: "2026-12-07",
      entry: { time: "7:30 p.m.", through: "Through December 7" },
    });
  });

  it("keeps the days of an all-day event", () => {
    expect(date({ isAllDay: true, startsAt: "2026-12-04", endsAt: "2026-12-06" })).toMatchObject({
      first: "2026-12-04",
      last: "2026-12-06",
      entry: { time: "all day", through: "Through December 6" },
    });
  });

  it("gives an event without a duration no end, on its day", () => {
    expect(date({ endsAt: EVENT.startsAt })).toMatchObject({ last: "2026-12-05", entry: { time: "7:30 p.m." } });
  });
});
