import { createParser, type MarkdownToken } from "./dialect.ts";

const parser = createParser({ hasTypographer: false });

/** Counts the words that readers see in a story's running text, without addresses and the texts of images. */
export function countWords(body: string): number {
  const words = parser.parse(body, {}).map(getText).join(" ").split(/\s+/);
  return words.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function getText({ type, content, children }: MarkdownToken): string {
  if (type !== "inline") return type === "fence" || type === "code_block" ? content : "";
  return (children ?? []).map((child) => getInlineText(child)).join("");
}

function getInlineText({ type, content }: MarkdownToken): string {
  if (type === "softbreak" || type === "hardbreak") return " ";
  return type === "text" || type === "text_special" || type === "code_inline" ? content : "";
}
