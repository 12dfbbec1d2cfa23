import {
  addEncodingToVary,
  type EncodedResponse,
  type Preconditions,
  type RenderedResponse,
  selectResponse,
} from "./cache/cachedResponse.ts";
import { encodeOnce } from "./cache/encodings.ts";
import type { PageResult } from "./cache/pageCache.ts";

export function sendResult({ rendered, cached }: PageResult, request: Request): Response | Promise<Response> {
  return cached ? toResponse(selectResponse(cached, getPreconditions(request))) : sendUncached(rendered, request);
}

/** Sends a response that is not cached; compresses text in the preferred encoding. */
export async function sendUncached({ status, headers, body }: RenderedResponse, request: Request): Promise<Response> {
  if (body.length === 0) return new Response(null, { status, headers });
  if (!headers["content-type"]?.startsWith("text/")) return new Response(toBytes(body), { status, headers });
  const { encoding, bytes } = await encodeOnce(body, request.headers.get("accept-encoding") ?? undefined);
  const encodingHeader = encoding !== "identity" && { "content-encoding": encoding };
  return new Response(toBytes(bytes), {
    status,
    headers: {
      ...headers,
      vary: addEncodingToVary(headers.vary),
      ...encodingHeader,
      "content-length": String(bytes.length),
    },
  });
}

function toResponse({ status, headers, body }: EncodedResponse): Response {
  const pairs = Array.from({ length: headers.length / 2 }, (_, at): [string, string] => [
    headers[2 * at] ?? "",
    headers[2 * at + 1] ?? "",
  ]);
  return new Response(body && toBytes(body), { status, headers: pairs });
}

export function getPreconditions({ headers }: Request): Preconditions {
  return {
    acceptEncoding: headers.get("accept-encoding") ?? undefined,
    ifNoneMatch: headers.get("if-none-match") ?? undefined,
    ifModifiedSince: headers.get("if-modified-since") ?? undefined,
  };
}

function toBytes({ buffer, byteOffset, length }: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, length);
}
