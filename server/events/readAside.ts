import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CalendarEvent, Window } from "./read.ts";

/** Reading takes milliseconds: what takes this long does not end. */
const READ_MS = 10_000;

/**
 * Reads an iCalendar file in a thread of its own, which is ended when it takes too long: a rule for repeating can be one that
 * never comes true, and pages must not wait for it.
 *
 * @param stop ends it at once
 * @throws {Error} where the text is no iCalendar, or takes too long to be read
 */
export async function readAside(text: string, window: Window, stop: AbortSignal): Promise<CalendarEvent[]> {
  const worker = new Worker(new URL("./readThread.ts", import.meta.url), {
    workerData: { text, window },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  try {
    const [answer] = await once(worker, "message", {
      signal: AbortSignal.any([AbortSignal.timeout(READ_MS), stop]),
    });
    if (typeof answer === "string") throw new Error(answer);
    return answer as CalendarEvent[];
  } catch (error) {
    if ((error as Error).name === "AbortError")
      throw new Error(`The calendar could not be read within ${READ_MS / 1000} s.`, { cause: error });
    throw error;
  } finally {
    await worker.terminate();
  }
}
