/** A page of Ogg (RFC 3533). */
export interface OggPage {
  bytes: Buffer;
  /** Whether it begins with the rest of a packet of the page before. */
  isContinued: boolean;
  isFirst: boolean;
  serial: number;
  /** Where its last whole packet ends, in samples; -1 where none ends on it. */
  granule: bigint;
  /** Its packets, or parts of them. */
  parts: Buffer[];
  /** Whether its last packet goes on in the next page. */
  isOpen: boolean;
}

const HEADER_BYTES = 27;
const CONTINUED = 1;
const FIRST = 2;

/** @returns the page at a place; "more" where it is not whole yet; null where none begins there */
export function readPage(data: Buffer, at: number): OggPage | "more" | null {
  if (data.length < at + HEADER_BYTES) return "more";
  if (data.toString("latin1", at, at + 4) !== "OggS" || data[at + 4] !== 0) return null;
  const lacing = data.subarray(at + HEADER_BYTES, at + HEADER_BYTES + (data[at + 26] ?? 0));
  const bodyAt = at + HEADER_BYTES + (data[at + 26] ?? 0);
  const length = lacing.reduce((sum, size) => sum + size, bodyAt - at);
  if (data.length < at + length) return "more";
  const parts: Buffer[] = [];
  let from = bodyAt;
  let to = bodyAt;
  for (const size of lacing) {
    to += size;
    if (size === 255) continue;
    parts.push(data.subarray(from, to));
    from = to;
  }
  if (to > from) parts.push(data.subarray(from, to));
  const flags = data[at + 5] ?? 0;
  return {
    bytes: data.subarray(at, at + length),
    isContinued: (flags & CONTINUED) !== 0,
    isFirst: (flags & FIRST) !== 0,
    serial: data.readUInt32LE(at + 14),
    granule: data.readBigInt64LE(at + 6),
    parts,
    isOpen: lacing.at(-1) === 255,
  };
}

/** The same page at another place of another logical stream. */
export function placePage(
  page: Buffer,
  place: { isFirst: boolean; granule: bigint; serial: number; number: number },
): Buffer {
  const bytes = Buffer.from(page);
  // No page of a stream that goes on says that it is the last.
  bytes[5] = ((bytes[5] ?? 0) & CONTINUED) | (place.isFirst ? FIRST : 0);
  // A broken station may count beyond what the field holds.
  bytes.writeBigInt64LE(BigInt.asIntN(64, place.granule), 6);
  bytes.writeUInt32LE(place.serial, 14);
  bytes.writeUInt32LE(place.number, 18);
  bytes.writeUInt32LE(0, 22);
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (TABLE[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}
