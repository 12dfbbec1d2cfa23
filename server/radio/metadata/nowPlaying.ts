import type { Track } from "./track.ts";

/** `idle`: not connected to the station, since there are no listeners. `loop`: the fallback loop plays. */
type RadioState = "idle" | "connecting" | "live" | "loop";

interface PlayedTrack extends Track {
  /** ISO 8601 instant at which listeners began to hear the track. */
  since: string;
}

export interface NowPlaying {
  state: RadioState;
  /** `title`, `artist` and `since`: null if the station names no track, and while the fallback loop plays. */
  title: string | null;
  artist: string | null;
  since: string | null;
  /** Up to 10 previous tracks, newest first. */
  history: PlayedTrack[];
}

const MAX_HISTORY = 10;

export type NowPlayingTracker = ReturnType<typeof createNowPlayingTracker>;

/** Creates a record of a station's state, and of the tracks that its listeners hear. */
export function createNowPlayingTracker() {
  let state: RadioState = "idle";
  let current: PlayedTrack | null = null;
  let history: PlayedTrack[] = [];
  const subscribers = new Map<() => void, () => void>();
  const timers = new Set<NodeJS.Timeout>();

  return {
    get(): NowPlaying {
      if (state !== "loop" && current) return { state, ...current, history };
      const played = current ? [current, ...history].slice(0, MAX_HISTORY) : history;
      return { state, title: null, artist: null, since: null, history: played };
    },
    /** @param delayMs time until listeners hear the track */
    setTrack(track: Track | null, delayMs: number) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        show(track);
      }, delayMs);
      timers.add(timer);
    },
    setState(next: RadioState) {
      if (next === state) return;
      state = next;
      notify();
    },
    /** Calls `onChange` after each change, `onClose` when the station closes. Returns a function that unsubscribes. */
    subscribe(onChange: () => void, onClose: () => void) {
      subscribers.set(onChange, onClose);
      return () => subscribers.delete(onChange);
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
      for (const onClose of subscribers.values()) onClose();
    },
  };

  function show(track: Track | null) {
    if (track?.title === current?.title && track?.artist === current?.artist) return;
    if (current) history = [current, ...history].slice(0, MAX_HISTORY);
    current = track && { ...track, since: new Date().toISOString() };
    notify();
  }

  function notify() {
    for (const onChange of subscribers.keys()) onChange();
  }
}
