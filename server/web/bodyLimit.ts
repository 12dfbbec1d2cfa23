import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";

/** Maximum size of a request's body, larger than the longest accepted form. */
const MAX_POST_BYTES = 128 * 1024;

/**
 * Answers 413 for a body of more than 128 KiB (RFC 9110, section 15.5.14), with the text that `getText` returns.
 *
 * A stated length is compared without `request.body`: reading that property makes the adapter convert the request to a
 * web stream, and a stream that nobody reads to its end makes it close the connection 0.5 s later, under the client's
 * next request. node:http discards an unread body, and the connection stays usable.
 * A body without a stated length is read up to the limit; if it is longer, the connection ends with the response.
 */
export function limitBodies(getText: (request: Request) => string): MiddlewareHandler {
  const refuse = (context: Context, headers?: Record<string, string>) =>
    context.text(getText(context.req.raw), 413, headers);
  const limitUnstated = bodyLimit({
    maxSize: MAX_POST_BYTES,
    onError: (context) => refuse(context, { connection: "close" }),
  });
  return async (context, next) => {
    if (context.req.header("transfer-encoding") !== undefined) return limitUnstated(context, next);
    return Number(context.req.header("content-length") ?? 0) > MAX_POST_BYTES ? refuse(context) : next();
  };
}
