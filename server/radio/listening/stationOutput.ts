import { type AudioChunk, type AudioFormat, isSameFormat } from "../formats/audioChunk.ts";
import { createFormatSplice } from "./formatSplice.ts";
import { createListeners } from "./listeners.ts";
import { createRingBuffer } from "./ringBuffer.ts";

/** Length, in ms, of the burst: recent audio that a new listener gets immediately. Playback lags by this length. */
export const BURST_MS = 5000;
/**
 * Minimum size of the burst, in bytes. Browsers start playing after 32 KiB, which last longer than `BURST_MS` at low
 * bit rates.
 */
const MIN_BURST_BYTES = 40_000;
/** Maximum length, in ms, of the burst. The longer the burst, the later listeners hear and see a new track. */
const MAX_BURST_MS = 15_000;

/** Returns the length, in ms, of a new listener's burst if `durationMs` ms of the stream's audio take `bytes` bytes. */
export function toBurstMs({ durationMs, bytes }: { durationMs: number; bytes: number }): number {
  if (bytes === 0) return BURST_MS;
  return Math.min(MAX_BURST_MS, Math.max(BURST_MS, (MIN_BURST_BYTES * durationMs) / bytes));
}

export type StationOutput = ReturnType<typeof createStationOutput>;

/** Creates the stream that a station's listeners hear, from the station or from its fallback loop. */
export function createStationOutput(stationName: string) {
  const buffer = createRingBuffer();
  let append = createFormatSplice();
  /** Format of the newest audio; null before the first audio. */
  let format: AudioFormat | null = null;
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
    /** @param isNewSource true if the previous chunk had a different source */
    push(chunk: AudioChunk, isNewSource: boolean, title: string | null) {
      // A player has one decoder per response, so a new format needs a new request.
      if (format && !isSameFormat(format, chunk.format)) {
        listeners.endStarted();
        clear();
      }
      format = chunk.format;
      buffer.push({ ...append(chunk, isNewSource), title });
      playsUntil = Math.max(playsUntil, performance.now()) + chunk.durationMs;
    },
    /** Returns the length, in ms, of the audio that was added ahead of real time. */
    bufferedMs: () => Math.max(0, playsUntil - performance.now()),
    burstMs,
    format: (): AudioFormat | null => format,
    clear,
  };
}
