import { type FallbackLoop, findLoop } from "./fallbackLoop.ts";
import { pollIcecastStatus } from "./icecastStatus.ts";
import { BURST_MS, createStationOutput } from "./listening/stationOutput.ts";
import { createNowPlayingTracker, type NowPlayingTracker } from "./metadata/nowPlaying.ts";
import type { Track } from "./metadata/track.ts";
import { createOutageNotice } from "./outageNotice.ts";
import { startRelay } from "./relay.ts";
import { openUpstream, type StationSource } from "./upstream.ts";
import { toStationView } from "./view.ts";

/** Time, in ms, for which a station without listeners stays connected: its last listener may just be changing pages. */
const LINGER_MS = 30_000;
/** Interval, in ms, at which the stream of a station with `relay: direct` is parsed. */
const TICK_MS = 250;

export type Station = ReturnType<typeof openStation>;

interface Options extends StationSource {
  loops: readonly FallbackLoop[];
  /** Called when an outage begins or ends (outageNotice.ts). */
  onOutage: () => void;
}

/** Opens a station of an edition. All listeners share one connection to its server. */
export function openStation({ loops, onOutage, ...source }: Options) {
  const { config } = source;
  const nowPlaying = createNowPlayingTracker();
  const isOutage = createOutageNotice(nowPlaying, onOutage);
  const output = createStationOutput(config.name);
  let users = 0;
  let isClosed = false;
  let disconnect: (() => void) | null = null;
  let lingerTimer: NodeJS.Timeout | undefined;
  const goIdle = () => {
    disconnect?.();
    disconnect = null;
    output.clear();
    nowPlaying.setState("idle");
  };

  return {
    config,
    getView: () => toStationView(config, nowPlaying.get(), isOutage()),
    listeners: output.listeners,
    nowPlaying,
    /** Returns the format of the latest audio. Before any audio, returns a loop's format; undefined without a loop. */
    format: () => output.format() ?? (findLoop(loops, null, config.format) ?? loops[0])?.format,
    /** Keeps the station connected until `LINGER_MS` after the returned function was called. */
    acquire() {
      if (isClosed) return () => {};
      users++;
      clearTimeout(lingerTimer);
      disconnect ??=
        config.relay === "direct"
          ? followDirectStation(source, nowPlaying)
          : startRelay({ ...source, nowPlaying, loops, output });
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        if (--users === 0 && !isClosed) lingerTimer = setTimeout(goIdle, LINGER_MS);
      };
    },
    close() {
      isClosed = true;
      output.listeners.close();
      clearTimeout(lingerTimer);
      goIdle();
      nowPlaying.close();
    },
  };
}

/**
 * Updates `nowPlaying` with the state and tracks of a station to which players connect directly. Returns a function
 * that stops the updates.
 */
function followDirectStation(source: StationSource, nowPlaying: NowPlayingTracker): () => void {
  // Players buffer a station's own stream, too. Therefore, a new track is shown after `BURST_MS`, which is about when
  // listeners hear it.
  const onTrack = (track: Track | null) => nowPlaying.setTrack(track, BURST_MS);
  const onState = (isLive: boolean) => nowPlaying.setState(isLive ? "live" : "connecting");
  onState(false);
  if (source.config.statusUrl) return pollIcecastStatus({ ...source, isNeeded: () => true, onTrack, onState });
  const upstream = openUpstream({
    ...source,
    onTrack,
    onReadable: () => {},
    onChunk: () => onState(true),
    onLost: () => onState(false),
  });
  const ticker = setInterval(upstream.flush, TICK_MS);
  return () => {
    clearInterval(ticker);
    upstream.close();
  };
}
