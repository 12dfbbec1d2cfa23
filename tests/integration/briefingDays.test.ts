import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { loadEditions } from "../../server/editions/loading/load.ts";
import type { Briefings } from "../../server/newsletter/briefings.ts";
import { addStory, correctStory, publishStory } from "../../server/stories/editStories.ts";
import { pinStory } from "../../server/stories/pinning.ts";
import { createFileContext, parseStoryFile } from "../../server/stories/storyFile.ts";
import { getReaderAddress } from "../support/briefingIssue.ts";
import { type BriefingSimulation, openBriefingSimulation } from "../support/briefingSimulation.ts";
import { temporaryFolder } from "../support/site.ts";

const READER = getReaderAddress(1);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let simulation: BriefingSimulation;
let briefings: Briefings;

beforeEach(async () => {
  folder = await temporaryFolder();
});

afterEach(async () => {
  await briefings.stop();
  await simulation.close();
  await folder.remove();
});

async function open(
  startAt: string,
  change?: Parameters<typeof openBriefingSimulation>[2],
  others?: Parameters<typeof openBriefingSimulation>[3],
) {
  simulation = await openBriefingSimulation(folder.path, startAt, change, others);
  // After a start, issues wait until the feeds have been polled.
  briefings = await simulation.start();
  await simulation.addNews();
}

/** Sets the clock, sends the mails that are due, and returns the number of issues that the reader has received. */
async function countIssuesAt(instant: string): Promise<number> {
  simulation.setClock(instant);
  await briefings.sendDue();
  return simulation.mailHost.acceptedFor.get(READER) ?? 0;
}

