import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from "node:zlib";
import { OutboundError } from "./guard.ts";

const MAX_BYTES = 15 * 1024 * 1024;
/** No feed and no picture is compressed better than this; what is was made to fill our memory. */
const MAX_RATIO = 200;
/** Below so many bytes the ratio does not matter. */
const RATIO_FROM = 1024 * 1024;

/**
 * Reads a body to its end, decompressed (gzip, deflate, brotli, zstd).
 *
 * @throws {OutboundError} where more than 15 MiB, or more than 200 bytes for each that came, come out
 */
export async function readBody(body: Readable, encoding: string | undefined): Promise<Uint8Array<ArrayBuffer>> {
  let received = 0;
  const stream = decompress(body, encoding, (bytes) => {
    received += bytes;
  });
  // It grows in place, so that a large body is in memory once.
  const room = new ArrayBuffer(0, { maxByteLength: MAX_BYTES });
  const bytes = new Uint8Array(room);
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new OutboundError(`The answer is larger than ${MAX_BYTES / 1024 / 1024} MiB.`);
      if (stream !== body && size > RATIO_FROM && size > received * MAX_RATIO)
        throw new OutboundError(`The answer grew more than ${MAX_RATIO} times when it was decompressed.`);
      room.resize(size);
      bytes.set(chunk, size - chunk.length);
    }
  } finally {
    if (!body.readableEnded) body.destroy();
  }
  return new Uint8Array(room.transferToFixedLength());
}

function decompress(body: Readable, encoding: string | undefined, onReceived: (bytes: number) => void): Readable {
  const steps = {
    gzip: createGunzip,
    "x-gzip": createGunzip,
    deflate: createInflate,
    "deflate-raw": createInflateRaw,
    br: createBrotliDecompress,
    zstd: createZstdDecompress,
  };
  const step = steps[encoding?.trim().toLowerCase() as keyof typeof steps];
  if (!step) return body;
  const out = step();
  body.on("data", (chunk: Uint8Array) => onReceived(chunk.length));
  body.on("error", (error) => out.destroy(error));
  return body.pipe(out);
}
