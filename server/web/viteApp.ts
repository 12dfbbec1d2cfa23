import type { RequestListener } from "node:http";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";

/** The app as it is being worked on: served from its sources, with hot reload. */
export interface ViteApp {
  build: () => Promise<ServerBuild>;
  /** Answers what belongs to Vite, and passes everything else on. */
  before(listener: RequestListener): RequestListener;
  close(): Promise<void>;
}

export async function openViteApp(): Promise<ViteApp> {
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  return {
    build: () => vite.ssrLoadModule("virtual:react-router/server-build") as Promise<unknown> as Promise<ServerBuild>,
    before: (listener) => (request, response) => vite.middlewares(request, response, () => listener(request, response)),
    close: () => vite.close(),
  };
}
