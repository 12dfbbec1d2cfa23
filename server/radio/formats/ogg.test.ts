import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openSeam } from "../listening/formatSplice.ts";
import type { Run } from "./frames.ts";
import { cutOgg } from "./ogg.ts";

const VORBIS = readFileSync("editions/chicago/media/loop-vorbis.ogg");
const OPUS = readFileSync("editions/chicago/media/loop-opus.ogg");

/** Where each page begins. */
function pagesOf(bytes: Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf("OggS"); at >= 0; at = bytes.indexOf("OggS", at + 1)) places.push(at);
  return places;
}

function joinAll(runs: Run[]): Buffer {
  const seam = openSeam();
  return Buffer.concat(runs.map((run, index) => seam.join(run, index === 0).bytes));
}

it("numbers the pages of one recording after another on, as one stream that a decoder can go on with", () => {
  for (const recording of [OPUS, VORBIS]) {
    const seam = openSeam();
    const first = cutOgg().push(recording);
    const second = cutOgg().push(recording);
    const joined = [...first, ...second].map((run, index) => seam.join(run, index === first.length).bytes);
    const all = Buffer.concat(joined);
    const places = pagesOf(all);
    expect(new Set(places.map((at) => all.readUInt32LE(at + 14))).size).toBe(1);
    expect(places.map((at) => all.readUInt32LE(at + 18))).toEqual(places.map((_, index) => index));
    const granules = places.map((at) => all.readBigInt64LE(at + 6));
    expect(granules).toEqual([...granules].sort((one, other) => Number(one - other)));
  }
});

it("begins a new chain where the codec's tables differ", () => {
  const all = joinAll([...cutOgg().push(OPUS), ...cutOgg().push(VORBIS)]);
  expect(new Set(pagesOf(all).map((at) => all.readUInt32LE(at + 14))).size).toBe(2);
});

it("takes no harm from a page that counts beyond all numbers, or a stream without a rate", () => {
  const jumping = Buffer.from(VORBIS);
  const places = pagesOf(jumping);
  jumping.writeBigInt64LE(2n ** 63n - 1n, (places[8] ?? 0) + 6);
  jumping.writeBigInt64LE(-(2n ** 62n), (places[4] ?? 0) + 6);
  const runs = cutOgg().push(jumping);
  expect(runs.length).toBeGreaterThan(20);
  expect(runs.every(({ ms }) => ms >= 0 && ms < 30_000)).toBe(true);
  joinAll([...runs, ...cutOgg().push(jumping)]);

  const still = Buffer.from(VORBIS);
  still.writeUInt32LE(0, 28 + 12);
  expect(cutOgg().push(still)).toEqual([]);
});
