import { afterEach, expect, it, vi } from "vitest";
import { cacheResponse } from "./cacheIndex.ts";

vi.hoisted(() => vi.stubGlobal("self", {}));
afterEach(() => vi.unstubAllGlobals());

it("frees half of the cache if a photo larger than the cache does not fit on the device", async () => {
  const kept = { "/old": { bytes: 20, at: 1 }, "/saved": { bytes: 20, at: 1, savedBy: "/saved" } };
  let stored: object = kept;
  const cache = {
    async put(path: string, response: Response) {
      if (path === "/photo") throw new DOMException("full", "QuotaExceededError");
      stored = await response.json();
    },
    delete: async () => true,
  };
  vi.stubGlobal("caches", { match: async () => Response.json(kept), open: async () => cache });
  await cacheResponse("/photo", new Blob(["x".repeat(100)]), {}, { at: 2 });
  expect(stored).toEqual({ "/saved": { bytes: 20, at: 1, savedBy: "/saved" } });
});
