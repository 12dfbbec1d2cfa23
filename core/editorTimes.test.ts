import { expect, it } from "vitest";
import { formatEditorTime, listInstants, parseEditorTime } from "./editorTimes.ts";

/** A Wednesday, 8 a.m. in Chicago. */
const clock = { timeZone: "America/Chicago", now: "2026-11-25T14:00:00.000Z" };
const read = (text: string) => {
  const { instant, expected } = parseEditorTime(text, clock);
  return instant === undefined ? expected : formatEditorTime(instant, clock.timeZone);
};

it.each([
  ["2026-11-26 06:30", "2026-11-26 06:30"],
  ["2026-11-26T06:30", "2026-11-26 06:30"],
  ["2026-11-26 06:30:00", "2026-11-26 06:30"],
  ["2026-11-26 6:30 PM", "2026-11-26 18:30"],
  ["2026-11-26T06:30:00-05:00", "2026-11-26 05:30"],
  ["2026-11-26 06:30 -05:00", "2026-11-26 05:30"],
  ["2026-11-26T12:30Z", "2026-11-26 06:30"],
  ["tomorrow 6:30 am", "2026-11-26 06:30"],
  ["Tomorrow at 18:30", "2026-11-26 18:30"],
  ["mañana 6:30", "2026-11-26 06:30"],
  ["today 7pm", "2026-11-25 19:00"],
  ["12 a.m.", "2026-11-26 00:00"],
  ["7:45 am", "2026-11-26 07:45"],
  ["friday noon", "2026-11-27 12:00"],
  ["Wed 7 am", "2026-12-02 07:00"],
  ["Wednesday 9 am", "2026-11-25 09:00"],
  ["Nov. 26 at 7 p.m.", "2026-11-26 19:00"],
  ["November 26, 2027, 7:05 pm", "2027-11-26 19:05"],
  ["March 1 6 am", "2027-03-01 06:00"],
  ["in 2 hours", "2026-11-25 10:00"],
  ["now", "2026-11-25 08:00"],
])("reads %j", (text, expected) => {
  expect(read(text)).toBe(expected);
});

it.each([
  "soon",
  "",
  "constructor",
  "toString noon",
  "tomorrow 25:00",
  "tomorrow 6",
  "2026-02-30 06:30",
  "13:00 pm",
  "x".repeat(1000),
])("rejects %j, with examples", (text) => {
  expect(read(text)).toContain('a time such as "2026-11-26 06:30", "tomorrow 6:30 am"');
});

it.each(["2026-11-26", "tomorrow", "Friday", "Nov 26"])("asks for the time of day of %j", (text) => {
  expect(read(text)).toContain('the time of day, too, such as "2026-11-2');
});

it("rejects a time that clocks skip, and names both of one that happens twice", () => {
  expect(read("2026-03-08 02:30")).toContain("clocks in America/Chicago skip 2026-03-08 02:30");
  expect(read("2026-11-01 01:30")).toContain('"2026-11-01 01:30 -05:00" or "2026-11-01 01:30 -06:00"');
});

it("lists the instants of a local time: none that clocks skip, both of one that happens twice", () => {
  const list = (local: string) => listInstants(local, clock.timeZone);
  expect(list("2026-11-25T08:00")).toEqual([clock.now]);
  expect(list("2026-03-08T02:30")).toEqual([]);
  expect(list("2026-11-01T01:30")).toEqual(["2026-11-01T06:30:00.000Z", "2026-11-01T07:30:00.000Z"]);
  for (const text of ["2026-02-30T08:00", "2026-11-25T24:00", "2026-11-25 08:00", "x"]) expect(list(text)).toBeNull();
});

it("prints a time that happens twice so that it can be read back", () => {
  for (const instant of ["2026-11-01T06:30:00.000Z", "2026-11-01T07:30:00.000Z"])
    expect(parseEditorTime(formatEditorTime(instant, clock.timeZone), clock).instant).toBe(instant);
});
