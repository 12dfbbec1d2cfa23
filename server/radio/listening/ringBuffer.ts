import type { SplicedChunk } from "./formatSplice.ts";

/** A chunk with the title of its track; `title` is null if it is unknown. */
interface BufferedChunk extends SplicedChunk {
  title: string | null;
}

/** Maximum length of the audio in the buffer, in ms. A listener who is further behind skips to the newest chunk. */
const MAX_MS = 20_000;
/** Maximum size of the buffer, in bytes. If a stream's frames state no duration, only this limit applies. */
const MAX_BYTES = 4 * 1024 * 1024;

export type RingBuffer = ReturnType<typeof createRingBuffer>;

/** Creates a buffer of a station's latest seconds, for all its listeners. Chunks have indexes that never restart. */
export function createRingBuffer() {
  let chunks: BufferedChunk[] = [];
  let start = 0;
  let durationMs = 0;
  let bytes = 0;

  return {
    /** Returns the index of the oldest chunk. */
    startIndex: () => start,
    /** Returns the index that the next chunk will get. */
    endIndex: () => start + chunks.length,
    get: (index: number) => chunks[index - start],
    push(chunk: BufferedChunk) {
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
    /**
     * Returns the index of the newest chunk that begins at least `lengthMs` before the end of the buffer. Returns the
     * oldest index if the buffer is shorter, and `endIndex()` if `lengthMs` is 0.
     */
    findStart(lengthMs: number) {
      let index = chunks.length;
      for (let foundMs = 0; index > 0 && foundMs < lengthMs; ) foundMs += chunks[--index]?.durationMs ?? 0;
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
