import { expect, it } from "vitest";
import { getNextThinning, listDispensable } from "./thinning.ts";

const NOW = Date.parse("2026-11-26T12:00:00.000Z");
const MINUTE_MS = 60_000;

/** Returns autosaves with the given ages, in minutes, newest first. The oldest autosave has revision 1. */
function toAutosaves(ages: readonly number[]) {
  return ages.map((age, index) => {
    const saved_at = new Date(NOW - age * MINUTE_MS).toISOString();
    return { revision: ages.length - index, saved_at, name: null as string | null };
  });
}

/** Returns the ages, in minutes, of the autosaves that stay. */
function thin(ages: readonly number[], kept: readonly number[] = []): number[] {
  const autosaves = toAutosaves(ages);
  const gone = new Set(listDispensable(autosaves, new Set(kept), NOW));
  return ages.filter((_, index) => !gone.has(autosaves[index]?.revision ?? 0));
}

it("keeps all autosaves of the last hour, one per ten minutes of a day, and one per day after that", () => {
  expect(thin([0, 1, 2, 30, 59])).toEqual([0, 1, 2, 30, 59]);
  expect(thin([61, 62, 65, 71, 79, 81])).toEqual([61, 71, 81]);
  const [day, hour] = [24 * 60, 60];
  expect(thin([2 * day + hour, 2 * day + 2 * hour, 2 * day + 10 * hour, 3 * day + hour])).toEqual([
    2 * day + hour,
    3 * day + hour,
  ]);
});

it("keeps named autosaves, and those that others are made from", () => {
  const autosaves = toAutosaves([61, 62, 63, 64]);
  const named = autosaves.map((autosave) => ({ ...autosave, name: autosave.revision === 2 ? "Lunch" : null }));
  expect(listDispensable(named, new Set([1]), NOW)).toEqual([3]);
});

it("loses nothing by thinning again, and thins until a day has one autosave", () => {
  let left = Array.from({ length: 2000 }, (_, index) => index * 2);
  expect(getNextThinning(toAutosaves(left), NOW)).toBe("2026-11-26T13:00:00.000Z");
  left = thin(left);
  expect(left.length).toBeLessThan(180);
  expect(thin(left)).toEqual(left);
  expect(getNextThinning(toAutosaves([120, 130]), NOW)).toBe("2026-11-27T12:00:00.000Z");
  expect(getNextThinning(toAutosaves([3000]), NOW)).toBeNull();
});
