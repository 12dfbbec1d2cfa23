import type { StationFile } from "../editions/radioSchema.ts";
import type { NowPlaying } from "./metadata/nowPlaying.ts";

/** The radio as pages show it. */
export interface RadioView {
  title: string;
  subtitle: string;
  description: string;
  stations: StationView[];
}

export interface StationView {
  port: number;
  name: string;
  relay: StationFile["relay"];
  /** URL for an audio element: a path on this site, or the station's own if `relay` is `direct`. */
  stream: string;
  /** Path of what is playing, as JSON or server-sent events. */
  nowUrl: string;
  m3u: string;
  pls: string;
  now: NowPlaying;
}

export function toStationView(file: StationFile, now: NowPlaying): StationView {
  const { port, name, relay, url } = file;
  const query = `?port=${port}`;
  return {
    ...{ port, name, relay },
    stream: relay === "direct" ? url : `/api/stream${query}`,
    nowUrl: `/api/radio/now${query}`,
    m3u: `/api/radio/listen.m3u${query}`,
    pls: `/api/radio/listen.pls${query}`,
    now,
  };
}
