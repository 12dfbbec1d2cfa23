import type { StationConfig } from "../editions/schema/radioSchema.ts";
import type { NowPlaying } from "./metadata/nowPlaying.ts";

/** The radio's data for pages. */
export interface RadioView {
  title: string;
  subtitle: string;
  description: string;
  stations: StationView[];
}

export interface StationView extends Pick<StationConfig, "port" | "name" | "relay"> {
  /** URL for an audio element: a path on this site, or the station's own URL if `relay` is "direct". */
  stream: string;
  /** Path from which pages request the current track, as JSON or as server-sent events. */
  nowUrl: string;
  m3u: string;
  pls: string;
  now: NowPlaying;
  /** True while pages show an outage. See outageNotice.ts. */
  isOutage: boolean;
}

export function toStationView(config: StationConfig, now: NowPlaying, isOutage: boolean): StationView {
  const { port, name, relay, url } = config;
  const query = `?port=${port}`;
  return {
    port,
    name,
    relay,
    stream: relay === "direct" ? url : `/api/stream${query}`,
    nowUrl: `/api/radio/now${query}`,
    m3u: `/api/radio/listen.m3u${query}`,
    pls: `/api/radio/listen.pls${query}`,
    now,
    isOutage,
  };
}
