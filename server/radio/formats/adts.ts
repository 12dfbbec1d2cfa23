import type { Framer } from "./audioChunk.ts";
import { createFramer, type ReadHeader } from "./framer.ts";

/** Samples per second by the header's index (ISO/IEC 14496-3, table 1.18). */
const RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350] as const;

const readHeader: ReadHeader = (bytes, at) => {
  const [second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = bytes.subarray(at + 1, at + 7);
  if (bytes[at] !== 0xff || (second & 0xf6) !== 0xf0) return null;
  const rate = RATES[(third >> 2) & 15];
  const channels = ((third & 1) << 2) | (fourth >> 6);
  const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
  if (!rate || length < 7) return null;
  return { length, samples: 1024 * ((seventh & 3) + 1), rate, channels };
};

/** Frames AAC in ADTS. No frame depends on another, so a listener can start at any of them. */
export function createAdtsFramer(): Framer {
  return createFramer({ type: "audio/aac", codec: "aac" }, readHeader);
}
