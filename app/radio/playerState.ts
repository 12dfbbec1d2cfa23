export interface PlayerState {
  /** `idle`: not started, or stopped. `stalled`: played, and now waits for data. */
  phase: "idle" | "connecting" | "playing" | "stalled" | "reconnecting" | "paused";
  /** `start`: the browser refused to play. `stream`: the stream cannot be played. */
  error: "start" | "stream" | null;
  /** Number of the connection to play; null for none. A new number reloads the stream at its live position. */
  connection: number | null;
  /** Number of the newest connection, which may already be closed; 0 before the first connection. */
  connections: number;
  /** Failures since the start, or since the stream last played for 10 s. */
  failures: number;
  /** Time of the next retry, in ms since 1970; null if none is scheduled. */
  retryAtMs: number | null;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** Last volume above 0, which unmuting restores. */
  audibleVolume: number;
  /** The station's port. */
  port: number;
  sleepAtMs: number | null;
  sleepMinutes: number | null;
  /** Cause of the pause; null if the reader paused. */
  pausedBy: "sleepTimer" | "otherTab" | null;
  /** True from start to stop, and also initially if the radio was playing when the previous page closed. */
  isOpen: boolean;
  /** Time at which the audio last advanced, and the element's `currentTime`, in seconds, at that time. */
  progress: { atMs: number; currentTime: number };
}

/** `atMs` is in ms since 1970; `currentTime` is the audio element's, in seconds; `random`, 0 to 1, spreads retries. */
export type PlayerEvent =
  | { type: "play"; atMs: number }
  | { type: "pause" | "otherTabPlayed" | "waiting" | "toggleMute" }
  /** Pauses, and closes the bar. */
  | { type: "stop" }
  /** Dispatched on the audio element's `timeupdate` events, and every second. */
  | { type: "timeupdate"; atMs: number; currentTime: number; random: number }
  /** Dispatched when the device is online again or the page is shown again, for example after the device slept. */
  | { type: "resume"; atMs: number; currentTime: number }
  /** Dispatched when the browser refuses to play. */
  | { type: "playRejected"; connection: number }
  | { type: "error" | "ended"; connection: number; atMs: number; random: number }
  | { type: "setVolume"; volume: number }
  | { type: "setStation"; port: number; atMs: number }
  | { type: "setSleepTimer"; atMs: number; minutes: number | null }
  | { type: "restore"; settings: StoredSettings };

export interface StoredSettings {
  volume?: number;
  isMuted?: boolean;
  /** The station's port. */
  station?: number;
  /** True if the radio was playing when the page closed. */
  wasPlaying?: boolean;
}

/** Initial volume (specification, section 9). */
const DEFAULT_VOLUME = 0.9;

/** Fields of a player that is stopped or paused. */
export const OFF = { connection: null, retryAtMs: null, failures: 0, sleepAtMs: null, sleepMinutes: null, error: null };

export function createPlayer(port: number): PlayerState {
  return {
    ...OFF,
    phase: "idle",
    connections: 0,
    volume: DEFAULT_VOLUME,
    isMuted: false,
    audibleVolume: DEFAULT_VOLUME,
    port,
    pausedBy: null,
    isOpen: false,
    progress: { atMs: 0, currentTime: 0 },
  };
}

/** Returns true if the radio is on, even if it is still connecting. */
export function isActive({ phase }: Pick<PlayerState, "phase">): boolean {
  return phase !== "idle" && phase !== "paused";
}

export function isSilent({ isMuted, volume }: Pick<PlayerState, "isMuted" | "volume">): boolean {
  return isMuted || volume === 0;
}
