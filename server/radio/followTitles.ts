import type { Logger } from "pino";
import type { StationFile } from "../editions/radioSchema.ts";
import type { Outbound } from "../net/outbound.ts";
import { BURST_MS } from "./formats/frames.ts";
import type { NowPlayingBoard } from "./metadata/nowPlaying.ts";
import type { Track } from "./metadata/title.ts";
import { pollStatus } from "./statusPoll.ts";
import { openUpstream } from "./upstream.ts";

interface Options {
  file: StationFile;
  outbound: Outbound;
  log: Logger;
  board: NowPlayingBoard;
}

const TICK_MS = 250;

/** Follows only what is playing: the sound goes to listeners straight from the station. @returns how to end it */
export function followTitles({ file, outbound, log, board }: Options): () => void {
  board.setState("connecting");
  if (file.statusUrl) return pollStatus({ file, outbound, log, isNeeded: () => true, onTrack: titleHeard, onState });
  const upstream = openUpstream({
    ...{ url: file.url, outbound },
    onFirst: () => {},
    onHeard(heard) {
      onState(true);
      for (const one of heard) if ("track" in one) titleHeard(one.track);
    },
    onLost: () => onState(false),
  });
  const ticking = setInterval(upstream.flush, TICK_MS);
  return () => {
    clearInterval(ticking);
    upstream.close();
  };

  function onState(isReached: boolean) {
    board.setState(isReached ? "live" : "connecting");
  }
  function titleHeard(track: Track | null) {
    board.heard(track, BURST_MS);
  }
}
