import { listShortcodes, parseAttributes, replaceShortcodes, type Shortcode } from "../../html/shortcodes.ts";
import { escapeHtml } from "../../html/text.ts";

/** An image of the export's media library. */
export interface Attachment {
  url: string;
  alt: string;
  caption: string;
}

const BLOCK_START =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|table|thead|tbody|tr|td|th|blockquote|figure|figcaption|hr|iframe|section|article|aside|form|script|style|!--)\b/i;
/** Tags at which preformatted text begins and ends. */
const PREFORMATTED_TAG = /<pre\b|<\/pre>/gi;
/** Shortcodes with a text up to their closing one. */
const ENCLOSING = ["caption", "embed"];

/**
 * Converts a WordPress post's content to HTML: replaces shortcodes with elements, and adds paragraphs to posts of the
 * classic editor.
 *
 * @param getAttachment returns an image by its id in the media library
 */
export function toWordPressHtml(
  content: string,
  getAttachment: (id: string) => Attachment | undefined,
): { html: string; unknownShortcodes: string[] } {
  const hasBlocks = /<!--\s*wp:/.test(content);
  const toHtml = (text: string): string =>
    replaceShortcodes(text, ENCLOSING, (shortcode) => toElement(shortcode, toHtml, getAttachment));
  const replaced = toHtml(content.replaceAll("\r\n", "\n"));
  return {
    html: hasBlocks ? replaced : addParagraphs(replaced),
    unknownShortcodes: [...new Set(listShortcodes(replaced))],
  };
}

/** @param toHtml converts the text inside of a shortcode, which contains no shortcode of the same kind */
function toElement(
  { name, rest, inner }: Shortcode,
  toHtml: (text: string) => string,
  getAttachment: (id: string) => Attachment | undefined,
): string | null {
  const attributes = parseAttributes(rest);
  switch (name) {
    case "caption": {
      const text = toHtml(inner ?? "");
      const image = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(text)?.[0] ?? "";
      const caption = text.replace(image, () => "").trim() || escapeHtml(attributes.get("caption") ?? "");
      return toBlock(`<figure>${image}<figcaption>${caption}</figcaption></figure>`);
    }
    case "embed":
      return toBlock(`<p>${(inner ?? "").trim()}</p>`);
    case "youtube":
    case "vimeo": {
      const [url = ""] = /^[^\s"]+/.exec(rest.replace(/^[ =]+/, "").replace(/^"/, "")) ?? [];
      return /^[ =]/.test(rest) && /^https?:/.test(url) ? toBlock(`<p>${url}</p>`) : null;
    }
    case "audio":
    case "video": {
      const src = ["src", "mp4", "webm", "mp3", "m4a", "ogg"].map((key) => attributes.get(key)).find(Boolean);
      return src ? toBlock(`<${name} src="${escapeHtml(src)}"></${name}>`) : null;
    }
    case "gallery": {
      const images = (attributes.get("ids") ?? "").split(",").flatMap((id) => getAttachment(id.trim()) ?? []);
      return images.length > 0 ? toBlock(images.map(toFigure).join("\n\n")) : null;
    }
    default:
      return null;
  }
}

function toFigure({ url, alt, caption }: Attachment): string {
  const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`;
  return `<figure>${image}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}

function toBlock(html: string): string {
  return `\n\n${html}\n\n`;
}

/** Adds the paragraphs and line breaks that WordPress adds when it shows a post of its classic editor. */
function addParagraphs(content: string): string {
  return splitPreformatted(content)
    .map(({ text, isPreformatted }) =>
      isPreformatted
        ? text
        : text
            .split(/\n[^\S\n]*\n\s*/)
            .map(toParagraph)
            .join("\n"),
    )
    .join("\n");
}

/** Separates preformatted elements from the text around them. One that is not closed is text. */
function splitPreformatted(content: string): { text: string; isPreformatted: boolean }[] {
  const parts: { text: string; isPreformatted: boolean }[] = [];
  let from = 0;
  let start: number | null = null;
  for (const { index, 0: tag } of content.matchAll(PREFORMATTED_TAG)) {
    if (!tag.startsWith("</")) start ??= index;
    else if (start !== null) {
      const end = index + tag.length;
      parts.push({ text: content.slice(from, start), isPreformatted: false });
      parts.push({ text: content.slice(start, end), isPreformatted: true });
      from = end;
      start = null;
    }
  }
  return [...parts, { text: content.slice(from), isPreformatted: false }];
}

function toParagraph(chunk: string): string {
  const text = chunk.trim();
  if (text === "" || BLOCK_START.test(text)) return text;
  return `<p>${text.replaceAll("\n", "<br>\n")}</p>`;
}
