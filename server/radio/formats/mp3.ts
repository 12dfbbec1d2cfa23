import { cutFrames, type ReadHeader } from "./framer.ts";
import type { Cutter } from "./frames.ts";

/** Kilobits a second of layer III by the header's index: MPEG 1, and MPEG 2 and 2.5. */
const BITRATES = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const RATES = [44100, 48000, 32000] as const;
/** A frame's sound may begin up to so many bytes back, in the frames before it. */
const RESERVOIR_BYTES = 511;

const readHeader: ReadHeader = (bytes, at) => {
  const [second = 0, third = 0, fourth = 0] = bytes.subarray(at + 1, at + 4);
  if (bytes[at] !== 0xff || (second & 0xe6) !== 0xe2) return null;
  // 3 is MPEG 1, 2 is MPEG 2, 0 is MPEG 2.5.
  const version = (second >> 3) & 3;
  const isFirst = version === 3;
  const bitrate = BITRATES[isFirst ? 0 : 1][third >> 4];
  const rate = RATES[(third >> 2) & 3];
  if (version === 1 || !bitrate || !rate) return null;
  const actual = rate >> (isFirst ? 0 : version === 2 ? 1 : 2);
  const length = Math.floor(((isFirst ? 144 : 72) * bitrate * 1000) / actual) + ((third >> 1) & 1);
  return { length, samples: isFirst ? 1152 : 576, rate: actual, channels: fourth >> 6 === 3 ? 1 : 2 };
};

export function cutMp3(): Cutter {
  return cutFrames({ type: "audio/mpeg", codec: "mp3" }, readHeader);
}

/**
 * Makes a run of frames one to begin with. The first frames' sound lies partly in frames that were not heard; they are
 * made silent and kept, since the next ones' sound lies partly in them. That is a twentieth of a second at 128 kbit/s.
 */
export function beginMp3(run: Buffer): Buffer {
  const bytes = Buffer.from(run);
  for (let at = 0, reservoir = 0; reservoir < RESERVOIR_BYTES; ) {
    const header = readHeader(bytes, at);
    if (!header) break;
    const hasChecksum = ((bytes[at + 1] ?? 0) & 1) === 0;
    // Its checksum would have to be made anew; frames with one are rare, and a decoder passes over a wrong one.
    const sideAt = at + 4 + (hasChecksum ? 2 : 0);
    const sideLength = header.samples === 1152 ? (header.channels === 1 ? 17 : 32) : header.channels === 1 ? 9 : 17;
    if (!hasChecksum) bytes.fill(0, sideAt, sideAt + sideLength);
    reservoir += at + header.length - sideAt - sideLength;
    at += header.length;
  }
  return bytes;
}
