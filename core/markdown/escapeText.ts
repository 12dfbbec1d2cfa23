/** Position of a text in its line. */
export interface Place {
  /** True if the text begins a line of a block. */
  isLineStart: boolean;
  /** True if the text also ends its line. */
  isWholeLine: boolean;
  /** True in the first line of a block. There, "=" or "-" cannot turn the line above into a heading. */
  isFirstLine: boolean;
}

const INSIDE: Place = { isLineStart: false, isWholeLine: false, isFirstLine: false };

/** Escapes characters that Markdown would read as markup. Line breaks become spaces. */
export function escapeText(text: string, place: Place = INSIDE): string {
  const escaped = text
    .replace(/[\t\n\r\f]/g, " ")
    .replace(/[\\`*[\]]/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/~(?=~)|(?<=~)~|^~|~$/g, "\\~")
    .replace(/<(?=\S)/g, "\\<")
    .replace(/&(?=#?\w+;)/g, "\\&");
  return place.isLineStart ? escapeLineStart(escaped.trimStart(), place) : escaped;
}

/** Escapes characters that begin a list, a quotation, a heading, a rule, a fence or a table. */
function escapeLineStart(line: string, { isWholeLine, isFirstLine }: Place): string {
  const escaped = line
    .replace(/^(?:[+-](?=\s|$)|>|#{1,6}(?=\s|$)|~{3,})/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2")
    .replace(/^(?:[|:]|-+[|:])(?=[-|: ]*$)/, "\\$&");
  if (!isWholeLine || escaped.startsWith("\\")) return escaped;
  const isUnderline = !isFirstLine && /^(?:=+|-+)\s*$/.test(escaped);
  return isUnderline || isRule(escaped) ? `\\${escaped}` : escaped;
}

function isRule(line: string): boolean {
  const signs = line.replaceAll(" ", "");
  return signs.length >= 3 && /^(?:-+|_+)$/.test(signs);
}

/** Formats an address and a title as the target of a link or an image. */
export function formatTarget(url: string, title: string): string {
  const safe = url.replace(/[<>\n]/g, (sign) => encodeURIComponent(sign));
  const target = safe === "" || /[\s()\\]/.test(safe) ? `<${safe.replaceAll("\\", "\\\\")}>` : safe;
  return target + (title && ` "${escapeTitle(title)}"`);
}

/** Escapes a title in quotation marks. Replaces its line breaks, since an empty line would end the link. */
function escapeTitle(title: string): string {
  return title
    .replace(/[\\"]/g, "\\$&")
    .replace(/&(?=#?\w+;)/g, "\\&")
    .replace(/\n+/g, " ");
}

/** Returns code between as many backquotes as needed. */
export function formatCode(text: string): string {
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const isPadded = text.startsWith("`") || text.endsWith("`") || (text.startsWith(" ") && text.endsWith(" "));
  const space = isPadded && text.trim() !== "" ? " " : "";
  return fence + space + text + space + fence;
}
