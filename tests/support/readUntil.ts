import { setTimeout as pause } from "node:timers/promises";

/** Between two attempts. Without a pause, waiting takes CPU time from what it waits for. */
const PAUSE_MS = 50;

/** Reads a value until it satisfies a predicate, and returns it. The test's time limit ends this otherwise. */
export async function readUntil<Value>(read: () => Promise<Value>, isDone: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (isDone(value)) return value;
    await pause(PAUSE_MS);
  }
}
