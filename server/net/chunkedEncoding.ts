import { type Readable, Transform } from "node:stream";
import { OutboundError } from "./guard.ts";

/** Takes the chunked transfer coding off a body: some servers send it although HTTP/1.0 was spoken. */
export function unchunk(body: Readable): Readable {
  /** Bytes of the chunk still to come; 0 where a size line is next. */
  let left = 0;
  let line = "";
  const out = new Transform({
    transform(bytes: Buffer, _encoding, done) {
      for (let at = 0; at < bytes.length; ) {
        if (left > 0) {
          const end = Math.min(bytes.length, at + left);
          this.push(bytes.subarray(at, end));
          left -= end - at;
          at = end;
          continue;
        }
        const letter = String.fromCharCode(bytes[at++] ?? 0);
        if (letter !== "\n") line += letter;
        // The end of the chunk before leaves an empty line.
        else if (line.trim()) {
          const size = Number.parseInt(line, 16);
          line = "";
          if (Number.isNaN(size)) return done(new OutboundError("A chunk has no size."));
          if (size === 0) {
            this.push(null);
            return done();
          }
          left = size;
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
