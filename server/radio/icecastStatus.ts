import { toMessage } from "../../core/toMessage.ts";
import type { Parser } from "../isolation/parsers.ts";
import type { Track } from "./metadata/track.ts";
import type { parse } from "./statusParser.ts";
import type { StationSource } from "./upstream.ts";

interface Options extends StationSource {
  /** Returns false to skip a poll. */
  isNeeded(): boolean;
  onTrack(track: Track | null): void;
  /** Called after each poll. `isLive` is false if the server or the mount point is down. */
  onState(isLive: boolean): void;
}

const INTERVAL_MS = 10_000;
/** Delay, in ms, before the first poll. If a relayed stream names its track during this time, the poll is skipped. */
const FIRST_POLL_MS = 1000;
const PARSER: Parser<typeof parse> = {
  module: new URL("./statusParser.ts", import.meta.url),
  task: "Parsing the status page",
  timeoutMs: 5000,
};

/** Polls the station's status page, if `statusUrl` is set. Returns a function that stops the polling. */
export function pollIcecastStatus({ config, outbound, parsers, log, isNeeded, onTrack, onState }: Options): () => void {
  const { statusUrl } = config;
  if (!statusUrl) return () => {};
  let isStopped = false;
  let timer = setTimeout(poll, FIRST_POLL_MS, statusUrl);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };

  async function poll(url: string): Promise<void> {
    if (isNeeded())
      try {
        const { status, body } = await outbound.get(
          url,
          { accept: "application/json" },
          config.private ? url : undefined,
        );
        if (status !== 200) throw new Error(`The status page responded with status ${status}.`);
        const track = await parsers.parse(PARSER, { streamUrl: config.url }, body);
        if (isStopped) return;
        onState(track !== undefined);
        if (track !== undefined) onTrack(track);
      } catch (error) {
        if (isStopped) return;
        onState(false);
        log.debug({ station: config.name, reason: toMessage(error) }, "failed to read radio status");
      }
    if (!isStopped) timer = setTimeout(poll, INTERVAL_MS, url);
  }
}
