/** One page of each kind that the site has, as it stands on the wire's feeds, with the status of its answer. */
export const PAGES: readonly { path: string; status: number }[] = [
  { path: "/", status: 200 },
  { path: "/local", status: 200 },
  { path: "/real-estate", status: 200 },
  { path: "/events", status: 200 },
  { path: "/sources", status: 200 },
  { path: "/books", status: 200 },
  { path: "/about", status: 200 },
  { path: "/careers", status: 200 },
  { path: "/privacy", status: 200 },
  { path: "/terms", status: 200 },
  { path: "/article/morning-world-story-2", status: 200 },
  { path: "/category/gardening", status: 404 },
  { path: "/nothing-here", status: 404 },
  { path: "/embed/latest", status: 200 },
  { path: "/embed/events", status: 200 },
];
