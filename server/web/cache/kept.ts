import { hash } from "node:crypto";
import { chooseEncoding, type Encoding, encode } from "./encodings.ts";
import { type Wire, wireOf } from "./rawResponse.ts";

/** A finished answer, before it is kept. */
export interface Made {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** What it shows (server/web/cache/tags.ts). */
  tags: ReadonlySet<string>;
  /** What making it took of another thread's time, in milliseconds. */
  elsewhereMs?: number;
}

/** The finished bytes of an answer in every encoding. */
export interface Finished {
  made: Made;
  etag: string;
  /** When it changed last by what it says itself, milliseconds since 1970; not a number where it says nothing. */
  lastModified: number;
  answers: Record<Encoding, Sent>;
  /** The answer to whoever has it already. */
  notModified: Sent;
  /** In bytes, headers and book-keeping included. */
  size: number;
}

/** About what a kept answer takes beside its bodies. */
const OVERHEAD = 16 * 1024;

/** Encodes an answer and writes its headers down. One tag for all encodings: a weak one, for they say the same. */
export async function finish(made: Made, effort: Parameters<typeof encode>[1]): Promise<Finished> {
  const etag = `W/"${hash("sha256", made.body, "base64url").slice(0, 22)}"`;
  const bodies = await encode(made.body, effort);
  const vary = [...new Set([made.headers.vary, "Accept-Encoding"].filter((name) => name !== undefined))].join(", ");
  const headers: Record<string, string> = { ...made.headers, etag, vary };
  const answerIn = (encoding: Encoding) => {
    const isPacked = bodies[encoding] !== bodies.identity;
    const length = String(bodies[encoding].length);
    const head = flat({ ...headers, ...(isPacked && { "content-encoding": encoding }), "content-length": length });
    return answer(made.status, head, bodies[encoding]);
  };
  const { "content-type": _type, ...lasting } = headers;
  const identity = answerIn("identity");
  return {
    // The body is kept once: as a part of what is sent.
    ...{ made: { ...made, body: identity.body ?? made.body }, etag },
    lastModified: Date.parse(made.headers["last-modified"] ?? ""),
    answers: { br: answerIn("br"), zstd: answerIn("zstd"), gzip: answerIn("gzip"), identity },
    notModified: answer(304, flat(lasting), null),
    size: OVERHEAD + Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  };
}

function answer(status: number, head: string[], body: Buffer | null): Sent {
  const wire = wireOf(status, head, body);
  return { status, head, body: body && wire.bytes.subarray(wire.bodyAt), wire };
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
  /** Names and values in turn, as node:http takes them. */
  head: string[];
  body: Buffer | null;
  /** All of it. */
  wire: Wire;
}

export function send(finished: Finished, wish: Wish): Sent {
  const { made, answers, notModified } = finished;
  if (made.status === 200 && isKnown(finished, wish)) return notModified;
  return answers[chooseEncoding(wish.acceptEncoding)];
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

/** What a request's headers say of the answer that is wanted. */
export interface Asked {
  host: string;
  accept: string | undefined;
  wish: Wish;
}
