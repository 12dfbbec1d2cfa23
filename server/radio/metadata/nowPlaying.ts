import type { Track } from "./title.ts";

/** `idle`: nobody listens, so the station was not asked. */
type RadioState = "idle" | "connecting" | "live" | "loop";

/** A track and when it began to be heard. */
interface PlayedTrack extends Track {
  since: string;
}

/** What is heard at this moment. */
export interface NowPlaying {
  state: RadioState;
  /** Null where the station says nothing, and while its loop plays. */
  title: string | null;
  artist: string | null;
  since: string | null;
  /** The last ten tracks before this one, newest first. */
  history: PlayedTrack[];
}

export interface NowPlayingBoard {
  now(): NowPlaying;
  /** @param delayMs how long it takes until listeners hear it */
  heard(track: Track | null, delayMs: number): void;
  setState(state: RadioState): void;
  /** @returns how to be told no more */
  watch(onChange: () => void, onClose: () => void): () => void;
  close(): void;
}

const KEPT = 10;

export function openNowPlaying(): NowPlayingBoard {
  let state: RadioState = "idle";
  let current: PlayedTrack | null = null;
  let history: PlayedTrack[] = [];
  const watchers = new Map<() => void, () => void>();
  const coming = new Set<NodeJS.Timeout>();

  return {
    now() {
      const shown = state === "loop" ? null : current;
      const played = current && !shown ? [current, ...history].slice(0, KEPT) : history;
      const { title = null, artist = null, since = null } = shown ?? {};
      return { state, title, artist, since, history: played };
    },
    heard(track, delayMs) {
      const timer = setTimeout(() => {
        coming.delete(timer);
        show(track);
      }, delayMs);
      coming.add(timer);
    },
    setState(next) {
      if (next === state) return;
      state = next;
      tell();
    },
    watch(onChange, onClose) {
      watchers.set(onChange, onClose);
      return () => watchers.delete(onChange);
    },
    close() {
      for (const timer of coming) clearTimeout(timer);
      for (const onClose of watchers.values()) onClose();
    },
  };

  function show(track: Track | null) {
    if (track?.title === current?.title && track?.artist === current?.artist) return;
    if (current) history = [current, ...history].slice(0, KEPT);
    current = track && { ...track, since: new Date().toISOString() };
    tell();
  }

  function tell() {
    for (const onChange of watchers.keys()) onChange();
  }
}
