import type { StationFile } from "../editions/radioSchema.ts";
import type { NowPlaying } from "./metadata/nowPlaying.ts";

/** What a page shows of the edition's radio. */
export interface RadioView {
  title: string;
  subtitle: string;
  description: string;
  stations: StationView[];
}

/** A station, and where it is heard. */
export interface StationView {
  port: number;
  name: string;
  /** `direct`: the sound comes from the station's own server. */
  relay: StationFile["relay"];
  /** The address for an audio element: a path of this site, or the station's own https address. */
  stream: string;
  /** Where what is playing is told, as JSON and as server-sent events. */
  nowUrl: string;
  m3u: string;
  pls: string;
  now: NowPlaying;
}

export function viewStation(file: StationFile, now: NowPlaying): StationView {
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

/** The same in absolute addresses, for players that are no browsers. */
export function absoluteStream(view: StationView, siteUrl: string): string {
  return new URL(view.stream, siteUrl).href;
}
