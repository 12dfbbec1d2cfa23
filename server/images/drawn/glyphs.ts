import { Bytes } from "./bytes.ts";

interface Streams {
  contours: Bytes;
  points: Bytes;
  flags: Bytes;
  coordinates: Bytes;
  composites: Bytes;
  boxes: Bytes;
  instructions: Bytes;
  hasBox(glyph: number): boolean;
}

interface Point {
  dx: number;
  dy: number;
  isOnCurve: boolean;
}

/**
 * Restores a font's outlines from the streams into which WOFF 2 sorts them (W3C WOFF 2.0, section 5.1).
 *
 * @returns the tables `glyf` and `loca`, the latter with long offsets
 */
export function restoreGlyphs(packed: Buffer): { glyf: Buffer; loca: Buffer } {
  const head = new Bytes(packed);
  head.skip(4);
  const count = head.uint16();
  head.skip(2);
  const streams = openStreams(head, count);
  const loca = Buffer.alloc((count + 1) * 4);
  const glyphs: Buffer[] = [];
  let offset = 0;
  for (let glyph = 0; glyph < count; glyph++) {
    const bytes = restoreGlyph(streams, glyph);
    glyphs.push(bytes, Buffer.alloc(-bytes.length & 3));
    offset += bytes.length + (-bytes.length & 3);
    loca.writeUInt32BE(offset, (glyph + 1) * 4);
  }
  return { glyf: Buffer.concat(glyphs), loca };
}

function openStreams(head: Bytes, count: number): Streams {
  const sizes = Array.from({ length: 7 }, () => head.uint32());
  const [contours = 0, points = 0, flags = 0, coordinates = 0, composites = 0, boxes = 0, instructions = 0] = sizes;
  const open = (size: number) => new Bytes(head.take(size));
  const streams = {
    contours: open(contours),
    points: open(points),
    flags: open(flags),
    coordinates: open(coordinates),
    composites: open(composites),
    boxes: open(boxes),
    instructions: open(instructions),
  };
  const bitmap = streams.boxes.take(4 * Math.ceil(count / 32));
  return { ...streams, hasBox: (glyph) => ((bitmap[glyph >> 3] ?? 0) & (0x80 >> (glyph & 7))) !== 0 };
}

function restoreGlyph(streams: Streams, glyph: number): Buffer {
  const contours = streams.contours.int16();
  if (contours === 0) return Buffer.alloc(0);
  const box = streams.hasBox(glyph) ? streams.boxes.take(8) : null;
  if (contours > 0) return restoreSimple(streams, contours, box);
  const { bytes, hasInstructions } = takeComposite(streams.composites);
  const instructions = hasInstructions ? takeInstructions(streams) : [];
  return Buffer.concat([int16s(-1), box ?? int16s(0, 0, 0, 0), bytes, ...instructions]);
}

function takeInstructions(streams: Streams): Buffer[] {
  const length = streams.coordinates.short();
  return [int16s(length), streams.instructions.take(length)];
}

function restoreSimple(streams: Streams, contours: number, box: Buffer | null): Buffer {
  const ends: number[] = [];
  let count = 0;
  for (let contour = 0; contour < contours; contour++) {
    count += streams.points.short();
    ends.push(count - 1);
  }
  const points = Array.from({ length: count }, () => readPoint(streams));
  const instructions = takeInstructions(streams);
  // Every step is written as two bytes: the font is larger than it need be, and never leaves this machine.
  return Buffer.concat([
    int16s(contours),
    box ?? boxOf(points),
    int16s(...ends),
    ...instructions,
    Buffer.from(points.map(({ isOnCurve }) => (isOnCurve ? 1 : 0))),
    int16s(...points.map(({ dx }) => dx)),
    int16s(...points.map(({ dy }) => dy)),
  ]);
}

/** A point's step from the one before it: how many bits either side has, and which way it goes, is in its flag (section 5.2). */
function readPoint({ flags, coordinates }: Streams): Point {
  const flag = flags.uint8();
  const isOnCurve = flag < 0x80;
  const kind = flag & 0x7f;
  const signed = (isPositive: number, value: number) => (isPositive & 1 ? value : -value);
  const byte = () => coordinates.uint8();
  if (kind < 10) return { isOnCurve, dx: 0, dy: signed(kind, ((kind & 14) << 7) + byte()) };
  if (kind < 20) return { isOnCurve, dx: signed(kind, (((kind - 10) & 14) << 7) + byte()), dy: 0 };
  if (kind < 84) {
    const [rest, both] = [kind - 20, byte()];
    const dx = signed(kind, 1 + (rest & 0x30) + (both >> 4));
    return { isOnCurve, dx, dy: signed(kind >> 1, 1 + ((rest & 0x0c) << 2) + (both & 0x0f)) };
  }
  if (kind < 120) {
    const rest = kind - 84;
    const dx = signed(kind, 1 + (Math.floor(rest / 12) << 8) + byte());
    return { isOnCurve, dx, dy: signed(kind >> 1, 1 + (((rest % 12) >> 2) << 8) + byte()) };
  }
  if (kind < 124) {
    const [first, second, third] = [byte(), byte(), byte()];
    const dx = signed(kind, (first << 4) + (second >> 4));
    return { isOnCurve, dx, dy: signed(kind >> 1, ((second & 0x0f) << 8) + third) };
  }
  const dx = signed(kind, coordinates.uint16());
  return { isOnCurve, dx, dy: signed(kind >> 1, coordinates.uint16()) };
}

function boxOf(points: readonly Point[]): Buffer {
  let [x, y, left, bottom, right, top] = [0, 0, Infinity, Infinity, -Infinity, -Infinity];
  for (const { dx, dy } of points) {
    x += dx;
    y += dy;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return int16s(left, bottom, right, top);
}

/** A glyph made of others: its parts stand as in TrueType, up to the last, which says that none follows. */
function takeComposite(stream: Bytes): { bytes: Buffer; hasInstructions: boolean } {
  const parts: Buffer[] = [];
  let hasInstructions = false;
  for (;;) {
    const flags = stream.uint16();
    const scales = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    parts.push(int16s(flags), stream.take(2 + (flags & 0x01 ? 4 : 2) + scales));
    hasInstructions ||= (flags & 0x100) !== 0;
    if (!(flags & 0x20)) return { bytes: Buffer.concat(parts), hasInstructions };
  }
}

function int16s(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, index * 2);
  return bytes;
}
