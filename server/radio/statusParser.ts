import { z } from "zod";
import { decodeTrackText, parseTrack, type Track } from "./metadata/track.ts";

/** Matches a value of digits without quotes. Takes linear time, since its quantifiers are bounded. */
const UNQUOTED = /("[a-z_-]{1,40}"\s{0,9}:\s{0,9})([-+.\d][-+.\d ]{0,200}?)\s{0,9}(?=[,}])/g;

const sourceSchema = z.object({
  listenurl: z.string().optional(),
  title: z.coerce.string().optional(),
  artist: z.coerce.string().optional(),
});

const statusSchema = z.object({
  icestats: z.object({ source: z.union([sourceSchema, z.array(sourceSchema)]).optional() }),
});

/**
 * Parses the current track in an Icecast server's status-json.xsl. Returns undefined if no source is connected to the
 * mount point (the path of `streamUrl`), and null if the source names no track.
 *
 * @throws {Error} if the bytes are not a status document, even after repair
 */
export function parse({ streamUrl }: { streamUrl: string }, bytes: Uint8Array): Track | null | undefined {
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
    return JSON.parse(text.replace(UNQUOTED, '$1"$2"'));
  }
}
