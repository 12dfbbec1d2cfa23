import type { AudioChunk, AudioFormat, Framer, OggHeaders } from "./audioChunk.ts";
import { type OggPage, parsePage } from "./oggPage.ts";

/** Samples per second in Opus granule positions, whatever the source's sample rate (RFC 7845, section 4). */
const OPUS_RATE = 48000;
/** Length of the longest page, in bytes. A longer run of bytes without a page is not Ogg. */
const MAX_PAGE_BYTES = 65_307;

/** A logical stream. Its `headers` are null until all header packets have been read. */
interface Chain {
  serial: number;
  format: AudioFormat;
  packets: Buffer[];
  isPacketUnfinished: boolean;
  pages: Buffer[];
  headers: OggHeaders | null;
  lastGranule: bigint | null;
}

/** Creates a framer for Ogg Opus and Vorbis. A chunk is one page. A new logical stream replaces the previous one. */
export function createOggFramer(): Framer {
  let rest: Buffer = Buffer.alloc(0);
  let chain: Chain | null = null;

  return (bytes) => {
    const data = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const chunks: AudioChunk[] = [];
    let at = 0;
    for (;;) {
      const page = parsePage(data, at);
      if (page === "incomplete") break;
      if (page) {
        const chunk = readPage(page);
        if (chunk) chunks.push(chunk);
        at += page.bytes.length;
      } else {
        const next = data.indexOf("OggS", at + 1, "latin1");
        at = next < 0 ? Math.max(at + 1, data.length - 3) : next;
      }
    }
    rest = Buffer.from(data.subarray(data.length - at > MAX_PAGE_BYTES ? data.length : at));
    return chunks;
  };

  function readPage(page: OggPage): AudioChunk | null {
    const format = page.isFirst ? parseFormat(page.packets[0]) : null;
    if (format) {
      const empty = { packets: [], isPacketUnfinished: false, pages: [], headers: null, lastGranule: null };
      chain = { serial: page.serial, format, ...empty };
    }
    if (!chain || page.serial !== chain.serial) return null;
    if (!chain.headers) {
      readHeaderPage(chain, page);
      return null;
    }
    const durationMs = measureMs(chain, page);
    // Copies the page, since a slice would keep in memory all bytes that arrived together with the page.
    return { format: chain.format, bytes: Buffer.from(page.bytes), durationMs, oggHeaders: chain.headers };
  }
}

function parseFormat(packet: Buffer | undefined): AudioFormat | null {
  if (packet?.toString("latin1", 0, 8) === "OpusHead" && packet.length >= 19)
    return { type: "audio/ogg", codec: "opus", rate: OPUS_RATE, channels: packet[9] ?? 2 };
  if (packet?.toString("latin1", 0, 7) === "\x01vorbis" && packet.length >= 30 && packet.readUInt32LE(12) > 0)
    return { type: "audio/ogg", codec: "vorbis", rate: packet.readUInt32LE(12), channels: packet[11] ?? 2 };
  return null;
}

/** Collects header packets. Audio begins on the page after the last header packet (RFC 7845, Vorbis I annex A). */
function readHeaderPage(chain: Chain, page: OggPage): void {
  const { format, packets, pages } = chain;
  pages.push(Buffer.from(page.bytes));
  for (const [index, part] of page.packets.entries()) {
    const begun = index === 0 && chain.isPacketUnfinished ? packets.pop() : undefined;
    packets.push(Buffer.concat([begun ?? Buffer.alloc(0), part]));
  }
  chain.isPacketUnfinished = page.isUnfinished;
  const isOpus = format.codec === "opus";
  if (page.isUnfinished || packets.length < (isOpus ? 2 : 3)) return;
  const [first = Buffer.alloc(0), comments = Buffer.alloc(0), third = Buffer.alloc(0)] = packets;
  // Takes only the channel count of Opus, since one decoder plays all Opus chains with the same channel count, even if
  // their pre-skip and gain differ.
  const setup = isOpus ? first.subarray(9, 10) : Buffer.concat([first, third]);
  const tags = parseComments(comments.subarray(isOpus ? 8 : 7));
  chain.headers = { format, setup, pages, title: tags.get("TITLE") ?? null, artist: tags.get("ARTIST") ?? null };
}

function parseComments(packet: Buffer): Map<string, string> {
  const tags = new Map<string, string>();
  const vendorLength = packet.length >= 4 ? packet.readUInt32LE(0) : packet.length;
  let at = 8 + vendorLength;
  while (at + 4 <= packet.length) {
    const length = packet.readUInt32LE(at);
    const [name = "", ...rest] = packet.toString("utf8", at + 4, at + 4 + length).split("=");
    if (rest.length > 0) tags.set(name.toUpperCase(), rest.join("=").trim());
    at += 4 + length;
  }
  return tags;
}

/** Returns a page's duration in ms: 0 if no packet ends on it, an estimate if the granule position is implausible. */
function measureMs(chain: Chain, page: OggPage): number {
  if (page.granule < 0n) return 0;
  const { rate, codec } = chain.format;
  const samples = chain.lastGranule === null ? null : Number(page.granule - chain.lastGranule);
  chain.lastGranule = page.granule;
  if (samples !== null && samples >= 0 && samples < 30 * rate) return (samples / rate) * 1000;
  return codec === "opus" ? page.packets.reduce((sum, packet) => sum + getOpusPacketMs(packet), 0) : 500;
}

/** Returns the duration of an Opus packet, derived from its first two bytes (RFC 6716, section 3.1). */
function getOpusPacketMs(packet: Buffer): number {
  const [toc = 0, count = 0] = packet;
  const config = toc >> 3;
  const durations = config < 12 ? [10, 20, 40, 60] : config < 16 ? [10, 20, 10, 20] : [2.5, 5, 10, 20];
  return (durations[config & 3] ?? 20) * ([1, 2, 2, count & 63][toc & 3] ?? 1);
}
