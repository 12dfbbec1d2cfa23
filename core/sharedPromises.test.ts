import { expect, it } from "vitest";
import { createShared, sharePromise } from "./sharedPromises.ts";

it("shares one call of concurrent readers, and keeps its result", async () => {
  let calls = 0;
  const shared = createShared(async () => ++calls);
  expect(await Promise.all([shared.get(), shared.get()])).toEqual([1, 1]);
  expect(await shared.get()).toBe(1);
  shared.forget();
  expect(await shared.get()).toBe(2);
});

it("does not remember a failure", async () => {
  let calls = 0;
  const shared = createShared(async () => {
    if (++calls === 1) throw new Error("no space");
    return calls;
  });
  await expect(shared.get()).rejects.toThrow("no space");
  expect(await shared.get()).toBe(2);
});

it("keeps a newer promise when an older one fails", async () => {
  const promises = new Map<string, Promise<string>>();
  const failing = Promise.withResolvers<string>();
  const older = sharePromise(promises, "key", () => failing.promise);
  promises.delete("key");
  const newer = sharePromise(promises, "key", async () => "new");
  failing.reject(new Error("gone"));
  await expect(older).rejects.toThrow("gone");
  expect(promises.get("key")).toBe(newer);
});
