import { expect, it } from "vitest";
import { EditionError } from "../editions/yaml/yaml.ts";
import { findLoop, readFallbackLoops, repeatLoop } from "./fallbackLoop.ts";

const NAMES = ["loop-44100.mp3", "loop-48000.aac", "loop-opus.ogg"];

it("finds the loop of the same codec, rate and channels", async () => {
  const loops = await readFallbackLoops("editions/chicago", NAMES);
  const format = { type: "audio/mpeg", codec: "mp3", rate: 44100, channels: 2 } as const;
  expect(findLoop(loops, format, "mp3")).toBe(loops[0]);
  expect(findLoop(loops, { ...format, rate: 48000 }, "mp3")).toBeUndefined();
  expect(findLoop(loops, { ...format, channels: 1 }, "mp3")).toBeUndefined();
});

it("finds a loop of the expected codec before anything has played", async () => {
  const loops = await readFallbackLoops("editions/chicago", NAMES);
  expect(findLoop(loops, null, "aac")).toBe(loops[1]);
  expect(findLoop(loops, null, "vorbis")).toBeUndefined();
});

it("repeats a loop from its start", async () => {
  const [loop] = await readFallbackLoops("editions/chicago", NAMES);
  if (!loop) throw new Error("No loop was read.");
  const chunks = repeatLoop(loop);
  const starts = Array.from({ length: loop.chunks.length + 1 }, () => chunks.next().value.isStart);
  expect(starts.flatMap((isStart, index) => (isStart ? index : []))).toEqual([0, loop.chunks.length]);
});

it("rejects a missing file, and one without audio", async () => {
  await expect(readFallbackLoops("editions/chicago", ["missing.mp3"])).rejects.toThrow(EditionError);
  await expect(readFallbackLoops("editions/chicago", ["../edition.yaml"])).rejects.toThrow("found no sound");
});
