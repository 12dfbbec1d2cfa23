import { expect, it } from "vitest";
import { createRingBuffer } from "./ringBuffer.ts";

function fill(count: number, durationMs: number, size = 1) {
  const buffer = createRingBuffer();
  for (let index = 0; index < count; index++) {
    const bytes = Buffer.alloc(size, index);
    buffer.push({ bytes, getEntryBytes: () => bytes, durationMs, title: null });
  }
  return buffer;
}

it("keeps the last 20 s", () => {
  const buffer = fill(100, 500);
  expect([buffer.startIndex(), buffer.endIndex()]).toEqual([60, 100]);
  expect(buffer.get(59)).toBeUndefined();
  expect(buffer.get(60)?.bytes[0]).toBe(60);
  expect(buffer.totals()).toEqual({ durationMs: 20_000, bytes: 40 });
});

it("keeps at most 4 MiB of chunks that claim no duration, and always the newest", () => {
  expect(fill(10, 0, 1024 * 1024).totals().bytes).toBe(4 * 1024 * 1024);
  const buffer = fill(2, 0, 5 * 1024 * 1024);
  expect([buffer.startIndex(), buffer.endIndex()]).toEqual([1, 2]);
});

it("finds the chunk at which the last milliseconds begin", () => {
  const buffer = fill(10, 500);
  expect([0, 1, 500, 501, 60_000].map((durationMs) => buffer.findStart(durationMs))).toEqual([10, 9, 9, 8, 0]);
});

it("keeps counting after it was cleared", () => {
  const buffer = fill(3, 500);
  buffer.clear();
  expect([buffer.startIndex(), buffer.endIndex(), buffer.findStart(1000)]).toEqual([3, 3, 3]);
  expect(buffer.totals()).toEqual({ durationMs: 0, bytes: 0 });
});
