import { z } from "zod";
import { readLetters, readTrack, type Track } from "./title.ts";

const source = z.object({
  listenurl: z.string().optional(),
  title: z.coerce.string().optional(),
  artist: z.coerce.string().optional(),
});

const status = z.object({
  icestats: z.object({ source: z.union([source, z.array(source)]).optional() }),
});

/**
 * Finds what is playing in an Icecast server's status-json.xsl.
 *
 * @param streamUrl the station's address, whose path names the mount point
 * @returns undefined where the mount point is not being fed; null where it says no title
 * @throws {Error} where the text is no status, also after repair
 */
export function readStatus(bytes: Uint8Array, streamUrl: string): Track | null | undefined {
  const { icestats } = status.parse(parse(readLetters(bytes)));
  const sources = [icestats.source ?? []].flat();
  const path = new URL(streamUrl).pathname;
  const found = sources.find(({ listenurl }) => listenurl && URL.parse(listenurl)?.pathname === path);
  if (!found) return undefined;
  return readTrack(found.title ?? "", found.artist);
}

/**
 * Icecast writes a value that looks like a number to it without quotation marks, "-" and "007" among them
 * (https://gitlab.xiph.org/xiph/icecast-server/-/issues/2181).
 */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(text.replace(/("[a-z_-]+"\s*:\s*)([-+.\d][-+.\d ]*?)\s*(?=[,}])/g, '$1"$2"'));
  }
}
