import { randomUUID } from "node:crypto";
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { renderToString } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import type { Services } from "../server/web/services.ts";
import { withBufferedData } from "./router/bufferedData.ts";
import { Nonce } from "./router/nonce.ts";
import { services } from "./services.ts";

// Exported for the server and bench/render.ts, which run the built app and cannot import these files directly.
export { withBufferedData } from "./router/bufferedData.ts";
export { deferAndHashScripts } from "./router/inlineScripts.ts";

/** Creates the loader context of a request. The server calls this, since only the app has the context's key. */
export function createContext(value: Services): RouterContextProvider {
  return new RouterContextProvider(new Map([[services, value]]));
}

/**
 * Renders a page to one string. For a not-found page, returns no body if the rendered page is cached. Loader data is
 * complete, so nothing suspends, and `renderToString` takes half the time of React's streams. Yields to other requests
 * before and after rendering: the store is read synchronously, so a page would otherwise block the event loop from its
 * first query to its last byte. The x-nonce header passes the nonce to server/web/render.ts, which removes the header.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  if (status === 404 && context.get(services).hasNotFoundPage()) return new Response(null, { status, headers });
  const complete = await withBufferedData(entryContext);
  const nonce = randomUUID();
  await yieldToRequests();
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={complete} url={request.url} nonce={nonce} />
    </Nonce>
  );
  const html = `<!DOCTYPE html>${renderToString(page)}`;
  await yieldToRequests();
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("x-nonce", nonce);
  // The server only calls `text()`. If the string were the response's body, it would be copied into a stream and back.
  return Object.defineProperty(new Response(null, { status, headers }), "text", { value: async () => html });
}
