import { type FallbackLoop, findLoop, repeatLoop } from "./fallbackLoop.ts";
import type { AudioChunk } from "./formats/audioChunk.ts";
import { pollIcecastStatus } from "./icecastStatus.ts";
import { type StationOutput, toBurstMs } from "./listening/stationOutput.ts";
import type { NowPlayingTracker } from "./metadata/nowPlaying.ts";
import type { Track } from "./metadata/track.ts";
import { openUpstream, type StationSource } from "./upstream.ts";

interface Options extends StationSource {
  loops: readonly FallbackLoop[];
  output: StationOutput;
  nowPlaying: NowPlayingTracker;
}

const TICK_MS = 250;
/** Silence, in ms, after which the loop starts if the station is lost or nothing has played yet. */
const AWAY_MS = 1500;
/** Silence, in ms, after which the loop starts if the station is connected and the buffer is low. */
const SILENCE_MS = 4000;
/**
 * Length, in ms, of buffered audio below which the relay switches at once: to the loop if the station is lost, and to
 * the station if its audio arrives.
 */
const LOW_BUFFER_MS = 1000;
/** Time, in ms, to wait for the burst of recent audio that a station sends to a new connection. */
const BURST_ARRIVAL_MS = 400;
/**
 * Length, in ms, of buffered audio above which reading from the station pauses. A station that sends audio so far ahead
 * of real time is sending a file.
 */
const MAX_BUFFER_MS = 30_000;

/** Sends the station's audio, or the loop during outages, to the output. Returns a function that stops the relay. */
export function startRelay({ config, loops, outbound, parsers, log, output, nowPlaying }: Options): () => void {
  let source: "station" | "loop" | null = null;
  let loopChunks: ReturnType<typeof repeatLoop> | null = null;
  /** The station's chunks that wait for `takeOver`, which switches from the loop or silence to the station. */
  let pending: AudioChunk[] = [];
  let takeOverAt: number | null = null;
  let isLost = false;
  let lastChunkAt = performance.now();
  /** Text for ICY metadata: "Artist - Title", or the title if the artist is unknown; null without a track. */
  let title: string | null = null;
  let hasStreamMetadata = false;
  nowPlaying.setState("connecting");
  const upstream = openUpstream({
    config,
    outbound,
    onChunk: receiveChunk,
    // Plays the first audio now instead of at the next tick.
    onReadable: () => output.bufferedMs() === 0 && setImmediate(tick),
    onTrack(track) {
      hasStreamMetadata = true;
      setTrack(track);
    },
    onLost(reason) {
      if (!isLost) log.warn({ station: config.name, reason }, "radio station lost");
      isLost = true;
      pending = [];
      takeOverAt = null;
      setImmediate(tick);
    },
  });
  const stopPolling = pollIcecastStatus({
    config,
    outbound,
    parsers,
    log,
    isNeeded: () => !hasStreamMetadata,
    onTrack: (track) => source === "station" && setTrack(track),
    onState: () => {},
  });
  const ticker = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(ticker);
    stopPolling();
    upstream.close();
  };

  function setTrack(track: Track | null) {
    title = track && (track.artist ? `${track.artist} - ${track.title}` : track.title);
    nowPlaying.setTrack(track, output.bufferedMs());
  }

  function receiveChunk(chunk: AudioChunk) {
    lastChunkAt = performance.now();
    if (isLost) log.info({ station: config.name }, "radio station reached");
    isLost = false;
    if (source === "station") return output.push(chunk, false, title);
    pending.push(chunk);
    if (output.bufferedMs() < LOW_BUFFER_MS) takeOver();
    else takeOverAt ??= performance.now() + BURST_ARRIVAL_MS;
  }

  /** Switches to the station's newest audio. Older audio is dropped, so that listeners' buffers do not grow. */
  function takeOver() {
    const durationMs = pending.reduce((sum, chunk) => sum + chunk.durationMs, 0);
    const bytes = pending.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    const missingMs = Math.max(LOW_BUFFER_MS, toBurstMs({ durationMs, bytes }) - output.bufferedMs());
    let from = pending.length;
    for (let takenMs = 0; from > 0 && takenMs < missingMs; ) takenMs += pending[--from]?.durationMs ?? 0;
    for (const [index, chunk] of pending.slice(from).entries()) output.push(chunk, index === 0, title);
    source = "station";
    loopChunks = null;
    takeOverAt = null;
    pending = [];
    nowPlaying.setState("live");
  }

  function tick() {
    upstream.flush();
    const now = performance.now();
    if (takeOverAt !== null && now >= takeOverAt) takeOver();
    const isLow = output.bufferedMs() < LOW_BUFFER_MS;
    if (source !== "loop" && needsLoop({ isLost, isLow, hasPlayed: source !== null }, now - lastChunkAt)) startLoop();
    while (loopChunks && output.bufferedMs() < output.burstMs()) {
      const { chunk, isStart } = loopChunks.next().value;
      output.push(chunk, isStart, null);
    }
    if (!isLost) upstream.setPaused(output.bufferedMs() > MAX_BUFFER_MS);
    void output.listeners.write();
  }

  /** Plays a loop in the output's format. If there is none, plays the first loop; players must then reconnect. */
  function startLoop() {
    const matching = findLoop(loops, output.format(), config.format);
    const loop = matching ?? loops[0];
    if (!loop) return;
    source = "loop";
    loopChunks = repeatLoop(loop);
    nowPlaying.setState("loop");
    log.warn({ station: config.name, isSameFormat: matching !== undefined }, "radio loop started");
  }
}

/**
 * Returns true if listeners need the loop. For a lost station, they need it if little audio is buffered, or after
 * `AWAY_MS` of silence. For a connected station, they need it if little audio is buffered and the silence has lasted
 * `SILENCE_MS`. If nothing has played yet, `AWAY_MS` of silence is enough.
 */
export function needsLoop(
  station: { isLost: boolean; isLow: boolean; hasPlayed: boolean },
  silenceMs: number,
): boolean {
  const { isLost, isLow, hasPlayed } = station;
  if (isLost) return isLow || silenceMs >= AWAY_MS;
  return isLow && silenceMs >= (hasPlayed ? SILENCE_MS : AWAY_MS);
}
