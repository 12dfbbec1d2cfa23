import { constants, gunzipSync } from "node:zlib";
import { removeControls, replaceC1 } from "../../../core/controls.ts";
import { MAX_RESPONSE_BYTES } from "../../net/readBody.ts";
import { decodeStrictly, guessCharset } from "./guessCharset.ts";

/** Options that make gunzip return the intact part of a truncated file. */
const LENIENT_GUNZIP = { maxOutputLength: MAX_RESPONSE_BYTES, finishFlush: constants.Z_SYNC_FLUSH };
/** Only this number of bytes, at the start of a document, is searched for a declaration of its charset. */
const HEAD_BYTES = 4096;

/**
 * Decodes the bytes of a feed. Removes characters that XML forbids and any text before the feed.
 *
 * The charset is that of the byte-order mark, else of the HTTP header, the XML declaration or an HTML meta element,
 * else UTF-8 (RFC 7303, section 3). If the bytes are invalid in one charset, the next charset is tried. If most bytes
 * are valid UTF-8, only the invalid bytes are decoded as Windows-1252. If all charsets fail, guesses the charset from
 * the letters. The last resort is Windows-1252, in which every byte is valid.
 *
 * @throws {Error} if a gzipped body cannot be decompressed
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const bytes = isGzip ? gunzipSync(body, LENIENT_GUNZIP) : body;
  const text = undoDoubleEncoding(decodeText(bytes, contentType));
  return removeLeadingText(removeControls(replaceC1(text)));
}

/** The characters of Windows-1252, by byte. */
const WINDOWS_1252 = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
const BYTES_1252 = new Map(Array.from(WINDOWS_1252, (character, byte) => [character, byte] as const));

/**
 * Undoes double encoding: UTF-8 that was read as Windows-1252 and encoded again, which turns "ü" into "Ã¼". Returns any
 * other text unchanged. A text counts as doubly encoded if its bytes in Windows-1252 are valid UTF-8 with three or more
 * non-ASCII characters. Correctly decoded texts do not have such bytes.
 */
function undoDoubleEncoding(text: string): string {
  // Tests only the first run of non-ASCII characters. This quick test rules out double encoding for most texts.
  if (decodeTwice(/[^\0-\u007f]+/.exec(text)?.[0] ?? "") === null) return text;
  const twice = decodeTwice(text);
  return twice !== null && (twice.match(/[^\0-\u007f]/g)?.length ?? 0) >= MIN_VALID ? twice : text;
}

function decodeTwice(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const byte = BYTES_1252.get(text[index] ?? "");
    if (byte === undefined) return null;
    bytes[index] = byte;
  }
  return decodeStrictly(bytes, "utf-8");
}

function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const marked = decodeByMark(bytes);
  if (marked !== null) return marked;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES));
  const fromHttp = toUsableCharset(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? "")?.[1]);
  const fromXml = toUsableCharset(/<\?xml[^<>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1]);
  const fromMeta = toUsableCharset(/<meta[^<>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1]);
  // Unconfigured servers declare Latin-1, so the document's own declaration takes precedence over Latin-1.
  const isDefault = fromHttp !== null && isLatin1(fromHttp);
  const order = isDefault ? [fromXml, fromMeta, fromHttp] : [fromHttp, fromXml, fromMeta];
  const declared = order.filter((charset) => charset !== null);
  for (const charset of [...declared, "utf-8"]) {
    const text = (isSingleByte(charset) ? decodeUtf8(bytes) : null) ?? decodeAs(bytes, charset);
    if (text !== null) return text;
  }
  const legacy = declared.find((charset) => !isUtf8(charset));
  const damaged = decodeUtf8(bytes, legacy === undefined);
  if (damaged !== null) return damaged;
  const charset = legacy ? toEncodingLabel(legacy) : guessCharset(bytes);
  return charset === null ? decodeMixed(bytes) : new TextDecoder(charset).decode(bytes);
}

/** Minimum number of valid multi-byte characters in a text that counts as UTF-8. */
const MIN_VALID = 3;
/**
 * Maximum number of invalid bytes per valid character. One invalid byte is always accepted, since feeds may truncate a
 * text in the middle of a character.
 */
const MAX_DAMAGE = 0.1;

/**
 * Decodes UTF-8 regardless of the declared charset, even with a few invalid bytes. Returns null for other bytes and for
 * plain ASCII.
 *
 * @param isExpected true if no other charset is declared. Then one valid character per invalid byte is enough, since
 *   texts in other charsets contain hardly any valid UTF-8
 */
