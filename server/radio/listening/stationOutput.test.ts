import { expect, it } from "vitest";
import { BURST_MS, createStationOutput } from "./stationOutput.ts";

const FORMAT = { type: "audio/aac", codec: "aac", rate: 44100, channels: 2 } as const;

/** Streams at a bit rate, in kbit/s, for some seconds. Returns the length, in ms, of a new listener's first burst. */
function measureBurst(kilobits: number, seconds = 20): number {
  const output = createStationOutput("Test");
  const chunk = { format: FORMAT, bytes: Buffer.alloc((kilobits * 1000) / 8 / 2), durationMs: 500 };
  for (let half = 0; half < 2 * seconds; half++) output.push(chunk, half === 0, null);
  return output.burstMs();
}

it("starts with 5 s, and with more if that is less than a browser waits for", () => {
  expect(measureBurst(128)).toBe(BURST_MS);
  expect(measureBurst(64)).toBe(BURST_MS);
  expect(measureBurst(32)).toBe(10_000);
  expect(measureBurst(8)).toBe(15_000);
  expect(measureBurst(32, 0)).toBe(BURST_MS);
});

it("drops buffered audio when the format changes", () => {
  const output = createStationOutput("Test");
  const push = (rate: number) =>
    output.push({ format: { ...FORMAT, rate }, bytes: Buffer.alloc(8000), durationMs: 500 }, false, null);
  push(44100);
  push(44100);
  expect(output.bufferedMs()).toBeGreaterThan(500);
  push(48000);
  expect(output.format()?.rate).toBe(48000);
  expect(output.bufferedMs()).toBeLessThanOrEqual(500);
});
