import type { Plugin } from "vite";

/** Builds the service worker beside the pages' scripts, as one file that imports nothing. */
export function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildStart() {
      this.emitFile({ type: "chunk", id: "app/worker/worker.ts", fileName: "sw.js" });
    },
  };
}
