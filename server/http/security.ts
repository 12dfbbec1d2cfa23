import type { Edition } from "../editions/load.ts";

/** Which pages may stand in frames of other sites. */
const FOR_FRAMES = /^\/embed\//;

/**
 * What a page may load and run: what is ours, the inline scripts by their digests, and an edition's ad server where it has
 * decided for one. A nonce would be the same for every reader of a kept page, so there is none.
 *
 * @param path the page's path
 * @param hashes sources for its inline scripts
 */
export function contentPolicy(
  { adServer }: Pick<Edition, "adServer">,
  path: string,
  hashes: readonly string[],
): string {
  const ads = adServer ? [new URL(adServer.script).origin] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...hashes, ...ads],
    "style-src": ["'self'"],
    "img-src": ["'self'", "data:", ...ads],
    "media-src": ["'self'"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...ads],
    "frame-src": ["'self'", ...ads],
    "manifest-src": ["'self'"],
    "form-action": ["'self'"],
    "base-uri": ["'none'"],
    "object-src": ["'none'"],
    "frame-ancestors": [FOR_FRAMES.test(path) ? "*" : "'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(" "))
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
