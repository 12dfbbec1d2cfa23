import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { CalendarEvent } from "../store/calendars.ts";
import type { Window } from "./read.ts";

/** Reading takes milliseconds: what takes this long does not end. */
const READ_MS = 10_000;
const HEAP_MB = 128;

/**
 * Reads an iCalendar file in a process of its own, which is ended when it takes too long: a rule for repeating can be one
 * that never comes true, and pages must not wait for it. Such a rule takes memory without end, too, and a thread that runs
 * out of memory takes the whole process with it.
 *
 * @param stop ends it at once
 * @throws {Error} where the text is no iCalendar, or takes too long or too much memory to be read
 */
export async function readAside(text: string, window: Window, stop: AbortSignal): Promise<CalendarEvent[]> {
  const child = fork(new URL("./readProcess.ts", import.meta.url), {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: "ignore",
  });
  try {
    child.send({ text, window });
    const signal = AbortSignal.any([AbortSignal.timeout(READ_MS), stop]);
    const [answer] = await Promise.race([once(child, "message", { signal }), deathOf(child)]);
    if (typeof answer === "string") throw new Error(answer);
    return answer as CalendarEvent[];
  } catch (error) {
    if ((error as Error).name === "AbortError")
      throw new Error(`The calendar could not be read within ${READ_MS / 1000} s.`, { cause: error });
    throw error;
  } finally {
    child.kill("SIGKILL");
  }
}

/** Ends by itself only where there is no memory left, or once it has answered; the answer comes first. */
async function deathOf(child: ChildProcess): Promise<never> {
  await once(child, "disconnect");
  throw new Error(`The calendar could not be read with ${HEAP_MB} MB of memory.`);
}
