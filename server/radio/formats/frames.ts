/**
 * A run of whole frames, cut from a stream. What is written to listeners is always such runs, so that whoever joins,
 * is moved forward or is let go is so at a frame's boundary.
 */
export interface Run {
  format: Format;
  bytes: Buffer;
  /** How long it sounds. */
  ms: number;
  /** What an Ogg stream's pages are to be read with; the same object for all runs of one chain. */
  head?: OggHead;
}

/** What a decoder is set up with. Where it changes, one response cannot go on: browsers give up in mid-stream. */
export interface Format {
  /** The media type that listeners are told. */
  type: string;
  codec: "mp3" | "aac" | "opus" | "vorbis";
  rate: number;
  channels: number;
}

export interface OggHead {
  format: Format;
  /** The packets that set a decoder up: the first, and for Vorbis the third. */
  setup: Buffer;
  /** The header pages. */
  pages: Buffer[];
  title: string | null;
  artist: string | null;
}

/** Cuts a stream into runs of whole frames; what is no frame is passed over. */
export interface Cutter {
  /** @returns the runs that end in these bytes, each at most half a second long where frames allow it */
  push(bytes: Buffer): Run[];
}

/** A run is at most so long, so that a listener's first seconds can be cut from memory well. */
export const RUN_MS = 500;

export function isSameFormat(one: Format, other: Format): boolean {
  return one.codec === other.codec && one.rate === other.rate && one.channels === other.channels;
}

/** Milliseconds of sound that a listener begins with, and that is kept ahead of what is heard. */
export const BURST_MS = 5000;
