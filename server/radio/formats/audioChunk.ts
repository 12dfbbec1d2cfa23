/** Whole frames of a stream. Listeners get only whole chunks, so they start, skip and end at frame boundaries. */
export interface AudioChunk {
  format: AudioFormat;
  bytes: Buffer;
  durationMs: number;
  /** Headers of the chunk's Ogg chain. All chunks of a chain share one object. */
  oggHeaders?: OggHeaders;
}

/** Parameters of a decoder. Browsers stop playing if one of these changes within a response. */
export interface AudioFormat {
  /** Media type, for the Content-Type header. */
  type: string;
  codec: "mp3" | "aac" | "opus" | "vorbis";
  /** Samples per second. */
  rate: number;
  channels: number;
}

export interface OggHeaders {
  format: AudioFormat;
  /**
   * Bytes that determine the decoder's setup. If they are equal in two chains, one decoder can play both chains. For
   * Opus, they are the channel count; for Vorbis, the first and third packets.
   */
  setup: Buffer;
  pages: Buffer[];
  title: string | null;
  artist: string | null;
}

/** Takes the next bytes of a stream. Returns the chunks that these bytes complete. Drops bytes outside of frames. */
export type Framer = (bytes: Buffer) => AudioChunk[];

/** A chunk ends once it has this duration, in ms. The duration is short, since listeners start only at new chunks. */
export const MAX_CHUNK_MS = 500;

export function isSameFormat(one: AudioFormat, other: AudioFormat): boolean {
  return one.codec === other.codec && one.rate === other.rate && one.channels === other.channels;
}