function decodeUtf8(bytes: Uint8Array, isExpected = false): string | null {
  const valid = decodeAs(bytes, "utf-8");
  if (valid !== null) return /[^\0-\u007f]/.test(valid) ? valid : null;
  const text = new TextDecoder().decode(bytes);
  const invalidCount = text.match(/\ufffd/g)?.length ?? 0;
  const validCount = text.match(/[^\0-\u007f\ufffd]/g)?.length ?? 0;
  const isDamaged = validCount >= MIN_VALID && invalidCount <= Math.max(1, validCount * MAX_DAMAGE);
  return isDamaged || (isExpected && validCount > 0 && validCount >= invalidCount) ? decodeMixed(bytes) : null;
}

/**
 * Matches the non-ASCII parts of bytes that were decoded as Latin-1:
 * - a run of UTF-8 characters, with a truncated character if one follows,
 * - a truncated dash or quotation mark,
 * - a single byte that is not UTF-8.
 */
const MIXED_BYTES =
  /((?:[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})+)([\xe2-\xf4][\x80-\xbf]{0,2})?|\xe2[\x80-\xbf]|[\x80-\xff]/g;

/** Decodes UTF-8, and decodes the bytes that are not UTF-8 as Windows-1252. A truncated character becomes U+FFFD. */
function decodeMixed(bytes: Uint8Array): string {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return source.replace(MIXED_BYTES, (match: string, valid: string | undefined, cut: string | undefined) => {
    if (valid !== undefined) return Buffer.from(valid, "latin1").toString("utf8") + (cut ? "\ufffd" : "");
    return match.length > 1 ? "\ufffd" : (WINDOWS_1252[match.charCodeAt(0)] ?? "");
  });
}

/** Decodes a body that begins with a byte-order mark, or "<" in UTF-16 or UTF-32. Returns null for any other body. */
function decodeByMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d === 0x3c))) return decodeUtf32(bytes, false);
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0x3c && b === 0 && c === 0 && d === 0))
    return decodeUtf32(bytes, true);
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder("utf-16be").decode(bytes);
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xef && b === 0xbb && c === 0xbf) return decodeAs(bytes, "utf-8") ?? decodeMixed(bytes.subarray(3));
  return null;
}

/** Decodes UTF-32, which `TextDecoder` does not support. */
function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let index = 0; index + 4 <= bytes.length; index += 4) {
    const point = view.getUint32(index, isLittleEndian);
    text += point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
  }
  return text.replace(/^\ufeff/, "");
}

function decodeAs(bytes: Uint8Array, charset: string): string | null {
  return decodeStrictly(bytes, toEncodingLabel(charset));
}

/** Returns null for unknown charsets, and for UTF-16 and UTF-32, whose text cannot contain a declaration in ASCII. */
function toUsableCharset(charset: string | undefined): string | null {
  if (!charset || /^(utf-?(16|32)|ucs|iso-10646|x-user-defined)/i.test(charset)) return null;
  return decodeAs(new Uint8Array(), charset) === null ? null : charset;
}

function isUtf8(charset: string): boolean {
  return /^utf[-_]?8/i.test(charset);
}

/** Returns true for charsets in which almost any bytes are valid. UTF-8 is tried before such charsets. */
function isSingleByte(charset: string): boolean {
  const isMultiByte = /^(gb|big5|euc|shift|sjis|x-|ms_?kanji|iso-?2022|ks|hz|windows-(31j|949|936))/i.test(charset);
  return !isUtf8(charset) && !isMultiByte;
}

function isLatin1(charset: string): boolean {
  return /^(iso[-_]?8859[-_]?1|latin-?1|windows-1252|cp1252|us-ascii|ascii)$/i.test(charset);
}

/** Converts a charset name in a feed to a label of the Encoding Standard. */
function toEncodingLabel(charset: string): string {
  const name = charset.trim().toLowerCase();
  if (/^(cp|win|windows)[-_]?(125\d|874)$/.test(name)) return `windows-${/\d+/.exec(name)?.[0]}`;
  if (/^iso[-_]?8859[-_]?\d+$/.test(name)) return name.replace(/^iso[-_]?8859[-_]?/, "iso-8859-");
  if (name === "utf8mb4" || name === "utf_8") return "utf-8";
  return name;
}

/** Removes text before the feed, such as warnings of a PHP program. */
function removeLeadingText(text: string): string {
  const first = text.search(/\S/);
  if (/[{[]/.test(text[first] ?? "")) return text.slice(first);
  const root = text.search(/<\?xml\s|<!DOCTYPE\s(?!\s*html)|<(?:\w+:)?(?:rss|feed|rdf|channel)[\s>]/i);
  const isPage = /<(!doctype\s+html|html)\b/i.test(text.slice(0, Math.max(0, root)));
  return text.slice(Math.max(0, root > 0 && !isPage ? root : text.search(/[<{[]/)));
}
