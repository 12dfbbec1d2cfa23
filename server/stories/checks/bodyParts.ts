import { type MarkdownToken, markdown } from "../../../core/markdown/dialect.ts";

/** Parts of a story's Markdown that are checked before publication. */
export interface BodyParts {
  texts: string[];
  /** Addresses of links, without duplicates. */
  links: string[];
  images: { src: string; alt: string }[];
}

export function readBodyParts(body: string): BodyParts {
  const parts: BodyParts = { texts: [], links: [], images: [] };
  for (const token of markdown.parse(body, {})) addToken(token, parts);
  return { ...parts, links: [...new Set(parts.links)] };
}

function addToken(token: MarkdownToken, parts: BodyParts): void {
  const { type, content, children } = token;
  if (type === "fence" || type === "code_block") parts.texts.push(content);
  // Inserts no spaces between the pieces of a text, since a part of a word may be bold.
  else if (type === "inline") parts.texts.push((children ?? []).map(toText).join(""));
  for (const child of children ?? []) {
    if (child.type === "link_open") parts.links.push(String(child.attrGet("href") ?? ""));
    if (child.type !== "image") continue;
    parts.images.push({ src: String(child.attrGet("src") ?? ""), alt: child.content });
    parts.texts.push(child.content, String(child.attrGet("title") ?? ""));
  }
}

function toText({ type, content }: MarkdownToken): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  return type === "image" ? "" : content;
}