describe("a reader gets one issue a day", () => {
  it("if clocks skip the hour of the briefing", async () => {
    await open("2025-03-08T08:00:00Z", (edition) => edition.setIn(["newsletter", "hour"], "02:30"));
    expect(await countIssuesAt("2025-03-08T08:30:00Z")).toBe(1);
    simulation.setClock("2025-03-09T07:00:00Z");
    await simulation.addNews();
    // It is 1:59 a.m. in Chicago. A minute later, clocks go forward to 3:00.
    expect(await countIssuesAt("2025-03-09T07:59:00Z")).toBe(1);
    expect(await countIssuesAt("2025-03-09T08:30:00Z")).toBe(2);
    expect(await countIssuesAt("2025-03-09T09:30:00Z")).toBe(2);
    expect(await simulation.listDates()).toEqual(["2025-03-08", "2025-03-09"]);
  });

  it("if the hour of the briefing occurs twice", async () => {
    await open("2025-11-02T05:00:00Z", (edition) => edition.setIn(["newsletter", "hour"], "01:30"));
    expect(await countIssuesAt("2025-11-02T06:29:00Z")).toBe(0);
    expect(await countIssuesAt("2025-11-02T06:30:00Z")).toBe(1);
    await simulation.addNews();
    expect(await countIssuesAt("2025-11-02T07:30:00Z")).toBe(1);
    expect(await simulation.listDates()).toEqual(["2025-11-02"]);
  });

  it("if the process was down at the hour: late, but only within the allowed hours", async () => {
    await open("2025-04-17T09:00:00Z");
    await briefings.stop();
    simulation.setClock("2025-04-17T16:30:00Z");
    briefings = await simulation.start();
    // Sends nothing yet: whether the day has news is unknown until the feeds have been polled.
    expect(await countIssuesAt("2025-04-17T16:30:01Z")).toBe(0);
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-17T16:31:00Z")).toBe(1);

    await briefings.stop();
    simulation.setClock("2025-04-18T17:30:00Z");
    briefings = await simulation.start();
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-18T17:31:00Z")).toBe(1);
    expect(await countIssuesAt("2025-04-19T11:00:00Z")).toBe(2);
    expect(await simulation.listDates()).toEqual(["2025-04-17", "2025-04-19"]);
  });

  it("if the first start comes after the hour, once the feeds are polled", async () => {
    simulation = await openBriefingSimulation(folder.path, "2025-04-17T12:00:00Z");
    briefings = await simulation.start();
    // Removes the feeds for a moment. On a real first start, the database has no feeds before polling begins.
    const { database } = simulation.polling;
    const feeds = await database.deleteFrom("feeds").returningAll().execute();
    expect(await countIssuesAt("2025-04-17T12:00:01Z")).toBe(0);
    await database.insertInto("feeds").values(feeds).execute();
    expect(await countIssuesAt("2025-04-17T12:00:02Z")).toBe(0);
    expect(await simulation.listDates()).toEqual([]);
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-17T12:02:00Z")).toBe(1);
    expect(await simulation.listDates()).toEqual(["2025-04-17"]);
  });

  it("if the clock is set back, by an hour or by a day", async () => {
    await open("2025-04-17T10:00:00Z");
    expect(await countIssuesAt("2025-04-17T11:00:00Z")).toBe(1);
    await simulation.addNews();
    for (const instant of ["2025-04-17T10:10:00Z", "2025-04-17T11:05:00Z", "2025-04-16T11:05:00Z"])
      expect(await countIssuesAt(instant)).toBe(1);
    expect(await countIssuesAt("2025-04-18T11:00:00Z")).toBe(2);
    expect(await simulation.listDates()).toEqual(["2025-04-17", "2025-04-18"]);
  });

  it("but none on a day that brings nothing new", async () => {
    await open("2025-04-17T10:00:00Z");
    expect(await countIssuesAt("2025-04-17T11:00:00Z")).toBe(1);
    expect(await countIssuesAt("2025-04-18T11:00:00Z")).toBe(1);
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-18T12:00:00Z")).toBe(1);
    expect(await countIssuesAt("2025-04-19T11:00:00Z")).toBe(2);
  });

  it("with the corrections since the last one, which later issues lack", async () => {
    await open("2025-04-17T10:00:00Z");
    const [edition] = await loadEditions(join(folder.path, "editions"));
    if (!edition) throw new Error("There is no edition.");
    const { database } = simulation.polling;
    const editAt = (now: string) => ({ database, edition, actor: { isOperator: true as const, name: "Eve" }, now });
    const file = parseStoryFile(
      "ferry.md",
      "---\ntitle: The Ferry Is Back\nsection: local\n---\nIt sails.\n",
      createFileContext(edition, "2025-04-17T10:00:00.000Z"),
    );
    await addStory(editAt("2025-04-17T10:10:00.000Z"), file);
    await publishStory(editAt("2025-04-17T10:10:00.000Z"), "the-ferry-is-back");
    expect(await countIssuesAt("2025-04-17T11:00:00Z")).toBe(1);
    await correctStory(editAt("2025-04-17T12:00:00.000Z"), "the-ferry-is-back", {
      text: "It has <nine> boats.",
      file: null,
      isTitleConfirmed: false,
    });
    // A day without news has no issue.
    expect(await countIssuesAt("2025-04-18T11:00:00Z")).toBe(1);
    const readMail = () => PostalMime.parse(simulation.mailHost.findLast(READER)?.source ?? "");
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-19T11:00:00Z")).toBe(2);
    const corrected = await readMail();
    expect(corrected.text).toMatch(
      /^CORRECTIONS\n-+\n\nThe Ferry Is Back\nIt has <nine> boats\.\nhttps?:\S+\/article\/the-ferry-is-back$/m,
    );
    expect(corrected.html).toMatch(
      />Corrections<[\s\S]*\/article\/the-ferry-is-back"[^>]*>The Ferry Is Back<[\s\S]*>It has &lt;nine&gt; boats\.</,
    );
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-20T11:00:00Z")).toBe(3);
    expect((await readMail()).text).not.toMatch(/CORRECTIONS|boats/);
  });

  it("led by the story that leads the front page by a pin", async () => {
    await open("2025-04-17T10:00:00Z");
    const [edition] = await loadEditions(join(folder.path, "editions"));
    if (!edition) throw new Error("There is no edition.");
    const { database } = simulation.polling;
    const editing = {
      database,
      edition,
      actor: { isOperator: true as const, name: "Eve" },
      now: "2025-04-17T10:30:00.000Z",
    };
    const readMail = () => PostalMime.parse(simulation.mailHost.findLast(READER)?.source ?? "");
    await simulation.addNews();
    await pinStory(editing, "morning-story-number-1", "hero", "2025-04-18T12:00:00.000Z");
    expect(await countIssuesAt("2025-04-17T11:00:00Z")).toBe(1);
    const { subject, text } = await readMail();
    expect(subject).toBe("Morning story number 1");
    expect(text?.match(/number 1/g)).toHaveLength(1);
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-18T11:00:00Z")).toBe(2);
    // On the second day, the pinned story is no longer new, but still leads. On the third day, the pin has ended.
    expect((await readMail()).subject).toBe("Morning story number 1");
    expect((await readMail()).text).toContain("Morning story number 3");
    await simulation.addNews();
    expect(await countIssuesAt("2025-04-19T11:00:00Z")).toBe(3);
    expect((await readMail()).subject).toBe("Morning story number 4");
  });

  it("in each edition by its own time zone", async () => {
    await open("2025-04-16T12:00:00Z", undefined, {
      harbor: (edition) => edition.set("timeZone", "Pacific/Auckland"),
    });
    await countIssuesAt("2025-04-16T18:00:00Z");
    expect([await simulation.listDates(), await simulation.listDates("harbor")]).toEqual([[], ["2025-04-17"]]);
    await countIssuesAt("2025-04-17T11:00:00Z");
    expect([await simulation.listDates(), await simulation.listDates("harbor")]).toEqual([
      ["2025-04-17"],
      ["2025-04-17"],
    ]);
  });
});
