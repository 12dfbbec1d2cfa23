import { expect, it } from "vitest";
import { BURST_MS } from "../formats/frames.ts";
import { openSound } from "./audioBuffer.ts";

const FORMAT = { type: "audio/aac", codec: "aac", rate: 44100, channels: 2 } as const;

/** The burst of a station that has been heard for so long. */
function burstAt(kilobits: number, seconds = 20): number {
  const sound = openSound("Test");
  const run = { format: FORMAT, bytes: Buffer.alloc((kilobits * 1000) / 8 / 2), ms: 500 };
  for (let half = 0; half < 2 * seconds; half++) sound.put(run, half === 0, null);
  return sound.burstMs();
}

it("begins with five seconds, and with more where five are fewer bytes than a browser waits for", () => {
  expect(burstAt(128)).toBe(BURST_MS);
  expect(burstAt(64)).toBe(BURST_MS);
  expect(burstAt(32)).toBe(10_000);
  expect(burstAt(8)).toBe(15_000);
  expect(burstAt(32, 0)).toBe(BURST_MS);
});
