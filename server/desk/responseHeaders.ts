import type { MiddlewareHandler } from "hono";

const POLICY = "content-security-policy";

/** Headers of every response, besides the content security policy. Scripts and styles have another `cache-control`. */
const HEADERS = {
  "cache-control": "no-store",
  // `no-referrer` would make browsers send `Origin: null` with forms.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(), geolocation=(), publickey-credentials-get=(self)",
};

/**
 * Returns the content security policy, which allows only the desk's own scripts, styles, fonts and requests.
 *
 * @param framed origins of the sites whose previews the desk shows in a frame
 */
function getPolicy(framed: readonly string[]): string {
  const sources = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "font-src": "'self'",
    "img-src": "'self' blob:",
    "connect-src": "'self'",
    "frame-src": ["'self'", ...framed].join(" "),
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "base-uri": "'none'",
  };
  return Object.entries(sources)
    .map(([name, values]) => `${name} ${values}`)
    .join("; ");
}

/**
 * Adds the desk's security headers to every response. A response with its own content security policy keeps that
 * policy.
 *
 * @param isSecure true if browsers reach the desk with https:
 * @param getFramed returns the origins of the sites whose previews the desk shows in a frame
 */
export function addHeaders(isSecure: boolean, getFramed: () => readonly string[]): MiddlewareHandler {
  const headers = Object.entries({
    ...HEADERS,
    ...(isSecure && { "strict-transport-security": "max-age=31536000" }),
  });
  return async (context, next) => {
    await next();
    // Keeps the `cache-control` of scripts and styles. They may be cached for long: their names contain a hash.
    const isKept = context.req.path.startsWith("/assets/") && context.res.ok;
    for (const [name, value] of headers) if (!isKept || name !== "cache-control") context.header(name, value);
    if (!context.res.headers.has(POLICY)) context.header(POLICY, getPolicy(getFramed()));
  };
}
