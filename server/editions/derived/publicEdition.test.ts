import { describe, expect, it } from "vitest";
import { loadEditions } from "../loading/load.ts";
import { getNetwork } from "./network.ts";
import { toPublicEdition } from "./publicEdition.ts";

const [edition] = await loadEditions("editions");
if (!edition) throw new Error("There is no edition.");

describe("toPublicEdition", () => {
  const dates = (text: string, instant: string) => {
    const { dateline, short } = toPublicEdition(
      { ...edition, dateBar: { ...edition.dateBar, dateline: text } },
      Date.parse(instant),
      true,
    ).dateBar;
    return [dateline, short];
  };

  it("shows a fixed dateline", () => {
    expect(dates("WEDNESDAY, APRIL 17, 2025", "2026-11-22T12:00:00Z")).toEqual([
      "WEDNESDAY, APRIL 17, 2025",
      undefined,
    ]);
  });

  it("shows today's date in the edition's time zone, with a shorter form for phones", () => {
    expect(dates("today", "2026-11-22T05:59:59Z")).toEqual(["SATURDAY, NOVEMBER 21, 2026", "SAT, NOV 21"]);
    expect(dates("today", "2026-11-22T06:00:00Z")).toEqual(["SUNDAY, NOVEMBER 22, 2026", "SUN, NOV 22"]);
  });

  it("links no briefing that the edition does not have", () => {
    const hrefs = (signUp: typeof edition.signUp) =>
      toPublicEdition({ ...edition, signUp }, 0, true).tiles.map(({ href }) => href);
    expect(hrefs(edition.signUp)).toContain("/newsletter");
    expect(hrefs(undefined)).not.toContain("/newsletter");
  });

  it("advertises the calendar only if there is one", () => {
    const houses = (calendars: typeof edition.calendars) =>
      toPublicEdition({ ...edition, calendars }, 0, true).ads.map(({ house }) => house.href);
    const calendar = { url: "https://center.example/events.ics", publisher: "The Center", private: false };
    expect(houses([calendar])).toEqual(["/books", "/events", "/radio", "/archives"]);
    expect(houses([])).toEqual(["/books", "/archive", "/radio", "/archives"]);
  });

  it("links the list of editions only if it has others, or neighbors", () => {
    const hrefs = (siblings: typeof edition.links.siblings, hasSiblings: boolean) =>
      toPublicEdition({ ...edition, links: { ...edition.links, siblings } }, 0, hasSiblings).tiles.map(
        ({ href }) => href,
      );
    expect(hrefs([], true)).toContain("/editions");
    expect(hrefs(edition.links.siblings, false)).toContain("/editions");
    expect(hrefs([], false)).not.toContain("/editions");
  });
});

describe("getNetwork", () => {
  const other = { ...edition, id: "harbor", name: "A Harbor", hosts: ["localhost", "harbor.example"] };

  it("sorts editions by name and links them under their public hostname", () => {
    expect(getNetwork([edition, other], edition.id, "https://post.example:8443").map(({ href }) => href)).toEqual([
      "https://harbor.example:8443/",
      "/",
    ]);
  });

  it("lists editions with an order first, under their chosen names, and leaves out those with `none`", () => {
    const last = { ...edition, id: "quay", network: { name: "Quay", order: 2 } };
    const first = { ...edition, id: "pier", network: { order: 1 } };
    const hidden = { ...edition, id: "cove", network: "none" as const };
    const listed = getNetwork([last, other, hidden, first], "cove", "");
    expect(listed.map(({ id, name }) => [id, name])).toEqual([
      ["pier", edition.name],
      ["quay", "Quay"],
      ["harbor", "A Harbor"],
    ]);
  });
});
