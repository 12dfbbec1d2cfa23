import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import type { Services } from "../server/services.ts";
import { services } from "./services.ts";

/** The context of one request. The server calls this, since the key under which services lie is the app's. */
export function contextFor(value: Services): RouterContextProvider {
  return new RouterContextProvider(new Map([[services, value]]));
}

/** Renders a page whole before a byte of it is sent: its status is known by then, and a cache may keep it. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
): Promise<Response> {
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={entryContext} url={request.url} />, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
  headers.set("content-type", "text/html; charset=utf-8");
  if (status >= 500) headers.set("cache-control", "no-store");
  else if (!headers.has("cache-control")) headers.set("cache-control", "public, max-age=0, must-revalidate");
  return new Response(html, { status, headers });
}
