import type { Block } from "../../../core/markdown/blocks.ts";
import { parseDocument, writeDocument } from "../../../core/markdown/markdownDocument.ts";
import type { EditorImage } from "./editorImage.ts";

const EMPTY = parseDocument("");

/** Writes an image as the Markdown of a separate block. */
export function writeImageSource({ src, alt, caption }: EditorImage): string {
  return `\n\n${write({ type: "figure", src, alt, caption })}\n\n`;
}

export function writeLinkSource(href: string, text: string): string {
  const link = { type: "link", href, title: "", isAutomatic: false } as const;
  return write({ type: "paragraph", content: [{ type: "text", text: text || href, marks: [link] }] });
}

function write(block: Block): string {
  return writeDocument([block], EMPTY).body;
}
