/**
 * The radio player as a pure function: what happened goes in, what is now the case comes out. `sound.ts` does what the
 * state says: while `connection` is a number, the stream is loaded and plays; each new number loads it anew, which is live.
 */

/** `idle`: never started here. `stalled`: it played, and waits for more. */
type Phase = "idle" | "connecting" | "playing" | "stalled" | "reconnecting" | "paused";

export interface PlayerState {
  phase: Phase;
  /** `start`: the browser refused to play. `stream`: the stream could not be played. */
  error: "start" | "stream" | null;
  /** Which loading of the stream is wanted; null where nothing is to be loaded. */
  connection: number | null;
  /** How many were wanted so far. */
  connections: number;
  /** Failures since the radio last played well. */
  failures: number;
  /** When the stream is to be loaded again. */
  retryAt: number | null;
  /** From 0 to 1. */
  volume: number;
  isMuted: boolean;
  /** The last volume that could be heard. */
  audible: number;
  /** The station's port. */
  station: number;
  /** When to stop, and after how many minutes that was to be. */
  sleepAt: number | null;
  sleepMinutes: number | null;
  /** What paused it where the reader did not. */
  pausedBy: "timer" | "window" | null;
  /** Whether it was started, or played when the page was left, and has not been closed since. */
  isOpen: boolean;
  /** Where the sound was, in seconds, when it last went on, and when that was. */
  clock: { at: number; time: number };
}

export type PlayerEvent =
  /** `at` is in milliseconds; `chance`, from 0 to 1, parts those who reconnect from one another. */
  | { type: "play"; at: number }
  | { type: "pause" }
  | { type: "close" }
  /** Another window of this browser has begun to play. */
  | { type: "elsewhere" }
  /** Told again and again: where the sound is. */
  | { type: "tick"; at: number; time: number; chance: number }
  /** The network is back, or the device has woken. */
  | { type: "woken"; at: number; time: number }
  | { type: "waiting" }
  | { type: "refused"; connection: number }
  | { type: "broken"; connection: number; at: number; chance: number }
  | { type: "ended"; connection: number; at: number; chance: number }
  | { type: "volume"; volume: number }
  | { type: "mute" }
  | { type: "station"; station: number; at: number }
  | { type: "sleep"; at: number; minutes: number | null }
  | { type: "remembered"; kept: Kept };

/** What the device remembers. */
export interface Kept {
  volume?: number;
  isMuted?: boolean;
  station?: number;
  /** Whether it played when the page was left. */
  wasOn?: boolean;
}

/** Specification, section 9. */
const DEFAULT_VOLUME = 0.9;
const VOLUME_STEPS = 100;

/** The sound stands still for so long: the connection is given up. */
const STALL_MS = 6000;
/** After the device has woken, sound that is older than this is not waited for. */
const FRESH_MS = 2000;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;
/** A stream that has played for so long is well: what failed before is forgotten. */
const WELL_SECONDS = 10;

export function newPlayer(station: number): PlayerState {
  return {
    ...{ phase: "idle", error: null, connection: null, connections: 0, failures: 0, retryAt: null },
    ...{ volume: DEFAULT_VOLUME, isMuted: false, audible: DEFAULT_VOLUME, station },
    ...{ sleepAt: null, sleepMinutes: null, pausedBy: null, isOpen: false, clock: { at: 0, time: 0 } },
  };
}

/** Whether the reader wants to hear it. */
export function isOn({ phase }: Pick<PlayerState, "phase">): boolean {
  return phase !== "idle" && phase !== "paused";
}

/** Whether nothing is heard by the reader's own wish. */
export function isSilent({ isMuted, volume }: Pick<PlayerState, "isMuted" | "volume">): boolean {
  return isMuted || volume === 0;
}

