import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteOldChanges, findLastChange, listChangeGroups, recordArticleChanges, recordChanges } from "./changes.ts";
import { openDatabase } from "./open.ts";
import type { Database } from "./schema/schema.ts";

const [FEED, OTHER] = ["https://one.example/rss.xml", "https://other.example/rss.xml"];

let database: Database;
let first: number;

beforeEach(async () => {
  database = await openDatabase("sqlite::memory:");
  first = await findLastChange(database);
});
afterEach(() => database.destroy());

describe("listChangeGroups", () => {
  it("returns what was recorded after a change, in order, once for each feed", async () => {
    await recordArticleChanges(database, "article", [7, 8, 9], [FEED, OTHER]);
    await recordArticleChanges(database, "takedown", [], [FEED]);
    await recordChanges(database, [{ kind: "issue", edition: "chicago" }]);
    const changes = await listChangeGroups(database, first);
    expect(changes.map(({ kind, edition, sourceUrl }) => [kind, edition ?? sourceUrl])).toEqual([
      ["article", FEED],
      ["article", OTHER],
      ["takedown", FEED],
      ["issue", "chicago"],
    ]);
    expect(await listChangeGroups(database, changes.at(-1)?.id ?? 0)).toEqual([]);
    expect(await findLastChange(database)).toBe(changes.at(-1)?.id);
  });

  it("returns nothing of a transaction that was rolled back", async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await recordChanges(transaction, [{ kind: "poll", sourceUrl: FEED }]);
      throw new Error("Undone.");
    });
    await expect(failing).rejects.toThrow("Undone.");
    expect(await listChangeGroups(database, 0)).toHaveLength(1);
  });
});

describe("deleteOldChanges", () => {
  const NOW = "2026-05-02T00:00:00.000Z";
  const remaining = async () => (await listChangeGroups(database, 0)).map(({ edition }) => edition);

  it.each([
    ["those before an instant", ["2026-04-30", "2026-05-01T12", "2026-05-01T13"], ["1", "2"]],
    ["none if none is recent", ["2026-04-29", "2026-04-30"], [null, "0", "1"]],
    ["those of the future, from before the clock was set back", ["2030-01-01", "2026-05-01T12"], ["1"]],
  ])("deletes %s", async (_, times, expected) => {
    await database.updateTable("changes").set({ changed_at: "2026-01-01" }).execute();
    const rows = times.map((changed_at, index) => ({ kind: "issue" as const, edition: String(index), changed_at }));
    await database.insertInto("changes").values(rows).execute();
    await deleteOldChanges(database, "2026-05-01T00:00:00.000Z", NOW);
    expect(await remaining()).toEqual(expected);
  });
});
