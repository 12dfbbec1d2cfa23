import { type Readable, Transform } from "node:stream";
import { OutboundError } from "./outboundError.ts";

/** Decodes the chunked transfer coding, which some servers send even in an HTTP/1.0 response. */
export function decodeChunked(body: Readable): Readable {
  /** Bytes of the current chunk still to come. At 0, a size line comes next. */
  let remaining = 0;
  let line = "";
  const out = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (let at = 0; at < bytes.length; ) {
        if (remaining > 0) {
          const end = Math.min(bytes.length, at + remaining);
          this.push(bytes.subarray(at, end));
          remaining -= end - at;
          at = end;
          continue;
        }
        const character = String.fromCharCode(bytes[at++] ?? 0);
        if (character !== "\n") line += character;
        // The line break that ends a chunk gives an empty line.
        else if (line.trim()) {
          const size = Number.parseInt(line, 16);
          line = "";
          if (Number.isNaN(size)) return done(new OutboundError("A chunk has no size."));
          if (size === 0) {
            this.push(null);
            return done();
          }
          remaining = size;
        } else line = "";
        if (line.length > 1000) return done(new OutboundError("A chunk has no size."));
      }
      done();
    },
  });
  body.on("error", (error) => out.destroy(error));
  body.on("close", () => out.destroy());
  out.on("close", () => body.destroy());
  return body.pipe(out);
}
