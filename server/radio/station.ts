import type { StationFile } from "../editions/radioSchema.ts";
import { followDirectStation } from "./directStation.ts";
import { type FallbackLoop, findLoop } from "./fallbackLoop.ts";
import type { Format } from "./formats/audioChunk.ts";
import type { Listeners } from "./listening/listeners.ts";
import { createStationOutput } from "./listening/stationOutput.ts";
import { createNowPlayingTracker, type NowPlayingTracker } from "./metadata/nowPlaying.ts";
import { startRelay } from "./relay.ts";
import type { StationSource } from "./upstream.ts";
import { type StationView, toStationView } from "./view.ts";

/** A station of an edition, with one connection to its server for all listeners. */
export interface Station {
  file: StationFile;
  getView(): StationView;
  listeners: Listeners;
  nowPlaying: NowPlayingTracker;
  /** Returns the format of the last audio, or else the one to expect. */
  format(): Format | undefined;
  /** Keeps the station connected until the returned function is called. */
  acquire(): () => void;
  close(): void;
}

interface Options extends StationSource {
  loops: readonly FallbackLoop[];
}

/** A listener who returns within this time, such as by going to another page, finds the station still connected. */
const LINGER_MS = 30_000;

export function openStation({ file, loops, outbound, log }: Options): Station {
  const nowPlaying = createNowPlayingTracker();
  const output = createStationOutput(file.name);
  const parts = { file, outbound, log, nowPlaying };
  let users = 0;
  let isClosed = false;
  let disconnect: (() => void) | null = null;
  let lingerTimer: NodeJS.Timeout | undefined;

  return {
    file,
    getView: () => toStationView(file, nowPlaying.get()),
    listeners: output.listeners,
    nowPlaying,
    format: () => output.format() ?? (findLoop(loops, null, file.format) ?? loops[0])?.format,
    acquire() {
      if (isClosed) return () => {};
      users++;
      clearTimeout(lingerTimer);
      disconnect ??= file.relay === "direct" ? followDirectStation(parts) : startRelay({ ...parts, loops, output });
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        if (--users === 0 && !isClosed) lingerTimer = setTimeout(rest, LINGER_MS);
      };
    },
    close() {
      isClosed = true;
      output.listeners.close();
      clearTimeout(lingerTimer);
      rest();
      nowPlaying.close();
    },
  };

  function rest() {
    disconnect?.();
    disconnect = null;
    output.clear();
    nowPlaying.setState("idle");
  }
}
