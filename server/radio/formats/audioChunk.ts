/** Whole frames of a stream. Only whole chunks are sent, so listeners start, skip and end at frame boundaries. */
export interface AudioChunk {
  format: AudioFormat;
  bytes: Buffer;
  durationMs: number;
  /** Headers of the Ogg chain that the chunk belongs to: the same object for all chunks of one chain. */
  oggHeaders?: OggHeaders;
}

/** Parameters of a decoder. Browsers stop playing if the parameters change within one response. */
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
  /** Equal for two chains that one decoder can play: channel count (Opus), or first and third packets (Vorbis). */
  setup: Buffer;
  pages: Buffer[];
  title: string | null;
  artist: string | null;
}

/** Takes the next bytes of a stream and returns the chunks that they complete. Drops bytes that are not in a frame. */
export type Framer = (bytes: Buffer) => AudioChunk[];

/** A chunk ends with the frame that reaches this duration. Short chunks let a listener start at a precise time. */
export const MAX_CHUNK_MS = 500;

export function isSameFormat(one: AudioFormat, other: AudioFormat): boolean {
  return one.codec === other.codec && one.rate === other.rate && one.channels === other.channels;
}
