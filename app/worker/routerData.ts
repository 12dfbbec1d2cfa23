/**
 * The requests by which React Router fetches a page's data, and the response that makes it load the document instead.
 * Neither is public API: routerData.test.ts fails when React Router is updated, and says what to compare.
 */

/** Returns the URL of the page that a data request is for: "/sports.data" belongs to "/sports", "/_.data" to "/". */
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
