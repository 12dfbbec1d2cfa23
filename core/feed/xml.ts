type Attributes = Record<string, string>;

/** An element with a text in it. */
export function element(name: string, text: string, attributes: Attributes = {}): string {
  return `<${name}${attributesOf(attributes)}>${escapeXml(text)}</${name}>`;
}

/** An element with nothing in it. */
export function empty(name: string, attributes: Attributes): string {
  return `<${name}${attributesOf(attributes)}/>`;
}

export function attributesOf(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join("");
}

/** Elements one under the other; what is not there takes no line. */
export function lines(parts: readonly (string | null)[]): string {
  return parts.filter(Boolean).join("\n");
}

/** Text as it stands between tags and in attributes, and also as HTML: what may be in XML has a form in both. */
export function escapeXml(text: string): string {
  return legible(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** The only thing that ends such a section is cut in two, each half in a section of its own. */
export function cdata(text: string): string {
  return `<![CDATA[${legible(text).replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
}

/**
 * Text without what XML forbids (XML 1.0, section 2.2), what it advises against, and the mark that stands for a character
 * that was lost.
 */
export function legible(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFDCF\uFDF0-\uFFFC\u{10000}-\u{10FFFF}]/gu, "");
}
