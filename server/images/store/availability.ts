import type { Logger } from "pino";
import { S3UnavailableError } from "../../net/s3/refusals.ts";

interface Parts {
  /** Name of the storage, such as s3://bucket/prefix. */
  label: string;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Called when the storage can be used again. */
  onReturn?: () => void;
  /** Returns ms since 1970. */
  now?: () => number;
}

/** Longest outage, in ms, that needs no operator. */
const TOLERATED_MS = 60_000;
/** Time, in ms, without a successful request, after which a probe is due. */
const MAX_IDLE_MS = 30_000;

/**
 * Records whether the storage can be used. After one failed request, all requests fail immediately until a probe
 * succeeds, so that no reader waits for timeouts.
 */
export function createAvailability({ label, log, onReturn = () => {}, now = Date.now }: Parts) {
  let fault: { error: S3UnavailableError; since: number } | null = null;
  let succeededAt: number | null = null;

  function recordFailure(error: S3UnavailableError): void {
    const { message: reason, isRefused } = error;
    if (fault?.error.message !== reason)
      log[isRefused ? "error" : "warn"]({ store: label, reason }, "image store unavailable");
    fault = { error, since: fault?.since ?? now() };
  }

  return {
    isAvailable: () => fault === null,
    /** Returns true during an outage, and if no request has succeeded within `MAX_IDLE_MS`. */
    isProbeDue: () => fault !== null || succeededAt === null || now() - succeededAt >= MAX_IDLE_MS,
    /** Returns true if the next probe must try all operations: during an outage, and before the first success. */
    isInDoubt: () => fault !== null || succeededAt === null,

    /** Runs a request. During an outage, throws without running it. @throws {S3UnavailableError} */
    async run<Result>(send: () => Promise<Result>): Promise<Result> {
      if (fault) throw fault.error;
      try {
        const result = await send();
        if (!fault) succeededAt = now();
        return result;
      } catch (error) {
        // Errors other than `S3UnavailableError` concern only one object.
        if (error instanceof S3UnavailableError) recordFailure(error);
        throw error;
      }
    },

    /** Runs a probe, even during an outage. A successful probe ends the outage. Never rejects. */
    async probe(send: () => Promise<unknown>): Promise<void> {
      try {
        await send();
        succeededAt = now();
        if (!fault) return;
        log.info({ store: label, outageMs: now() - fault.since }, "image store available again");
        fault = null;
        onReturn();
      } catch (error) {
        recordFailure(error instanceof S3UnavailableError ? error : toRefusal(error as Error));
      }
    },

    /**
     * Returns the state of the storage. `ok` is false after an outage of a minute, and immediately if the storage
     * rejects requests, since only an operator can fix that.
     */
    check(): { ok: boolean; detail: string } {
      if (!fault) return { ok: true, detail: label };
      const { error, since } = fault;
      const outageMs = now() - since;
      const detail = `${label}: ${error.message} Unavailable for ${Math.floor(outageMs / 60_000)} min.`;
      return { ok: !error.isRefused && outageMs < TOLERATED_MS, detail };
    },
  };
}

/** Converts an unexpected error of a probe to a refusal. A server that is not S3 storage can cause such an error. */
function toRefusal(cause: Error): S3UnavailableError {
  return new S3UnavailableError(cause.message, { isRefused: true, cause });
}
