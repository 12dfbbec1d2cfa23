import type { Framer } from "./audioChunk.ts";
import { createFramer, type ReadHeader } from "./framer.ts";

/** Bit rates of layer III in kbit/s, by their index in the header: for MPEG 1, then for MPEG 2 and 2.5. */
const BIT_RATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES = [44100, 48000, 32000] as const;
/** Size of the bit reservoir: a frame's audio data can begin up to this many bytes before the frame. */
const RESERVOIR_BYTES = 511;

const readHeader: ReadHeader = (bytes, at) => {
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
  if (bytes[at] !== 0xff || (second & 0xe6) !== 0xe2) return null;
  // Version 3 means MPEG 1, version 2 means MPEG 2, and version 0 means MPEG 2.5.
  const version = (second >> 3) & 3;
  const isMpeg1 = version === 3;
  const bitRate = BIT_RATES[isMpeg1 ? 0 : 1][third >> 4];
  const mpeg1Rate = RATES[(third >> 2) & 3];
  if (version === 1 || !bitRate || !mpeg1Rate) return null;
  const rate = mpeg1Rate >> (isMpeg1 ? 0 : version === 2 ? 1 : 2);
  const length = Math.floor(((isMpeg1 ? 144 : 72) * bitRate * 1000) / rate) + ((third >> 1) & 1);
  return { length, samples: isMpeg1 ? 1152 : 576, rate, channels: fourth >> 6 === 3 ? 1 : 2 };
};

export function createMp3Framer(): Framer {
  return createFramer({ type: "audio/mpeg", codec: "mp3" }, readHeader);
}

/**
 * Copies MP3 frames and lets a decoder start at the first frame of the copy. Silences the first frames, since they need
 * audio data from earlier frames. Keeps the audio data in the silenced frames, since later frames need that data. At
 * 128 kbit/s, the silence lasts 50 ms.
 */
export function toStartableMp3(frames: Buffer): Buffer {
  const bytes = Buffer.from(frames);
  for (let at = 0, reservoir = 0; reservoir < RESERVOIR_BYTES; ) {
    const header = readHeader(bytes, at);
    if (!header) break;
    const hasChecksum = ((bytes[at + 1] ?? 0) & 1) === 0;
    const sideAt = at + 4 + (hasChecksum ? 2 : 0);
    const sideLength = header.samples === 1152 ? (header.channels === 1 ? 17 : 32) : header.channels === 1 ? 9 : 17;
    // Does not silence the rare frames that have a checksum, since the checksum would no longer match. Decoders skip
    // these frames anyway, since audio data is missing.
    if (!hasChecksum) bytes.fill(0, sideAt, sideAt + sideLength);
    reservoir += at + header.length - sideAt - sideLength;
    at += header.length;
  }
  return bytes;
}
