import { setTimeout as pause } from "node:timers/promises";

/** Pause between two attempts, in ms. Without it, waiting would take CPU time from the server. */
const PAUSE_MS = 100;

/** Reads a value until it satisfies a predicate, and returns it. The test's time limit ends this otherwise. */
export async function readUntil<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await pause(PAUSE_MS);
  }
}
