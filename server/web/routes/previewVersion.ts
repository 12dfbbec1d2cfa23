import type { Hono } from "hono";
import type { Logger } from "pino";
import type { Editions } from "../../editions/loading/registry.ts";
import { listCutTextsIn } from "../../editions/yaml/cutTexts.ts";
import { CACHE_POLICIES } from "../cacheControl.ts";

/** Warns the publisher in a preview about texts that YAML cuts short, at the start and after each reload. */
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
 * Returns a function that returns a number, which rises with each reload of the editions and makes open pages of a
 * preview reload. The first number is the current time, so that the number also rises after a restart.
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
