import { type Cutter, type Format, RUN_MS, type Run } from "./frames.ts";

/** What the header of a frame says. */
interface FrameHeader {
  /** Bytes of the whole frame. */
  length: number;
  samples: number;
  rate: number;
  channels: number;
}

/** Reads the header of a frame of MPEG audio or ADTS; null where there is none at that place. */
export type ReadHeader = (bytes: Buffer, at: number) => FrameHeader | null;

/** No header that is read here is longer. */
const HEADER_BYTES = 7;

/** Cuts a stream whose frames carry their own length. */
export function cutFrames(kind: Pick<Format, "type" | "codec">, readHeader: ReadHeader): Cutter {
  let left: Buffer = Buffer.alloc(0);
  /** Whether the next frame begins where the bytes left begin. */
  let isInStep = false;

  return {
    push(bytes) {
      const data = left.length > 0 ? Buffer.concat([left, bytes]) : bytes;
      const runs: Run[] = [];
      let at = 0;
      let open: { start: number; samples: number; header: FrameHeader } | null = null;
      const endRun = () => {
        if (!open) return;
        const { rate, channels } = open.header;
        const format = { ...kind, rate, channels };
        runs.push({ format, bytes: data.subarray(open.start, at), ms: (open.samples / rate) * 1000 });
        open = null;
      };
      while (at + HEADER_BYTES <= data.length) {
        const header = readHeader(data, at);
        const end = at + (header?.length ?? 0);
        if (header && !isInStep && end + HEADER_BYTES > data.length) break;
        // What looks like a header is found in noise every few kilobytes: the first frame counts where one like it follows.
        if (!header || !(isInStep || isAlike(header, readHeader(data, end)))) {
          endRun();
          isInStep = false;
          at = nextSync(data, at + 1);
          continue;
        }
        isInStep = true;
        if (end > data.length) break;
        if (open && !isAlike(open.header, header)) endRun();
        open ??= { start: at, samples: 0, header };
        open.samples += header.samples;
        at = end;
        if ((open.samples / header.rate) * 1000 >= RUN_MS) endRun();
      }
      endRun();
      left = Buffer.from(data.subarray(at));
      return runs;
    },
  };
}

function isAlike(one: FrameHeader, other: FrameHeader | null): boolean {
  return one.rate === other?.rate && one.channels === other.channels;
}

function nextSync(data: Buffer, from: number): number {
  const found = data.indexOf(0xff, from);
  return found < 0 ? data.length : found;
}
