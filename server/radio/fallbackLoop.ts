import { extname, join } from "node:path";
import { EditionError } from "../editions/yaml/yaml.ts";
import { FileFault, readFileInside } from "../files/filesInside.ts";
import { type AudioChunk, type AudioFormat, isSameFormat } from "./formats/audioChunk.ts";
import { createFramerFor } from "./formats/framerFor.ts";

/** Maximum size of a recording, in bytes. Recordings are held in memory. */
const MAX_BYTES = 100_000_000;

/** An edition's recording in one format. It plays while a station is unreachable or silent. */
export interface FallbackLoop {
  format: AudioFormat;
  /** At least one chunk. */
  chunks: AudioChunk[];
}

/**
 * Reads an edition's recording, in all its formats, from the edition's folder.
 *
 * @throws {EditionError} if a file is missing or contains no audio
 */
export async function readFallbackLoops(folder: string, names: readonly string[]): Promise<FallbackLoop[]> {
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, "media", name);
      const bytes = await readFileInside(folder, join("media", name), MAX_BYTES).catch((error) => {
        if (!(error instanceof FileFault)) throw error;
        throw new EditionError(`${path}: this file ${error.message}; radio.loop of edition.yaml names it.`);
      });
      const chunks = createFramerFor(extname(name).slice(1))?.(bytes) ?? [];
      const [first] = chunks;
      if (!first) throw new EditionError(`${path}: found no sound; expected MP3, AAC in ADTS, or Ogg Opus or Vorbis.`);
      return { format: first.format, chunks };
    }),
  );
}

/**
 * Returns the loop in `format`, the format of the previous audio, so that a response can continue with the loop. If
 * `format` is null, since nothing has played yet, returns the first loop in `codec`. Undefined if none fits.
 */
export function findLoop(loops: readonly FallbackLoop[], format: AudioFormat | null, codec: AudioFormat["codec"]) {
  return loops.find((loop) => (format ? isSameFormat(loop.format, format) : loop.format.codec === codec));
}

/** Yields a loop's chunks over and over. */
export function* repeatLoop({ chunks }: FallbackLoop): Generator<{ chunk: AudioChunk; isStart: boolean }, never> {
  for (;;) for (const [index, chunk] of chunks.entries()) yield { chunk, isStart: index === 0 };
}
