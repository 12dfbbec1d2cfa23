import { createBrowserRouter, redirect } from "react-router";
import { call } from "../api.ts";
import { Shell } from "./Shell.tsx";

/** Creates the router of the desk. Screens are loaded when they are opened. */
export function createDeskRouter() {
  return createBrowserRouter([
    {
      id: "shell",
      path: "/",
      loader: () => call((api) => api.me.$get()),
      Component: Shell,
      HydrateFallback: Nothing,
      children: [
        { index: true, loader: () => redirect("/stories") },
        { path: "stories/:edition?/:list?", lazy: () => import("../stories/StoryListScreen.lazy.tsx") },
        { path: "story/:edition/:id", lazy: () => import("../story/StoryScreen.lazy.tsx") },
        { path: "images/:edition?", lazy: () => import("../images/ImagesScreen.lazy.tsx") },
        { path: "people/:edition?", lazy: () => import("../people/PeopleScreen.lazy.tsx") },
        { path: "account", lazy: () => import("../account/AccountScreen.lazy.tsx") },
      ],
    },
  ]);
}

/** Stands in until the first answer of the desk. */
function Nothing() {
  return null;
}
