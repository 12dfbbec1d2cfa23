import type { RequestListener } from "node:http";
import { resolve } from "node:path";
import type { ServerBuild } from "react-router";

/** The app's server code: built, or compiled by Vite in development. */
export interface AppBuild {
  /** The build or, in development, a function that returns the newest build. */
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Folder of the built scripts, styles and fonts; null while Vite serves them. */
  assets: string | null;
  /** Wraps a listener so that Vite answers requests for modules in development. */
  wrap(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

export async function loadAppBuild(mode: "production" | "development"): Promise<AppBuild> {
  return mode === "development" ? openVite() : openProductionBuild();
}

async function openProductionBuild(): Promise<AppBuild> {
  // Computes the URL, since the type checker would report a literal path if Vite has not written the file yet.
  const build = (await import(new URL("../../build/server/index.js", import.meta.url).href)) as ServerBuild;
  return { build, assets: resolve("build/client"), wrap: (listener) => listener, close: async () => {} };
}

async function openVite(): Promise<AppBuild> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<unknown> as Promise<ServerBuild>,
    assets: null,
    wrap: (listener) => (request, response) => vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  };
}
