import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";

/** In the order of our liking: the smallest first. */
const ENCODINGS = ["br", "zstd", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];
export type Bodies = Record<Encoding, Buffer>;

/** Below so many bytes compression saves no packet. */
const WORTHWHILE = 1024;
/** Passing, for a page that is sent once; quick, for one that somebody waits for; and thorough, for one that has not changed for a while. */
const QUALITY = {
  passing: { br: 1, zstd: 3, gzip: 4 },
  quick: { br: 5, zstd: 6, gzip: 6 },
  thorough: { br: 11, zstd: 15, gzip: 9 },
};
type Effort = keyof typeof QUALITY;
/** Most bodies fit into one when they are packed, and need no second turn of another thread. */
const CHUNK = 64 * 1024;
/** A window of 256 kB, in which hardly a page is longer, takes less time to set up than the usual 4 MB. */
const SMALL_WINDOW = 18;

const deflate = { br: promisify(brotliCompress), zstd: promisify(zstdCompress), gzip: promisify(gzip) };

/** A body in every encoding; done on other threads. */
export async function encode(body: Buffer, effort: Effort): Promise<Bodies> {
  if (body.length < WORTHWHILE) return { br: body, zstd: body, gzip: body, identity: body };
  const [br, zstd, gzip] = await Promise.all([
    encodeAs("br", body, effort),
    encodeAs("zstd", body, effort),
    encodeAs("gzip", body, effort),
  ]);
  return { br, zstd, gzip, identity: body };
}

/** A body in one encoding; done on another thread. */
export async function encodeAs(encoding: Encoding, body: Buffer, effort: Effort): Promise<Buffer> {
  if (encoding === "identity" || body.length < WORTHWHILE) return body;
  const quality = QUALITY[effort];
  if (encoding === "gzip") return deflate.gzip(body, { level: quality.gzip, chunkSize: CHUNK });
  if (encoding === "zstd")
    return deflate.zstd(body, {
      chunkSize: CHUNK,
      params: { [constants.ZSTD_c_compressionLevel]: quality.zstd },
    });
  return deflate.br(body, {
    chunkSize: CHUNK,
    params: {
      ...(effort === "passing" && { [constants.BROTLI_PARAM_LGWIN]: SMALL_WINDOW }),
      [constants.BROTLI_PARAM_QUALITY]: quality.br,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const chosen = new Map<string, Encoding>();
/** Browsers send some dozens of values; whoever makes up others is answered all the same. */
const MOST_REMEMBERED = 200;

/** The encoding that an `Accept-Encoding` likes best, and of several the smallest (RFC 9110, section 12.5.3). */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return "identity";
  const known = chosen.get(accept);
  if (known) return known;
  const encoding = weigh(accept);
  if (chosen.size < MOST_REMEMBERED) chosen.set(accept, encoding);
  return encoding;
}

function weigh(accept: string): Encoding {
  const wishes = new Map(
    accept.split(",").map((wish) => {
      const [name = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="));
      return [name === "x-gzip" ? "gzip" : name, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
  // Not to compress is always allowed, and liked least where it is not named.
  const wishFor = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get("*") ?? 0;
  const best = Math.max(...ENCODINGS.map(wishFor));
  return best > 0 ? (ENCODINGS.find((encoding) => wishFor(encoding) === best) ?? "identity") : "identity";
}
