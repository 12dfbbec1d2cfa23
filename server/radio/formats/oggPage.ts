/** A page of Ogg (RFC 3533). */
export interface OggPage {
  bytes: Buffer;
  /** True for the first page of a logical stream. */
  isFirst: boolean;
  serial: number;
  /** Position, in samples, at the end of the last packet that ends on this page; -1 if no packet ends on it. */
  granule: bigint;
  /** The first packet may have begun on the previous page, and the last packet may continue on the next page. */
  packets: Buffer[];
  /** True if the last packet continues on the next page. */
  isUnfinished: boolean;
}

const HEADER_BYTES = 27;
const CONTINUED_FLAG = 1;
const FIRST_PAGE_FLAG = 2;

/** Parses the page at an offset. Returns "incomplete" if more bytes are needed; null if no page begins there. */
export function parsePage(data: Buffer, at: number): OggPage | "incomplete" | null {
  if (data.length < at + HEADER_BYTES) return "incomplete";
  if (data.toString("latin1", at, at + 4) !== "OggS" || data[at + 4] !== 0) return null;
  const bodyAt = at + HEADER_BYTES + (data[at + 26] ?? 0);
  const lacing = data.subarray(at + HEADER_BYTES, bodyAt);
  const length = lacing.reduce((sum, size) => sum + size, bodyAt - at);
  if (data.length < at + length) return "incomplete";
  const packets: Buffer[] = [];
  let from = bodyAt;
  let to = bodyAt;
  for (const size of lacing) {
    to += size;
    if (size === 255) continue;
    packets.push(data.subarray(from, to));
    from = to;
  }
  if (to > from) packets.push(data.subarray(from, to));
  return {
    bytes: data.subarray(at, at + length),
    isFirst: ((data[at + 5] ?? 0) & FIRST_PAGE_FLAG) !== 0,
    serial: data.readUInt32LE(at + 14),
    granule: data.readBigInt64LE(at + 6),
    packets,
    isUnfinished: lacing.at(-1) === 255,
  };
}

/** Returns a copy of a page for another logical stream, with a new position. */
export function rewritePage(
  page: Buffer,
  position: { isFirst: boolean; granule: bigint; serial: number; sequence: number },
): Buffer {
  const bytes = Buffer.from(page);
  // Clears the last-page flag, since the stream continues.
  bytes[5] = ((bytes[5] ?? 0) & CONTINUED_FLAG) | (position.isFirst ? FIRST_PAGE_FLAG : 0);
  // The sample count of a broken station may exceed the range of the granule field.
  bytes.writeBigInt64LE(BigInt.asIntN(64, position.granule), 6);
  bytes.writeUInt32LE(position.serial, 14);
  bytes.writeUInt32LE(position.sequence, 18);
  bytes.writeUInt32LE(0, 22);
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** Returns Ogg's CRC-32 (RFC 3533, section 6). Unlike zlib's, it has no reflection, initial value or inversion. */
function checksum(bytes: Buffer): number {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ (CRC_TABLE[(sum >>> 24) ^ byte] ?? 0);
  return sum >>> 0;
}
