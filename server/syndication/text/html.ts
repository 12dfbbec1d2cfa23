import { escapeHtml } from "../../html/text.ts";

/** HTML in which all text has been escaped. */
export interface Markup {
  html: string;
}

/** Template tag. Escapes text, inserts markup unchanged, joins lists of markup with line breaks, and omits null. */
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

export function countBytes({ html }: Markup): number {
  return Buffer.byteLength(html);
}
