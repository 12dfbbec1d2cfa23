import { z } from "zod";
import { decodeTrackText, parseTrack, type Track } from "./metadata/track.ts";
import type { StationSource } from "./upstream.ts";

interface Options extends StationSource {
  /** Returns false to skip a poll. */
  isNeeded(): boolean;
  onTrack(track: Track | null): void;
  /** Called after each poll. `isLive` is false if the server or the mount point is down. */
  onState(isLive: boolean): void;
}

const INTERVAL_MS = 10_000;
/** Delay before the first poll, in which the stream itself may name its track. */
const FIRST_POLL_MS = 1000;

/**
 * Polls the station's status page. Does nothing if the edition names none. Returns a function that stops the polling.
 */
export function pollIcecastStatus({ config, outbound, log, isNeeded, onTrack, onState }: Options): () => void {
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
        const track = parseIcecastStatus(body, config.url);
        if (isStopped) return;
        onState(track !== undefined);
        if (track !== undefined) onTrack(track);
      } catch (error) {
        if (isStopped) return;
        onState(false);
        log.debug({ station: config.name, reason: (error as Error).message }, "failed to read radio status");
      }
    if (!isStopped) timer = setTimeout(poll, INTERVAL_MS, url);
  }
}

const sourceSchema = z.object({
  listenurl: z.string().optional(),
  title: z.coerce.string().optional(),
  artist: z.coerce.string().optional(),
});

const statusSchema = z.object({
  icestats: z.object({ source: z.union([sourceSchema, z.array(sourceSchema)]).optional() }),
});

/**
 * Parses the current track from an Icecast server's status-json.xsl. Returns undefined if no source is connected to the
 * mount point (the path of `streamUrl`), and null if the source names no track.
 *
 * @throws {Error} if the bytes are not a status document, even after repair
 */
export function parseIcecastStatus(bytes: Uint8Array, streamUrl: string): Track | null | undefined {
  const { icestats } = statusSchema.parse(parseJson(decodeTrackText(bytes)));
  const mount = new URL(streamUrl).pathname;
  const sources = [icestats.source ?? []].flat();
  const source = sources.find(({ listenurl }) => listenurl && URL.parse(listenurl)?.pathname === mount);
  return source && parseTrack(source.title ?? "", source.artist);
}

/**
 * Parses JSON. If that fails, adds quotes around text that Icecast mistakes for numbers, such as 007, and parses again
 * (gitlab.xiph.org/xiph/icecast-server/-/issues/2181).
 */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(/("[a-z_-]+"\s*:\s*)([-+.\d](?:[-+.\d ]*[-+.\d])?)\s*(?=[,}])/g, '$1"$2"'));
  }
}
