import { Readable } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { OutboundError } from "./outboundError.ts";

/** Maximum size of a response, in bytes after decompression. */
export const MAX_RESPONSE_BYTES = 15 * 1024 * 1024;
/** Maximum ratio of decompressed to received bytes. Feeds and images stay below it; decompression bombs exceed it. */
const MAX_RATIO = 200;
/** `MAX_RATIO` applies only to bodies larger than this number of bytes after decompression. */
const RATIO_FROM_BYTES = 1024 * 1024;

/**
 * Reads a body to its end and decompresses it (gzip, deflate, brotli, zstd). Tolerates a wrong Content-Encoding: an
 * unknown coding, plain text labeled gzip, and deflate without the zlib header.
 *
 * @throws {OutboundError} if the decompressed body exceeds 15 MiB, or both 1 MiB and 200 times the received bytes
 */
export async function readBody(body: Readable, encoding: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  // The buffer grows in place, so that a large body is in memory only once.
  const buffer = new ArrayBuffer(0, { maxByteLength: MAX_RESPONSE_BYTES });
  const bytes = new Uint8Array(buffer);
  let received = 0;
  let size = 0;
  try {
    const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    const first = await chunks.next();
    if (first.done) return new Uint8Array(0);
    async function* readCompressed() {
      for (let next = first; !next.done; next = await chunks.next()) {
        received += next.value.length;
        yield next.value;
      }
    }
    const decoders = createDecoders(encoding, first.value);
    for await (const chunk of decoders.reduce<Readable>(pipe, Readable.from(readCompressed(), { objectMode: false }))) {
      size += chunk.length;
      if (size > MAX_RESPONSE_BYTES)
        throw new OutboundError(`The response is larger than ${MAX_RESPONSE_BYTES / 1024 / 1024} MiB.`);
      if (decoders.length > 0 && size > RATIO_FROM_BYTES && size > received * MAX_RATIO)
        throw new OutboundError(`The response decompresses to more than ${MAX_RATIO} times its size.`);
      buffer.resize(size);
      bytes.set(chunk, size - chunk.length);
    }
  } finally {
    if (!body.readableEnded) body.destroy();
  }
  return new Uint8Array(buffer.transferToFixedLength());
}

type Decoder = ReturnType<typeof createGunzip>;

/** Accepts compressed data that ends early: the HTTP client already rejects bodies shorter than `Content-Length`. */
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH };

/** Returns the decoders for a Content-Encoding header (RFC 9110, 8.4), in the order of their use. */
function createDecoders(encoding: string | undefined, [a = 0, b = 0, c = 0, d = 0]: Uint8Array): Decoder[] {
  const codings = (encoding ?? "")
    .trim()
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim());
  return codings.reverse().flatMap((coding, index): Decoder[] => {
    // The body's first bytes belong to the outermost coding, so only that coding can be checked.
    const isOutermost = index === 0;
    switch (coding) {
      case "gzip":
      case "x-gzip":
        return isOutermost && !(a === 0x1f && b === 0x8b) ? [] : [createGunzip(LENIENT)];
      case "deflate": {
        const hasHeader = (a & 0x0f) === 8 && ((a << 8) | b) % 31 === 0;
        return [isOutermost && !hasHeader ? createInflateRaw(LENIENT) : createInflate(LENIENT)];
      }
      case "br":
        return [createBrotliDecompress() as Decoder];
      case "zstd":
        return isOutermost && !(a === 0x28 && b === 0xb5 && c === 0x2f && d === 0xfd)
          ? []
          : [createZstdDecompress() as Decoder];
      default:
        return [];
    }
  });
}

function pipe(from: Readable, to: Decoder): Readable {
  from.on("error", (error) => to.destroy(error));
  return from.pipe(to);
}
