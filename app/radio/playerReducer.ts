import { backoffMs } from "../../core/backoff.ts";
import { isActive, OFF, type PlayerEvent, type PlayerState } from "./playerState.ts";

/** Number of steps from silence to full volume (specification, section 9). */
const VOLUME_STEPS = 100;

/** A connection without progress for this time, in ms, is replaced. */
const STALL_TIMEOUT_MS = 6000;
/** Maximum lag of the audio, in ms. With a longer lag, the event `resume` starts a new connection. */
const MAX_RESUME_LAG_MS = 2000;
const RECONNECT = { firstMs: 500, maxMs: 30_000 };
/** Time in seconds that a connection has to play before earlier failures are forgotten. */
const STABLE_SECONDS = 10;

/** Returns the player's state after an event. audioElement.ts applies the new state to the audio element. */
export function reduce(state: PlayerState, event: PlayerEvent): PlayerState {
  switch (event.type) {
    case "play":
      if (isActive(state)) return state;
      return connect({ ...state, phase: "connecting", failures: 0, pausedBy: null, isOpen: true }, event.atMs);
    case "pause":
      return isActive(state) ? pause(state) : state;
    case "otherTabPlayed":
      return isActive(state) ? { ...pause(state), pausedBy: "otherTab" } : state;
    case "stop":
      return { ...pause(state), phase: "idle", isOpen: false };
    case "timeupdate":
      return advance(state, event);
    case "resume": {
      // Keeps a connection whose audio is up to date, and a new connection, which may not have audio yet.
      const isCurrent = state.connection !== null && lagMs(state, event) < MAX_RESUME_LAG_MS;
      return isActive(state) && !isCurrent ? connect({ ...state, phase: "reconnecting" }, event.atMs) : state;
    }
    case "waiting":
      return state.phase === "playing" ? { ...state, phase: "stalled" } : state;
    case "playRejected":
      return event.connection === state.connection ? { ...pause(state), error: "start" } : state;
    case "error":
      return event.connection === state.connection ? reconnect({ ...state, error: "stream" }, event) : state;
    case "ended":
      return event.connection === state.connection ? reconnect(state, event) : state;
    case "setVolume":
      return setVolume(state, event.volume);
    case "toggleMute":
      // Volume 0 looks muted, so the mute button restores the last audible volume.
      return state.volume === 0
        ? { ...state, volume: state.audibleVolume, isMuted: false }
        : { ...state, isMuted: !state.isMuted };
    case "setStation": {
      const next = { ...state, port: event.port, failures: 0, error: null };
      return isActive(state) ? connect({ ...next, phase: "connecting" }, event.atMs) : next;
    }
    case "setSleepTimer": {
      const { atMs, minutes } = event;
      return { ...state, sleepMinutes: minutes, sleepAtMs: minutes === null ? null : atMs + minutes * 60_000 };
    }
    case "restore": {
      const { volume, isMuted, station, wasPlaying } = event.settings;
      const next = volume === undefined ? state : setVolume(state, volume);
      return {
        ...next,
        isMuted: isMuted ?? next.isMuted,
        port: station ?? next.port,
        isOpen: next.isOpen || wasPlaying === true,
      };
    }
  }
}

function advance(state: PlayerState, event: { atMs: number; currentTime: number; random: number }): PlayerState {
  if (!isActive(state)) return state;
  const { atMs, currentTime } = event;
  const { connection, progress, retryAtMs, sleepAtMs } = state;
  if (sleepAtMs !== null && atMs >= sleepAtMs) return { ...pause(state), pausedBy: "sleepTimer" };
  if (connection === null) return retryAtMs !== null && atMs >= retryAtMs ? connect(state, atMs) : state;
  if (currentTime <= progress.currentTime)
    return atMs - progress.atMs < STALL_TIMEOUT_MS ? state : reconnect(state, event);
  // The device slept, so the buffered audio is out of date.
  if (progress.currentTime > 0 && lagMs(state, event) > STALL_TIMEOUT_MS)
    return connect({ ...state, phase: "reconnecting" }, atMs);
  const failures = currentTime >= STABLE_SECONDS ? 0 : state.failures;
  return { ...state, phase: "playing", error: null, failures, progress: { atMs, currentTime } };
}

/** Returns the lag of the audio, in ms: the time since the latest progress, less the audio played since then. */
function lagMs({ progress }: PlayerState, { atMs, currentTime }: { atMs: number; currentTime: number }): number {
  return atMs - progress.atMs - (currentTime - progress.currentTime) * 1000;
}

function connect(state: PlayerState, atMs: number): PlayerState {
  const connection = state.connections + 1;
  return { ...state, connection, connections: connection, retryAtMs: null, progress: { atMs, currentTime: 0 } };
}

function pause(state: PlayerState): PlayerState {
  return { ...state, ...OFF, phase: "paused", pausedBy: null };
}

function reconnect(state: PlayerState, { atMs, random }: { atMs: number; random: number }): PlayerState {
  const failures = state.failures + 1;
  const retryAtMs = atMs + backoffMs(failures, RECONNECT) * (0.5 + random / 2);
  // Reports a stream as unavailable if it ended or stalled twice, even without an error event.
  const error = failures > 1 ? "stream" : state.error;
  return { ...state, phase: "reconnecting", connection: null, failures, retryAtMs, error };
}

function setVolume(state: PlayerState, value: number): PlayerState {
  const volume = Math.round(Math.min(1, Math.max(0, value)) * VOLUME_STEPS) / VOLUME_STEPS;
  return volume === 0 ? { ...state, volume } : { ...state, volume, audibleVolume: volume, isMuted: false };
}
