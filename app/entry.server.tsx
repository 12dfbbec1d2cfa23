import { randomUUID } from "node:crypto";
import { text } from "node:stream/consumers";
import { renderToString } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import type { Services } from "../server/web/services.ts";
import { Nonce } from "./nonce.ts";
import { services } from "./services.ts";

/** The context of one request. The server calls this, since the key under which services lie is the app's. */
export function contextFor(value: Services): RouterContextProvider {
  return new RouterContextProvider(new Map([[services, value]]));
}

/**
 * Renders a page whole before a byte of it is sent: its status is known by then, and a cache may keep it. Nothing of it is
 * waited for any more, so it is rendered in one go, which takes half of what React's streams take. The server takes the mark
 * of our inline scripts, which the header names, out of it again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  const nonce = randomUUID();
  const page = (
    <Nonce value={nonce}>
      <ServerRouter context={await withoutWaiting(entryContext)} url={request.url} nonce={nonce} />
    </Nonce>
  );
  const html = `<!DOCTYPE html>${renderToString(page)}`;
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("x-nonce", nonce);
  // The server reads its text and nothing else of it. As a body it would be copied into a stream and out of it again.
  return Object.defineProperty(new Response(null, { status, headers }), "text", { value: async () => html });
}

/** The data of a page's loaders goes to the browser as a stream, which React Router reads while it renders: here it has been read. */
export async function withoutWaiting(context: EntryContext): Promise<EntryContext> {
  const { serverHandoffStream: stream } = context;
  if (!stream) return context;
  const results = [
    { done: false, value: await text(stream) },
    { done: true, value: "" },
  ];
  const streamCache = Object.fromEntries(
    results.map((result, at) => [at, Object.assign(Promise.resolve(), { result })]),
  );
  return {
    ...context,
    serverHandoffStream: new ReadableStream(),
    renderMeta: { ...context.renderMeta, streamCache },
  };
}
