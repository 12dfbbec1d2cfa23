import { expect } from "@playwright/test";
import type { FirstVisit } from "./firstVisit.ts";

/** Maximum size of a first visit, in transferred kilobytes, by file type. */
const MAX_KB = { html: 18, js: 119, css: 11, fonts: 64 } as const;
const MAX_SHIFT = 0.01;

/** Prints the figures of a first visit and expects them to be within the budget. */
export function expectWithinBudget(label: string, { bytes, foreign, shift, requests }: FirstVisit): void {
  const kilobytes = new Map(Object.entries(bytes).map(([kind, count]) => [kind, Math.round(count / 100) / 10]));
  const figures = [...kilobytes].map(([kind, count]) => `${kind} ${count}`).join(", ");
  process.stdout.write(`${label}: ${figures} kB; ${requests} requests; layout shift ${shift.toFixed(4)}\n`);
  for (const [kind, max] of Object.entries(MAX_KB))
    expect.soft(kilobytes.get(kind), `${label}: ${kind}`).toBeLessThanOrEqual(max);
  expect.soft(foreign, label).toEqual([]);
  expect.soft(shift, `${label}: layout shift`).toBeLessThanOrEqual(MAX_SHIFT);
}
