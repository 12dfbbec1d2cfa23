import type { Edition } from "../editions/load.ts";
import { PLAYER_HOSTS } from "../feeds/clean/embeds.ts";

/** The parts of an edition that name other sites. */
type EditionSources = Pick<Edition, "adServer" | "radio" | "embeds" | "sections">;

/** Pages that other sites may show in a frame. Their not-found page is not among them. */
const FRAMED = /^\/embed\/(latest|events|radio|article\/[^/]+)\/?$/;

/**
 * Returns a page's Content-Security-Policy: our own files, our inline scripts by their hashes, and what the edition
 * configures: its ad server, stations that are played directly, third-party frames behind a click, and players in
 * stories that are printed whole. The policy of the first page also holds for pages reached from it by client-side
 * navigation, so it does not depend on what a page shows. There is no nonce, since every reader gets the same cached
 * page.
 *
 * @param path the page's path
 * @param hashes sources for its inline scripts, such as `'sha256-…'`
 */
export function contentPolicy(edition: EditionSources, path: string, hashes: readonly string[]): string {
  const { adServer, radio, embeds, sections } = edition;
  const ads = adServer ? [originOf(adServer.script)] : [];
  const stations = (radio?.stations ?? []).filter(({ relay }) => relay === "direct").map(({ url }) => originOf(url));
  const providers = [embeds.events, embeds.latest, embeds.video].flatMap(({ provider }) =>
    provider ? [originOf(provider.url)] : [],
  );
  // A recording in a story is played from its publisher's server, once the reader presses play.
  const printsWholeStories = sections.some(({ feeds }) => feeds.some(({ fullText }) => fullText));
  const players = printsWholeStories ? PLAYER_HOSTS.map((host) => `https://${host}`) : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes, ...ads],
    "style-src": ["'self'"],
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
    "frame-ancestors": [FRAMED.test(path) ? "*" : "'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...new Set(sources)].join(" "))
    .join("; ");
}

/** The policy of everything that is no page, in case a browser opens it as a document. */
export const FILE_CONTENT_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Returns the headers of every response beside its content policy. */
export function securityHeaders(isHttps: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(isHttps && { "strict-transport-security": "max-age=31536000" }),
  };
}

/** Returns the `Surrogate-Key` by which a cache in front purges a response: its edition and, if any, its article. */
export function surrogateKey(edition: string, path: string): string {
  const slug = /\/article\/([^/?]+?)(?:\.data)?\/?$/.exec(path)?.[1];
  return slug === undefined ? `edition:${edition}` : `edition:${edition} article:${edition}/${slug}`;
}

function originOf(url: string): string {
  return new URL(url).origin;
}
