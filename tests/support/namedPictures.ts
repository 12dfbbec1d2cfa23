import { decodeHTML } from "entities";
import { decodeBody } from "../../server/feeds/parse/decodeBody.ts";

/**
 * The pictures that each entry of a feed names, found by looking at its raw text alone, so that our reader is not checked
 * against itself: Media RSS, enclosures, iTunes and `img`, of those that do not say that they are small.
 */
export function namedPictures(bytes: Uint8Array): string[][] {
  const text = decodeBody(bytes, null);
  const entries = text.startsWith("{")
    ? (JSON.parse(text) as { items: unknown[] }).items.map((item) => JSON.stringify(item))
    : Array.from(text.matchAll(/<(item|entry)[\s>][\s\S]*?<\/\1>/g), ([entry]) => entry);
  return entries.map((entry) => {
    // Markup in XML is escaped, and that in JSON too, sometimes twice.
    const plain = decodeHTML(decodeHTML(entry)).replaceAll('\\"', '"');
    return Array.from(plain.matchAll(/<(media:content|media:thumbnail|enclosure|img|itunes:image)\b[^>]*>/gi)).flatMap(
      ([tag, name = ""]) => {
        const url = /(?:url|src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
        const type = /\b(?:type|medium)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
        const size = (of: string) => Number(new RegExp(`\\b${of}\\s*=\\s*["']?(\\d+)`, "i").exec(tag)?.[1] ?? 9999);
        const mayBeOther = /^(media:content|enclosure)$/i.test(name);
        const isPicture = type ? type.startsWith("image") : /\.(jpe?g|png|webp|gif)/i.test(url ?? "");
        const isSmall = size("width") < 200 || size("height") < 80;
        return url && !isSmall && (isPicture || !mayBeOther) ? [url] : [];
      },
    );
  });
}
