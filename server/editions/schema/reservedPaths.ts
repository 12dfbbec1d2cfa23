/**
 * First path segments of the server's own routes. The routes would hide a section or page with such a slug. A test
 * compares this list with the routes.
 */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
  (
    "api archive article assets author books cards category contact corrections covers dev editions embed faq feed healthz icons media " +
    "newsletter oembed offline partner pictures preview radio readyz saved search sitemaps sources support takedowns text topic typefaces"
  ).split(" "),
);
