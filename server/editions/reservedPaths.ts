/**
 * First segments of the paths of the server's own routes. A section or page with such a slug would never be shown. A
 * test compares this list with the routes.
 */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
  (
    "api archive article assets author books cards category contact corrections covers dev editions embed faq feed healthz icons media " +
    "newsletter oembed offline partner pictures radio readyz saved search sitemaps sources support takedowns text topic typefaces"
  ).split(" "),
);
