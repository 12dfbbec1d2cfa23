import { BURST_MS, type Format, isSameFormat, type Run } from "../formats/frames.ts";
import { openSeam } from "./formatSplice.ts";
import type { Audience } from "./listeners.ts";
import { openAudience } from "./listeners.ts";
import { type Held, openRing } from "./ringBuffer.ts";

/** Browsers begin to play once they have 32 KiB, which a station of few bits a second takes more seconds for. */
const BURST_BYTES = 40_000;
/** What the words about what is playing may lag behind the station. */
const LONGEST_BURST_MS = 15_000;

/** @returns the burst of a stream of which a stretch has so many bytes and milliseconds, in milliseconds */
export function burstOf({ ms, bytes }: Held): number {
  if (bytes === 0) return BURST_MS;
  return Math.min(LONGEST_BURST_MS, Math.max(BURST_MS, (BURST_BYTES * ms) / bytes));
}

/** What a station's listeners hear, from wherever it comes. */
export interface Sound {
  audience: Audience;
  /** @param isNew whether the run's source is another than that of the run before */
  put(run: Run, isNew: boolean, title: string | null): void;
  /** How many milliseconds from now a listener who has been there all along still has to hear. */
  ahead(): number;
  /** How many milliseconds of what is in memory a listener begins with. */
  burstMs(): number;
  /** The format of what is in memory. */
  format(): Format | null;
  /** The format in which the station itself was heard last. */
  lastFormat(): Format | null;
  heardFormat(format: Format): void;
  clear(): void;
}

export function openSound(name: string): Sound {
  const ring = openRing();
  let seam = openSeam();
  let format: Format | null = null;
  let lastFormat: Format | null = null;
  let heardUntil = 0;
  const burstMs = () => burstOf(ring.held());
  const audience = openAudience({ ring, format: () => format, name, burstMs });

  return {
    audience,
    put(run, isNew, title) {
      // A player sets its decoder up once for a response: in another format it has to ask anew.
      if (format && !isSameFormat(format, run.format)) {
        audience.endBegun();
        clear();
      }
      format = run.format;
      ring.push({ ...seam.join(run, isNew), title });
      heardUntil = Math.max(heardUntil, performance.now()) + run.ms;
    },
    burstMs,
    ahead: () => Math.max(0, heardUntil - performance.now()),
    format: () => format,
    lastFormat: () => lastFormat,
    heardFormat(heard) {
      lastFormat = heard;
    },
    clear,
  };

  function clear() {
    ring.clear();
    seam = openSeam();
    format = null;
    heardUntil = 0;
  }
}
