import { expect, it } from "vitest";
import { createPlan, findAlertFault, findTimeFault, setLater, toggleAlert, toPublication } from "./plan.ts";

const NOW = Date.parse("2026-11-26T14:10:00.000Z");
const DRAFT = createPlan({ state: "draft", publishAt: null });
const LATER = "2026-11-27T12:30:00.000Z";

it("opens with now for a draft, and with its time for a scheduled story", () => {
  expect(DRAFT).toMatchObject({ isLater: false, at: null, hasAlert: false });
  expect(createPlan({ state: "scheduled", publishAt: LATER })).toMatchObject({ isLater: true, at: LATER });
});

it("asks for a time in the future, and how readers learn of a change", () => {
  expect(findTimeFault(DRAFT, false, NOW)).toBeNull();
  expect(findTimeFault({ ...DRAFT, isLater: true }, false, NOW)).toBe("time");
  expect(findTimeFault({ ...DRAFT, isLater: true, at: "2026-11-26T14:10:00.000Z" }, false, NOW)).toBe("past");
  expect(findTimeFault({ ...DRAFT, isLater: true, at: LATER }, false, NOW)).toBeNull();
  expect(findTimeFault(DRAFT, true, NOW)).toBe("change");
  expect(findTimeFault({ ...DRAFT, change: "correction", correction: " " }, true, NOW)).toBe("correction");
  expect(findTimeFault({ ...DRAFT, change: "silent" }, true, NOW)).toBeNull();
});

it("offers the next full hour of the edition, and keeps a time that was chosen", () => {
  const at = (now: string, timeZone: string) => setLater(DRAFT, true, timeZone, Date.parse(now)).at;
  expect(at("2026-11-26T14:10:30.000Z", "America/Chicago")).toBe("2026-11-26T15:00:00.000Z");
  expect(at("2026-11-26T14:55:00.000Z", "America/Chicago")).toBe("2026-11-26T16:00:00.000Z");
  expect(at("2026-11-26T14:10:00.000Z", "Asia/Kolkata")).toBe("2026-11-26T14:30:00.000Z");
  expect(setLater({ ...DRAFT, at: LATER }, true, "America/Chicago", NOW)).toEqual({ isLater: true });
  expect(setLater(DRAFT, false, "America/Chicago", NOW)).toEqual({ isLater: false });
});

it("asks for the text and the end of an alert only if there is one", () => {
  expect(findAlertFault(DRAFT)).toBeNull();
  expect(findAlertFault({ ...DRAFT, hasAlert: true })).toBe("alertText");
  expect(findAlertFault({ ...DRAFT, hasAlert: true, alertText: "Boil water", alertUntil: null })).toBe("alertUntil");
});

it("ends an alert hours after the story appears", () => {
  expect(toggleAlert(DRAFT, true, "America/Chicago", NOW)).toEqual({
    hasAlert: true,
    alertUntil: "2026-11-26T21:00:00.000Z",
  });
  expect(toggleAlert(DRAFT, true, "Asia/Kolkata", NOW).alertUntil).toMatch(/:30:00/);
  const scheduled = { ...DRAFT, isLater: true, at: LATER };
  expect(toggleAlert(scheduled, true, "America/Chicago", NOW)).toEqual({
    hasAlert: true,
    alertUntil: "2026-11-27T19:00:00.000Z",
  });
  expect(toggleAlert(scheduled, false, "America/Chicago", NOW)).toEqual({ hasAlert: false });
});

it("sends only what belongs to what was chosen", () => {
  const filled = { ...DRAFT, isLater: true, at: LATER, change: "correction", correction: " It is 3. " } as const;
  expect(toPublication(filled, false)).toEqual({ at: LATER, change: null, alert: null });
  expect(toPublication({ ...filled, isLater: false }, false)).toEqual({ at: null, change: null, alert: null });
  expect(toPublication(filled, true)).toEqual({
    at: null,
    change: { as: "correction", text: "It is 3." },
    alert: null,
  });
});
