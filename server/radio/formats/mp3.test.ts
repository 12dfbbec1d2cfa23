import { expect, it } from "vitest";
import { createMp3Framer, toStartableMp3 } from "./mp3.ts";

/** Bytes in a frame of MPEG 1 at 128 kbit/s, 44,100 Hz, stereo, including 36 bytes of header and side information. */
const FRAME_BYTES = 417;

/** Builds a frame whose audio data begins `back` bytes before the frame. All bytes after the header are 1. */
function buildFrame(back: number): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES, 1);
  bytes.set([0xff, 0xfb, 0x90, 0x00, back >> 1, (back & 1) << 7], 0);
  return bytes;
}

const buildFrames = (count: number, back: number) =>
  Buffer.concat(Array.from({ length: count }, () => buildFrame(back)));

/** Returns the number of bytes by which a frame's audio data begins before the frame. */
const readBack = (frames: Buffer, index: number) =>
  ((frames[index * FRAME_BYTES + 4] ?? 0) << 1) | ((frames[index * FRAME_BYTES + 5] ?? 0) >> 7);

it("extracts whole frames from input of any chunk size, skipping noise", () => {
  const noise = Buffer.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3, 0xff, 0xff]);
  const stream = Buffer.concat([noise, buildFrames(10, 0), Buffer.alloc(50), buildFrames(2, 0)]);
  for (const size of [1, 7, 400, 418, 5000]) {
    const framer = createMp3Framer();
    const chunks = [];
    for (let at = 0; at < stream.length; at += size) chunks.push(...framer(stream.subarray(at, at + size)));
    const all = Buffer.concat(chunks.map(({ bytes }) => bytes));
    expect(all.equals(buildFrames(12, 0))).toBe(true);
    const durationMs = chunks.reduce((sum, chunk) => sum + chunk.durationMs, 0);
    expect(Math.round(durationMs)).toBe(Math.round((12 * 1152 * 1000) / 44100));
  }
});

it("reads rate and channels of MPEG 1, 2 and 2.5", () => {
  const formatOf = (second: number, fourth: number) => {
    const header = [0xff, second, 0x90, fourth];
    const isMpeg1 = second === 0xfb;
    const length = isMpeg1 ? 417 : second === 0xf3 ? 261 : 522;
    const frame = Buffer.alloc(length);
    frame.set(header);
    const [chunk] = createMp3Framer()(Buffer.concat([frame, frame, frame]));
    return chunk && [chunk.format.rate, chunk.format.channels];
  };
  expect(formatOf(0xfb, 0x00)).toEqual([44100, 2]);
  expect(formatOf(0xf3, 0xc0)).toEqual([22050, 1]);
  expect(formatOf(0xe3, 0xc0)).toEqual([11025, 1]);
});

it("silences entry frames that refer to earlier data, and keeps the bytes that later frames need", () => {
  const frames = buildFrames(5, 500);
  const entry = toStartableMp3(frames);
  for (let index = 0; index < 5; index++)
    expect(readBack(entry, index)).toBeLessThanOrEqual(index * (FRAME_BYTES - 36));
  expect(entry.subarray(2 * FRAME_BYTES).equals(frames.subarray(2 * FRAME_BYTES))).toBe(true);
  expect(entry.subarray(36, FRAME_BYTES).equals(frames.subarray(36, FRAME_BYTES))).toBe(true);
  expect(readBack(frames, 0)).toBe(500);
});
