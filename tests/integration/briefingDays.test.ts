import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Briefings } from "../../server/newsletter/briefings.ts";
import { addressOf } from "../support/briefingIssue.ts";
import { type Mornings, openMornings } from "../support/mornings.ts";
import { temporaryFolder } from "../support/site.ts";

const READER = addressOf(1);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let mornings: Mornings;
let briefings: Briefings;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  await briefings.stop();
  await mornings.close();
  await folder.remove();
});

async function open(
  ...[startAt, change, others]: [string, Parameters<typeof openMornings>[2]?, Parameters<typeof openMornings>[3]?]
) {
  mornings = await openMornings(folder.path, startAt, change, others);
  // Whoever starts waits until the feeds have answered once.
  briefings = await mornings.start();
  await mornings.news();
}

/** What the reader has got, after the clock was set and the process has looked. */
async function at(instant: string): Promise<number> {
  mornings.setClock(instant);
  await briefings.tick();
  return mornings.mailHost.kept.get(READER) ?? 0;
}

describe("a reader gets one issue a day", () => {
  it("over the night on which clocks skip the hour of the briefing", async () => {
    await open("2025-03-08T08:00:00Z", (edition) => edition.setIn(["newsletter", "hour"], "02:30"));
    expect(await at("2025-03-08T08:30:00Z")).toBe(1);
    mornings.setClock("2025-03-09T07:00:00Z");
    await mornings.news();
    // 1:59, and a minute later it is 3:00.
    expect(await at("2025-03-09T07:59:00Z")).toBe(1);
    expect(await at("2025-03-09T08:30:00Z")).toBe(2);
    expect(await at("2025-03-09T09:30:00Z")).toBe(2);
    expect(await mornings.days()).toEqual(["2025-03-08", "2025-03-09"]);
  });

  it("over the night in which the hour of the briefing comes twice", async () => {
    await open("2025-11-02T05:00:00Z", (edition) => edition.setIn(["newsletter", "hour"], "01:30"));
    expect(await at("2025-11-02T06:29:00Z")).toBe(0);
    expect(await at("2025-11-02T06:30:00Z")).toBe(1);
    await mornings.news();
    expect(await at("2025-11-02T07:30:00Z")).toBe(1);
    expect(await mornings.days()).toEqual(["2025-11-02"]);
  });

  it("where the process was down at the hour: late, or not at all after the hours that are allowed", async () => {
    await open("2025-04-17T09:00:00Z");
    await briefings.stop();
    mornings.setClock("2025-04-17T16:30:00Z");
    briefings = await mornings.start();
    // It has not read the feeds yet, and does not take that for a day without news.
    expect(await at("2025-04-17T16:30:01Z")).toBe(0);
    await mornings.news();
    expect(await at("2025-04-17T16:31:00Z")).toBe(1);

    await briefings.stop();
    mornings.setClock("2025-04-18T17:30:00Z");
    briefings = await mornings.start();
    await mornings.news();
    expect(await at("2025-04-18T17:31:00Z")).toBe(1);
    expect(await at("2025-04-19T11:00:00Z")).toBe(2);
    expect(await mornings.days()).toEqual(["2025-04-17", "2025-04-19"]);
  });

  it("and where the very first start comes after the hour, once the feeds are read", async () => {
    mornings = await openMornings(folder.path, "2025-04-17T12:00:00Z");
    briefings = await mornings.start();
    // The store knows no feed before polling has begun.
    const { database } = mornings.desk;
    const feeds = await database.deleteFrom("feeds").returningAll().execute();
    expect(await at("2025-04-17T12:00:01Z")).toBe(0);
    await database.insertInto("feeds").values(feeds).execute();
    expect(await at("2025-04-17T12:00:02Z")).toBe(0);
    expect(await mornings.days()).toEqual([]);
    await mornings.news();
    expect(await at("2025-04-17T12:02:00Z")).toBe(1);
    expect(await mornings.days()).toEqual(["2025-04-17"]);
  });

  it("where the clock is set back, by an hour or by a day", async () => {
    await open("2025-04-17T10:00:00Z");
    expect(await at("2025-04-17T11:00:00Z")).toBe(1);
    await mornings.news();
    for (const instant of ["2025-04-17T10:10:00Z", "2025-04-17T11:05:00Z", "2025-04-16T11:05:00Z"])
      expect(await at(instant)).toBe(1);
    expect(await at("2025-04-18T11:00:00Z")).toBe(2);
    expect(await mornings.days()).toEqual(["2025-04-17", "2025-04-18"]);
  });

  it("and none on a day that brought nothing new", async () => {
    await open("2025-04-17T10:00:00Z");
    expect(await at("2025-04-17T11:00:00Z")).toBe(1);
    expect(await at("2025-04-18T11:00:00Z")).toBe(1);
    await mornings.news();
    expect(await at("2025-04-18T12:00:00Z")).toBe(1);
    expect(await at("2025-04-19T11:00:00Z")).toBe(2);
  });

  it("in each edition by its own clocks", async () => {
    await open("2025-04-16T12:00:00Z", undefined, {
      harbor: (edition) => edition.set("timeZone", "Pacific/Auckland"),
    });
    await at("2025-04-16T18:00:00Z");
    expect([await mornings.days(), await mornings.days("harbor")]).toEqual([[], ["2025-04-17"]]);
    await at("2025-04-17T11:00:00Z");
    expect([await mornings.days(), await mornings.days("harbor")]).toEqual([["2025-04-17"], ["2025-04-17"]]);
  });
});
