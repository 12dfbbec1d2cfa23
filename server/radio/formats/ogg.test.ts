import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createOggFramer } from "./ogg.ts";

const VORBIS = readFileSync("editions/chicago/media/loop-vorbis.ogg");
const OPUS = readFileSync("editions/chicago/media/loop-opus.ogg");

it("reads format, duration and headers of Opus and Vorbis", () => {
  for (const [recording, codec, rate] of [
    [OPUS, "opus", 48000],
    [VORBIS, "vorbis", 44100],
  ] as const) {
    const chunks = createOggFramer()(recording);
    expect(chunks[0]?.format).toEqual({ type: "audio/ogg", codec, rate, channels: 2 });
    expect(new Set(chunks.map(({ oggHeaders }) => oggHeaders)).size).toBe(1);
    const seconds = chunks.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
    expect(Math.round(seconds)).toBe(22);
  }
});

it("returns the same chunks for input of any chunk size", () => {
  const whole = createOggFramer()(OPUS);
  const framer = createOggFramer();
  const pieces = [];
  for (let at = 0; at < OPUS.length; at += 1000) pieces.push(...framer(OPUS.subarray(at, at + 1000)));
  expect(pieces.map(({ bytes }) => bytes.length)).toEqual(whole.map(({ bytes }) => bytes.length));
});

it("bounds the duration of pages with absurd granules", () => {
  const jumping = Buffer.from(VORBIS);
  const pages: number[] = [];
  for (let at = jumping.indexOf("OggS"); at >= 0; at = jumping.indexOf("OggS", at + 1)) pages.push(at);
  jumping.writeBigInt64LE(2n ** 63n - 1n, (pages[8] ?? 0) + 6);
  jumping.writeBigInt64LE(-(2n ** 62n), (pages[4] ?? 0) + 6);
  const chunks = createOggFramer()(jumping);
  expect(chunks.length).toBeGreaterThan(20);
  expect(chunks.every(({ durationMs }) => durationMs >= 0 && durationMs < 30_000)).toBe(true);
});

it("ignores a Vorbis stream without a rate", () => {
  const invalid = Buffer.from(VORBIS);
  invalid.writeUInt32LE(0, 28 + 12);
  expect(createOggFramer()(invalid)).toEqual([]);
});
