import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import { nextPoll } from "../feeds/pollSchedule.ts";
import { type Job, startJob } from "../jobs/job.ts";
import type { Outbound } from "../net/outbound.ts";
import { addCalendars, type CalendarEvent, findCalendars, replaceEvents, saveCalendar } from "../store/calendars.ts";
import type { CalendarRow, Database } from "../store/schema.ts";
import { parseIsolated } from "./calendarParser.ts";

interface Parts {
  editions: Editions;
  database: Database;
  outbound: Outbound;
  log: Logger;
  /** Called after the result of a poll was stored. */
  onPolled?: (url: string) => Promise<void>;
}

const INTERVAL_MINUTES = 60;
const TICK_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Days ahead for which the dates of recurring events are stored. */
export const DAYS_AHEAD = 90;

/** Fetches every edition's calendars hourly, in the background. The last good events stay when a calendar fails. */
export async function startCalendarPolling({
  editions,
  database,
  outbound,
  log,
  onPolled = async () => {},
}: Parts): Promise<Pick<Job, "stop">> {
  /** Time zones of the first editions that name a calendar, by its URL. */
  let timeZones = new Map<string, string>();

  await readEditions();
  editions.onChange(() => void readEditions());
  return startJob({ name: "calendars", intervalMs: TICK_MS, run: pollDue, log });

  async function readEditions(): Promise<void> {
    const entries = editions
      .all()
      .flatMap(({ calendars, timeZone }) => calendars.map(({ url }) => [url, timeZone] as const));
    timeZones = new Map(entries.toReversed());
    await addCalendars(database, [...timeZones.keys()], new Date().toISOString());
  }

  async function pollDue(signal: AbortSignal): Promise<void> {
    const now = new Date().toISOString();
    const due = (await findCalendars(database, [...timeZones.keys()])).filter(
      ({ next_poll_at }) => next_poll_at <= now,
    );
    await Promise.all(due.map((calendar) => poll(calendar, signal)));
  }

  async function poll(calendar: CalendarRow, signal: AbortSignal): Promise<void> {
    const { url, failures: previousFailures, last_success_at } = calendar;
    try {
      const result = await fetchEvents(url, timeZones.get(url) ?? "UTC", signal);
      if (signal.aborted) return;
      const isFailed = "error" in result;
      if (!isFailed) await replaceEvents(database, url, result.events);
      const now = new Date();
      const failures = isFailed ? previousFailures + 1 : 0;
      await saveCalendar(database, {
        url,
        last_attempt_at: now.toISOString(),
        last_success_at: isFailed ? last_success_at : now.toISOString(),
        last_error: isFailed ? result.error : null,
        failures,
        next_poll_at: new Date(nextPoll(now.getTime(), INTERVAL_MINUTES, failures, Math.random())).toISOString(),
      });
      await onPolled(url);
      if (isFailed)
        log.warn({ calendar: url, reason: result.error, failures }, "calendar failed; keeping its last events");
      else log.info({ calendar: url, events: result.events.length }, "calendar polled");
    } catch (error) {
      log.error({ calendar: url, err: error }, "calendar poll result not stored");
    }
  }

  async function fetchEvents(
    url: string,
    timeZone: string,
    signal: AbortSignal,
  ): Promise<{ events: CalendarEvent[] } | { error: string }> {
    try {
      const { status, body } = await outbound.get(url, { accept: "text/calendar, */*;q=0.5" });
      if (status < 200 || status > 299) throw new Error(`Answered with status ${status}.`);
      const now = Date.now();
      const window = { from: now - DAY_MS, until: now + DAYS_AHEAD * DAY_MS, timeZone };
      return { events: await parseIsolated(new TextDecoder().decode(body), window, signal) };
    } catch (error) {
      return { error: (error as Error).message };
    }
  }
}
