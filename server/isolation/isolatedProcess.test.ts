import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { IsolatedRequest } from "../../tests/support/isolatedWork.ts";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import { type IsolatedProcess, openIsolatedProcess } from "./isolatedProcess.ts";

let isolated: IsolatedProcess<IsolatedRequest, unknown>;
const open = (limits = {}) =>
  openIsolatedProcess<IsolatedRequest, unknown>({
    module: new URL("../../tests/support/isolatedWork.ts", import.meta.url),
    task: "The work",
    timeoutMs: scaleLimit(30_000),
    maxHeapMb: 32,
    idleMs: 60_000,
    ...limits,
  });

beforeEach(() => {
  isolated = open();
});
afterEach(() => isolated.close());

it("answers requests in order, in one child process", async () => {
  const body = new Uint8Array(15 * 1024 * 1024);
  const responses = await Promise.all([
    isolated.run({ work: "pid" }),
    isolated.run({ work: "bytes" }, body),
    isolated.run({ work: "pid" }),
  ]);
  expect(responses).toEqual([expect.any(Number), body.length, responses[0]]);
  expect(responses[0]).not.toBe(process.pid);
});

it("starts the child with an empty environment", async () => {
  expect(await isolated.run({ work: "environment" })).toBe("");
});

it("lets a confined child reach no file, no network and no other program", async () => {
  isolated = open({ isConfined: true });
  for (const work of ["readUsers", "request", "child"] as const)
    await expect(isolated.run({ work })).rejects.toThrow("Access to this API has been restricted");
  expect(await isolated.run({ work: "bytes" }, new Uint8Array(3))).toBe(3);
});

it("passes on the handler's error and keeps the child", async () => {
  const pid = await isolated.run({ work: "pid" });
  await expect(isolated.run({ work: "error" })).rejects.toThrow("Line 3 is not an item.");
  expect(await isolated.run({ work: "pid" })).toBe(pid);
});

it.each(["objects", "split", "json"] as const)("survives a child that runs out of memory: %s", async (work) => {
  await expect(isolated.run({ work })).rejects.toThrow("The work needed more than 32 MB of memory.");
  expect(await isolated.run({ work: "pid" })).toBeGreaterThan(0);
});

it("starts a new child after one that exited", async () => {
  await expect(isolated.run({ work: "exit" })).rejects.toThrow("The work crashed (exit code 7).");
  expect(await isolated.run({ work: "pid" })).toBeGreaterThan(0);
});

it("ends a child that exceeds the time limit", async () => {
  isolated = open({ timeoutMs: 1000 });
  const body = new Uint8Array(15 * 1024 * 1024);
  await expect(isolated.run({ work: "endlessLoop" }, body)).rejects.toThrow("The work took longer than 1 s.");
  expect(await isolated.run({ work: "pid" })).toBeGreaterThan(0);
});

it("reads a response that arrived while this process was stalled for longer than the time limit", async () => {
  isolated = open({ timeoutMs: 2000 });
  const pid = await isolated.run({ work: "pid" });
  const response = isolated.run({ work: "pid" });
  await setImmediate();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200);
  expect(await response).toBe(pid);
});

it("ends an idle child", async () => {
  isolated = open({ idleMs: 1 });
  const pid = Number(await isolated.run({ work: "pid" }));
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect(await isolated.run({ work: "pid" })).not.toBe(pid);
});

it("fails the running request and the queued ones when it is closed", async () => {
  await isolated.run({ work: "pid" });
  const requests = [isolated.run({ work: "endlessLoop" }), isolated.run({ work: "pid" })];
  const results = Promise.allSettled(requests);
  await isolated.close();
  for (const result of await results) expect(result).toMatchObject({ reason: { message: "The work was stopped." } });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
