import { expect, it } from "vitest";
import { formatZone, toLocalTime, toOffset } from "./localTime.ts";

it("writes an instant in the edition's time", () => {
  expect(toLocalTime("2026-11-26T12:30:00.000Z", "America/Chicago")).toBe("2026-11-26T06:30");
  expect(toLocalTime("2026-07-01T05:00:00.000Z", "America/Chicago")).toBe("2026-07-01T00:00");
});

it("tells the two instants of a doubled hour apart", () => {
  expect(toOffset("2026-11-01T06:30:00.000Z", "America/Chicago")).toBe("-05:00");
  expect(toOffset("2026-11-01T07:30:00.000Z", "America/Chicago")).toBe("-06:00");
  expect(toOffset("2026-01-01T00:00:00.000Z", "UTC")).toBe("+00:00");
});

it("names the edition's time zone, and the two of a doubled hour", () => {
  expect(formatZone("America/Chicago", "en", "longGeneric")).toBe("Central Time");
  expect(formatZone("America/Chicago", "en-US", "short", "2026-11-01T06:30:00.000Z")).toBe("CDT");
  expect(formatZone("America/Chicago", "en-US", "short", "2026-11-01T07:30:00.000Z")).toBe("CST");
});
