import type { Audience } from "./audience.ts";
import { openAudience } from "./audience.ts";
import { type Format, isSameFormat, type Run } from "./frames.ts";
import { openRing } from "./ring.ts";
import { openSeam } from "./seam.ts";

/** Milliseconds of sound that a listener begins with, and that is kept ahead of what is heard. */
export const BURST_MS = 5000;

/** What a station's listeners hear, from wherever it comes. */
export interface Sound {
  audience: Audience;
  /** @param isNew whether the run's source is another than that of the run before */
  put(run: Run, isNew: boolean, title: string | null): void;
  /** How many milliseconds from now a listener who has been there all along still has to hear. */
  ahead(): number;
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
  const audience = openAudience({ ring, format: () => format, name, burstMs: BURST_MS });

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
