import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Handler } from "hono";
import type { Editions } from "../../editions/registry.ts";
import { POLICIES } from "../cacheControl.ts";

/** Sends the edition's `ads.txt`, which lists who may sell its advertising (IAB Tech Lab), or a 404 if it has none. */
export function adsTxt(editions: Editions): Handler {
  return async (context) => {
    const { folder } = editions.forHost(new URL(context.req.url).host);
    const text = await readFile(join(folder, "ads.txt"), "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return null;
      throw error;
    });
    return text === null ? context.notFound() : context.text(text, 200, { "cache-control": POLICIES.file });
  };
}
