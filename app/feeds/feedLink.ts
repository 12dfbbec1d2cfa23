/** By which feed readers find a page's feed, as a route's `meta` wants it. */
export function feedLink(title: string, href: string) {
  return { tagName: "link", rel: "alternate", type: "application/rss+xml", title, href } as const;
}