export function reduce(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case "play":
      if (isOn(state)) return state;
      return connect({ ...state, phase: "connecting", failures: 0, pausedBy: null, isOpen: true }, event.at);
    case "pause":
      return isOn(state) ? pause(state) : state;
    case "elsewhere":
      return isOn(state) ? { ...pause(state), pausedBy: "window" } : state;
    case "close":
      return { ...pause(state), phase: "idle", isOpen: false };
    case "tick":
      return tick(state, event);
    case "woken":
      return isOn(state) && !isMoving(state, event) ? connect({ ...state, phase: "reconnecting" }, event.at) : state;
    case "waiting":
      return state.phase === "playing" ? { ...state, phase: "stalled" } : state;
    case "refused":
      return event.connection === state.connection ? { ...pause(state), error: "start" } : state;
    case "broken":
      return event.connection === state.connection ? lose({ ...state, error: "stream" }, event) : state;
    case "ended":
      return event.connection === state.connection ? lose(state, event) : state;
    case "volume":
      return setVolume(state, event.volume);
    case "mute":
      return toggleMute(state);
    case "station": {
      const tuned = { ...state, station: event.station, failures: 0, error: null };
      return isOn(state) ? connect({ ...tuned, phase: "connecting" }, event.at) : tuned;
    }
    case "sleep":
      return setSleep(state, event);
    case "remembered":
      return remember(state, event.kept);
  }
}

function tick(state: PlayerState, event: { at: number; time: number; chance: number }): PlayerState {
  if (!isOn(state)) return state;
  const { at, time } = event;
  if (state.sleepAt !== null && at >= state.sleepAt) return { ...pause(state), pausedBy: "timer" };
  if (state.connection === null) return state.retryAt !== null && at >= state.retryAt ? connect(state, at) : state;
  const { clock } = state;
  const wentOn = time - clock.time;
  if (wentOn <= 0) return at - clock.at < STALL_MS ? state : lose(state, event);
  // The device slept: what comes out of it now is as old as its sleep was long.
  if (time > 0 && clock.time > 0 && at - clock.at - wentOn * 1000 > STALL_MS)
    return connect({ ...state, phase: "reconnecting" }, at);
  const failures = time >= WELL_SECONDS ? 0 : state.failures;
  return { ...state, phase: "playing", error: null, failures, clock: { at, time } };
}

/** Whether the sound goes on, or is just beginning: there is nothing to mend. */
function isMoving({ connection, clock }: PlayerState, { at, time }: { at: number; time: number }): boolean {
  const lag = at - clock.at - (time - clock.time) * 1000;
  return connection !== null && lag < FRESH_MS;
}

/** Loads the stream anew, from live. */
function connect(state: PlayerState, at: number): PlayerState {
  const connection = state.connections + 1;
  return { ...state, connection, connections: connection, retryAt: null, clock: { at, time: 0 } };
}

function pause(state: PlayerState): PlayerState {
  const off = { connection: null, retryAt: null, failures: 0, sleepAt: null, sleepMinutes: null };
  return { ...state, ...off, phase: "paused", pausedBy: null, error: null };
}

/** Gives a connection up, and says when to try again: later each time, for ever. */
function lose(state: PlayerState, { at, chance }: { at: number; chance: number }): PlayerState {
  const failures = state.failures + 1;
  const delay = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  const retryAt = at + delay * (0.5 + chance / 2);
  // What fails again and again without an error of its own is as good as unavailable.
  const error = failures > 1 ? "stream" : state.error;
  return { ...state, phase: "reconnecting", connection: null, failures, retryAt, error };
}

function setSleep(state: PlayerState, { at, minutes }: { at: number; minutes: number | null }): PlayerState {
  return { ...state, sleepMinutes: minutes, sleepAt: minutes === null ? null : at + minutes * 60_000 };
}

function setVolume(state: PlayerState, wanted: number): PlayerState {
  const steps = Math.round(Math.min(1, Math.max(0, wanted)) * VOLUME_STEPS);
  const volume = steps / VOLUME_STEPS;
  if (volume === 0) return { ...state, volume };
  return { ...state, volume, audible: volume, isMuted: false };
}

/** At a volume of 0, which looks muted, the button brings back what was heard last. */
function toggleMute(state: PlayerState): PlayerState {
  if (state.volume === 0) return { ...state, volume: state.audible, isMuted: false };
  return { ...state, isMuted: !state.isMuted };
}

function remember(state: PlayerState, { volume, isMuted, station, wasOn }: Kept): PlayerState {
  const heard = volume === undefined ? state : setVolume(state, volume);
  return {
    ...heard,
    isMuted: isMuted ?? heard.isMuted,
    station: station ?? heard.station,
    isOpen: heard.isOpen || wasOn === true,
  };
}
