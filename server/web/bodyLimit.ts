import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/** Maximum size, in bytes, of a request's body. The longest accepted form is smaller. */
const MAX_POST_BYTES = 128 * 1024;

/**
 * Responds with 413 and the text of `getText` to a body of more than `maxBytes` (RFC 9110, section 15.5.14).
 *
 * With `Content-Length`, checks only that header. Reading `request.body` would make the adapter create a web stream. If
 * nobody reads that stream to its end, the adapter closes the connection 0.5 s later, during the client's next request.
 * Without a web stream, Node itself discards the body.
 *
 * Without `Content-Length`, reads the body up to the limit. A longer body makes the server close the connection after
 * the response.
 */
export function limitBodies(getText: (request: Request) => string, maxBytes = MAX_POST_BYTES): MiddlewareHandler {
  const refuse = (context: Context, headers?: Record<string, string>) =>
    context.text(getText(context.req.raw), 413, headers);
  const limitUnstated = bodyLimit({
    maxSize: maxBytes,
    onError: (context) => refuse(context, { connection: "close" }),
  });
  return async (context, next) => {
    if (context.req.header("transfer-encoding") !== undefined) return limitUnstated(context, next);
    return Number(context.req.header("content-length") ?? 0) > maxBytes ? refuse(context) : next();
  };
}
