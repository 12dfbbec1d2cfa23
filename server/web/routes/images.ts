import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { PictureFormat } from "../../../core/picture.ts";
import { drawSkyline, TONES } from "../../../core/skyline.ts";
import type { Editions } from "../../editions/registry.ts";
import { drawIcon, iconFile } from "../../images/drawn/favicon.ts";
import type { Pictures } from "../../images/images.ts";
import { POLICIES } from "../policies.ts";
import { POLICY_OF_FILES, securityHeaders } from "../security.ts";

interface Parts {
  pictures: Pictures;
  editions: Pick<Editions, "forHost">;
  /** Whether readers reach the site by https alone. */
  isSecure: boolean;
  log: Logger;
}

const ADDRESS = /^\/pictures\/([\w-]{16})\/(\d{1,4})\.(avif|webp)$/;

/** Answers for photographs and for the edition's icon, before any framework looks at the request; all else goes to `next`. */
export function withPictures({ pictures, editions, isSecure, log }: Parts, next: RequestListener): RequestListener {
  const always = { "content-security-policy": POLICY_OF_FILES, ...securityHeaders(isSecure) };
  return (request, response) => {
    const { url = "", method } = request;
    if (!url.startsWith("/pictures/") && !url.startsWith("/favicon.")) return next(request, response);
    if (method !== "GET" && method !== "HEAD") return next(request, response);
    const [path = ""] = url.split("?", 1);
    answer(path, request, response).catch((error) => {
      log.error({ err: error, url: request.url }, "picture not answered");
      if (!response.headersSent)
        send(response, 500, "text/plain", POLICIES.never, "Sorry, this picture could not be sent.");
    });
  };

  async function answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (path === "/favicon.svg" || path === "/favicon.ico") {
      const { emblem } = editions.forHost(request.headers.host ?? "");
      if (path === "/favicon.svg") return send(response, 200, "image/svg+xml", POLICIES.day, drawIcon(emblem));
      return send(response, 200, "image/x-icon", POLICIES.day, await iconFile(emblem));
    }
    const [, key = "", width, format] = ADDRESS.exec(path) ?? [];
    const found = key ? await pictures.get(key, Number(width), format as PictureFormat) : null;
    if (!found) return send(response, 404, "text/plain", POLICIES.standIn, "There is no such picture.");
    if (found !== "gone") return send(response, 200, `image/${format}`, POLICIES.immutable, found);
    // Never an empty picture: without JavaScript, too, the reader sees a skyline and no broken image.
    const tone = TONES[key.charCodeAt(0) % TONES.length] ?? TONES[0];
    send(response, 200, "image/svg+xml", POLICIES.standIn, drawSkyline(key, tone));
  }

  function send(
    response: ServerResponse,
    status: number,
    type: string,
    cache: string,
    body: string | Uint8Array,
  ): void {
    const size = typeof body === "string" ? Buffer.byteLength(body) : body.length;
    response.writeHead(status, { "content-type": type, "content-length": size, "cache-control": cache, ...always });
    // Node sends no body in answer to HEAD.
    response.end(body);
  }
}
