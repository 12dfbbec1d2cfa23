import { randomUUID } from "node:crypto";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import type { Services } from "../server/services.ts";
import { Nonce } from "./nonce.ts";
import { services } from "./services.ts";

/** The context of one request. The server calls this, since the key under which services lie is the app's. */
export function contextFor(value: Services): RouterContextProvider {
  return new RouterContextProvider(new Map([[services, value]]));
}

/**
 * Renders a page whole before a byte of it is sent: its status is known by then, and a cache may keep it. The server takes
 * the mark of our inline scripts, which the header names, out of it again.
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
      <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
    </Nonce>
  );
  const html = await new Promise<string>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
    });
  });
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("x-nonce", nonce);
  return new Response(html, { status, headers });
}
