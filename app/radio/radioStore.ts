import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import { createPlayer, isActive, type PlayerEvent, type PlayerState, reduce } from "./player.ts";

/** The radio in a page's data, without the current track, which the page fetches. */
export interface RadioInfo {
  title: string;
  subtitle: string;
  description: string;
  stations: Omit<StationView, "now">[];
}

export interface RadioState {
  player: PlayerState;
  now: NowPlaying | null;
  isOnline: boolean;
  /** The element that plays the stream; null before the page's scripts run. */
  audio: HTMLAudioElement | null;
  /** True while a page shows what is playing, whether or not the radio plays. */
  isPageWatching: boolean;
}

export type RadioStore = ReturnType<typeof createRadioStore>;

/** Creates the radio's state, which outlives navigation. Components read the state with `useRadioState`. */
export function createRadioStore(info: RadioInfo) {
  const [first] = info.stations;
  if (!first) throw new Error("A radio has at least one station.");
  const listeners = new Set<(state: RadioState, previous: RadioState) => void>();
  const player = createPlayer(first.port);
  const initialState: RadioState = { player, now: null, isOnline: true, audio: null, isPageWatching: false };
  let state = initialState;

  return {
    info,
    /** The state that the server renders. */
    initialState,
    getState: () => state,
    subscribe(listener: (state: RadioState, previous: RadioState) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    togglePlay: () => dispatch(isActive(state.player) ? { type: "pause" } : { type: "play", atMs: Date.now() }),
    /** Sets state other than the player's, which only `dispatch` changes. */
    update: (change: Partial<Omit<RadioState, "player">>) => setState(change),
    getStation: () => info.stations.find(({ port }) => port === state.player.port) ?? first,
  };

  function dispatch(event: PlayerEvent) {
    const player = reduce(state.player, event);
    if (player !== state.player) setState({ player });
  }

  function setState(change: Partial<RadioState>) {
    const previous = state;
    state = { ...state, ...change };
    for (const listener of listeners) listener(state, previous);
  }
}
