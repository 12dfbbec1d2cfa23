import { escapeHtml } from "../../html/text.ts";

/** A piece of a page, whose texts are escaped. */
export interface Markup {
  html: string;
}

/** Makes markup of a template: whatever is put into it is a text and gets escaped, unless it is markup itself. */
export function html(
  strings: TemplateStringsArray,
  ...values: (string | number | Markup | readonly Markup[] | null)[]
): Markup {
  const parts = strings.map((fixed, index) => {
    const value = values[index];
    if (value === null || value === undefined) return fixed;
    if (typeof value === "string" || typeof value === "number") return fixed + escapeHtml(String(value));
    return fixed + ("html" in value ? value.html : value.map((piece) => piece.html).join("\n"));
  });
  return { html: parts.join("") };
}

/** Bytes that a piece takes on the way to the reader, before compression. */
export function bytesOf({ html }: Markup): number {
  return Buffer.byteLength(html);
}
