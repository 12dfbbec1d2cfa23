import { decodeHTML } from "entities";

/** A track, named by the station. */
export interface Track {
  title: string;
  artist: string | null;
}

const MAX_LENGTH = 200;

/** Parses the metadata block of an ICY stream; returns null if the block names no track. */
export function parseIcyMetadata(block: Buffer): Track | null {
  // Titles may contain apostrophes and semicolons, so a title ends with the block or before the next field.
  const [, title] =
    /StreamTitle='(.*?)';?\s*(?=$|Stream[A-Z]\w*=)/s.exec(decodeTrackText(block).replace(/\0+$/, "")) ?? [];
  return title === undefined ? null : parseTrack(title);
}

/** Decodes valid UTF-8 as UTF-8, and other bytes as Windows-1252, which assigns a character to every byte. */
export function decodeTrackText(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Splits "Artist - Title" unless the artist is given; returns null for a text without letters or digits. */
export function parseTrack(text: string, artist?: string | null): Track | null {
  const title = clean(text);
  if (!/[\p{L}\p{N}]/u.test(title)) return null;
  if (artist && clean(artist)) return { title, artist: clean(artist) };
  const [, before, after] = /^(.+?)\s+[-–—]\s+(.+)$/.exec(title) ?? [];
  return before && after ? { title: after, artist: before } : { title, artist: null };
}

function clean(text: string): string {
  // Icecast writes characters that the stream's charset lacks as HTML character references.
  return decodeHTML(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_LENGTH);
}
