import type { parseDocument } from "htmlparser2";
import { formatCode } from "../../../core/markdown/escapeText.ts";
import { isImageFile } from "./losses.ts";

export type HtmlNode = ReturnType<typeof parseDocument>["children"][number];
export type HtmlElement = Extract<HtmlNode, { attribs: Record<string, string> }>;

/** Placeholder for a line break, until it is replaced with Markdown. `cleanHtml` removes this character from texts. */
export const BREAK = "\u0001";

const MARKS = new Map(
  Object.entries({
    strong: "**",
    b: "**",
    em: "*",
    i: "*",
    cite: "*",
    del: "~~",
    s: "~~",
  }),
);

/** Text, and the delimiter to write before and after the text: "**", "*", "~~", or "" for none. */
interface Part {
  mark: string;
  text: string;
}

export function isElement(node: HtmlNode): node is HtmlElement {
  return "attribs" in node;
}

/** Iterates over elements in document order. Does not use recursion, so that the depth of the document is unlimited. */
export function* walkElements(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  const waiting = nodes.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    for (const child of node.children.toReversed()) waiting.push(child);
  }
}

/** Converts inline nodes to Markdown in one line, with `BREAK` for line breaks. */
export function toInline(nodes: readonly HtmlNode[], marks: readonly string[] = []): string {
  return joinParts(nodes.flatMap((node) => toParts(node, marks)));
}

/** Returns the nodes' text in one line, without markup. */
export function toPlainText(nodes: readonly HtmlNode[]): string {
  return getText(nodes).replace(/\s+/g, " ").trim();
}

/** Returns the text of nodes with its white space unchanged, and a line break for each `<br>`. */
export function getText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (!isElement(node)) return node.type === "text" && "data" in node ? node.data : "";
      return node.name === "br" ? "\n" : getText(node.children);
    })
    .join("");
}

/** Returns an image in Markdown. Replaces brackets in `alt` and quotes in `caption`, which would end these texts. */
export function toMarkdownImage({ src = "", alt = "" }: Record<string, string>, caption: string): string {
  if (!src) return "";
  const description = escapeText(alt.replaceAll("[", "(").replaceAll("]", ")")).replace(/\s+/g, " ").trim();
  const title = caption.replaceAll('"', "”").replace(/[\\&]/g, "\\$&");
  return `![${description}](${encodeUrl(src)}${title && ` "${title}"`})`;
}

/** Returns a link in Markdown. @param label text of the link, in Markdown */
export function toMarkdownLink(href: string, label: string): string {
  return `[${label}](${encodeUrl(href)})`;
}

/** Escapes Markdown's special characters, except those that are special only at the beginning of a line. */
export function escapeText(text: string): string {
  return (
    text
      .replace(/[\\`*[\]<]/g, "\\$&")
      .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
      .replaceAll("~~", "\\~\\~")
      // markdown-it's typographer would replace (c), (r), (p) and (tm) with symbols.
      .replace(/\((?=(?:c|r|p|tm)\))/gi, "\\(")
      .replace(/&(?=#?\w+;)/g, "\\&")
  );
}

function encodeUrl(url: string): string {
  return url.replace(/[\s<>()\\"]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`);
}

function toParts(node: HtmlNode, marks: readonly string[]): Part[] {
  if (!isElement(node))
    return node.type === "text" && "data" in node ? plain(escapeText(node.data.replace(/[ \t\n\r\f]+/g, " "))) : [];
  const { name, attribs, children } = node;
  if (name === "br") return plain(BREAK);
  if (name === "img") return plain(toMarkdownImage(attribs, attribs.title ?? ""));
  if (name === "code") {
    const code = toPlainText(children);
    return plain(code && formatCode(code));
  }
  if (name === "q") return [...plain("“"), ...children.flatMap((child) => toParts(child, marks)), ...plain("”")];
  if (name === "a") return toLinkParts(node, marks);
  const mark = MARKS.get(name);
  if (mark === undefined || marks.includes(mark)) {
    const parts = children.flatMap((child) => toParts(child, marks));
    // Joins blocks inside a link or a table cell in one line, separated by spaces.
    return /^(p|div|li|h[2-6]|tr|td|th|figcaption|blockquote)$/.test(name)
      ? [...plain(" "), ...parts, ...plain(" ")]
      : parts;
  }
  // Splits at line breaks: two of them end a paragraph, and a pair of delimiters must not span two paragraphs.
  return toInline(children, [...marks, mark])
    .split(new RegExp(`(${BREAK}(?:\\s*${BREAK})*)`))
    .flatMap((text) =>
      text.includes(BREAK) ? plain(text) : withSpacesOutside(text, (inner) => ({ mark, text: inner })),
    );
}

function toLinkParts({ attribs: { href }, children }: HtmlElement, marks: readonly string[]): Part[] {
  const label = toInline(children, marks);
  if (!href) return plain(label);
  // Puts the link after the image: an image must be a paragraph of its own to keep its caption.
  if (label.includes("![")) return plain(`${label}${BREAK}${BREAK}${toLinkOfImage(href)}${BREAK}${BREAK}`);
  return withSpacesOutside(label.replaceAll(BREAK, " "), (inner) => ({ mark: "", text: toMarkdownLink(href, inner) }));
}

/** Converts an image's link to a link with the hostname as text. Returns "" if the link leads to an image file. */
export function toLinkOfImage(href: string): string {
  const url = URL.parse(href);
  return isImageFile(href) ? "" : toMarkdownLink(href, escapeText(url?.hostname || href));
}

function plain(text: string): Part[] {
  return text === "" ? [] : [{ mark: "", text }];
}

function withSpacesOutside(text: string, wrap: (inner: string) => Part): Part[] {
  const inner = text.trim();
  if (inner === "") return plain(text && " ");
  const start = text.indexOf(inner);
  return [...plain(text.slice(0, start)), wrap(inner), ...plain(text.slice(start + inner.length))];
}

function joinParts(parts: readonly Part[]): string {
  let joined = "";
  for (const [index, { mark, text }] of parts.entries()) {
    const after = parts[index + 1]?.text[0] ?? " ";
    const hasMark = mark !== "" && canOpen(joined.at(-1) ?? " ", text[0] ?? " ") && canOpen(after, text.at(-1) ?? " ");
    // An exclamation mark before a link would turn it into an image.
    if (joined.endsWith("!") && text.startsWith("[")) joined = `${joined.slice(0, -1)}\\!`;
    // Adds a space between two adjacent links, which would otherwise look like one link.
    if (joined.endsWith(")") && isLink(parts[index - 1]) && isLink({ mark, text })) joined += " ";
    joined += hasMark ? mark + text + mark : text;
  }
  return joined;
}

function isLink(part: Part | undefined): boolean {
  return part !== undefined && part.mark === "" && part.text.startsWith("[") && part.text.endsWith(")");
}

/** Returns true if Markdown recognizes a delimiter between two characters (CommonMark 6.2, flanking delimiter runs). */
function canOpen(outside: string, inside: string): boolean {
  if (/[*~]/.test(outside)) return false;
  return /[\p{L}\p{N}]/u.test(inside) || !/[^\s\p{P}\p{S}]/u.test(outside);
}
