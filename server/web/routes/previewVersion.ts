import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Editions } from "../../editions/loading/registry.ts";
import { listCutTextsIn } from "../../editions/yaml/cutTexts.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";

/** Logs a warning for each text that YAML cuts short, at the start and after each reload of the editions. */
export function warnOfCutTexts(editions: Pick<Editions, "all" | "onChange">, log: Logger): void {
  const warn = async () => {
    try {
      const texts = await Promise.all(editions.all().map(({ folder }) => listCutTextsIn(folder)));
      for (const text of texts.flat()) log.warn(text);
    } catch (error) {
      log.warn({ err: error }, "texts not checked");
    }
  };
  editions.onChange(warn);
  void warn();
}

/**
 * Returns a function that returns a preview's version: a number that rises with each reload of the editions and makes
 * open pages reload. It starts at the current time, so that it also rises after a restart.
 */
export function countReloads(editions: Pick<Editions, "onChange">): () => number {
  let version = Date.now();
  editions.onChange(() => {
    version++;
  });
  return () => version;
}

export function addPreviewVersionRoute(app: Hono, getVersion: () => number): void {
  app.get("/preview/version", (context) =>
    context.text(String(getVersion()), 200, { "cache-control": CACHE_POLICIES.never }),
  );
}
