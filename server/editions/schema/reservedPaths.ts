/** First path segments of the server's routes, which sections and pages must not use. A test checks this list. */
export const RESERVED_SEGMENTS: ReadonlySet<string> = new Set(
  (
    "api archive article assets author books cards category contact corrections covers dev editions embed faq feed healthz icons media " +
    "newsletter oembed offline partner pictures preview radio readyz saved search sitemaps sources support takedowns text topic typefaces"
  ).split(" "),
);
