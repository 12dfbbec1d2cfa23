import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { EditionError } from "../editions/yaml.ts";
import { cutterOf } from "./formats/framerFor.ts";
import { type Format, isSameFormat, type Run } from "./formats/frames.ts";

/** An edition's recording for the time when a station is not reached, in one format. */
export interface Loop {
  format: Format;
  runs: Run[];
}

/**
 * Reads the recording in all its formats.
 *
 * @param file the edition's file that names them, for messages
 * @throws {EditionError} where a file is missing or holds no sound
 */
export async function readLoops(folder: string, names: readonly string[]): Promise<Loop[]> {
  return Promise.all(
    names.map(async (name) => {
      const path = join(folder, "media", name);
      const bytes = await readFile(path).catch(() => {
        throw new EditionError(`${path}: this file is missing; radio.loop of edition.yaml names it.`);
      });
      const runs = cutterOf(name.slice(name.lastIndexOf(".") + 1))?.push(bytes) ?? [];
      const [first] = runs;
      if (!first)
        throw new EditionError(`${path}: found no sound; allowed is MP3, AAC in ADTS, or Ogg Opus or Vorbis.`);
      return { format: first.format, runs };
    }),
  );
}

/** The loop that a listener of this format can go on with. */
export function loopLike(loops: readonly Loop[], format: Format): Loop | undefined {
  return loops.find((loop) => isSameFormat(loop.format, format));
}

/** Plays a loop over and over. */
export interface LoopPlayer {
  loop: Loop;
  next(): { run: Run; isNew: boolean };
}

export function playLoop(loop: Loop): LoopPlayer {
  let place = 0;
  return {
    loop,
    next() {
      const run = loop.runs[place];
      if (!run) throw new Error("A loop has sound.");
      const isNew = place === 0;
      place = (place + 1) % loop.runs.length;
      return { run, isNew };
    },
  };
}
