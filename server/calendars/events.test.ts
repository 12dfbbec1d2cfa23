import { describe, expect, it } from "vitest";
import type { Edition } from "../editions/loading/load.ts";
import { layOutMonth } from "./events.ts";

const EDITION = { language: "en-US", embeds: { events: { section: "events" } } } as Pick<
  Edition,
  "language" | "embeds"
>;

function createEvent(title: string, first: string, last = first) {
  const entry = { id: title, title, time: "noon", through: null, place: null, link: null, publisher: "Center" };
  return { first, last, entry: { ...entry, startsAt: first, endsAt: last } };
}

const layOut = (month: string, events: ReturnType<typeof createEvent>[] = []) =>
  layOutMonth({ edition: EDITION, month, today: "2026-11-10", lastMonth: "2027-02", events, notice: null });

describe("layOutMonth", () => {
  it("starts weeks on the language's first weekday and leaves days of other months empty", () => {
    const { weekdays, weeks } = layOut("2026-12");
    expect(weekdays.map(({ short }) => short)).toEqual(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]);
    expect(weeks.map(({ cells }) => cells.map((cell) => cell?.number ?? null))).toEqual([
      [null, null, 1, 2, 3, 4, 5],
      [6, 7, 8, 9, 10, 11, 12],
      [13, 14, 15, 16, 17, 18, 19],
      [20, 21, 22, 23, 24, 25, 26],
      [27, 28, 29, 30, 31, null, null],
    ]);
  });

  it("links to the neighboring months from the current one to the last", () => {
    expect(layOut("2026-11")).toMatchObject({
      previous: null,
      next: { href: "/events?month=2026-12" },
      isCurrent: true,
    });
    expect(layOut("2026-12")).toMatchObject({
      previous: { title: "November 2026", href: "/events" },
      isCurrent: false,
    });
    expect(layOut("2027-02").next).toBeNull();
  });

  it("shows an event on each of its days, and lists it on the first one from today on", () => {
    const { weeks, days } = layOut("2026-11", [createEvent("fair", "2026-11-09", "2026-11-11")]);
    const cells = weeks.flatMap((week) => week.cells);
    expect(cells.flatMap((cell) => (cell && cell.events.length > 0 ? [cell.label] : []))).toEqual([
      "November 10: 1 event",
      "November 11: 1 event",
    ]);
    expect(days.map(({ date, title }) => [date, title])).toEqual([["2026-11-10", "Tuesday, November 10"]]);
  });

  it("omits past events from the list", () => {
    expect(layOut("2026-11", [createEvent("past", "2026-11-09")]).days).toEqual([]);
  });
});
