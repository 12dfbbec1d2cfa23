import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";

/** The app is built by Vite, so its path is no import that the type checker could follow. */
export async function readBuild(): Promise<ServerBuild> {
  const path = resolve("build/server/index.js");
  return import(pathToFileURL(path).href);
}
