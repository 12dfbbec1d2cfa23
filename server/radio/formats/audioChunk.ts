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
   * Bytes that identify the decoder: if they are equal for two chains, one decoder can play both. They are the channel
   * count (Opus), or the first and third packets (Vorbis).
   */
  setup: Buffer;
  pages: Buffer[];
  title: string | null;
  artist: string | null;
}

/** Takes the next bytes of a stream. Returns the chunks that these complete. Drops bytes outside of frames. */
export type Framer = (bytes: Buffer) => AudioChunk[];

/**
 * A chunk ends with the frame at which it reaches this duration. With short chunks, listeners can start at a precise
 * time.
 */
export const MAX_CHUNK_MS = 500;

export function isSameFormat(one: AudioFormat, other: AudioFormat): boolean {
  return one.codec === other.codec && one.rate === other.rate && one.channels === other.channels;
}
