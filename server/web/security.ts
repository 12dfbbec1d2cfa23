import type { Edition } from "../editions/load.ts";
import { PLAYER_HOSTS } from "../feeds/clean/embeds.ts";

/** What of an edition may be elsewhere. */
type Outgoing = Pick<Edition, "adServer" | "radio" | "embeds" | "sections">;

/** Which pages may stand in frames of other sites: not the page for addresses that lead nowhere, which is whole. */
const FOR_FRAMES = /^\/embed\/(latest|events|radio|article\/[^/]+)\/?$/;

/**
 * What a page may load and run: what is ours, the inline scripts by their digests, and what its edition has decided for: its
 * ad server, stations that are played directly, other sites' frames behind a click, and the players in the stories that it
 * prints whole. The policy of the first page holds for all that the reader comes to from there, so it is the same for all.
 * A nonce would be the same for every reader of a kept page, so there is none.
 *
 * @param path the page's path
 * @param hashes sources for its inline scripts
 */
export function contentPolicy(edition: Outgoing, path: string, hashes: readonly string[]): string {
  const { adServer, radio, embeds, sections } = edition;
  const ads = adServer ? [originOf(adServer.script)] : [];
  const stations = (radio?.stations ?? []).filter(({ relay }) => relay === "direct").map(({ url }) => originOf(url));
  const providers = [embeds.events, embeds.latest, embeds.video].flatMap(({ provider }) =>
    provider ? [originOf(provider.url)] : [],
  );
  // What stands in a story is played from wherever its publisher keeps it, once the reader presses play.
  const isPrinted = sections.some(({ feeds }) => feeds.some(({ fullText }) => fullText));
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes, ...ads],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:", ...ads],
    "media-src": ["'self'", ...(isPrinted ? ["https:"] : stations)],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...ads],
    "frame-src": ["'self'", ...ads, ...providers, ...(isPrinted ? PLAYER_HOSTS.map((host) => `https://${host}`) : [])],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": [FOR_FRAMES.test(path) ? "*" : "'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(" "))
    .join("; ");
}

/** What anything that is no page may load, should a browser be made to show it as a document: itself. */
export const POLICY_OF_FILES =
  "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/**
 * The headers of every answer beside its policy.
 *
 * @param isSecure whether readers reach the site by https alone
 */
export function securityHeaders(isSecure: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
  };
}

function originOf(url: string): string {
  return new URL(url).origin;
}
