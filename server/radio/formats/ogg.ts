import type { Cutter, Format, OggHead, Run } from "./frames.ts";
import { type OggPage, readPage } from "./oggPage.ts";

/** An Opus stream counts at this rate, whatever it was made from (RFC 7845). */
const OPUS_RATE = 48000;
/** No page is longer than 65,307 bytes: more without one is no Ogg. */
const MAX_PAGE_BYTES = 65_307;

/** A chain whose header packets are being gathered, or whose pages pass. */
interface Chain {
  serial: number;
  format: Format;
  packets: Buffer[];
  isPacketOpen: boolean;
  pages: Buffer[];
  head: OggHead | null;
  granule: bigint | null;
}

/** Cuts Ogg with Opus or Vorbis in it; of several streams side by side, the first of these. A run is a page. */
export function cutOgg(): Cutter {
  let left: Buffer = Buffer.alloc(0);
  let chain: Chain | null = null;

  return {
    push(bytes) {
      const data = left.length > 0 ? Buffer.concat([left, bytes]) : bytes;
      const runs: Run[] = [];
      let at = 0;
      for (;;) {
        const page = readPage(data, at);
        if (page === "more") break;
        if (page) {
          const run = take(page);
          if (run) runs.push(run);
          at += page.bytes.length;
        } else {
          const next = data.indexOf("OggS", at + 1, "latin1");
          at = next < 0 ? Math.max(at + 1, data.length - 3) : next;
        }
      }
      left = Buffer.from(data.subarray(data.length - at > MAX_PAGE_BYTES ? data.length : at));
      return runs;
    },
  };

  function take(page: OggPage): Run | null {
    const format = page.isFirst ? formatOf(page.parts[0]) : null;
    if (format)
      chain = { serial: page.serial, format, packets: [], isPacketOpen: false, pages: [], head: null, granule: null };
    if (!chain || page.serial !== chain.serial) return null;
    if (!chain.head) {
      gather(chain, page);
      return null;
    }
    const ms = millisecondsOf(chain, page);
    // Copied: a page that stays in memory would else keep everything that came with it.
    return { format: chain.format, bytes: Buffer.from(page.bytes), ms, head: chain.head };
  }
}

function formatOf(packet: Buffer | undefined): Format | null {
  if (packet?.toString("latin1", 0, 8) === "OpusHead" && packet.length >= 19)
    return { type: "audio/ogg", codec: "opus", rate: OPUS_RATE, channels: packet[9] ?? 2 };
  if (packet?.toString("latin1", 0, 7) === "\x01vorbis" && packet.length >= 30 && packet.readUInt32LE(12) > 0)
    return { type: "audio/ogg", codec: "vorbis", rate: packet.readUInt32LE(12), channels: packet[11] ?? 2 };
  return null;
}

/** Header packets end with a page, so that sound begins with the next (RFC 7845, Vorbis I annex A). */
function gather(chain: Chain, page: OggPage): void {
  chain.pages.push(Buffer.from(page.bytes));
  page.parts.forEach((part, index) => {
    const goesOn = chain.isPacketOpen && index === 0;
    if (goesOn) chain.packets.push(Buffer.concat([chain.packets.pop() ?? Buffer.alloc(0), part]));
    else chain.packets.push(Buffer.from(part));
  });
  chain.isPacketOpen = page.isOpen;
  const { format, packets, pages } = chain;
  if (page.isOpen || packets.length < (format.codec === "opus" ? 2 : 3)) return;
  const [first = Buffer.alloc(0), comments = Buffer.alloc(0), third = Buffer.alloc(0)] = packets;
  // An Opus decoder is set up by the channels alone: the sizes before them and the gain after them differ harmlessly.
  const setup = format.codec === "opus" ? first.subarray(9, 10) : Buffer.concat([first, third]);
  const tags = readComments(comments.subarray(format.codec === "opus" ? 8 : 7));
  chain.head = { format, setup, pages, title: tags.get("TITLE") ?? null, artist: tags.get("ARTIST") ?? null };
}

function readComments(packet: Buffer): Map<string, string> {
  const tags = new Map<string, string>();
  const vendor = packet.length >= 4 ? packet.readUInt32LE(0) : packet.length;
  let at = 8 + vendor;
  while (at + 4 <= packet.length) {
    const length = packet.readUInt32LE(at);
    const [name = "", ...rest] = packet.toString("utf8", at + 4, at + 4 + length).split("=");
    if (rest.length > 0) tags.set(name.toUpperCase(), rest.join("=").trim());
    at += 4 + length;
  }
  return tags;
}

/** What a page sounds: from the end of the one before; for the first page heard, estimated. */
function millisecondsOf(chain: Chain, page: OggPage): number {
  if (page.granule < 0n) return 0;
  const { rate, codec } = chain.format;
  const samples = chain.granule === null ? null : Number(page.granule - chain.granule);
  chain.granule = page.granule;
  if (samples !== null && samples >= 0 && samples < 30 * rate) return (samples / rate) * 1000;
  return codec === "opus" ? page.parts.reduce((sum, part) => sum + opusMilliseconds(part), 0) : 500;
}

/** How long an Opus packet sounds, by its first byte (RFC 6716, section 3.1). */
function opusMilliseconds(packet: Buffer): number {
  const [toc = 0, count = 0] = packet;
  const config = toc >> 3;
  const frame =
    config < 12
      ? ([10, 20, 40, 60][config & 3] ?? 20)
      : config < 16
        ? ([10, 20][config & 1] ?? 20)
        : ([2.5, 5, 10, 20][config & 3] ?? 20);
  return frame * ([1, 2, 2, count & 63][toc & 3] ?? 1);
}
