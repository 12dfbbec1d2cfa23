import { expect, it } from "vitest";
import { createRingBuffer } from "./ringBuffer.ts";

function fill(count: number, durationMs: number, size = 1) {
  const ring = createRingBuffer();
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.alloc(size, index);
    ring.push({ bytes, getEntryBytes: () => bytes, durationMs, title: null });
  }
  return ring;
}

it("keeps the last 20 s", () => {
  const ring = fill(100, 500);
  expect([ring.startIndex(), ring.endIndex()]).toEqual([60, 100]);
  expect(ring.get(59)).toBeUndefined();
  expect(ring.get(60)?.bytes[0]).toBe(60);
  expect(ring.totals()).toEqual({ durationMs: 20_000, bytes: 40 });
});

it("keeps at most 4 MiB of chunks that claim no duration, and always the newest", () => {
  expect(fill(10, 0, 1024 * 1024).totals().bytes).toBe(4 * 1024 * 1024);
  const ring = fill(2, 0, 5 * 1024 * 1024);
  expect([ring.startIndex(), ring.endIndex()]).toEqual([1, 2]);
});

it("finds the chunk at which the last milliseconds begin", () => {
  const ring = fill(10, 500);
  expect([0, 1, 500, 501, 60_000].map((durationMs) => ring.findStart(durationMs))).toEqual([10, 9, 9, 8, 0]);
});

it("keeps counting after it was cleared", () => {
  const ring = fill(3, 500);
  ring.clear();
  expect([ring.startIndex(), ring.endIndex(), ring.findStart(1000)]).toEqual([3, 3, 3]);
  expect(ring.totals()).toEqual({ durationMs: 0, bytes: 0 });
});
