import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { AudioChunk } from "../formats/audioChunk.ts";
import { createOggFramer } from "../formats/ogg.ts";
import { createFormatSplice } from "./formatSplice.ts";

const VORBIS = readFileSync("editions/chicago/media/loop-vorbis.ogg");
const OPUS = readFileSync("editions/chicago/media/loop-opus.ogg");

/** Finds the offset of each page. */
function findPages(bytes: Buffer): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf("OggS"); at >= 0; at = bytes.indexOf("OggS", at + 1)) offsets.push(at);
  return offsets;
}

/** Joins the chunks of several sources. */
function splice(...sources: AudioChunk[][]): Buffer {
  const append = createFormatSplice();
  const parts = sources.flatMap((chunks) => chunks.map((chunk, index) => append(chunk, index === 0).bytes));
  return Buffer.concat(parts);
}

const frame = (recording: Buffer) => createOggFramer()(recording);
const readSerials = (bytes: Buffer) => new Set(findPages(bytes).map((at) => bytes.readUInt32LE(at + 14)));

it("continues page numbers and granules from one recording to the next", () => {
  for (const recording of [OPUS, VORBIS]) {
    const all = splice(frame(recording), frame(recording));
    const pages = findPages(all);
    expect(readSerials(all).size).toBe(1);
    expect(pages.map((at) => all.readUInt32LE(at + 18))).toEqual(pages.map((_, index) => index));
    const granules = pages.map((at) => all.readBigInt64LE(at + 6));
    expect(granules).toEqual([...granules].sort((one, other) => Number(one - other)));
  }
});

it("begins a new chain if the decoder has to be set up again", () => {
  expect(readSerials(splice(frame(OPUS), frame(VORBIS))).size).toBe(2);
});

it("accepts granules at the limits of their field", () => {
  const jumping = Buffer.from(VORBIS);
  const pages = findPages(jumping);
  jumping.writeBigInt64LE(2n ** 63n - 1n, (pages[8] ?? 0) + 6);
  jumping.writeBigInt64LE(-(2n ** 62n), (pages[4] ?? 0) + 6);
  const all = splice(frame(jumping), frame(jumping));
  expect(readSerials(all).size).toBe(1);
});

it("puts the header pages before the chunk at which a listener enters", () => {
  const append = createFormatSplice();
  const [first, second] = frame(OPUS).map((chunk, index) => append(chunk, index === 0));
  expect(findPages(first?.bytes ?? Buffer.alloc(0))).toHaveLength(3);
  expect(findPages(second?.bytes ?? Buffer.alloc(0))).toHaveLength(1);
  expect(findPages(second?.getEntryBytes() ?? Buffer.alloc(0))).toHaveLength(3);
});
