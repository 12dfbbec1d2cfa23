import { sql } from "kysely";
import { expect, it } from "vitest";
import { createDeliveryLedger } from "./newsletter/ledger.ts";
import {
  deleteOldActions,
  deleteOldAlerts,
  deleteOldDeliveries,
  deleteOldIssues,
  deleteOldStoryVersions,
} from "./oldRecords.ts";
import { openDatabase } from "./open.ts";

const BEFORE = "2026-06-01T00:00:00.000Z";
const OLD = "2026-01-01T11:00:00.000Z";
const NEW = "2026-06-01T11:00:00.000Z";

async function open() {
  const database = await openDatabase("sqlite::memory:");
  return {
    database,
    run: (statement: string) => sql.raw(statement).execute(database),
    async read(query: string) {
      const { rows } = await sql.raw<Record<string, unknown>>(query).execute(database);
      return rows.map((row) => Object.values(row).join(" "));
    },
  };
}

it("replaces old deliveries by their numbers, batch by batch, and gives up issues that were never finished", async () => {
  const { database, run, read } = await open();
  for (const id of [1, 2, 3, 4])
    await run(`insert into subscribers (id, edition, email, email_key, secret, source, status, days, created_at, changed_at)
      values (${id}, 'pier', 'r${id}', 'r${id}', 's', 'form', 'confirmed', 'every-day', '${OLD}', '${OLD}')`);
  await run(`insert into issues (id, edition, date, subject, content, created_at, queued_at, finished_at) values
    (1, 'pier', '2026-01-01', 'Old', '{}', '${OLD}', '${OLD}', '${OLD}'),
    (2, 'former', '2026-01-01', 'Unfinished', '{}', '${OLD}', null, null),
    (3, 'pier', '2026-06-01', 'New', '{}', '${NEW}', '${NEW}', null)`);
  const deliveries = [
    [1, 1, "sent"],
    [1, 2, "sent"],
    [1, 3, "sent"],
    [1, 4, "failed"],
    [2, 1, "queued"],
    [2, 2, "leased"],
    [3, 1, "queued"],
  ];
  for (const [issue, reader, state] of deliveries)
    await run(`insert into deliveries (issue_id, subscriber_id, state, attempts, last_reply, message_id, verp_token)
      values (${issue}, ${reader}, '${state}', 1, '250 OK r${reader}', 'm', '${issue}-${reader}')`);
  const batches = [];
  for (let number = 0; number < 3; number++) batches.push(await deleteOldDeliveries(database, BEFORE, 3));
  expect(batches).toEqual([
    { deleted: 3, isLast: false },
    { deleted: 3, isLast: false },
    { deleted: 0, isLast: true },
  ]);
  expect(await read("select issue_id, state from deliveries")).toEqual(["3 queued"]);
  expect(await createDeliveryLedger(database, 1).count()).toEqual({ failed: 1, sent: 3 });
  expect(await createDeliveryLedger(database, 2).count()).toEqual({ failed: 2 });
  expect(await createDeliveryLedger(database, 3).count()).toEqual({ queued: 1 });
  expect(await read("select id from issues where finished_at is null")).toEqual(["3"]);
});

it("deletes old issues, except the newest with news of each edition", async () => {
  const { database, run, read } = await open();
  await run(`insert into issues (id, edition, date, subject, content, created_at, finished_at) values
    (1, 'pier', '2026-01-01', 'Old', '{}', '${OLD}', '${OLD}'), (2, 'pier', '2026-06-01', 'New', '{}', '${NEW}', null),
    (3, 'harbor', '2026-01-01', 'Newest', '{}', '${OLD}', '${OLD}'), (4, 'harbor', '2026-01-02', '', 'null', '${OLD}', '${OLD}')`);
  await run("insert into delivery_totals values (1, 'sent', 3)");
  expect(await deleteOldIssues(database, BEFORE, 50)).toEqual({ deleted: 2, isLast: true });
  expect(await read("select id from issues order by id")).toEqual(["2", "3"]);
  expect(await read("select count(*) from delivery_totals")).toEqual(["0"]);
  expect(await read("select edition from changes where kind = 'issue' order by edition")).toEqual(["harbor", "pier"]);
});

it("deletes old actions of editors, alerts that ended, and versions beyond a story's newest 20", async () => {
  const { database, run, read } = await open();
  for (const at of [OLD, OLD, NEW]) {
    await run(
      `insert into editor_log (edition, at, editor, action, subject) values ('pier', '${at}', 'Rosa', 'pin', 'hero')`,
    );
    await run(`insert into alerts (edition, level, line, starts_at, ends_at, state) values
      ('pier', 'weather', 'Ice', '${OLD}', '${at}', 'ended'), ('pier', 'weather', 'Ice', '${OLD}', '${at}', 'current')`);
  }
  await run(`insert into staff_stories (id, edition, slug, state, version) values (1, 'pier', 'a', 'draft', 23)`);
  for (let number = 1; number <= 23; number++)
    await run(`insert into staff_story_versions (story_id, number, content, saved_at, saved_by)
      values (1, ${number}, '{}', '${number === 2 ? NEW : OLD}', 'Rosa')`);
  expect(await deleteOldActions(database, BEFORE, 1)).toEqual({ deleted: 1, isLast: false });
  expect(await deleteOldActions(database, BEFORE, 500)).toEqual({ deleted: 1, isLast: true });
  expect(await read("select at from editor_log")).toEqual([NEW]);
  expect(await deleteOldAlerts(database, BEFORE, 500)).toEqual({ deleted: 2, isLast: true });
  expect(await read("select count(*) from alerts")).toEqual(["4"]);
  expect(await deleteOldStoryVersions(database, BEFORE, 500)).toEqual({ deleted: 2, isLast: true });
  expect(await read("select min(number), count(*) from staff_story_versions")).toEqual(["2 21"]);
});
