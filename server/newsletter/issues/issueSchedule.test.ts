import { describe, expect, it } from "vitest";
import { findDueDate, getDueTime, getNextDueTime } from "./issueSchedule.ts";

const at = (instant: string) => Date.parse(instant);
const ZONE = "America/Chicago";

/** Returns the dates whose briefings are due when the schedule is checked once a minute. */
function findDueDates(hour: string, from: string, until: string): string[] {
  const dates: string[] = [];
  for (let now = at(from); now < at(until); now += 60_000) {
    const date = findDueDate({ hour, hoursLate: 6 }, ZONE, now, dates.at(-1) ?? null);
    if (date) dates.push(date);
  }
  return dates;
}

describe("getDueTime", () => {
  it.each([
    ["Chicago in winter", "2025-01-15", "06:00", "America/Chicago", "2025-01-15T12:00:00Z"],
    ["Chicago in summer", "2025-07-15", "06:00", "America/Chicago", "2025-07-15T11:00:00Z"],
    ["a skipped hour", "2025-03-09", "02:30", "America/Chicago", "2025-03-09T08:30:00Z"],
    ["a repeated hour", "2025-11-02", "01:30", "America/Chicago", "2025-11-02T06:30:00Z"],
    ["a skipped midnight", "2025-09-07", "00:00", "America/Santiago", "2025-09-07T04:00:00Z"],
    ["a change by half an hour", "2025-10-05", "02:15", "Australia/Lord_Howe", "2025-10-04T15:45:00Z"],
  ])("returns the right instant for %s", (_name, date, hour, timeZone, instant) => {
    const due = getDueTime(date, { hour, hoursLate: 6 }, timeZone);
    expect(new Date(due).toISOString()).toBe(new Date(instant).toISOString());
  });
});

describe("findDueDate", () => {
  it.each(["02:30", "01:30", "00:00", "23:59"])("finds %s due once a day through both clock changes", (hour) => {
    const spring = findDueDates(hour, "2025-03-08T06:00:00Z", "2025-03-11T05:00:00Z");
    expect(spring).toEqual(["2025-03-08", "2025-03-09", "2025-03-10"]);
    const autumn = findDueDates(hour, "2025-11-01T05:00:00Z", "2025-11-04T06:00:00Z");
    expect(autumn).toEqual(["2025-11-01", "2025-11-02", "2025-11-03"]);
  });

  const schedule = { hour: "06:00", hoursLate: 6 };

  it("catches up on a missed hour only within the hours that the edition allows", () => {
    expect(findDueDate(schedule, ZONE, at("2025-04-17T10:59:59Z"), "2025-04-16")).toBeNull();
    expect(findDueDate(schedule, ZONE, at("2025-04-17T16:59:00Z"), "2025-04-16")).toBe("2025-04-17");
    expect(findDueDate(schedule, ZONE, at("2025-04-17T17:01:00Z"), "2025-04-16")).toBeNull();
  });

  it("does not repeat a date after the clock was set back", () => {
    expect(findDueDate(schedule, ZONE, at("2025-04-17T11:30:00Z"), "2025-04-17")).toBeNull();
    expect(findDueDate(schedule, ZONE, at("2025-04-16T11:30:00Z"), "2025-04-17")).toBeNull();
    expect(findDueDate(schedule, ZONE, at("2025-04-18T11:30:00Z"), "2025-04-17")).toBe("2025-04-18");
  });
});

it("names the next briefing: today's until its hour, then tomorrow's, also after a clock change", () => {
  const next = (now: string, last: string | null = null) =>
    new Date(getNextDueTime({ hour: "06:00", hoursLate: 6 }, ZONE, at(now), last)).toISOString();
  expect(next("2025-04-17T10:59:00Z")).toBe("2025-04-17T11:00:00.000Z");
  expect(next("2025-04-17T11:00:00Z")).toBe("2025-04-18T11:00:00.000Z");
  expect(next("2025-04-17T08:00:00Z", "2025-04-17")).toBe("2025-04-18T11:00:00.000Z");
  expect(next("2025-03-08T20:00:00Z")).toBe("2025-03-09T11:00:00.000Z");
});
