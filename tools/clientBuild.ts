import type { Plugin } from "vite";

/** Applies a plugin only when the scripts for browsers are built. */
export function forClientBuild(plugin: Plugin): Plugin {
  return { ...plugin, apply: "build", applyToEnvironment: ({ name }) => name === "client" };
}
