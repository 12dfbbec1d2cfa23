import { type AudioChunk, type Format, isSameFormat } from "../formats/audioChunk.ts";
import { createFormatSplice } from "./formatSplice.ts";
import { createListeners } from "./listeners.ts";
import { createRingBuffer } from "./ringBuffer.ts";

/** Audio that a listener gets at once on joining, and that the station or its loop keeps buffered ahead. */
export const BURST_MS = 5000;
/** Browsers start playing at 32 KiB. At low bit rates that takes a longer burst. */
const MIN_BURST_BYTES = 40_000;
/** Bounds how far titles and state lag behind the station. */
const MAX_BURST_MS = 15_000;

/** Returns the burst, in ms, for a stream whose last `durationMs` took `bytes`. */
export function toBurstMs({ durationMs, bytes }: { durationMs: number; bytes: number }): number {
  if (bytes === 0) return BURST_MS;
  return Math.min(MAX_BURST_MS, Math.max(BURST_MS, (MIN_BURST_BYTES * durationMs) / bytes));
}

export type StationOutput = ReturnType<typeof createStationOutput>;

/** The stream that a station's listeners hear, from the station or from its fallback loop. */
export function createStationOutput(stationName: string) {
  const buffer = createRingBuffer();
  let append = createFormatSplice();
  /** Format of the last audio; null if there was none yet. */
  let format: Format | null = null;
  let playsUntil = 0;
  const burstMs = () => toBurstMs(buffer.totals());
  const listeners = createListeners({ buffer, format: () => format, stationName, burstMs });
  const clear = () => {
    buffer.clear();
    append = createFormatSplice();
    playsUntil = 0;
  };

  return {
    listeners,
    /** @param isNewSource true if the chunk before came from another source */
    push(chunk: AudioChunk, isNewSource: boolean, title: string | null) {
      // A player sets up one decoder per response, so a new format needs a new request.
      if (format && !isSameFormat(format, chunk.format)) {
        listeners.endStarted();
        clear();
      }
      format = chunk.format;
      buffer.push({ ...append(chunk, isNewSource), title });
      playsUntil = Math.max(playsUntil, performance.now()) + chunk.durationMs;
    },
    /** Returns the audio, in ms, that a listener who never lagged has yet to hear. */
    bufferedMs: () => Math.max(0, playsUntil - performance.now()),
    burstMs,
    format: (): Format | null => format,
    clear,
  };
}
