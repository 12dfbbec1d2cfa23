import { LRUCache } from "lru-cache";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Edition } from "../editions/loading/load.ts";
import type { PolicyName } from "./cacheControl.ts";

/** A requested URL as the app's routes understand it. */
export interface PageAddress {
  /** Path and query, the same for all equivalent URLs. Null for a path that only the catch-all route matches. */
  normalized: string | null;
  /** Cache key of the not-found page, which all missing pages of a route share. */
  notFoundKey: string;
  /** Pattern of the route, such as `/article/:slug`. */
  route: string;
  /** The route's `handle.policy`. */
  policy: PolicyName | undefined;
  /** True if the route's page has a form that is posted to the page's own address. */
  takesForms: boolean;
}

/**
 * The `handle` that a route may export.
 *
 * - `query` lists the query parameters that the route's loader reads; all others are ignored. Each function returns
 *   `true` for a value that selects a different page, `false` for a value without effect, or the value's normalized
 *   spelling.
 * - `policy` names the `Cache-Control` policy of the route's pages; `page` by default.
 */
interface RouteHandle {
  query?: Record<string, QueryReader>;
  policy?: PolicyName | ((query: URLSearchParams, params: PathParams) => PolicyName | undefined);
}

type PathParams = Record<string, string | undefined>;

type QueryReader = (value: string, params: PathParams, edition: Edition) => boolean | string;

type Routes = ServerBuild["routes"];

/** Suffix of React Router's URLs of loader data, and the query parameter with the ids of the routes to load. */
const DATA = ".data";
const ROUTES = "_routes";
const MAX_CACHED_PATH_LENGTH = 200;

/** Creates a function that parses a path with a query and returns undefined if no page route matches. */
export function createPageAddressReader(
  routes: Routes,
): (address: string, edition: Edition) => PageAddress | undefined {
  const match = createMatcher(toRouteTree(routes, undefined));
  return (address, edition) => {
    const [path = "", search = ""] = address.split(/\?(.*)/s, 2);
    const isData = path.endsWith(DATA);
    const matches = match(isData ? path.slice(0, -DATA.length).replace(/\/_$/, "/") : path);
    const leaf = matches?.at(-1);
    if (!matches || !leaf?.route.id) return undefined;
    const { handle, action } = routes[leaf.route.id]?.module ?? {};
    const { query: readers = {}, policy } = (handle ?? {}) as RouteHandle;
    const requested = new URLSearchParams(search);
    const query = new URLSearchParams();
    const ids = matches.map(({ route }) => route.id ?? "");
    const selected = isData ? selectRoutes(requested.get(ROUTES), ids) : null;
    if (selected) query.set(ROUTES, selected);
    for (const [name, read] of Object.entries(readers).sort()) {
      const value = requested.get(name);
      const normalized = value !== null && read(value, leaf.params, edition);
      if (value !== null && normalized !== false) query.set(name, normalized === true ? value : normalized);
    }
    const pattern = matches.flatMap(({ route }) => route.path?.split("/") ?? []).filter((part) => part !== "");
    const parts = pattern.map((part) =>
      part.startsWith(":") ? encodeURIComponent(leaf.params[part.slice(1)] ?? "") : part,
    );
    const suffix = isData ? (parts.length === 0 ? `_${DATA}` : DATA) : "";
    return {
      normalized: pattern.includes("*") ? null : `/${parts.join("/")}${suffix}${query.size > 0 ? `?${query}` : ""}`,
      route: `/${pattern.join("/")}${suffix}`,
      notFoundKey: `${leaf.route.id}${isData ? ` ${DATA} ${selected ?? ""}` : ""}`,
      policy: typeof policy === "function" ? policy(query, leaf.params) : policy,
      takesForms: action !== undefined,
    };
  };
}

/** Creates a matcher with a cache of recent results, since React Router ranks all routes again for each path. */
function createMatcher(tree: RouteObject[]): (path: string) => ReturnType<typeof matchRoutes> {
  const cache = new LRUCache<string, NonNullable<ReturnType<typeof matchRoutes>>>({ max: 1000 });
  return (path) => {
    const cached = cache.get(path);
    if (cached) return cached;
    const matches = matchRoutes(tree, path);
    if (matches && path.length <= MAX_CACHED_PATH_LENGTH) cache.set(path, matches);
    return matches;
  };
}

/** Returns the requested routes among the matched routes, in the order of `ids`; null if all or none are requested. */
function selectRoutes(requested: string | null, ids: readonly string[]): string | null {
  if (requested === null) return null;
  const names = requested.split(",");
  const selected = ids.filter((id) => names.includes(id));
  return selected.length > 0 && selected.length < ids.length ? selected.join(",") : null;
}

/** Builds the tree for `matchRoutes` from the build's flat list of routes. */
function toRouteTree(routes: Routes, parent: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index, caseSensitive } = route;
    const common = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
    return [index ? { ...common, index: true } : { ...common, children: toRouteTree(routes, id) }];
  });
}
