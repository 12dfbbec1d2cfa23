/**
 * The requests for a page's data by React Router, and the response that makes the router load the document instead.
 * Neither is public API. Compare them with `singleFetchUrl` and `fetchAndDecodeViaTurboStream` in React Router's
 * dist/development/lib/dom/ssr/single-fetch.js.
 */

/** Returns a page's URL from the URL of its data: "/sports" for "/sports.data", "/" for "/_.data". */
export function toPageUrl(dataUrl: string): URL {
  const url = new URL(dataUrl);
  url.pathname = url.pathname.replace(/(?<=\/)_\.data$|\.data$/, "");
  url.searchParams.delete("_routes");
  return url;
}

export function createDocumentRedirect(path: string): Response {
  return new Response(null, {
    status: 204,
    headers: { "X-Remix-Redirect": path, "X-Remix-Status": "302", "X-Remix-Reload-Document": "true" },
  });
}
