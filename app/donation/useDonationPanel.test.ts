import { describe, expect, it } from "vitest";
import { isSnoozed } from "./useDonationPanel.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const CLOSED_AT = Date.UTC(2026, 3, 20);

describe("isSnoozed", () => {
  it("holds for 30 days after the panel was closed", () => {
    expect(isSnoozed(CLOSED_AT, CLOSED_AT)).toBe(true);
    expect(isSnoozed(CLOSED_AT, CLOSED_AT + 30 * DAY_MS - 1)).toBe(true);
    expect(isSnoozed(CLOSED_AT, CLOSED_AT + 30 * DAY_MS)).toBe(false);
  });

  it.each([[0], [Number.NaN], [-1]])("does not hold when the stored time is %d", (closedAt) => {
    expect(isSnoozed(closedAt, DAY_MS)).toBe(false);
  });
});
