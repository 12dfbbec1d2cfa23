import { sql } from "kysely";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import { countIndexed } from "../drill/checks.ts";
import { until } from "./nodes.ts";
import type { Period, Stage } from "./stage.ts";

/** Shortest interval, in ms, between scheduled polls of a feed: a third of 15 minutes, less a few seconds. */
const MIN_INTERVAL_MS = 290_000;
/** Longest time, in ms, from a fetch until its result is stored. A fault during this time can lose the result. */
const IN_FLIGHT_MS = scaleLimit(10_000);
/** Maximum number of polls that a node runs at the same time. */
const MAX_POLLS = 24;
/** Delay, in ms, of the next poll of a feed after the feed's result could not be stored. */
const RETRY_MS = 60_000;

/** Compares the stored articles with all published stories. */
export async function checkArticles({ database, publishers }: Stage): Promise<string[]> {
  const { rows } = await sql<{ title: string; count: number }>`
    select title, count(*)::int as count from articles group by title`.execute(database);
  const counts = new Map(rows.map(({ title, count }) => [title, count]));
  return [
    ...publishers.titles.filter((title) => !counts.has(title)).map((title) => `"${title}" is not stored`),
    ...rows.filter(({ count }) => count > 1).map(({ title, count }) => `"${title}" is stored ${count} times`),
  ];
}

/** Waits until every node's search index has all articles. @returns one line per node whose index is incomplete */
export async function checkIndexes({ database, nodes }: Stage): Promise<string[]> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from articles`.execute(database);
  const count = rows[0]?.count ?? 0;
  const incomplete = await Promise.all(
    nodes.map(async ({ number, data }) => {
      try {
        await until("indexed", () => countIndexed(data) === count);
        return [];
      } catch {
        return [`the index of node ${number} has ${countIndexed(data)} of ${count} articles`];
      }
    }),
  );
  return incomplete.flat();
}

/**
 * Finds fetches without a cause. Possible causes are the schedule, a story that made the feed due, and a fault that
 * lost the result of the previous fetch.
 *
 * @returns the number of fetches that a fault caused, and a line per fetch without a cause
 */
export function checkFetches({ publishers, getDueTimes }: Stage, faults: readonly Period[]) {
  let repeated = 0;
  const unexplained: string[] = [];
  for (const [feed, times] of publishers.fetches.entries()) {
    const due = [...getDueTimes(feed)];
    for (const [index, at] of times.entries()) {
      const before = times[index - 1];
      if (before === undefined || at - before >= MIN_INTERVAL_MS) continue;
      // If a feed becomes due while it is being polled, it is polled again afterwards.
      const cause = due.findIndex(({ from, to }) => to >= before - IN_FLIGHT_MS && from <= at);
      if (cause >= 0) due.splice(0, cause + 1);
      else if (faults.some(({ from, to }) => before >= from - IN_FLIGHT_MS && before <= to + IN_FLIGHT_MS)) repeated++;
      else unexplained.push(`feed ${feed} was fetched again after ${at - before} ms, at ${new Date(at).toISOString()}`);
    }
  }
  const overlaps = publishers.overlaps
    .filter(({ at }) => !faults.some(({ from, to }) => at >= from - IN_FLIGHT_MS && at <= to + RETRY_MS))
    .map(({ feed, at }) => `feed ${feed} was fetched twice at once, at ${new Date(at).toISOString()}`);
  const allowed = faults.length * MAX_POLLS;
  const tooMany = repeated > allowed ? [`${repeated} were repeated, more than were in flight (${allowed})`] : [];
  return { repeated, violations: [...unexplained, ...overlaps, ...tooMany] };
}

/** Compares the mails with the stored messages and sign-ups. There must be one mail for each message and sign-up. */
export async function checkMails({ database, mail }: Stage) {
  const messages = await sql<{ key: string }>`select body as key from messages`.execute(database);
  const signUps = await sql<{ key: string }>`select email as key from subscribers`.execute(database);
  const count = () => [
    ...messages.rows.map(({ key }) => ({ key, mails: mail.mails.filter(({ source }) => source.includes(key)).length })),
    ...signUps.rows.map(({ key }) => ({ key, mails: mail.mails.filter(({ to }) => to.includes(key)).length })),
  ];
  await until("mailed", () => count().every(({ mails }) => mails > 0)).catch(() => {});
  const counts = count();
  return {
    messages: messages.rows.map(({ key }) => key),
    signUps: signUps.rows.map(({ key }) => key),
    lost: counts.filter(({ mails }) => mails === 0).map(({ key }) => `"${key}" was not mailed`),
    doubled: counts.filter(({ mails }) => mails > 1).map(({ key, mails }) => `"${key}" was mailed ${mails} times`),
  };
}

/** Waits until all photos of stories are stored. @returns one line per missing photo */
export async function findMissingImages({ database }: Stage, photos: readonly string[]): Promise<string[]> {
  const findMissing = async () => {
    const { rows } = await sql<{ url: string }>`select url from images where key is not null`.execute(database);
    const stored = new Set(rows.map(({ url }) => url));
    return photos.filter((url) => !stored.has(url));
  };
  await until("all photos stored", async () => (await findMissing()).length === 0).catch(() => {});
  return (await findMissing()).map((url) => `${url} is not stored`);
}
