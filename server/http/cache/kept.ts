import { createHash } from "node:crypto";
import { type Bodies, chooseEncoding, type Encoding, encode } from "./encodings.ts";

/** A finished answer, before it is kept. */
export interface Made {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** What it shows (server/news/tags.ts). */
  tags: ReadonlySet<string>;
  /** What making it took of another thread's time, in milliseconds. */
  elsewhereMs?: number;
}

/** The finished bytes of an answer in every encoding. Names and values of headers stand in turn, as node:http takes them. */
export interface Finished {
  made: Made;
  etag: string;
  /** When it changed last by what it says itself, milliseconds since 1970; not a number where it says nothing. */
  lastModified: number;
  bodies: Bodies;
  heads: Record<Encoding, string[]>;
  /** The headers of the answer to whoever has it already. */
  notModified: string[];
  /** In bytes, headers and book-keeping included. */
  size: number;
}

/** About what a kept answer takes beside its bodies. */
const OVERHEAD = 6 * 1024;

/** Encodes an answer and writes its headers down. One tag for all encodings: a weak one, for they say the same. */
export async function finish(made: Made, effort: Parameters<typeof encode>[1]): Promise<Finished> {
  const etag = `W/"${createHash("sha256").update(made.body).digest("base64url").slice(0, 22)}"`;
  const bodies = await encode(made.body, effort);
  const vary = [...new Set([made.headers.vary, "Accept-Encoding"].filter((name) => name !== undefined))].join(", ");
  const headers: Record<string, string> = { ...made.headers, etag, vary };
  const headFor = (encoding: Encoding) => {
    const isPacked = bodies[encoding] !== bodies.identity;
    return flat({
      ...headers,
      ...(isPacked && { "content-encoding": encoding }),
      "content-length": String(bodies[encoding].length),
    });
  };
  const { "content-type": _type, ...lasting } = headers;
  return {
    ...{ made, etag, lastModified: Date.parse(made.headers["last-modified"] ?? ""), bodies },
    heads: { br: headFor("br"), zstd: headFor("zstd"), gzip: headFor("gzip"), identity: headFor("identity") },
    notModified: flat(lasting),
    size: OVERHEAD + Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  };
}

/** What a request says of the answer that it wants. */
export interface Wish {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
}

/** Bytes to send as they are. */
export interface Sent {
  status: number;
  /** Names and values in turn. */
  head: string[];
  body: Buffer | null;
}

export function send(finished: Finished, wish: Wish): Sent {
  const { made, bodies, heads, notModified } = finished;
  if (made.status === 200 && isKnown(finished, wish)) return { status: 304, head: notModified, body: null };
  const encoding = chooseEncoding(wish.acceptEncoding);
  return { status: made.status, head: heads[encoding], body: bodies[encoding] };
}

/**
 * Whether the asker has this very answer already: by weak comparison, in a list, or by the star; and where there is a tag,
 * the date says nothing (RFC 9110, sections 13.1.2 and 13.2.2).
 */
function isKnown({ etag, lastModified }: Finished, { ifNoneMatch, ifModifiedSince }: Wish): boolean {
  if (ifNoneMatch === undefined) return ifModifiedSince !== undefined && lastModified <= Date.parse(ifModifiedSince);
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const opaque = etag.slice("W/".length);
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === opaque);
}

function flat(headers: Record<string, string>): string[] {
  return Object.entries(headers).flat();
}
