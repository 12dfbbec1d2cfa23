import type { Logger } from "pino";
import type { Editions } from "../editions/registry.ts";
import type { Poller } from "../feeds/poll.ts";
import { nextPoll } from "../feeds/pollSchedule.ts";
import type { Outbound } from "../net/outbound.ts";
import { addCalendars, calendarsOf, replaceEvents, saveCalendar } from "../store/calendars.ts";
import type { CalendarRow, Database } from "../store/schema.ts";
import { readAside } from "./readAside.ts";

interface Parts {
  editions: Editions;
  database: Database;
  outbound: Outbound;
  log: Logger;
  /** Told when the store has what a calendar gave. */
  onPolled?: (url: string) => Promise<void>;
}

const EVERY_MINUTES = 60;
const TICK_MS = 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How far ahead events that repeat are written out. */
export const DAYS_AHEAD = 90;

/**
 * Fetches every edition's calendars in the background, each when it is due, for as long as the process runs. The last good
 * events stay when a calendar fails.
 */
export async function startEventPolling({
  editions,
  database,
  outbound,
  log,
  onPolled = async () => {},
}: Parts): Promise<Pick<Poller, "stop">> {
  /** Each calendar's address, with the time zone of the first edition that names it. */
  let plan = new Map<string, string>();
  const stopping = new AbortController();

  await takeUpPlan();
  editions.onChange(() => void takeUpPlan());
  let ticking = tick();
  const timer = setInterval(() => {
    ticking = ticking.then(tick);
  }, TICK_MS);

  async function takeUpPlan() {
    const entries = editions
      .all()
      .flatMap(({ calendars, timeZone }) => calendars.map(({ url }) => [url, timeZone] as const));
    plan = new Map(entries.toReversed());
    await addCalendars(database, [...plan.keys()], new Date().toISOString());
  }

  async function tick() {
    if (stopping.signal.aborted) return;
    const now = new Date().toISOString();
    const due = (await calendarsOf(database, [...plan.keys()])).filter((calendar) => calendar.next_poll_at <= now);
    await Promise.all(due.map(poll));
  }

  async function poll(before: CalendarRow) {
    try {
      const { fault, count } = await fetchEvents(before.url, plan.get(before.url) ?? "UTC");
      if (stopping.signal.aborted) return;
      const now = new Date();
      const failures = fault ? before.failures + 1 : 0;
      await saveCalendar(database, {
        url: before.url,
        last_attempt_at: now.toISOString(),
        last_success_at: fault ? before.last_success_at : now.toISOString(),
        last_error: fault,
        failures,
        next_poll_at: new Date(nextPoll(now.getTime(), EVERY_MINUTES, failures, Math.random())).toISOString(),
      });
      await onPolled(before.url);
      if (fault)
        log.warn({ calendar: before.url, reason: fault, failures }, "calendar failed: the last good list stays");
      else log.info({ calendar: before.url, events: count }, "calendar polled");
    } catch (error) {
      log.error({ calendar: before.url, err: error }, "calendar not polled: the store did not take it");
    }
  }

  /** @returns how many events there are now; why it failed, in a sentence, null where it did not */
  async function fetchEvents(url: string, timeZone: string): Promise<{ fault: string | null; count: number }> {
    let events: Awaited<ReturnType<typeof readAside>>;
    try {
      const { status, body } = await outbound.get(url, { accept: "text/calendar, */*;q=0.5" });
      if (status < 200 || status > 299) throw new Error(`Answered with status ${status}.`);
      const now = Date.now();
      const window = { from: now - DAY_MS, until: now + DAYS_AHEAD * DAY_MS, timeZone };
      events = await readAside(new TextDecoder().decode(body), window, stopping.signal);
    } catch (error) {
      return { fault: (error as Error).message, count: 0 };
    }
    if (!stopping.signal.aborted) await replaceEvents(database, url, events);
    return { fault: null, count: events.length };
  }

  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await ticking;
    },
  };
}
