import type { Framer } from "./audioChunk.ts";
import { createAdtsFramer } from "./framer.ts";
import { createMp3Framer } from "./mp3.ts";
import { createOggFramer } from "./ogg.ts";

/** Framers by media types that stations send and by file extensions of fallback loops. */
const FRAMERS = [
  [/^(audio\/(mpeg|mp3|x-mpeg)|mp3)$/, createMp3Framer],
  [/^(audio\/(aac|aacp|x-aac)|aac)$/, createAdtsFramer],
  [/^(application\/ogg|audio\/(ogg|opus|vorbis)|ogg)$/, createOggFramer],
] as const;

/** Creates the framer for a media type, which may have parameters, or for a file extension; null for other types. */
export function createFramerFor(type: string): Framer | null {
  const name = type.split(";")[0]?.trim().toLowerCase() ?? "";
  return FRAMERS.find(([pattern]) => pattern.test(name))?.[1]() ?? null;
}
