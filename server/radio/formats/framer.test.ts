import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createAdtsFramer } from "./framer.ts";

const RECORDING = readFileSync("editions/chicago/media/loop-48000.aac");

it("extracts every frame of a recording, at its rate and channels", () => {
  const chunks = createAdtsFramer()(RECORDING);
  expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(RECORDING)).toBe(true);
  expect(chunks[0]?.format).toEqual({ type: "audio/aac", codec: "aac", rate: 48000, channels: 2 });
  const seconds = chunks.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  expect(seconds).toBeGreaterThan(21);
  expect(seconds).toBeLessThan(23);
});

it("resumes at the next whole frame after a gap", () => {
  const framer = createAdtsFramer();
  const [first] = framer(RECORDING.subarray(0, 3000));
  const rest = framer(RECORDING.subarray(3100, 9000));
  expect(first?.bytes.equals(RECORDING.subarray(0, first.bytes.length))).toBe(true);
  expect(rest.length).toBeGreaterThan(0);
  for (const { bytes } of rest) expect([bytes[0], (bytes[1] ?? 0) & 0xf6]).toEqual([0xff, 0xf0]);
});
