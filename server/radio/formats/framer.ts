import { type AudioChunk, type AudioFormat, type Framer, MAX_CHUNK_MS } from "./audioChunk.ts";

interface FrameHeader {
  /** Length of the whole frame, in bytes. */
  length: number;
  samples: number;
  /** Samples per second. */
  rate: number;
  channels: number;
}

/** Parses the frame header at an offset; returns null if there is none. */
export type ReadHeader = (bytes: Buffer, at: number) => FrameHeader | null;

/** Length of the longest frame header, that of ADTS. */
const HEADER_BYTES = 7;
/** Samples per second, by their index in an ADTS header (ISO/IEC 14496-3, table 1.18). */
const ADTS_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350] as const;

/** Creates a framer for MPEG audio or ADTS. Their frames begin with a sync word and contain their length. */
export function createFramer(codec: Pick<AudioFormat, "type" | "codec">, readHeader: ReadHeader): Framer {
  let rest: Buffer = Buffer.alloc(0);
  /** True if `rest` begins at a frame boundary. */
  let isSynced = false;

  return (bytes) => {
    const data = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const chunks: AudioChunk[] = [];
    let at = 0;
    let open: { start: number; samples: number; header: FrameHeader } | null = null;
    const endChunk = () => {
      if (!open) return;
      const { rate, channels } = open.header;
      const format = { ...codec, rate, channels };
      chunks.push({ format, bytes: data.subarray(open.start, at), durationMs: (open.samples / rate) * 1000 });
      open = null;
    };
    while (at + HEADER_BYTES <= data.length) {
      const header = readHeader(data, at);
      const end = at + (header?.length ?? 0);
      if (header && !isSynced && end + HEADER_BYTES > data.length) break;
      // Random bytes look like a header every few kilobytes. The first frame therefore counts only if a similar frame
      // follows.
      if (!header || !(isSynced || isSimilar(header, readHeader(data, end)))) {
        endChunk();
        isSynced = false;
        const next = data.indexOf(0xff, at + 1);
        at = next < 0 ? data.length : next;
        continue;
      }
      isSynced = true;
      if (end > data.length) break;
      if (open && !isSimilar(open.header, header)) endChunk();
      open ??= { start: at, samples: 0, header };
      open.samples += header.samples;
      at = end;
      if ((open.samples / header.rate) * 1000 >= MAX_CHUNK_MS) endChunk();
    }
    endChunk();
    rest = Buffer.from(data.subarray(at));
    return chunks;
  };
}

/** Creates a framer for AAC in ADTS. Frames are independent, so a listener can start at any frame. */
export function createAdtsFramer(): Framer {
  return createFramer({ type: "audio/aac", codec: "aac" }, (bytes, at) => {
    const [second = 0, third = 0, fourth = 0, fifth = 0, sixth = 0, seventh = 0] = bytes.subarray(at + 1, at + 7);
    if (bytes[at] !== 0xff || (second & 0xf6) !== 0xf0) return null;
    const rate = ADTS_RATES[(third >> 2) & 15];
    const channels = ((third & 1) << 2) | (fourth >> 6);
    const length = ((fourth & 3) << 11) | (fifth << 3) | (sixth >> 5);
    if (!rate || length < 7) return null;
    return { length, samples: 1024 * ((seventh & 3) + 1), rate, channels };
  });
}

function isSimilar(one: FrameHeader, other: FrameHeader | null): boolean {
  return one.rate === other?.rate && one.channels === other.channels;
}
