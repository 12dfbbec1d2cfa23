import { describe, expect, it } from "vitest";
import { createLimit, TooBusyError } from "./limit.ts";

describe("createLimit", () => {
  it("rejects work beyond the limit, and takes more when some has ended", async () => {
    const limit = createLimit(2);
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = [limit.run(() => promise), limit.run(() => promise)];
    await expect(limit.run(async () => {})).rejects.toThrow(TooBusyError);
    resolve();
    await Promise.all(first);
    expect(await limit.run(async () => "done")).toBe("done");
    await expect(limit.run(() => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
    await Promise.all([limit.run(async () => {}), limit.run(async () => {})]);
  });

  it("starts each run in a turn of the event loop of its own, so that requests are answered in between", async () => {
    const limit = createLimit(5);
    let turn = 0;
    let isDone = false;
    const count = () => {
      turn++;
      if (!isDone) setImmediate(count);
    };
    count();
    const turns = await Promise.all(Array.from({ length: 5 }, () => limit.run(async () => turn)));
    isDone = true;
    expect(new Set(turns).size).toBe(5);
  });
});
