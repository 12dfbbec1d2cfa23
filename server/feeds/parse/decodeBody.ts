import { gunzipSync } from "node:zlib";
import { soundText } from "../../html/text.ts";
import { guessCharset } from "./guessCharset.ts";

/** What a compressed body may grow to. */
const MAX_BYTES = 15 * 1024 * 1024;
/** How far into a document its own declaration of a charset is looked for, in bytes. */
const HEAD = 4096;

/**
 * Turns a feed's bytes into text.
 *
 * A byte-order mark decides; then the HTTP header's charset; then the XML declaration; then an HTML meta element; else
 * UTF-8 (RFC 7303, section 3). Where the bytes are no text in the charset that was found, the next is tried; what says
 * nothing is guessed by its letters, and Windows-1252, in which every byte is a letter, comes at last. Characters that XML forbids are dropped, and what stands before
 * the first "<" or "{".
 *
 * @param contentType the HTTP header that the body came with
 * @throws {Error} where a compressed body cannot be taken apart
 */
export function decodeBody(body: Uint8Array, contentType: string | null): string {
  const bytes = isGzip(body) ? gunzipSync(body, { maxOutputLength: MAX_BYTES }) : body;
  return tidy(decodeText(bytes, contentType));
}

function isGzip(body: Uint8Array): boolean {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const marked = byMark(bytes);
  if (marked !== null) return marked;
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, HEAD));
  const byHttp = readable(charsetOf(contentType));
  const declared = [byHttp, readable(declaredByXml(head)), readable(declaredByMeta(head))].filter(
    (charset) => charset !== null,
  );
  // Latin-1 in the header is what servers say that were told nothing: what the document says itself is better.
  if (byHttp && isLatin1(byHttp)) declared.push(...declared.splice(0, 1));
  for (const charset of [...declared, "utf-8"]) {
    const text = (isOneByte(charset) ? decodeUtf8(bytes) : null) ?? decodeAs(bytes, charset);
    if (text !== null) return text;
  }
  const damaged = decodeUtf8(bytes);
  if (damaged !== null) return damaged;
  const legacy = declared.find((charset) => !isUtf8(charset));
  return new TextDecoder(legacy ? aliases(legacy) : (guessCharset(bytes) ?? "windows-1252")).decode(bytes);
}

/** How many characters of several bytes make it sure that a text is UTF-8, and how much damage it may have beside them. */
const SURE = 3;
const DAMAGE = 0.1;

/**
 * The text of bytes that are UTF-8 beyond doubt, whatever they are called: a byte that is none, where a feed clipped a text
 * in the middle of a character, costs that character.
 *
 * @returns null where they may be something else
 */
function decodeUtf8(bytes: Uint8Array): string | null {
  const whole = decodeAs(bytes, "utf-8");
  if (whole !== null) return /[^\0-\u007f]/.test(whole) ? whole : null;
  const text = new TextDecoder().decode(bytes);
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const sound = text.match(/[^\0-\u007f\ufffd]/g)?.length ?? 0;
  return sound >= SURE && broken <= Math.max(1, sound * DAMAGE) ? text : null;
}

/** The text of a body that begins with a byte-order mark, or with "<" in UTF-16 or UTF-32; null where it does not. */
function byMark(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d === 0x3c))) return decodeUtf32(bytes, false);
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0x3c && b === 0 && c === 0 && d === 0))
    return decodeUtf32(bytes, true);
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder("utf-16be").decode(bytes);
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder("utf-16le").decode(bytes);
  if (a === 0xef && b === 0xbb && c === 0xbf) return new TextDecoder().decode(bytes);
  return null;
}

/** No TextDecoder knows UTF-32; it is the numbers of the characters. */
function decodeUtf32(bytes: Uint8Array, isLittleEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = "";
  for (let index = 0; index + 4 <= bytes.length; index += 4) {
    const point = view.getUint32(index, isLittleEndian);
    text += point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
  }
  return text.replace(/^\ufeff/, "");
}

function charsetOf(contentType: string | null): string | null {
  return /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? "")?.[1] ?? null;
}

function declaredByXml(head: string): string | null {
  return /<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ?? null;
}

function declaredByMeta(head: string): string | null {
  return /<meta[^>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1] ?? null;
}

/** @returns null where the bytes are no text in the charset, or nobody knows it */
function decodeAs(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(aliases(charset), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** A text that can be read byte by byte is no UTF-16 or UTF-32, whatever it says; and a charset must be known. */
function readable(charset: string | null): string | null {
  if (!charset || /^(utf-?(16|32)|ucs|iso-10646|x-user-defined)/i.test(charset)) return null;
  return isKnown(charset) ? charset : null;
}

function isUtf8(charset: string): boolean {
  return /^utf[-_]?8/i.test(charset);
}

/** Charsets in which nearly any bytes are a text. UTF-8 is recognized among them; those of Asia tell themselves. */
function isOneByte(charset: string): boolean {
  const isOfSeveral = /^(gb|big5|euc|shift|sjis|x-|ms_?kanji|iso-?2022|ks|hz|windows-(31j|949|936))/i.test(charset);
  return !isUtf8(charset) && !isOfSeveral;
}

function isLatin1(charset: string): boolean {
  return /^(iso[-_]?8859[-_]?1|latin-?1|windows-1252|cp1252|us-ascii|ascii)$/i.test(charset);
}

function isKnown(charset: string): boolean {
  try {
    new TextDecoder(aliases(charset));
    return true;
  } catch {
    return false;
  }
}

/** Names that feeds use and the Encoding Standard does not list. */
function aliases(charset: string): string {
  const name = charset.trim().toLowerCase();
  if (/^(cp|win|windows)[-_]?(125\d|874)$/.test(name)) return `windows-${/\d+/.exec(name)?.[0]}`;
  if (/^iso[-_]?8859[-_]?\d+$/.test(name)) return name.replace(/^iso[-_]?8859[-_]?/, "iso-8859-");
  if (name === "utf8mb4" || name === "utf_8") return "utf-8";
  return name;
}

function tidy(text: string): string {
  const allowed = soundText(text);
  const start = startOf(allowed);
  return start > 0 ? allowed.slice(start) : allowed;
}

/** Where a feed begins: what a broken program printed before it is no part of it. */
function startOf(text: string): number {
  const first = text.search(/\S/);
  if (/[{[]/.test(text[first] ?? "")) return first;
  const root = text.search(/<\?xml\s|<(?:\w+:)?(?:rss|feed|rdf|channel)[\s>]/i);
  if (root > 0 && !/<(!doctype\s+html|html)\b/i.test(text.slice(0, root))) return root;
  return text.search(/[<{[]/);
}
