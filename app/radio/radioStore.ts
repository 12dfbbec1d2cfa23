import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import { createPlayer, isActive, type PlayerEvent, type PlayerState, reduce } from "./player.ts";

/** The radio as pages are rendered with it. What is playing is fetched by the page. */
export interface RadioInfo {
  title: string;
  subtitle: string;
  description: string;
  stations: StationInfo[];
}

type StationInfo = Omit<StationView, "now">;

export interface RadioState {
  player: PlayerState;
  now: NowPlaying | null;
  isOnline: boolean;
  /** The element that plays; null until the page's scripts run. */
  audio: HTMLAudioElement | null;
  /** True while a page shows what is playing, whether or not the radio plays. */
  isPageWatching: boolean;
}

type Listener = (state: RadioState, previous: RadioState) => void;

/** State of the radio, which outlives navigation. Components read it by `useRadioState`. */
export interface RadioStore {
  info: RadioInfo;
  /** The state that the server renders. */
  initialState: RadioState;
  getState(): RadioState;
  /** Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void;
  /** Sends an event to the player. */
  dispatch(event: PlayerEvent): void;
  togglePlay(): void;
  /** Sets state beside the player's. */
  update(change: Partial<Omit<RadioState, "player">>): void;
  getStation(): StationInfo;
}

export function createRadioStore(info: RadioInfo): RadioStore {
  const [first] = info.stations;
  if (!first) throw new Error("A radio has at least one station.");
  const listeners = new Set<Listener>();
  const initialState: RadioState = {
    ...{ player: createPlayer(first.port), now: null, isOnline: true, audio: null, isPageWatching: false },
  };
  let state = initialState;

  return {
    info,
    initialState,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispatch,
    togglePlay: () => dispatch(isActive(state.player) ? { type: "pause" } : { type: "play", atMs: Date.now() }),
    update: setState,
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
