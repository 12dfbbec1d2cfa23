import { randomInt } from "node:crypto";
import type { AudioChunk, OggHeaders } from "../formats/audioChunk.ts";
import { toStartableMp3 } from "../formats/mp3.ts";
import { parsePage, rewritePage } from "../formats/oggPage.ts";

export interface SplicedChunk {
  /** Bytes for listeners who received the previous chunk. */
  bytes: Buffer;
  /** Returns the bytes for listeners who did not receive the previous chunk. */
  getEntryBytes(): Buffer;
  durationMs: number;
}

/** Appends a chunk. `isNewSource` is true if the previous chunk had a different source. */
type Append = (chunk: AudioChunk, isNewSource: boolean) => SplicedChunk;

/** Creates a function that joins the audio of a station and its fallback loop into one stream for one decoder. */
export function createFormatSplice(): Append {
  const appendOgg = createOggSplice();
  return (chunk, isNewSource) => {
    const { bytes, durationMs, format, oggHeaders } = chunk;
    if (oggHeaders) return appendOgg(chunk, oggHeaders, isNewSource);
    const getEntryBytes = format.codec === "mp3" ? once(() => toStartableMp3(bytes)) : () => bytes;
    return { bytes: isNewSource ? getEntryBytes() : bytes, getEntryBytes, durationMs };
  };
}

/**
 * Creates a function that renumbers Ogg pages and granules, which Ogg counts per stream. Pages of a new source continue
 * the chain if the decoder can play them. Otherwise, a new chain begins with its own header pages.
 */
function createOggSplice(): (chunk: AudioChunk, headers: OggHeaders, isNewSource: boolean) => SplicedChunk {
  /** Headers of the previous chunk, as received from its source. */
  let lastHeaders: OggHeaders | null = null;
  /** The chain that is being sent. */
  let chain: { headers: OggHeaders; pages: Buffer[]; serial: number } | null = null;
  let sequence = 0;
  let granule = 0n;
  /** Number of samples to add to the source's granules. */
  let granuleShift = 0n;

  return ({ bytes, durationMs }, headers, isNewSource) => {
    const page = parsePage(bytes, 0);
    if (!page || page === "incomplete") throw new Error("An Ogg chunk must be one whole page.");
    const hasGranule = page.granule >= 0n;
    let newPages: Buffer[] = [];
    if (isNewSource || headers !== lastHeaders) {
      if (!chain?.headers.setup.equals(headers.setup) || chain.headers.format.codec !== headers.format.codec) {
        chain = beginChain(headers);
        newPages = chain.pages;
        sequence = newPages.length;
        granule = 0n;
      }
      const samples = BigInt(Math.round((durationMs / 1000) * headers.format.rate));
      granuleShift = hasGranule ? granule + samples - page.granule : 0n;
      lastHeaders = headers;
    }
    if (!chain) throw new Error("An Ogg chunk must come with its headers.");
    if (hasGranule) granule = page.granule + granuleShift;
    const { serial, pages } = chain;
    const position = { isFirst: false, serial, sequence: sequence++, granule: hasGranule ? granule : -1n };
    const rewritten = rewritePage(page.bytes, position);
    return {
      bytes: Buffer.concat([...newPages, rewritten]),
      getEntryBytes: once(() => Buffer.concat([...pages, rewritten])),
      durationMs,
    };
  };
}

function beginChain(headers: OggHeaders) {
  const serial = randomInt(2 ** 32);
  const pages = headers.pages.map((page, sequence) =>
    rewritePage(page, { isFirst: sequence === 0, granule: 0n, serial, sequence }),
  );
  return { headers, serial, pages };
}

/**
 * Calls `compute` on first use and caches the result. Listeners start at only a few of the chunks, but many listeners
 * often start at the same chunk.
 */
function once(compute: () => Buffer): () => Buffer {
  let bytes: Buffer | null = null;
  return () => {
    bytes ??= compute();
    return bytes;
  };
}
