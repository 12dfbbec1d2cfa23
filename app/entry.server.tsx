import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { setImmediate as yieldToRequests } from "node:timers/promises";
import { renderToString } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import type { Services } from "../server/web/services.ts";
import { Nonce } from "./nonce.ts";
import { services } from "./services.ts";

/** Creates the loader context of a request. The server calls this, since only the app has the context's key. */
export function createContext(value: Services): RouterContextProvider {
  return new RouterContextProvider(new Map([[services, value]]));
}

/**
 * Renders a page to one string; returns no body for a not-found page if one is cached. The loader data is complete, so
 * nothing suspends, and `renderToString` takes half the time of React's streams. Yields to other requests before and after
 * rendering: the store is read synchronously, so otherwise a page would block the event loop from its first query to its
 * last byte. The x-nonce header passes the nonce to server/web/render.ts, which removes the header.
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
  // The server only calls `text()`. As a body, the string would be copied into a stream and back.
  return Object.defineProperty(new Response(null, { status, headers }), "text", { value: async () => html });
}

/**
 * Returns a context whose loader data has been read from the stream. React Router would suspend to read it, but uses the
 * results in `renderMeta.streamCache`, which is undocumented. tests/integration/libraryInternals.test.ts fails with any
 * other version of React Router.
 */
export async function withBufferedData(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream: stream } = context;
  if (!stream) return context;
  const results = [
    { done: false, value: await text(stream) },
    { done: true, value: "" },
  ];
  const streamCache = { ...results.map((result) => Object.assign(Promise.resolve(), { result })) };
  return { ...context, serverHandoffStream: new ReadableStream(), renderMeta: { ...context.renderMeta, streamCache } };
}
