type Attributes = Record<string, string | number | null | undefined>;

export function element(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${toAttributes(attributes)}>${escapeXml(text)}</${name}>`;
}

export function emptyElement(name: string, attributes: Attributes): string {
  return `<${name}${toAttributes(attributes)}/>`;
}

/** Formats attributes for a tag, each after a space. Omits attributes that are null or undefined. */
export function toAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value == null ? "" : ` ${name}="${escapeXml(`${value}`)}"`))
    .join("");
}

/** Joins elements with line breaks, skipping null and "". */
export function joinLines(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join("\n");
}

/** Escapes text for content and attributes of XML and HTML. Drops invalid characters. */
export function escapeXml(text: string): string {
  return dropInvalidCharacters(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Builds a CDATA section; "]]>" in the text is split between two sections. */
export function cdata(text: string): string {
  return `<![CDATA[${dropInvalidCharacters(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/**
 * Drops the characters that XML 1.0 (section 2.2) forbids, and the characters below U+10000 that XML 1.0 discourages.
 * Also drops U+0085 and U+FFFD.
 */
export function dropInvalidCharacters(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFC\u{10000}-\u{10FFFF}]/gu, "");
}
