import type { Logger } from "pino";
import {
  createRequestHandler,
  type HandleErrorFunction,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { withoutToken } from "./privatePages.ts";
import type { Services } from "./services.ts";

/** Answers a request with a page, or with a page's data. */
export type Pages = (request: Request, services: Services) => Promise<Response>;

/** What app/entry.server.tsx exports beside React Router's own. */
interface AppEntry {
  contextFor(services: Services): RouterContextProvider;
}

/**
 * Makes the pages of a build of the app.
 *
 * @param build the build, or how to get its newest one while it is being worked on
 */
export function pagesOf(
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: "production" | "development",
  log: Logger,
): Pages {
  const handle = createRequestHandler(
    typeof build === "function" ? async () => logging(await build(), log) : logging(build, log),
    mode,
  );
  return async (request, services) => {
    const { entry } = typeof build === "function" ? await build() : build;
    const { contextFor } = entry.module as unknown as AppEntry;
    return handle(request, contextFor(services));
  };
}

/** What a page fails of goes to our log, and to nobody else. */
function logging(build: ServerBuild, log: Logger): ServerBuild {
  const handleError: HandleErrorFunction = (error, { request }) => {
    // A reader who went away before the page was made is no error.
    if (!request.signal.aborted) log.error({ err: error, url: withoutToken(request.url) }, "page failed");
  };
  return { ...build, entry: { ...build.entry, module: { ...build.entry.module, handleError } } };
}
