import { expect, it } from "vitest";
import { describeFixedZone, findNearestZone } from "./timeZones.ts";

it.each([
  ["America/Chigago", "America/Chicago"],
  ["America/New York", "America/New_York"],
  ["New York", "America/New_York"],
  ["Denver, Colorado", "America/Denver"],
  ["US/eastern", "America/New_York"],
  ["Eastern Time", "America/New_York"],
  ["CST", "America/Chicago"],
  ["PDT", "America/Los_Angeles"],
  ["Middle of nowhere", undefined],
])("finds the zone that was meant by %j", (name, zone) => {
  expect(findNearestZone(name)).toBe(zone);
});

it.each([
  ["EST", "America/New_York"],
  ["MST", "America/Denver"],
  ["-05:00", "America/New_York"],
  ["UTC", "America/New_York"],
])("names the zone of a place in place of %s, which has no daylight saving time", (zone, place) => {
  expect(describeFixedZone(zone)).toContain(`such as ${place}.`);
});

it.each(["America/Phoenix", "America/Chicago", "Atlantic/Reykjavik", "HST"])(
  "accepts %s, the zone of a place",
  (zone) => {
    expect(describeFixedZone(zone)).toBeUndefined();
  },
);
