import { createBrowserRouter, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { call } from "../api.ts";
import { getTexts } from "../texts/texts.ts";
import { ErrorPage, ErrorScreen } from "./ErrorScreen.tsx";
import { Shell } from "./Shell.tsx";

/** Creates the router of the desk. Screens are loaded when they are opened. */
export function createDeskRouter() {
  return createBrowserRouter([
    {
      id: "shell",
      path: "/",
      loader: () => call((api) => api.me.$get(), { isAsking: false }),
      shouldRevalidate: isSameAddress,
      Component: Shell,
      HydrateFallback: Waiting,
      ErrorBoundary: ErrorPage,
      children: [
        {
          ErrorBoundary: ErrorScreen,
          children: [
            { index: true, loader: () => redirect("/stories") },
            { path: "stories/:edition?/:list?", lazy: () => import("../stories/StoryListScreen.lazy.tsx") },
            { path: "story/:edition/:id", lazy: () => import("../story/StoryScreen.lazy.tsx") },
            { path: "images/:edition?", lazy: () => import("../images/ImagesScreen.lazy.tsx") },
            { path: "people/:edition?", lazy: () => import("../people/PeopleScreen.lazy.tsx") },
            { path: "account", lazy: () => import("../account/AccountScreen.lazy.tsx") },
            { path: "*", loader: throwNotFound },
          ],
        },
      ],
    },
  ]);
}

/**
 * Returns true if the address stays the same. In this case, a screen has asked for new data, which includes the data
 * about the person. A move to another address needs no new data about the person.
 */
function isSameAddress({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.href === nextUrl.href;
}

function throwNotFound(): never {
  throw new Response(null, { status: 404 });
}

/** Shown until the desk's first response arrives. */
function Waiting() {
  return <title>{getTexts().shell.desk}</title>;
}
