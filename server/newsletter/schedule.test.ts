import { describe, expect, it } from "vitest";
import { dueAt, dueDate } from "./schedule.ts";

const at = (instant: string) => Date.parse(instant);
const HOURS = { hour: "06:00", hoursLate: 6 };

/** Every day on which a clock that is looked at every minute finds a briefing due, each looked at once. */
function daysOf(hour: string, timeZone: string, from: string, until: string): string[] {
  const days: string[] = [];
  for (let now = at(from); now < at(until); now += 60_000) {
    const day = dueDate({ hour, hoursLate: 6 }, timeZone, now, days.at(-1) ?? null);
    if (day) days.push(day);
  }
  return days;
}

describe("the hour of the briefing", () => {
  it.each([
    ["Chicago in winter", "2025-01-15", "06:00", "America/Chicago", "2025-01-15T12:00:00Z"],
    ["Chicago in summer", "2025-07-15", "06:00", "America/Chicago", "2025-07-15T11:00:00Z"],
    ["an hour that does not exist", "2025-03-09", "02:30", "America/Chicago", "2025-03-09T08:30:00Z"],
    ["an hour that comes twice", "2025-11-02", "01:30", "America/Chicago", "2025-11-02T06:30:00Z"],
    ["a midnight that does not exist", "2025-09-07", "00:00", "America/Santiago", "2025-09-07T04:00:00Z"],
    ["half an hour's change", "2025-10-05", "02:15", "Australia/Lord_Howe", "2025-10-04T15:45:00Z"],
  ])("is right for %s", (_name, date, hour, timeZone, instant) => {
    expect(new Date(dueAt(date, { hour, hoursLate: 6 }, timeZone)).toISOString()).toBe(new Date(instant).toISOString());
  });

  it.each(["02:30", "01:30", "00:00", "23:59"])("at %s comes once a day through both changes of the clocks", (hour) => {
    const spring = daysOf(hour, "America/Chicago", "2025-03-08T06:00:00Z", "2025-03-11T05:00:00Z");
    expect(spring).toEqual(["2025-03-08", "2025-03-09", "2025-03-10"]);
    const autumn = daysOf(hour, "America/Chicago", "2025-11-01T05:00:00Z", "2025-11-04T06:00:00Z");
    expect(autumn).toEqual(["2025-11-01", "2025-11-02", "2025-11-03"]);
  });
});

describe("a missed hour", () => {
  const zone = "America/Chicago";
  it("is made up for within the hours that the edition allows, and not after them", () => {
    expect(dueDate(HOURS, zone, at("2025-04-17T10:59:59Z"), "2025-04-16")).toBeNull();
    expect(dueDate(HOURS, zone, at("2025-04-17T16:59:00Z"), "2025-04-16")).toBe("2025-04-17");
    expect(dueDate(HOURS, zone, at("2025-04-17T17:01:00Z"), "2025-04-16")).toBeNull();
  });

  it("does not bring a day back when the clock is set back", () => {
    expect(dueDate(HOURS, zone, at("2025-04-17T11:30:00Z"), "2025-04-17")).toBeNull();
    expect(dueDate(HOURS, zone, at("2025-04-16T11:30:00Z"), "2025-04-17")).toBeNull();
    expect(dueDate(HOURS, zone, at("2025-04-18T11:30:00Z"), "2025-04-17")).toBe("2025-04-18");
  });
});
