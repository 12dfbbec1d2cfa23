import { brotliDecompressSync } from "node:zlib";
import { Bytes } from "./bytes.ts";
import { restoreGlyphs } from "./glyphs.ts";

/** The tags that WOFF 2 writes as a number (W3C WOFF 2.0, section 4.1). */
const TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill";

interface Table {
  tag: string;
  bytes: Buffer;
}

/**
 * Turns a WOFF 2 font, such as browsers are sent, into a TrueType font, such as the drawing library reads: its FreeType is
 * built without Brotli.
 *
 * @throws {Error} where the file is no WOFF 2, or packed in a way that the fonts we ship are not
 */
export function trueTypeFrom(woff2: Buffer): Buffer {
  const file = new Bytes(woff2);
  if (file.uint32() !== 0x774f4632) throw new Error("This is no WOFF 2 font.");
  const flavor = file.uint32();
  file.skip(4);
  const count = file.uint16();
  file.skip(6);
  const packedLength = file.uint32();
  file.skip(24);

  const entries = Array.from({ length: count }, () => readEntry(file));
  const packed = file.take(packedLength);
  const data = new Bytes(brotliDecompressSync(packed));
  const tables = entries.map(({ tag, length }): Table => ({ tag, bytes: data.take(length) }));
  const isPacked = (tag: string) => entries.some((entry) => entry.tag === tag && entry.isTransformed);
  if (isPacked("hmtx")) throw new Error("This WOFF 2 font has packed metrics, which are not read.");
  if (isPacked("glyf")) {
    const { glyf, loca } = restoreGlyphs(tableOf(tables, "glyf").bytes);
    tableOf(tables, "glyf").bytes = glyf;
    tableOf(tables, "loca").bytes = loca;
    // The restored index has long offsets.
    tableOf(tables, "head").bytes.writeInt16BE(1, 50);
  }
  return writeSfnt(flavor, tables);
}

function readEntry(file: Bytes): { tag: string; length: number; isTransformed: boolean } {
  const flags = file.uint8();
  const known = flags & 0x3f;
  const tag = known === 0x3f ? file.take(4).toString("latin1") : TAGS.slice(known * 5, known * 5 + 4);
  const version = flags >> 6;
  const isTransformed = tag === "glyf" || tag === "loca" ? version === 0 : version !== 0;
  const original = file.base128();
  return { tag, length: isTransformed ? file.base128() : original, isTransformed };
}

function tableOf(tables: Table[], tag: string): Table {
  const table = tables.find((one) => one.tag === tag);
  if (!table) throw new Error(`This font has no table ${tag}.`);
  return table;
}

/** Checksums stay zero: nothing that draws looks at them. */
function writeSfnt(flavor: number, tables: Table[]): Buffer {
  const sorted = tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  const head = Buffer.alloc(12 + 16 * sorted.length);
  head.writeUInt32BE(flavor, 0);
  head.writeUInt16BE(sorted.length, 4);
  const step = Math.floor(Math.log2(sorted.length));
  head.writeUInt16BE(16 << step, 6);
  head.writeUInt16BE(step, 8);
  head.writeUInt16BE(16 * sorted.length - (16 << step), 10);
  const bodies: Buffer[] = [];
  let offset = head.length;
  for (const [index, { tag, bytes }] of sorted.entries()) {
    const at = 12 + 16 * index;
    head.write(tag, at, "latin1");
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = -bytes.length & 3;
    bodies.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat([head, ...bodies]);
}
