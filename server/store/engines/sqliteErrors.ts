import { setTimeout as wait } from "node:timers/promises";
import type { ErrorCodes } from "./damage.ts";
import type { ConnectionOptions } from "./engine.ts";

const BUSY_RETRY_MS = 20;
/** Primary result codes of SQLite (sqlite.org/rescode.html). */
const SQLITE_BUSY = 5;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_FULL = 13;

/**
 * Codes of temporary errors. The store becomes usable again by itself, or after an operator has freed disk space or
 * corrected permissions.
 */
export const UNAVAILABLE_CODES: readonly number[] = [SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL];

export interface Retries {
  busyTimeoutMs: number;
  onError: ConnectionOptions["onError"];
}

/** Runs a statement. While another connection writes, retries it for up to `busyTimeoutMs`. */
export async function retryWhileBusy<Result>(run: () => Result, { busyTimeoutMs, onError }: Retries): Promise<Result> {
  const deadline = performance.now() + busyTimeoutMs;
  for (;;)
    try {
      return run();
    } catch (error) {
      if (getResultCode(error) !== SQLITE_BUSY || performance.now() > deadline) {
        onError?.(error as ErrorCodes);
        throw error;
      }
      await wait(BUSY_RETRY_MS);
    }
}

/** Returns the primary result code (the low byte) of a SQLite error; undefined for other errors. */
export function getResultCode(error: unknown): number | undefined {
  const { errcode } = (error ?? {}) as { errcode?: unknown };
  return typeof errcode === "number" ? errcode & 0xff : undefined;
}
