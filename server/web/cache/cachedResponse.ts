import { hash } from "node:crypto";
import { type CachedEffort, chooseEncoding, type Encoding, encode } from "./encodings.ts";

/** A rendered page or file, before compression. */
export interface RenderedResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Pattern of the page's route, for metrics. */
  route?: string;
}

/** A rendered page with one response per encoding. */
export interface CachedResponse {
  rendered: RenderedResponse;
  etag: string;
  /** The page's `Last-Modified` in milliseconds since 1970; NaN without the header. */
  lastModified: number;
  responses: Record<Encoding, EncodedResponse>;
  notModified: EncodedResponse;
  /** Size in bytes, including headers and bookkeeping. */
  size: number;
}

/** A response ready to be sent by node:http. */
export interface EncodedResponse {
  status: number;
  /** Alternating names and values, for `writeHead`. */
  headers: string[];
  body: Buffer | null;
}

/** The request headers that choose one of a cached page's responses. */
export interface Preconditions {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
  ifModifiedSince: string | undefined;
}

/** Approximate size, in bytes, of a cache entry without its bodies. */
const OVERHEAD_BYTES = 16 * 1024;
/** Matches a character that may not occur in a header's value (RFC 9110, section 5.5). */
const INVALID_IN_HEADER = /[^\t\x20-\x7e\x80-\xff]/;

/** Returns the weak ETag of an uncompressed body. All encodings of the body have the same ETag. */
export function createEtag(body: Buffer): string {
  return `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

/** Compresses a page in every encoding. @throws {TypeError} if node:http would reject a character in a header */
export async function toCachedResponse(rendered: RenderedResponse, effort: CachedEffort): Promise<CachedResponse> {
  const etag = createEtag(rendered.body);
  const bodies = await encode(rendered.body, effort);
  const headers: Record<string, string> = { ...rendered.headers, etag, vary: addEncodingToVary(rendered.headers.vary) };
  const toResponse = (encoding: Encoding) => {
    const isCompressed = bodies[encoding] !== bodies.identity;
    const length = String(bodies[encoding].length);
    return toEncodedResponse(
      rendered.status,
      { ...headers, ...(isCompressed && { "content-encoding": encoding }), "content-length": length },
      bodies[encoding],
    );
  };
  const { "content-type": _type, ...notModifiedHeaders } = headers;
  return {
    rendered,
    etag,
    lastModified: Date.parse(rendered.headers["last-modified"] ?? ""),
    responses: {
      br: toResponse("br"),
      zstd: toResponse("zstd"),
      gzip: toResponse("gzip"),
      identity: toResponse("identity"),
    },
    notModified: toEncodedResponse(304, notModifiedHeaders, null),
    size: OVERHEAD_BYTES + Object.values(bodies).reduce((sum, { length }) => sum + length, 0),
  };
}

function toEncodedResponse(status: number, headers: Record<string, string>, body: Buffer | null): EncodedResponse {
  for (const [name, value] of Object.entries(headers))
    if (INVALID_IN_HEADER.test(value)) throw new TypeError(`Header ${name} contains an invalid character.`);
  return { status, headers: Object.entries(headers).flat(), body };
}

export function addEncodingToVary(vary: string | undefined): string {
  return vary === undefined ? "Accept-Encoding" : `${vary}, Accept-Encoding`;
}

/** Returns the 304 response if the client has the current content, otherwise the body in the preferred encoding. */
export function selectResponse(cached: CachedResponse, preconditions: Preconditions): EncodedResponse {
  if (cached.rendered.status === 200 && hasCurrent(cached, preconditions)) return cached.notModified;
  return cached.responses[chooseEncoding(preconditions.acceptEncoding)];
}

/**
 * Returns true if the client has the current content. Compares `If-None-Match` weakly; without that header, compares
 * `If-Modified-Since` (RFC 9110, 13.1.2 and 13.2.2).
 */
export function hasCurrent(
  { etag, lastModified }: Pick<CachedResponse, "etag" | "lastModified">,
  preconditions: Preconditions,
): boolean {
  const { ifNoneMatch, ifModifiedSince } = preconditions;
  if (ifNoneMatch === undefined) return ifModifiedSince !== undefined && lastModified <= Date.parse(ifModifiedSince);
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  const opaque = etag.slice("W/".length);
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === opaque);
}

/** Returns true if content and headers are equal. The page is then not compressed again. */
export function isSame({ headers, body }: RenderedResponse, { rendered, etag }: CachedResponse): boolean {
  return createEtag(body) === etag && JSON.stringify(headers) === JSON.stringify(rendered.headers);
}
