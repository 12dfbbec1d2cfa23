import { createAdtsFramer } from "./adts.ts";
import type { Framer } from "./audioChunk.ts";
import { createMp3Framer } from "./mp3.ts";
import { createOggFramer } from "./ogg.ts";

/** A map rather than an object: the station chooses the key, and `constructor` must not be one. */
const FRAMERS = new Map<string, () => Framer>([
  ["audio/mpeg", createMp3Framer],
  ["audio/mp3", createMp3Framer],
  ["audio/x-mpeg", createMp3Framer],
  ["mp3", createMp3Framer],
  ["audio/aac", createAdtsFramer],
  ["audio/aacp", createAdtsFramer],
  ["audio/x-aac", createAdtsFramer],
  ["aac", createAdtsFramer],
  ["application/ogg", createOggFramer],
  ["audio/ogg", createOggFramer],
  ["audio/opus", createOggFramer],
  ["audio/vorbis", createOggFramer],
  ["ogg", createOggFramer],
]);

/** Creates the framer for a media type, with or without parameters, or for a file extension; null if it is unknown. */
export function createFramerFor(type: string): Framer | null {
  return FRAMERS.get(type.split(";")[0]?.trim().toLowerCase() ?? "")?.() ?? null;
}
