import { Outlet, useRouteLoaderData } from "react-router";
import type { Me } from "../../server/desk/api/apiTypes.ts";

/** The frame of every screen: navigation, the person, and what is announced. */
export function Shell() {
  return <Outlet />;
}

/** Returns the person who is signed in. */
export function useMe(): Me {
  return useRouteLoaderData("shell") as Me;
}
