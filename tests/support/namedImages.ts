import { decodeHTML } from "entities";
import { decodeBody } from "../../server/feeds/parse/decodeBody.ts";

/**
 * Returns the URLs of the images that each entry of a feed names in Media RSS, enclosures, iTunes tags and `img`,
 * except images declared small. Searches the raw text, so that our parser is not compared with itself.
 */
export function findNamedImages(bytes: Uint8Array): string[][] {
  const text = decodeBody(bytes, null);
  const entries = text.startsWith("{")
    ? (JSON.parse(text) as { items: unknown[] }).items.map((item) => JSON.stringify(item))
    : Array.from(text.matchAll(/<(item|entry)[\s>][\s\S]*?<\/\1>/g), ([entry]) => entry);
  return entries.map((entry) => {
    // Decodes the markup, which is escaped in XML and in JSON, sometimes twice.
    const plain = decodeHTML(decodeHTML(entry)).replaceAll('\\"', '"');
    return Array.from(plain.matchAll(/<(media:content|media:thumbnail|enclosure|img|itunes:image)\b[^>]*>/gi)).flatMap(
      ([tag, name = ""]) => {
        const url = /(?:url|src|href)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
        const type = /\b(?:type|medium)\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1];
        const size = (of: string) => Number(new RegExp(`\\b${of}\\s*=\\s*["']?(\\d+)`, "i").exec(tag)?.[1] ?? 9999);
        const mayBeOther = /^(media:content|enclosure)$/i.test(name);
        const isImage = type ? type.startsWith("image") : /\.(jpe?g|png|webp|gif)/i.test(url ?? "");
        const isSmall = size("width") < 200 || size("height") < 80;
        return url && !isSmall && (isImage || !mayBeOther) ? [url] : [];
      },
    );
  });
}
