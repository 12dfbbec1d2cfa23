import { sql } from "kysely";
import { expect, it } from "vitest";
import { openDatabase } from "../open.ts";
import { findLastAttempt, makeAllDue } from "./dueTimes.ts";
import { addFeeds, listFeedStates, saveFeedState, triggerFeed } from "./feeds.ts";

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, "0")}:00:00.000Z`;

it("makes everything due that waits for a later time, and changes nothing else", async () => {
  const database = await openDatabase("sqlite::memory:");
  const run = (statement: string) => sql.raw(statement).execute(database);
  expect(await findLastAttempt(database)).toBeNull();
  await run(`insert into calendars (url, failures, last_attempt_at, next_poll_at) values
    ('late', 0, '${at(13)}', '${at(14)}'), ('due', 0, '${at(11)}', '${at(11)}')`);
  await run(`insert into images (url, key, priority, feed_url, bytes, failures, next_try_at) values
    ('late', 'a', 0, 'feed', 0, 1, '${at(14)}'), ('due', 'b', 0, 'feed', 0, 0, '${at(11)}'),
    ('stored', 'c', 0, 'feed', 9, 0, null)`);
  await run(`insert into subscribers (id, edition, email, email_key, secret, source, status, days, created_at, changed_at)
    values (1, 'chicago', 'a@b.example', 'a@b.example', 's', 'form', 'pending', 'every-day', '${at(10)}', '${at(10)}')`);
  await run(`insert into confirmation_mails (subscriber_id, site_url, requested_at, attempts, next_attempt_at) values
    (1, 'late', '${at(13)}', 0, '${at(13)}'), (1, 'sent', '${at(10)}', 0, null)`);
  await run(`insert into issues (id, edition, date, subject, content, created_at) values
    (1, 'chicago', '2026-03-01', 'News', '{}', '${at(10)}')`);
  await run(`insert into deliveries (issue_id, subscriber_id, state, attempts, next_attempt_at, message_id, verp_token)
    values (1, 1, 'queued', 0, '${at(13)}', 'm', 'v')`);
  await run(`insert into websub_notifications (edition, path, due_at, failures) values ('chicago', '/a', '${at(13)}', 0),
    ('chicago', '/b', null, 0)`);
  await run(
    `insert into host_backoffs (host, retry_at) values ('late.example', '${at(13)}'), ('due.example', '${at(11)}')`,
  );
  expect(await findLastAttempt(database)).toBe(Date.parse(at(13)));

  await makeAllDue(database, at(12));
  const read = async (column: string, table: string) => {
    const { rows } = await sql<{ value: string | null }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} order by rowid`.execute(database);
    return rows.map(({ value }) => value);
  };
  expect(await read("next_poll_at", "calendars")).toEqual([at(12), at(11)]);
  expect(await read("next_try_at", "images")).toEqual([at(12), at(11), null]);
  expect(await read("next_attempt_at", "confirmation_mails")).toEqual([at(12), null]);
  expect(await read("next_attempt_at", "deliveries")).toEqual([at(12)]);
  expect(await read("due_at", "websub_notifications")).toEqual([at(12), null]);
  expect(await read("host", "host_backoffs")).toEqual(["due.example"]);
  await database.destroy();
});

it("preserves the due time that was set for a feed while it was polled", async () => {
  const database = await openDatabase("sqlite::memory:");
  const url = "https://news.example/rss";
  await addFeeds(database, [url], at(11));
  const [before] = await listFeedStates(database, [url]);
  if (!before) throw new Error("The feed was not added.");
  const save = () => saveFeedState(database, { ...before, nextPollAt: at(14) }, before);
  await triggerFeed(database, url, at(12));
  await save();
  expect((await listFeedStates(database, [url]))[0]?.nextPollAt).toBe(at(12));
  await triggerFeed(database, url, before.nextPollAt);
  await save();
  expect((await listFeedStates(database, [url]))[0]?.nextPollAt).toBe(at(14));
  await database.destroy();
});
