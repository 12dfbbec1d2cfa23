import { writeSync } from "node:fs";
import type { DestinationStream } from "pino";

/** Destination of log lines that never blocks the thread, even if the reader of the lines is slow or stuck. */
export interface LogOutput extends DestinationStream {
  /** Returns the number of lines that were dropped since the start. */
  countDropped(): number;
  /** Sets a function that is called with the number of dropped lines when lines can be written again. */
  onFlow(listener: (dropped: number) => void): void;
}

/** Maximum number of bytes that wait in memory for a slow reader. Further lines are dropped. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Interval, in ms, of attempts to write while the pipe is full. */
const RETRY_MS = 20;
/** Maximum time, in ms, for which the end of the process waits for a reader that reads nothing. */
const END_MS = 1000;

let standardOutput: LogOutput | undefined;

/**
 * Opens standard output. Only one thread may write to it, since lines of two threads would mix. If a reader is stuck or
 * the disk is full, pino's own destination would keep all lines in memory, and would delay the end of the process.
 */
export function openOutput(): LogOutput {
  if (standardOutput) return standardOutput;
  // The first use of `process.stdout` makes a pipe or socket non-blocking. The listener ignores errors, for example
  // after the process that reads the pipe has ended.
  process.stdout.on("error", () => {});
  const { end, ...output } = createOutput((bytes) => writeSync(1, bytes));
  process.on("exit", end);
  standardOutput = output;
  return output;
}

/** @param write returns the number of bytes written; throws EAGAIN if none can be written now */
function createOutput(write: (bytes: Buffer) => number): LogOutput & { end(): void } {
  /** Lines to write. The first may be only the rest of a line that was written in part. */
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let droppedNow = 0;
  let dropped = 0;
  let listener: (dropped: number) => void = () => {};

  function drop(): void {
    droppedNow++;
    dropped++;
  }

  /** Writes waiting lines until the pipe is full. Drops lines that cannot be written, for example on a full disk. */
  function writeWaiting(): void {
    for (let [first] = waiting; first; [first] = waiting) {
      try {
        const written = write(first);
        waitingBytes -= written;
        waiting[0] = first.subarray(written);
        if (written < first.length) continue;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EAGAIN") return;
        waitingBytes -= first.length;
        drop();
      }
      waiting.shift();
    }
  }

  function retry(): void {
    writeWaiting();
    if (waiting.length > 0) return void setTimeout(retry, RETRY_MS).unref();
    if (droppedNow === 0) return;
    const count = droppedNow;
    droppedNow = 0;
    listener(count);
  }

  return {
    write(line) {
      const bytes = Buffer.from(line);
      const isFlowing = waiting.length === 0;
      if (!isFlowing && waitingBytes + bytes.length > MAX_WAITING_BYTES) return drop();
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (!isFlowing) return;
      writeWaiting();
      if (waiting.length > 0) setTimeout(retry, RETRY_MS).unref();
    },
    countDropped: () => dropped,
    onFlow(added) {
      listener = added;
    },
    /** Before the process ends, writes the waiting lines for as long as the reader of the pipe keeps reading. */
    end() {
      const pause = new Int32Array(new SharedArrayBuffer(4));
      for (let idleMs = 0; idleMs < END_MS; idleMs += RETRY_MS) {
        const before = waitingBytes;
        writeWaiting();
        if (waiting.length === 0) return;
        if (waitingBytes < before) idleMs = 0;
        Atomics.wait(pause, 0, 0, RETRY_MS);
      }
      waiting = [];
    },
  };
}
