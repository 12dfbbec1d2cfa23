import type { Logger } from "pino";
import type { StationFile } from "../editions/radioSchema.ts";
import type { Outbound } from "../net/outbound.ts";
import { followTitles } from "./followTitles.ts";
import type { Format } from "./formats/frames.ts";
import { openSound, type Sound } from "./listening/audioBuffer.ts";
import type { Loop } from "./loop.ts";
import { type NowPlayingBoard, openNowPlaying } from "./metadata/nowPlaying.ts";
import { relaySound } from "./relay.ts";

/** A station of an edition: one connection to it, however many hear it. */
export interface Station {
  audience: Sound["audience"];
  board: NowPlayingBoard;
  /** The format in which it was heard last, or is said to be. */
  format(): Format | undefined;
  /** Keeps the connection open. @returns how to be done with it */
  need(): () => void;
  close(): void;
}

interface Options {
  file: StationFile;
  loops: readonly Loop[];
  outbound: Outbound;
  log: Logger;
}

/** Whoever presses play again, or walks to another page, finds the station still connected. */
const LINGER_MS = 30_000;

export function openStation({ file, loops, outbound, log }: Options): Station {
  const board = openNowPlaying();
  const sound = openSound(file.name);
  let needs = 0;
  let isClosed = false;
  let stop: (() => void) | null = null;
  let lingering: NodeJS.Timeout | undefined;

  return {
    audience: sound.audience,
    board,
    format: () =>
      sound.lastFormat() ?? loops.find((loop) => loop.format.codec === file.format)?.format ?? loops[0]?.format,
    need() {
      if (isClosed) return () => {};
      needs++;
      clearTimeout(lingering);
      stop ??= run();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        if (--needs === 0 && !isClosed) lingering = setTimeout(rest, LINGER_MS);
      };
    },
    close() {
      isClosed = true;
      sound.audience.endAll();
      clearTimeout(lingering);
      rest();
      board.close();
    },
  };

  function rest() {
    stop?.();
    stop = null;
    sound.clear();
    board.setState("idle");
  }

  function run(): () => void {
    const parts = { file, outbound, log, board };
    return file.relay === "direct" ? followTitles(parts) : relaySound({ ...parts, loops, sound });
  }
}
