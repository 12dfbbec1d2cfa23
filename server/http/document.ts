import { createHash } from "node:crypto";
import type { Context } from "hono";

/** What the site answers that is made whole and is no page of the app: a feed, a list, a plain page. */
export interface Document {
  body: string;
  /** Its media type, without a charset. */
  type: string;
  /** ISO 8601 instant of its last change, where that is known. */
  changedAt?: string | null;
  /** How long it may be kept. */
  keep: string;
  headers?: Record<string, string>;
}

/** How long documents may be kept, as `Cache-Control` says it. */
export const KEEP = {
  /** Readers of feeds ask by themselves, too often. */
  feed: "public, max-age=300",
  /** As pages: asked for each time, and mostly not sent again. */
  page: "public, max-age=0, must-revalidate",
  /** What will be another in a moment. */
  filling: "no-cache",
  /** What changes with the edition's files alone, or matters to machines that come once a day. */
  hour: "public, max-age=3600",
} as const;

/** Answers with a document, or with its being the same as what the asker has. */
export function answerDocument(context: Context, { body, type, changedAt = null, keep, headers }: Document): Response {
  const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
  const all = {
    ...headers,
    etag,
    ...(changedAt && { "last-modified": new Date(changedAt).toUTCString() }),
    "cache-control": keep,
  };
  if (isKnown(context, etag, changedAt)) return context.body(null, 304, all);
  return context.body(body, 200, { ...all, "content-type": `${type}; charset=utf-8` });
}

/** Whether the asker has this very document already (RFC 9110, 13.2.2: where there is a tag, the date says nothing). */
export function isKnown(context: Context, etag: string, changedAt: string | null): boolean {
  const tags = context.req.header("if-none-match");
  if (tags !== undefined) return tags.trim() === "*" || tags.split(",").some((tag) => opaque(tag) === opaque(etag));
  const since = Date.parse(context.req.header("if-modified-since") ?? "");
  // The header knows whole seconds only.
  return changedAt !== null && Math.floor(Date.parse(changedAt) / 1000) * 1000 <= since;
}

function opaque(tag: string): string {
  return tag.trim().replace(/^W\//, "");
}
