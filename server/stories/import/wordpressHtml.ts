import { escapeHtml } from "../../html/text.ts";

/** An image of the export's media library. */
export interface Attachment {
  url: string;
  alt: string;
  caption: string;
}

const BLOCK_START =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|table|thead|tbody|tr|td|th|blockquote|figure|figcaption|hr|iframe|section|article|aside|form|script|style|!--)\b/i;
const PREFORMATTED = /(<pre\b[\s\S]*?<\/pre>)/i;

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
  const replaced = replaceShortcodes(content.replaceAll("\r\n", "\n"), getAttachment);
  const shortcodes = replaced.matchAll(/\[([a-z][\w-]*)(?=\s[^\]]*=|[^\]]*\][\s\S]*?\[\/\1\])[^\]]*\]/gi);
  return {
    html: hasBlocks ? replaced : addParagraphs(replaced),
    unknownShortcodes: [...new Set(Array.from(shortcodes, ([, name = ""]) => name))],
  };
}

function replaceShortcodes(content: string, getAttachment: (id: string) => Attachment | undefined): string {
  return content
    .replace(/\[caption\b([^\]]*)\]([\s\S]*?)\[\/caption\]/gi, (_, attributes: string, inner: string) => {
      const image = /(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(inner)?.[0] ?? "";
      const caption = inner.replace(image, "").trim() || escapeHtml(getAttribute(attributes, "caption") ?? "");
      return toBlock(`<figure>${image}<figcaption>${caption}</figcaption></figure>`);
    })
    .replace(/\[embed\b[^\]]*\]([\s\S]*?)\[\/embed\]/gi, (_, url: string) => toBlock(`<p>${url.trim()}</p>`))
    .replace(/\[(?:youtube|vimeo)[ =]+"?([^\s"\]]+)"?[^\]]*\]/gi, (shortcode, url: string) =>
      /^https?:/.test(url) ? toBlock(`<p>${url}</p>`) : shortcode,
    )
    .replace(/\[(audio|video)\b([^\]]*)\](?:\s*\[\/\1\])?/gi, (shortcode, name: string, attributes: string) => {
      const src = ["src", "mp4", "webm", "mp3", "m4a", "ogg"].map((key) => getAttribute(attributes, key)).find(Boolean);
      return src ? toBlock(`<${name.toLowerCase()} src="${escapeHtml(src)}"></${name.toLowerCase()}>`) : shortcode;
    })
    .replace(/\[gallery\b([^\]]*)\]/gi, (shortcode, attributes: string) => {
      const images = (getAttribute(attributes, "ids") ?? "").split(",").flatMap((id) => getAttachment(id.trim()) ?? []);
      return images.length > 0 ? toBlock(images.map(toFigure).join("\n\n")) : shortcode;
    });
}

function toFigure({ url, alt, caption }: Attachment): string {
  const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`;
  return `<figure>${image}<figcaption>${escapeHtml(caption)}</figcaption></figure>`;
}

function getAttribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)'|([^\\s\\]]+))`, "i").exec(attributes);
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

function toBlock(html: string): string {
  return `\n\n${html}\n\n`;
}

/** Adds the paragraphs and line breaks that WordPress adds when it shows a post of its classic editor. */
function addParagraphs(content: string): string {
  return content
    .split(PREFORMATTED)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .split(/\n\s*\n/)
            .map(toParagraph)
            .join("\n"),
    )
    .join("\n");
}

function toParagraph(chunk: string): string {
  const text = chunk.trim();
  if (text === "" || BLOCK_START.test(text)) return text;
  return `<p>${text.replaceAll("\n", "<br>\n")}</p>`;
}
