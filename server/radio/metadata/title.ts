import { decodeHTML } from "entities";

/** What is playing, as far as the station says. */
export interface Track {
  title: string;
  artist: string | null;
}

const MAX_LETTERS = 200;

/** Reads the text that a stream carries between its sound; null where it names no title. */
export function readIcyText(text: Buffer): Track | null {
  // A title may hold an apostrophe and a semicolon: it ends where the text does, or where the next name begins.
  const named = /StreamTitle='(.*?)';?\s*(?=$|Stream[A-Z]\w*=)/s.exec(readLetters(text).replace(/\0+$/, ""));
  return named?.[1] === undefined ? null : readTrack(named[1]);
}

/** UTF-8 where it is that; else Windows-1252, which every byte can be read as. */
export function readLetters(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Parts "Artist - Title"; null where there is nothing but signs. */
export function readTrack(text: string, artist?: string | null): Track | null {
  const whole = clean(text);
  if (!/[\p{L}\p{N}]/u.test(whole)) return null;
  if (artist && clean(artist)) return { title: whole, artist: clean(artist) };
  const [, before, after] = /^(.+?)\s+[-–—]\s+(.+)$/.exec(whole) ?? [];
  return before && after ? { title: after, artist: before } : { title: whole, artist: null };
}

function clean(text: string): string {
  // Icecast writes letters that a stream's charset lacks as HTML does.
  return decodeHTML(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_LETTERS);
}
