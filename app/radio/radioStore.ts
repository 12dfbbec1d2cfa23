import type { NowPlaying } from "../../server/radio/metadata/nowPlaying.ts";
import type { StationView } from "../../server/radio/view.ts";
import { createPlayer, isActive, type PlayerEvent, type PlayerState } from "./playerState.ts";

/** The radio in a page's data. The page fetches the current track, which changes too often to be included. */
export interface RadioInfo {
  title: string;
  subtitle: string;
  description: string;
  stations: Omit<StationView, "now">[];
}

/** State of a station, and its track. In the server's HTML, only `state` is known. */
export type KnownState = Pick<NowPlaying, "state"> & Partial<NowPlaying>;

export interface RadioState {
  player: PlayerState;
  /** State and track of the chosen station; null if they are unknown. */
  now: KnownState | null;
  isOnline: boolean;
  /** The element that plays the stream; null before the page's scripts run. */
  audio: HTMLAudioElement | null;
  /** True while a page shows what is playing, whether or not the radio plays. */
  isPageWatching: boolean;
}

/** Key in sessionStorage, present while the radio plays in this tab. */
export const TAB_KEY = "radio-on";

export type RadioStore = ReturnType<typeof createRadioStore>;

/** Creates the radio's state, which outlives navigation. Events wait until connectRadio.ts has loaded. */
export function createRadioStore(info: RadioInfo) {
  const [first] = info.stations;
  if (!first) throw new Error("A radio has at least one station.");
  const listeners = new Set<(state: RadioState, previous: RadioState) => void>();
  const player = createPlayer(first.port);
  const now = first.isOutage ? ({ state: "loop" } as const) : null;
  const initialState: RadioState = { player, now, isOnline: true, audio: null, isPageWatching: false };
  let state = initialState;
  let reduce: ((state: PlayerState, event: PlayerEvent) => PlayerState) | null = null;
  let load: (() => void) | null = null;
  let isLoading = false;
  const waiting: PlayerEvent[] = [];

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
    /** Sets the function that loads connectRadio.ts, and calls it if the radio is in use already. */
    onFirstUse(loadRadio: () => void) {
      load = loadRadio;
      isLoading = false;
      if (reduce || waiting.length > 0 || state.isPageWatching || wasPlaying()) prepare();
    },
    prepare,
    /** Makes `dispatch` apply events with `reducer` from now on. Returns the events that were waiting. */
    start(reducer: NonNullable<typeof reduce>): PlayerEvent[] {
      reduce = reducer;
      return waiting.splice(0);
    },
    /** Reports that connectRadio.ts did not load. The next use of the radio loads it again. */
    fail() {
      isLoading = false;
      if (waiting.splice(0).length > 0) setState({ player: { ...state.player, error: "start" } });
    },
    togglePlay: () => dispatch(isActive(state.player) ? { type: "pause" } : { type: "play", atMs: Date.now() }),
    /** Sets any state except the player's. Only `dispatch` changes the player's state. */
    update(change: Partial<Omit<RadioState, "player">>) {
      setState(change);
      if (change.isPageWatching) prepare();
    },
    getStation: () => info.stations.find(({ port }) => port === state.player.port) ?? first,
  };

  /** Loads connectRadio.ts, at the first use or when a pointer is on the play button. Most visits never need it. */
  function prepare(): void {
    if (!load || isLoading) return;
    isLoading = true;
    load();
  }

  function dispatch(event: PlayerEvent) {
    if (!reduce) {
      waiting.push(event);
      // Calls `audio.load()` while the browser handles the reader's click or key press. Otherwise, Safari would not let
      // connectRadio.ts play the audio later.
      state.audio?.load();
      return prepare();
    }
    const player = reduce(state.player, event);
    if (player !== state.player) setState({ player });
  }

  function setState(change: Partial<RadioState>) {
    const previous = state;
    state = { ...state, ...change };
    for (const listener of listeners) listener(state, previous);
  }
}

/** Returns true if the radio was playing in this tab when the previous page closed. */
export function wasPlaying(): boolean {
  try {
    return sessionStorage.getItem(TAB_KEY) !== null;
  } catch {
    return false;
  }
}
