import { BURST_MS } from "./listening/stationOutput.ts";
import { pollIcecastStatus } from "./metadata/icecastStatus.ts";
import type { NowPlayingTracker } from "./metadata/nowPlaying.ts";
import type { Track } from "./metadata/track.ts";
import { openUpstream, type StationSource } from "./upstream.ts";

interface Options extends StationSource {
  nowPlaying: NowPlayingTracker;
}

const TICK_MS = 250;

/** Follows the state and tracks of a station whose audio listeners get from the station. Returns a function that stops. */
export function followDirectStation({ file, outbound, log, nowPlaying }: Options): () => void {
  // Players buffer about as much of a station's stream as of ours.
  const onTrack = (track: Track | null) => nowPlaying.setTrack(track, BURST_MS);
  const onState = (isLive: boolean) => nowPlaying.setState(isLive ? "live" : "connecting");
  onState(false);
  if (file.statusUrl) return pollIcecastStatus({ file, outbound, log, isNeeded: () => true, onTrack, onState });
  const upstream = openUpstream({
    ...{ file, outbound, onTrack },
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
