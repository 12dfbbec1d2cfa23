import { PLAYER_HOSTS } from "../../core/playerUrls.ts";
import type { Edition } from "../editions/loading/load.ts";
import { getLookStyle } from "../editions/look/lookStyle.ts";

/** The parts of an edition on which the content security policy depends. */
type EditionSources = Pick<
  Edition,
  "adServer" | "radio" | "embeds" | "sections" | "language" | "nameplate" | "look" | "lookFiles"
>;

/** Paths of pages that other sites may show in a frame. */
const FRAMEABLE_PATHS = /^\/embed\/(latest|events|radio|article\/[^/]+)\/?$/;

/** Path of the preview of a staff story. */
const PREVIEW_PATH = /^\/preview\/[^/]+\/?$/;

/**
 * Returns a page's Content-Security-Policy. It allows our own files, our inline scripts and style by hash, and what the
 * edition configures: the ad server, stations that are played directly, third-party frames, and players in stories
 * printed in full. It does not depend on a page's content, since the first page's policy stays in force after
 * client-side navigation. There is no nonce, since every reader gets the same cached page.
 *
 * @param path path of the page
 * @param hashes sources for the page's inline scripts, such as `'sha256-…'`
 * @param deskOrigin the only origin that may show a story's preview in a frame; null without a desk
 */
export function buildContentPolicy(
  edition: EditionSources,
  path: string,
  hashes: readonly string[],
  deskOrigin: string | null,
): string {
  const { adServer, radio, embeds, sections } = edition;
  const ads = adServer ? [toOrigin(adServer.script)] : [];
  const stations = (radio?.stations ?? []).filter(({ relay }) => relay === "direct").map(({ url }) => toOrigin(url));
  const providers = [embeds.events, embeds.latest, embeds.video].flatMap((embed) =>
    embed?.provider ? [toOrigin(embed.provider.url)] : [],
  );
  // If stories are printed in full, `media-src` allows every HTTPS server: pressing play loads a story's recording from
  // the publisher's server.
  const printsWholeStories = sections.some(({ feeds }) => feeds.some(({ rights }) => rights.text === "full"));
  const players = printsWholeStories ? PLAYER_HOSTS.map((host) => `https://${host}`) : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes, ...ads],
    "style-src": ["'self'", getLookStyle(edition).source],
    "img-src": ["'self'", "data:", ...ads],
    "media-src": ["'self'", ...(printsWholeStories ? ["https:"] : stations)],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...ads],
    "frame-src": ["'self'", ...ads, ...providers, ...players],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": [getFrameAncestors(path, deskOrigin)],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(" "))
    .join("; ");
}

function getFrameAncestors(path: string, deskOrigin: string | null): string {
  if (FRAMEABLE_PATHS.test(path)) return "*";
  return (PREVIEW_PATH.test(path) && deskOrigin) || "'none'";
}

/** Content-Security-Policy of responses without their own policy, in case a browser opens them as documents. */
export const FILE_CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Content-Security-Policy of SVG images, which may contain styles but must not run scripts. */
export const SVG_CONTENT_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox";

/** Returns the security headers of every response, without the Content-Security-Policy. */
export function getSecurityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(isHttps && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** Returns a page's `Surrogate-Key`: the edition's key and, for an article, its own key. Caches purge pages by key. */
export function getSurrogateKey(edition: string, path: string): string {
  const slug = /\/article\/([^/?]+?)(?:\.data)?\/?$/.exec(path)?.[1];
  const key = getEditionKey(edition);
  return slug === undefined ? key : `${key} article:${edition}/${slug}`;
}

export function getEditionKey(edition: string): string {
  return `edition:${edition}`;
}

/** `Surrogate-Key` of the images of all stories. Only takedowns purge this key. */
export const IMAGES_KEY = "images";

function toOrigin(url: string): string {
  return new URL(url).origin;
}
