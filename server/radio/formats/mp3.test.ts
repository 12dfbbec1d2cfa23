import { expect, it } from "vitest";
import { beginMp3, cutMp3 } from "./mp3.ts";

/** MPEG 1, 128 kbit/s, 44,100 Hz, stereo: 417 bytes, of which 36 are the header and the side information. */
const FRAME = 417;

/** A frame whose sound begins so many bytes before it, and whose other bytes are 1. */
function frame(back: number): Buffer {
  const bytes = Buffer.alloc(FRAME, 1);
  bytes.set([0xff, 0xfb, 0x90, 0x00, back >> 1, (back & 1) << 7], 0);
  return bytes;
}

const reachesBack = (bytes: Buffer, index: number) =>
  ((bytes[index * FRAME + 4] ?? 0) << 1) | ((bytes[index * FRAME + 5] ?? 0) >> 7);

it("cuts whole frames from any chunks, after whatever stands before them", () => {
  const noise = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3, 0xff, 0xff]);
  const stream = Buffer.concat([
    noise,
    ...Array.from({ length: 10 }, () => frame(0)),
    Buffer.alloc(50),
    frame(0),
    frame(0),
  ]);
  for (const size of [1, 7, 400, 418, 5000]) {
    const cutter = cutMp3();
    const runs = [];
    for (let at = 0; at < stream.length; at += size) runs.push(...cutter.push(stream.subarray(at, at + size)));
    const all = Buffer.concat(runs.map(({ bytes }) => bytes));
    expect(all.equals(Buffer.concat(Array.from({ length: 12 }, () => frame(0))))).toBe(true);
    expect(Math.round(runs.reduce((sum, { ms }) => sum + ms, 0))).toBe(Math.round((12 * 1152 * 1000) / 44100));
  }
});

it("lets no frame's sound begin before the first byte, and keeps the bytes that later frames need", () => {
  const run = Buffer.concat(Array.from({ length: 5 }, () => frame(500)));
  const begun = beginMp3(run);
  for (let index = 0; index < 5; index++) expect(reachesBack(begun, index)).toBeLessThanOrEqual(index * (FRAME - 36));
  expect(begun.subarray(2 * FRAME).equals(run.subarray(2 * FRAME))).toBe(true);
  expect(begun.subarray(36, FRAME).equals(run.subarray(36, FRAME))).toBe(true);
  expect(reachesBack(run, 0)).toBe(500);
});
