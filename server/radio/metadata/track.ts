import { decodeHTML } from "entities";
import { removeControls, toCleanLine } from "../../../core/controls.ts";

export interface Track {
  title: string;
  artist: string | null;
}

const MAX_LENGTH = 200;
/** Texts are cut to this length, in characters, before a regular expression is applied to them. */
const MAX_CUT_LENGTH = 10 * MAX_LENGTH;
/** Matches the end of a title: before the next field or the block's end. Bounded quantifiers limit the time. */
const TITLE_END = /';?\s{0,9}(?=$|Stream[A-Z]\w{0,40}=)/;
const TITLE_START = "StreamTitle='";

/** Parses the metadata of an ICY stream; returns null if it names no track. */
export function parseIcyMetadata(block: Buffer): Track | null {
  // Titles may contain apostrophes and semicolons, so a title ends only before the next field or at the block's end.
  const text = removeControls(decodeTrackText(block)).trimEnd();
  const start = text.indexOf(TITLE_START);
  if (start < 0) return null;
  const rest = text.slice(start + TITLE_START.length);
  const end = rest.search(TITLE_END);
  return end < 0 ? null : parseTrack(rest.slice(0, end));
}

/** Decodes UTF-8. Decodes bytes that are not valid UTF-8 as Windows-1252, in which every byte is valid. */
export function decodeTrackText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Splits "Artist - Title" unless `artist` is given. Returns null for a text without letters and digits. */
export function parseTrack(text: string, artist?: string | null): Track | null {
  const title = clean(text);
  if (!/[\p{L}\p{N}]/u.test(title)) return null;
  if (artist && clean(artist)) return { title, artist: clean(artist) };
  const dash = title.search(/ [-–—] /);
  return dash > 0 ? { title: title.slice(dash + 3), artist: title.slice(0, dash) } : { title, artist: null };
}

function clean(text: string): string {
  // Icecast writes HTML character references for characters that the stream's charset lacks.
  return toCleanLine(decodeHTML(text.slice(0, MAX_CUT_LENGTH)))
    .slice(0, MAX_LENGTH)
    .trimEnd()
    .toWellFormed();
}
