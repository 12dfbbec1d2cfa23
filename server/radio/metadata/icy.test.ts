import { expect, it } from "vitest";
import { createIcyParser, createIcyWriter, ICY_INTERVAL_BYTES } from "./icy.ts";

const AUDIO = Buffer.from(Array.from({ length: 4 * ICY_INTERVAL_BYTES }, (_, index) => index % 251));

it("parses what it wrote, for input of any chunk size", () => {
  const write = createIcyWriter();
  const half = AUDIO.length / 2;
  const stream = Buffer.concat([
    write(AUDIO.subarray(0, half), "Lake Trio - Harbor Lights"),
    write(AUDIO.subarray(half), null),
  ]);
  for (const size of [1, 17, 16_001, stream.length]) {
    const parse = createIcyParser(ICY_INTERVAL_BYTES);
    const parts = [];
    for (let at = 0; at < stream.length; at += size) parts.push(...parse(stream.subarray(at, at + size)));
    const audio = parts.filter((part) => Buffer.isBuffer(part));
    const texts = parts.flatMap((part) => ("metadata" in part ? String(part.metadata).replace(/\0+$/, "") : []));
    expect(Buffer.concat(audio).equals(AUDIO)).toBe(true);
    expect(texts).toEqual(["StreamTitle='Lake Trio - Harbor Lights';", "StreamTitle='';"]);
  }
});

it("sends a title once, and an empty block while it stays", () => {
  const write = createIcyWriter();
  const interval = AUDIO.subarray(0, ICY_INTERVAL_BYTES);
  const lengths = ["One", "One", "Two"].map((title) => write(interval, title).length - ICY_INTERVAL_BYTES);
  expect(lengths).toEqual([33, 1, 33]);
});

it("cuts titles at the longest block", () => {
  const [length] = createIcyWriter()(AUDIO.subarray(0, ICY_INTERVAL_BYTES), "x".repeat(9999)).subarray(
    ICY_INTERVAL_BYTES,
  );
  expect(length).toBe(255);
});
