import { decodeHTML } from "entities";
import { trimEndChars } from "../../../core/trim.ts";

/** A track as the station names it. */
export interface Track {
  title: string;
  artist: string | null;
}

const MAX_LENGTH = 200;

/** Parses the metadata of an ICY stream; returns null if it names no track. */
export function parseIcyMetadata(block: Buffer): Track | null {
  // Titles may contain apostrophes and semicolons. Therefore a title ends only before the next field or at the end of
  // the block.
  const [, title] =
    /StreamTitle='(.*?)';?\s*(?=$|Stream[A-Z]\w*=)/s.exec(trimEndChars(decodeTrackText(block), /\0/)) ?? [];
  return title === undefined ? null : parseTrack(title);
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
  return decodeHTML(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_LENGTH);
}
