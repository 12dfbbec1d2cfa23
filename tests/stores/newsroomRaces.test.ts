import { afterAll, beforeAll, expect, it } from "vitest";
import { getOwnFeedUrl } from "../../core/ownFeeds.ts";
import { addAlert } from "../../server/alerts/alerts.ts";
import { startAlertSchedule } from "../../server/alerts/schedule.ts";
import { EditorError } from "../../server/editorError.ts";
import { createLog } from "../../server/log.ts";
import { addRule } from "../../server/rules/editorActions.ts";
import { saveEditionVersion, saveFileContent } from "../../server/store/editions/editionVersions.ts";
import { recordFollows } from "../../server/store/feeds/feeds.ts";
import type { Database } from "../../server/store/schema/schema.ts";
import { listActions } from "../../server/store/stories/editorLog.ts";
import { addStory, scheduleStory, updateStory } from "../../server/stories/editStories.ts";
import { pinStory } from "../../server/stories/pinning.ts";
import { startStorySchedule } from "../../server/stories/schedule.ts";
import { countBy, openRacedStore, type RacedStore } from "../support/races.ts";

// Tests editors' actions that several servers and commands carry out at the same time on one store.

const HOUR_MS = 3_600_000;
const NOW = new Date().toISOString();
const hours = (count: number) => new Date(Date.parse(NOW) + count * HOUR_MS).toISOString();
const log = createLog("silent");

let store: RacedStore;

beforeAll(async () => {
  store = await openRacedStore();
});

afterAll(() => store.close());

const editAs = (database: Database, now = NOW) => ({
  database,
  edition: store.edition,
  actor: { isOperator: true as const, name: "rosa" },
  now,
});

const createContent = (title: string, body = "") => {
  return { title, deck: "", sections: ["local"], byline: ["Rosa"], place: "", topics: [], body };
};

/** Returns the logged actions on a subject, or on all subjects, with their JSON parsed. */
async function readLog(subject?: string) {
  const actions = await listActions(store.database, store.edition.id, subject);
  const parse = (json: string | null) => json && JSON.parse(json);
  return actions.map(({ before, after, ...action }) => ({ ...action, before: parse(before), after: parse(after) }));
}

it("logs each pin of a slot with the one before it", async () => {
  const follow = { edition: store.edition.id, section: "local", feed_url: getOwnFeedUrl(store.edition.id, "local") };
  await recordFollows(store.database, [follow]);
  const slugs = await store.race(6, async (database, number) => {
    const file = { content: createContent(`Pinned ${number}`), publishAt: hours(-1) };
    return (await addStory(editAs(database), file)).slug;
  });
  await store.race(24, (database, number) =>
    pinStory(editAs(database), slugs[number % slugs.length] ?? "", "hero", hours(1 + number)),
  );
  const actions = await readLog("slot hero");
  expect(actions).toHaveLength(24);
  expect(actions.map(({ before }) => before)).toEqual([null, ...actions.slice(0, -1).map(({ after }) => after)]);
  expect(await store.database.selectFrom("pins").selectAll().execute()).toEqual([actions.at(-1)?.after]);
});

it("numbers the versions of a story that editors save at once", async () => {
  const { slug } = await addStory(editAs(store.database), { content: createContent("Saved often") });
  const saved = await store.race(24, (database, number) =>
    updateStory(
      editAs(database),
      slug,
      { content: createContent("Saved often", `Text ${number}`) },
      { isTitleConfirmed: false },
    ),
  );
  expect(saved.map(({ version }) => version).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 24 }, (_, index) => index + 2),
  );
});

it("publishes scheduled stories, and begins alerts, once", async () => {
  const slugs = await store.race(6, async (database, number) => {
    const { slug } = await addStory(editAs(database), { content: createContent(`Scheduled ${number}`) });
    await scheduleStory(editAs(database), slug, hours(-0.5));
    return slug;
  });
  const line = { text: "Bridges are up.", link: null, level: "closing", from: hours(-0.5), until: hours(1) };
  await store.race(6, (database) => addAlert(editAs(database, hours(-1)), line));
  const schedules = await store.race(8, async (database) => [
    startStorySchedule({ editions: () => [store.edition], database, log }),
    startAlertSchedule({ database, log }),
  ]);
  const findWaiting = async () => {
    const stories = await store.database
      .selectFrom("staff_stories")
      .select("id")
      .where("state", "=", "scheduled")
      .execute();
    const alerts = await store.database.selectFrom("alerts").select("id").where("state", "=", "waiting").execute();
    return [...stories, ...alerts];
  };
  await expect.poll(findWaiting).toEqual([]);
  await Promise.all(schedules.flat().map((schedule) => schedule.stop()));
  const done = (await readLog()).filter(({ editor }) => editor === "schedule");
  expect(countBy(done.map(({ action }) => action))).toEqual({ publish: 6, "begin alert": 6 });
  const articles = store.database.selectFrom("articles").select("slug").where("slug", "in", slugs);
  expect(await articles.execute()).toHaveLength(6);
});

it("adds a rule once", async () => {
  const rule = { drop: { words: ["horoscope"] } };
  const results = await store.race(24, (database) =>
    addRule({ ...editAs(database), editions: [store.edition] }, rule).then(
      () => "added",
      (error) => (error instanceof EditorError ? "known" : String(error)),
    ),
  );
  expect(countBy(results)).toEqual({ added: 1, known: 23 });
});

it("makes one of the versions of the editions current that are pushed at once, and keeps 20", async () => {
  const digest = "0".repeat(64);
  await saveFileContent(store.database, digest, Buffer.from("x"));
  const files = [{ path: "chicago/edition.yaml", bytes: 1, digest }];
  const ids = await store.race(24, (database, number) =>
    saveEditionVersion(database, { digest: `version-${number}`, files, now: NOW }),
  );
  const versions = await store.database
    .selectFrom("edition_versions")
    .select(["id", "is_current"])
    .orderBy("id")
    .execute();
  expect(versions.map(({ id }) => id)).toEqual(ids.sort((a, b) => a - b).slice(4));
  expect(versions.filter(({ is_current }) => is_current === 1)).toEqual([versions.at(-1)]);
});
