import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  type ZstdOptions,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";

export type Encoding = "br" | "zstd" | "gzip" | "identity";
export type Bodies = Record<Encoding, Buffer>;

/** In the order of our liking, the smallest first: of what is packed with all the time that it takes, and with hardly any. */
const LIKED = {
  kept: ["br", "zstd", "gzip", "identity"],
  passing: ["zstd", "br", "gzip", "identity"],
} satisfies Record<string, Encoding[]>;

/** Below so many bytes compression saves no packet. */
const WORTHWHILE = 1024;
/** Passing, for a page that is sent once; quick, for one that somebody waits for; and thorough, for one that has not changed for a while. */
const QUALITY = {
  passing: { br: 1, zstd: 2, gzip: 4 },
  quick: { br: 5, zstd: 6, gzip: 6 },
  thorough: { br: 11, zstd: 15, gzip: 9 },
};
type Effort = keyof typeof QUALITY;
/** Most bodies fit into one when they are packed, and need no second turn of another thread. */
const CHUNK = 64 * 1024;

const onThread = { br: promisify(brotliCompress), zstd: promisify(zstdCompress), gzip: promisify(gzip) };

/** A body in every encoding; done on other threads. */
export async function encode(body: Buffer, effort: Exclude<Effort, "passing">): Promise<Bodies> {
  if (body.length < WORTHWHILE) return { br: body, zstd: body, gzip: body, identity: body };
  const [br, zstd, gzip] = await Promise.all([
    onThread.br(body, brotliOptions(body, effort)),
    onThread.zstd(body, zstdOptions(effort)),
    onThread.gzip(body, gzipOptions(effort)),
  ]);
  return { br, zstd, gzip, identity: body };
}

/**
 * A body that is sent once, in the encoding that is liked best of those asked for. Brotli and Zstandard are done on the spot: a
 * page takes them a fifth of a millisecond, where another thread would have to be told, to find the memory and to be waited for
 * twice. What gzip takes is worth that.
 */
export async function encodeOnce(
  body: Buffer,
  accept: string | undefined,
): Promise<{ encoding: Encoding; bytes: Buffer }> {
  const encoding = body.length < WORTHWHILE ? "identity" : chooseEncoding(accept, "passing");
  if (encoding === "br") return { encoding, bytes: brotliCompressSync(body, brotliOptions(body, "passing")) };
  if (encoding === "zstd") return { encoding, bytes: zstdCompressSync(body, zstdOptions("passing")) };
  if (encoding === "gzip") return { encoding, bytes: await onThread.gzip(body, gzipOptions("passing")) };
  return { encoding, bytes: body };
}

function brotliOptions({ length }: Buffer, effort: Effort): BrotliOptions {
  return {
    chunkSize: CHUNK,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY[effort].br,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: length,
    },
  };
}

function zstdOptions(effort: Effort): ZstdOptions {
  return { chunkSize: CHUNK, params: { [constants.ZSTD_c_compressionLevel]: QUALITY[effort].zstd } };
}

function gzipOptions(effort: Effort) {
  return { chunkSize: CHUNK, level: QUALITY[effort].gzip };
}

const chosen = { kept: new Map<string, Encoding>(), passing: new Map<string, Encoding>() };
/** Browsers send some dozens of values; whoever makes up others is answered all the same. */
const MOST_REMEMBERED = 200;

/**
 * The encoding that an `Accept-Encoding` likes best (RFC 9110, section 12.5.3), and of several the one that becomes smallest for
 * what is kept, or for what is sent once.
 */
export function chooseEncoding(accept: string | undefined, use: keyof typeof LIKED = "kept"): Encoding {
  if (!accept) return "identity";
  const known = chosen[use].get(accept);
  if (known) return known;
  const encoding = weigh(accept, LIKED[use]);
  if (chosen[use].size < MOST_REMEMBERED) chosen[use].set(accept, encoding);
  return encoding;
}

function weigh(accept: string, liked: readonly Encoding[]): Encoding {
  const wishes = new Map(
    accept.split(",").map((wish) => {
      const [name = "", ...parameters] = wish.split(";").map((part) => part.trim().toLowerCase());
      const q = parameters.find((parameter) => parameter.startsWith("q="));
      return [name === "x-gzip" ? "gzip" : name, q === undefined ? 1 : Number(q.slice(2)) || 0];
    }),
  );
  // Not to compress is always allowed, and liked least where it is not named.
  const wishFor = (encoding: Encoding) => wishes.get(encoding) ?? wishes.get("*") ?? 0;
  const best = Math.max(...liked.map(wishFor));
  return best > 0 ? (liked.find((encoding) => wishFor(encoding) === best) ?? "identity") : "identity";
}
