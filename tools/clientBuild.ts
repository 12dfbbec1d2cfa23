import type { Plugin } from "vite";

/** Returns a plugin that applies only to the build of the scripts for browsers. */
export function forClientBuild(plugin: Plugin): Plugin {
  return { ...plugin, apply: "build", applyToEnvironment: ({ name }) => name === "client" };
}
