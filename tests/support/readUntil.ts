import { setTimeout as pause } from "node:timers/promises";
import { inspect } from "node:util";
import { scaleLimit } from "./scaleLimit.ts";

/** Pause between two attempts, in ms. A shorter pause would take CPU time from the server. */
const PAUSE_MS = 200;
/** Time limit, in ms: shorter than the limits of tests, so that the error shows the value that was read last. */
const LIMIT_MS = scaleLimit(120_000);
/** Maximum length, in characters, of a value in a message. */
const MAX_SHOWN = 2000;

/** Reads a value until it satisfies a predicate, and returns it. @throws {Error} with the last value after LIMIT_MS */
export async function readUntil<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (const startedAt = performance.now(); ; ) {
    const value = await read();
    if (isDone(value)) return value;
    if (performance.now() - startedAt > LIMIT_MS)
      throw new Error(`Not read within ${LIMIT_MS} ms: ${isDone}. Last: ${inspect(value).slice(0, MAX_SHOWN)}`);
    await pause(PAUSE_MS);
  }
}
