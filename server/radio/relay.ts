import type { Logger } from "pino";
import type { StationFile } from "../editions/radioSchema.ts";
import type { Outbound } from "../net/outbound.ts";
import type { Run } from "./formats/frames.ts";
import { burstOf, type Sound } from "./listening/audioBuffer.ts";
import { type Loop, type LoopPlayer, loopLike, playLoop } from "./loop.ts";
import type { NowPlayingBoard } from "./metadata/nowPlaying.ts";
import type { Track } from "./metadata/title.ts";
import { pollStatus } from "./statusPoll.ts";
import { type Heard, openUpstream, type Upstream } from "./upstream.ts";

interface Options {
  file: StationFile;
  loops: readonly Loop[];
  outbound: Outbound;
  log: Logger;
  sound: Sound;
  board: NowPlayingBoard;
}

const TICK_MS = 250;
/** A station that comes back within this time was not away: listeners hear what they had ahead. */
const AWAY_MS = 1500;
/** A connected station that says nothing for so long is filled in for. */
const QUIET_MS = 4000;
/** What the loop must begin before, so that nobody hears silence. */
const DRY_MS = 1000;
/** A server that was connected to sends its last seconds at once; they are all there after so long. */
const GATHER_MS = 400;
/** A station that sends so much more than sounds meanwhile sends a file. */
const FLOOD_MS = 30_000;

/** Puts the station, and its loop while it is away, into what its listeners hear. @returns how to end it */
export function relaySound({ file, loops, outbound, log, sound, board }: Options): () => void {
  let source: "station" | "loop" | null = null;
  let player: LoopPlayer | null = null;
  let waiting: Run[] = [];
  let gatherUntil: number | null = null;
  let isLost = false;
  let quietSince = performance.now();
  let title: string | null = null;
  let hasTitles = false;
  board.setState("connecting");
  const upstream: Upstream = openUpstream({
    ...{ url: file.url, outbound },
    onFirst: () => sound.ahead() === 0 && setImmediate(tick),
    onHeard: hear,
    onLost(reason) {
      if (!isLost) log.warn({ station: file.name, reason }, "radio station lost");
      isLost = true;
      waiting = [];
      gatherUntil = null;
      setImmediate(tick);
    },
  });
  const stopStatus = pollStatus({
    ...{ file, outbound, log },
    isNeeded: () => !hasTitles,
    onTrack: (track) => source === "station" && hearTrack(track),
    onState: () => {},
  });
  const ticking = setInterval(tick, TICK_MS);
  return () => {
    clearInterval(ticking);
    stopStatus();
    upstream.close();
  };

  function hear(heard: Heard[]) {
    for (const one of heard) {
      if ("track" in one) {
        hasTitles = true;
        hearTrack(one.track);
      } else hearRun(one.run);
    }
  }

  function hearTrack(track: Track | null) {
    title = track && (track.artist ? `${track.artist} - ${track.title}` : track.title);
    board.heard(track, sound.ahead());
  }

  function hearRun(run: Run) {
    quietSince = performance.now();
    if (isLost) log.info({ station: file.name }, "radio station reached");
    isLost = false;
    sound.heardFormat(run.format);
    if (source === "station") return sound.put(run, false, title);
    waiting.push(run);
    if (sound.ahead() < DRY_MS) takeOver();
    else gatherUntil ??= performance.now() + GATHER_MS;
  }

  /** The station is heard again, from its newest sound on: what listeners have ahead of them does not grow. */
  function takeOver() {
    const held = { ms: 0, bytes: 0 };
    for (const run of waiting) {
      held.ms += run.ms;
      held.bytes += run.bytes.length;
    }
    const room = Math.max(DRY_MS, burstOf(held) - sound.ahead());
    let ms = 0;
    let from = waiting.length;
    while (from > 0 && ms < room) ms += waiting[--from]?.ms ?? 0;
    source = "station";
    player = null;
    gatherUntil = null;
    for (const [index, run] of waiting.slice(from).entries()) sound.put(run, index === 0, title);
    waiting = [];
    board.setState("live");
  }

  function tick() {
    upstream.flush();
    const now = performance.now();
    if (gatherUntil !== null && now >= gatherUntil) takeOver();
    if (source !== "loop" && isAway(now - quietSince)) beginLoop();
    while (player && sound.ahead() < sound.burstMs()) {
      const { run, isNew } = player.next();
      sound.put(run, isNew, null);
    }
    if (!isLost) upstream.hold(sound.ahead() > FLOOD_MS);
    void sound.audience.write();
  }

  function isAway(quietMs: number): boolean {
    const isDry = sound.ahead() < DRY_MS;
    if (isLost) return isDry || quietMs >= AWAY_MS;
    return isDry && quietMs >= (source === null ? AWAY_MS : QUIET_MS);
  }

  /** In the format that is being heard; where there is none like it, the first, and players ask anew. */
  function beginLoop() {
    const wanted = sound.format() ?? sound.lastFormat();
    const like = wanted ? loopLike(loops, wanted) : loops.find((loop) => loop.format.codec === file.format);
    const loop = like ?? loops[0];
    if (!loop) return;
    source = "loop";
    player = playLoop(loop);
    board.setState("loop");
    log.warn({ station: file.name, isSameFormat: like !== undefined }, "radio loop plays");
  }
}
