import type { SplicedChunk } from "./formatSplice.ts";

/** A chunk in memory, with the title of the track that was playing. */
interface BufferedChunk extends SplicedChunk {
  title: string | null;
}

export interface Totals {
  durationMs: number;
  bytes: number;
}

/** The last seconds of a station, shared by all listeners. Indexes count chunks and never restart. */
export interface RingBuffer {
  /** Index of the oldest chunk, and of the next one to come. */
  startIndex(): number;
  endIndex(): number;
  get(index: number): BufferedChunk | undefined;
  push(chunk: BufferedChunk): void;
  /** Returns the index of the first chunk of the last `durationMs`; of the next chunk to come for 0. */
  findStart(durationMs: number): number;
  totals(): Totals;
  clear(): void;
}

/** A listener who falls further behind skips to the newest chunk. */
const MAX_MS = 20_000;
/** Bounds a stream whose frames claim no duration. */
const MAX_BYTES = 4 * 1024 * 1024;

export function createRingBuffer(): RingBuffer {
  let chunks: BufferedChunk[] = [];
  let start = 0;
  let durationMs = 0;
  let bytes = 0;

  return {
    startIndex: () => start,
    endIndex: () => start + chunks.length,
    get: (index) => chunks[index - start],
    push(chunk) {
      chunks.push(chunk);
      durationMs += chunk.durationMs;
      bytes += chunk.bytes.length;
      while (chunks.length > 1 && (durationMs > MAX_MS || bytes > MAX_BYTES)) {
        const oldest = chunks.shift();
        durationMs -= oldest?.durationMs ?? 0;
        bytes -= oldest?.bytes.length ?? 0;
        start++;
      }
    },
    findStart(wantedMs) {
      let index = chunks.length;
      for (let foundMs = 0; index > 0 && foundMs < wantedMs; ) foundMs += chunks[--index]?.durationMs ?? 0;
      return start + index;
    },
    totals: () => ({ durationMs, bytes }),
    clear() {
      start += chunks.length;
      chunks = [];
      durationMs = 0;
      bytes = 0;
    },
  };
}
