import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { scaleLimit } from "./scaleLimit.ts";

/** Pause between two attempts, in ms. With a shorter one, the wait would take CPU time from the server. */
const PAUSE_MS = 200;
/** Time limit, in ms. It is shorter than the limit of a test, which would end without a message about the value. */
const LIMIT_MS = scaleLimit(120_000);
/** Maximum length of the value in a message. */
const MAX_SHOWN = 2000;

/**
 * Reads a value until it satisfies a predicate, and returns the value.
 *
 * @throws {Error} with the last value, after two minutes, or longer on a slow machine
 */
export async function readUntil<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (const startedAt = performance.now(); ; ) {
    const value = await read();
    if (isDone(value)) return value;
    if (performance.now() - startedAt > LIMIT_MS)
      throw new Error(`Not read within ${LIMIT_MS} ms: ${isDone}. Last: ${inspect(value).slice(0, MAX_SHOWN)}`);
    await pause(PAUSE_MS);
  }
}
