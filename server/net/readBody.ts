import { Readable } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { OutboundError } from "./guard.ts";

const MAX_BYTES = 15 * 1024 * 1024;
/** No feed and no picture is compressed better than this; what is was made to fill our memory. */
const MAX_RATIO = 200;
/** Below so many bytes the ratio does not matter. */
const RATIO_FROM = 1024 * 1024;

/**
 * Reads a body to its end, decompressed (gzip, deflate, brotli, zstd). Servers that announce what they do not do are
 * understood: nothing at all, plain text called gzip, a deflate without its header.
 *
 * @throws {OutboundError} where more than 15 MiB, or more than 200 bytes for each that came, come out
 */
export async function readBody(body: Readable, encoding: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  // It grows in place, so that a large body is in memory once.
  const room = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
  const bytes = new Uint8Array(room);
  let received = 0;
  let size = 0;
  try {
    const arriving = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const first = await arriving.next();
    if (first.done) return new Uint8Array(0);
    const whole = Readable.from(
      counted(first.value, arriving, (count) => (received += count)),
      { objectMode: false },
    );
    const steps = stepsFor(encoding, first.value);
    const stream = steps.reduce<Readable>((from, step) => chain(from, step()), whole);
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new OutboundError(`The answer is larger than ${MAX_BYTES / 1024 / 1024} MiB.`);
      if (steps.length > 0 && size > RATIO_FROM && size > received * MAX_RATIO)
        throw new OutboundError(`The answer grew more than ${MAX_RATIO} times when it was decompressed.`);
      room.resize(size);
      bytes.set(chunk, size - chunk.length);
    }
  } finally {
    if (!body.readableEnded) body.destroy();
  }
  return new Uint8Array(room.transferToFixedLength());
}

async function* counted(first: Uint8Array, rest: AsyncIterator<Uint8Array>, onReceived: (count: number) => void) {
  for (let chunk: Uint8Array | undefined = first; chunk; ) {
    onReceived(chunk.length);
    yield chunk;
    const next = await rest.next();
    chunk = next.done ? undefined : next.value;
  }
}

type Step = () => ReturnType<typeof createGunzip>;

/** A text that breaks off is worth what came of it; whether that was all, the length says that was announced. */
const lenient = { finishFlush: constants.Z_SYNC_FLUSH };

/** How to undo the encodings of an answer (RFC 9110, 8.4), the last one first. */
function stepsFor(encoding: string | undefined, [a = 0, b = 0, c = 0, d = 0]: Uint8Array): Step[] {
  const names = (encoding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  return names.reverse().flatMap((name, index): Step[] => {
    // Only the outermost can be told by its first bytes.
    const isOutermost = index === 0;
    switch (name) {
      case "gzip":
      case "x-gzip":
        return isOutermost && !(a === 0x1f && b === 0x8b) ? [] : [() => createGunzip(lenient)];
      case "deflate": {
        const hasHeader = (a & 0x0f) === 8 && ((a << 8) | b) % 31 === 0;
        return [() => (isOutermost && !hasHeader ? createInflateRaw(lenient) : createInflate(lenient))];
      }
      case "br":
        return [createBrotliDecompress as Step];
      case "zstd":
        return isOutermost && !(a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd)
          ? []
          : [createZstdDecompress as Step];
      default:
        return [];
    }
  });
}

function chain(from: Readable, out: ReturnType<Step>): Readable {
  from.on("error", (error) => out.destroy(error));
  return from.pipe(out);
}
