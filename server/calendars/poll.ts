import type { Logger } from "pino";
import type { Editions } from "../editions/loading/registry.ts";
import { getNextPoll } from "../feeds/pollSchedule.ts";
import type { Parser, Parsers } from "../isolation/parsers.ts";
import { type Job, startJob } from "../jobs/job.ts";
import type { Outbound } from "../net/outbound.ts";
import { addCalendars, listCalendars, saveCalendar } from "../store/feeds/calendars.ts";
import type { CalendarRow, Database } from "../store/schema/schema.ts";
import type { parse } from "./calendarParser.ts";
import type { ReadCalendar } from "./parseCalendar.ts";

interface Parts {
  editions: Editions;
  database: Database;
  outbound: Pick<Outbound, "get">;
  parsers: Pick<Parsers, "parse">;
  log: Logger;
  /** Called after a poll's result was stored. */
  onPolled: () => Promise<void>;
}

const INTERVAL_MINUTES = 60;
const TICK_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Events up to this number of days ahead are stored. */
export const EVENT_DAYS_AHEAD = 90;
export const CALENDAR_PARSER: Parser<typeof parse> = {
  module: new URL("./calendarParser.ts", import.meta.url),
  task: "Parsing the calendar",
  // Parsing takes milliseconds, but a recurrence rule that never matches would run forever.
  timeoutMs: 10_000,
};

/** Starts polling all editions' calendars hourly. If a poll fails, the events of the last successful poll remain. */
export async function startCalendarPolling(parts: Parts): Promise<Pick<Job, "stop">> {
  const { editions, database, outbound, parsers, log, onPolled } = parts;
  /** Time zones by calendar URL. If several editions list a calendar, the first edition's zone is used. */
  let timeZones = new Map<string, string>();
  /** URLs of calendars whose host may have a private address. */
  let privateUrls = new Set<string>();
  let isStopped = false;

  await readEditions();
  editions.onChange(readEditions);
  const job = startJob({ name: "calendars", intervalMs: TICK_MS, run: pollDue, log });
  return {
    stop() {
      isStopped = true;
      return job.stop();
    },
  };

  async function readEditions(): Promise<void> {
    if (isStopped) return;
    timeZones = new Map();
    const all = editions.all().flatMap(({ calendars }) => calendars);
    privateUrls = new Set(all.filter((calendar) => calendar.private).map(({ url }) => url));
    for (const { calendars, timeZone } of editions.all().toReversed())
      for (const { url } of calendars) timeZones.set(url, timeZone);
    await addCalendars(database, [...timeZones.keys()], new Date().toISOString());
  }

  async function pollDue(signal: AbortSignal): Promise<void> {
    const now = new Date().toISOString();
    const calendars = await listCalendars(database, [...timeZones.keys()]);
    const due = calendars.filter(({ next_poll_at }) => next_poll_at <= now);
    await Promise.all(due.map((calendar) => poll(calendar, signal)));
  }

  async function poll(calendar: CalendarRow, signal: AbortSignal): Promise<void> {
    const { url } = calendar;
    const timeZone = timeZones.get(url) ?? "UTC";
    try {
      const result = await fetchEvents(url, timeZone).catch((error: Error) => error);
      if (signal.aborted) return;
      const isFailed = result instanceof Error;
      const now = new Date();
      const failures = isFailed ? calendar.failures + 1 : 0;
      const state = {
        url,
        last_attempt_at: now.toISOString(),
        last_success_at: isFailed ? calendar.last_success_at : now.toISOString(),
        last_error: isFailed ? result.message : describeUnknownZones(result.unknownZones, timeZone),
        failures,
        next_poll_at: new Date(getNextPoll(now.getTime(), INTERVAL_MINUTES, failures, Math.random())).toISOString(),
      };
      await saveCalendar(database, state, isFailed ? null : result.events);
      await onPolled();
      if (isFailed)
        log.warn({ calendar: url, reason: result.message, failures }, "calendar failed; keeping its last events");
      else {
        log.info({ calendar: url, events: result.events.length }, "calendar polled");
        if (state.last_error)
          log.warn({ calendar: url, reason: state.last_error }, "calendar names unknown time zones");
      }
    } catch (error) {
      log.error({ calendar: url, err: error }, "calendar poll result not stored");
    }
  }

  async function fetchEvents(url: string, timeZone: string): Promise<ReadCalendar> {
    const privateUrl = privateUrls.has(url) ? url : undefined;
    const { status, body } = await outbound.get(url, { accept: "text/calendar, */*;q=0.5" }, privateUrl);
    if (status < 200 || status > 299) throw new Error(`Responded with status ${status}.`);
    const now = Date.now();
    return parsers.parse(
      CALENDAR_PARSER,
      { from: now - DAY_MS, until: now + EVENT_DAYS_AHEAD * DAY_MS, timeZone },
      body,
    );
  }
}

/** Returns a remark about a calendar's unknown time zones; null if all its zones are known. */
function describeUnknownZones(names: readonly string[], timeZone: string): string | null {
  if (names.length === 0) return null;
  return `Unknown time zones, whose times are read in the calendar's default zone, else in ${timeZone}: ${names.join(", ")}.`;
}
