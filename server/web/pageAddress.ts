import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import type { Edition } from "../editions/load.ts";
import type { PolicyName } from "./policies.ts";

/** An address as the app's routes understand it. */
export interface PageAddress {
  /** The same for all ways of writing it; null where it leads nowhere in any case. */
  normal: string | null;
  /** Not found, all addresses of a kind have the same page. */
  kind: string;
  /** Asks of the innermost route alone whether it is found. */
  probe: string;
  /** What its route exports as `handle.policy`. */
  policy: PolicyName | undefined;
}

/**
 * What a route may export as `handle.query`: the parts of the query that make another page. Each says of a value whether it
 * does, or how it is written where there are several ways. What is not named here the loader must not read.
 */
type KnownQuery = Record<
  string,
  (value: string, params: Record<string, string | undefined>, edition: Edition) => boolean | string
>;

interface Handle {
  query?: KnownQuery;
  /** Where the query has a say in it: told the parts that are named. */
  policy?: PolicyName | ((query: URLSearchParams) => PolicyName | undefined);
}

type Routes = ServerBuild["routes"];

/** React Router's own: which routes' data is wanted. */
const ROUTES = "_routes";
const DATA = ".data";

/** @returns what reads an address, given from its first slash; undefined where no route is meant */
export function pageAddresses(routes: Routes): (address: string, edition: Edition) => PageAddress | undefined {
  const match = matcherOf(branch(routes, undefined));
  return (address, edition) => {
    const [path = "", search = ""] = address.split(/\?(.*)/s, 2);
    const isData = path.endsWith(DATA);
    const page = isData ? path.slice(0, -DATA.length).replace(/\/_$/, "/") : path;
    const matches = match(page);
    const leaf = matches?.at(-1);
    if (!matches || !leaf?.route.id) return undefined;
    const given = new URLSearchParams(search);
    const query = new URLSearchParams();
    const wanted = isData
      ? routesIn(
          given.get(ROUTES),
          matches.map(({ route }) => route.id ?? ""),
        )
      : null;
    if (wanted) query.set(ROUTES, wanted);
    const { query: known = {}, policy } = (routes[leaf.route.id]?.module.handle ?? {}) as Handle;
    for (const [name, read] of Object.entries(known).sort()) {
      const value = given.get(name);
      const normal = value !== null && read(value, leaf.params, edition);
      if (value !== null && normal !== false) query.set(name, normal === true ? value : normal);
    }
    const pattern = matches.flatMap(({ route }) => route.path?.split("/") ?? []).filter((part) => part !== "");
    const written = pattern.map((part) =>
      part.startsWith(":") ? encodeURIComponent(leaf.params[part.slice(1)] ?? "") : part,
    );
    const normalPath = `/${written.join("/")}`;
    const ending = isData ? (normalPath === "/" ? `_${DATA}` : DATA) : "";
    const asked = query.size > 0 ? `?${query}` : "";
    return {
      normal: pattern.includes("*") ? null : normalPath + ending + asked,
      kind: `${leaf.route.id}${isData ? ` ${DATA} ${wanted ?? ""}` : ""}`,
      probe: `${page.replace(/\/$/, "/_")}${DATA}?${ROUTES}=${encodeURIComponent(leaf.route.id)}`,
      policy: typeof policy === "function" ? policy(query) : policy,
    };
  };
}

/** Which routes of a tree a path means. React Router ranks the whole tree anew for each path, so the last are remembered. */
function matcherOf(tree: RouteObject[]): (path: string) => ReturnType<typeof matchRoutes> {
  const known = new Map<string, ReturnType<typeof matchRoutes>>();
  return (path) => {
    const remembered = known.get(path);
    if (remembered !== undefined) return remembered;
    const matches = matchRoutes(tree, path);
    if (known.size >= MOST_REMEMBERED) known.clear();
    if (path.length <= LONGEST_REMEMBERED) known.set(path, matches);
    return matches;
  };
}

const [MOST_REMEMBERED, LONGEST_REMEMBERED] = [1000, 200];

/** The wanted routes that the address has, in their order: whatever else is asked for makes no other answer. */
function routesIn(wanted: string | null, matched: readonly string[]): string | null {
  if (wanted === null) return null;
  const names = wanted.split(",");
  const known = matched.filter((id) => names.includes(id));
  return known.length > 0 && known.length < matched.length ? known.join(",") : null;
}

/** The routes as a tree, which the build has as a list. */
function branch(routes: Routes, parent: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parent) return [];
    const { id, path, index, caseSensitive } = route;
    const own = { id, ...(path !== undefined && { path }), ...(caseSensitive !== undefined && { caseSensitive }) };
    return [index ? { ...own, index: true } : { ...own, children: branch(routes, id) }];
  });
}
