import { parseAttributes, removeShortcodes, replaceShortcodes, type Shortcode } from "../../../html/shortcodes.ts";
import { escapeHtml } from "../../../html/text.ts";
import { markNote, removeMarks } from "../footnotes.ts";
import type { Remark } from "../remarks.ts";
import { insertBlocks, joinCredit, simplifyBlocks } from "./wordpressBlocks.ts";
import type { Attachment } from "./wxrReferences.ts";

const BLOCK_START =
  /^<\/?(?:p|div|h[1-6]|ul|ol|li|dl|table|thead|tbody|tr|td|th|blockquote|figure|figcaption|hr|iframe|section|article|aside|form|script|style|!--)\b/i;
/** Matches the tags at which preformatted text begins and ends. */
const PREFORMATTED_TAG = /<pre\b|<\/pre>/gi;
/** Shortcodes that enclose a text and have a closing shortcode. */
const ENCLOSING = ["caption", "wp_caption", "embed", "code", "sourcecode", "ref", "footnote"];

/** Matches the closing shortcode after the text of a plugin's button or link. */
const CLOSING_BUTTON = /\[\/([\w-]{0,50}(?:button|btn|link|cta)[\w-]{0,50})\]/gi;

/** Maximum number of different button shortcodes in a post. Real posts have fewer. */
const MAX_BUTTONS = 20;

/** Images, reusable blocks and footnotes to which the shortcodes and blocks of a post refer. */
export interface PostReferences {
  /** Returns a file by its id in the media library. */
  getAttachment(id: string): Attachment | undefined;
  /** Images that were uploaded to the post, in order. */
  attached: readonly Attachment[];
  /** Returns the content of a reusable block by its id. */
  getBlock(id: string): string | undefined;
  /** Footnotes of the block editor: identifiers and HTML. */
  footnotes: readonly { id: string; content: string }[];
}

/**
 * Converts the content of a WordPress post to HTML. Replaces or removes shortcodes, inserts reusable blocks, and adds
 * paragraphs to posts of the classic editor.
 *
 * @returns the HTML of the text, the HTML of each footnote, and remarks
 */
export function toWordPressHtml(
  content: string,
  references: PostReferences,
): { html: string; notes: string[]; remarks: Remark[] } {
  const remarks: Remark[] = [];
  const notes = references.footnotes.map((note) => note.content);
  const source = insertBlocks(removeMarks(content).replaceAll("\r\n", "\n"), references.getBlock, remarks);
  const hasBlocks = /<!--\s*wp:/.test(source);
  const buttons = new Set(Array.from(source.matchAll(CLOSING_BUTTON), ([, name = ""]) => name.toLowerCase()));
  const enclosing = [...ENCLOSING, ...[...buttons].slice(0, MAX_BUTTONS)];
  const toHtml = (text: string): string =>
    replaceShortcodes(text, enclosing, (shortcode) => toElement(shortcode, toHtml, references, notes));
  const { text, names } = removeShortcodes(toHtml(source));
  for (const name of names) remarks.push({ kind: "shortcode", text: `had the shortcode [${name}], which was removed` });
  const noteIds = references.footnotes.map(({ id }) => id);
  const simple = simplifyBlocks(text, noteIds, references.getAttachment);
  return { html: hasBlocks ? simple : addParagraphs(simple), notes, remarks };
}

/**
 * Returns the HTML that replaces a shortcode; null for an unknown shortcode.
 *
 * @param toHtml replaces the shortcodes in `inner`; since `inner` never contains the closing shortcode of `name`, the
 *   depth of nested calls is limited
 * @param notes gets the HTML of each footnote
 */
function toElement(
  { name, rest, inner }: Shortcode,
  toHtml: (text: string) => string,
  { getAttachment, attached }: PostReferences,
  notes: string[],
): string | null {
  const attributes = parseAttributes(rest);
  const get = (...names: string[]) => names.map((key) => attributes.get(key)).find(Boolean);
  switch (name) {
    case "caption":
    case "wp_caption": {
      const text = toHtml(inner ?? "");
      const image = /(?:<a\b[^<>]*>\s*)?<img\b[^<>]*>(?:\s*<\/a>)?/i.exec(text)?.[0] ?? "";
      const caption = text.replace(image, () => "").trim() || escapeHtml(attributes.get("caption") ?? "");
      return toBlock(`<figure>${image}<figcaption>${caption}</figcaption></figure>`);
    }
    case "embed":
      return toBlock(`<p>${(inner ?? "").trim()}</p>`);
    case "youtube":
    case "vimeo":
    case "soundcloud":
    case "tweet":
    case "instagram": {
      const [, tweet] = name === "tweet" ? (/^\s+(\d{1,25})\s*$/.exec(rest) ?? []) : [];
      const url = get("url") ?? getAddress(rest) ?? (tweet && `https://twitter.com/i/status/${tweet}`);
      return url ? toBlock(`<p>${escapeHtml(url)}</p>`) : null;
    }
    case "audio":
    case "video": {
      const src = get("src", "mp4", "webm", "mp3", "m4a", "ogg", "wav") ?? getAddress(rest);
      return src ? toBlock(`<${name} src="${escapeHtml(src)}"></${name}>`) : null;
    }
    case "playlist":
      return toBlock(
        listFiles(get("ids"), getAttachment)
          .map(({ url, title }) => toLink(url, title))
          .join("\n\n"),
      );
    case "gallery": {
      const ids = get("ids", "include");
      const excluded = listFiles(get("exclude"), getAttachment);
      const images = ids ? listFiles(ids, getAttachment) : attached.filter((image) => !excluded.includes(image));
      return images.length > 0 ? toBlock(images.map(toFigure).join("\n\n")) : null;
    }
    case "code":
    case "sourcecode": {
      const code = escapeHtml(inner ?? "").replaceAll("[", "&#91;");
      return toBlock(`<pre>${code.replace(/&amp;(?=lt;|gt;|amp;|quot;|#\d{1,6};)/g, "&")}</pre>`);
    }
    case "ref":
    case "footnote":
      notes.push(toHtml(inner ?? ""));
      return markNote(notes.length);
    default: {
      // Keeps the address, and any text, of an unknown button, map or frame from a plugin.
      const address = get("url", "link", "href", "src");
      if (!address || !/^https?:\/\/\S+$/.test(address)) return null;
      return toBlock(inner?.trim() ? toLink(address, toHtml(inner)) : `<p>${escapeHtml(address)}</p>`);
    }
  }
}

/** Returns the address in a shortcode without attribute names, such as `[youtube=https://…]` or `[audio https://…]`. */
function getAddress(rest: string): string | undefined {
  return /^[\s=]\s?"?(https?:[^\s"]+)/.exec(rest)?.[1];
}

function listFiles(ids: string | undefined, getAttachment: PostReferences["getAttachment"]): Attachment[] {
  return (ids ?? "").split(",").flatMap((id) => getAttachment(id.trim()) ?? []);
}

function toLink(url: string, text: string): string {
  return `<p><a href="${escapeHtml(url)}">${text}</a></p>`;
}

function toFigure({ url, alt, caption, credit }: Attachment): string {
  const image = `<img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">`;
  return `<figure>${image}<figcaption>${escapeHtml(joinCredit(caption, credit))}</figcaption></figure>`;
}

function toBlock(html: string): string {
  return `\n\n${html}\n\n`;
}

/** Adds the paragraphs and line breaks that WordPress would add when it shows a post of its classic editor. */
function addParagraphs(content: string): string {
  return splitPreformatted(content)
    .map(({ text, isPreformatted }) =>
      isPreformatted
        ? text
        : separateAddresses(text)
            .split(/\n[^\S\n]*\n\s*/)
            .map(toParagraph)
            .join("\n"),
    )
    .join("\n");
}

/** Splits HTML into preformatted elements and the text between them. An unclosed element counts as text. */
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

/** Makes each address that is alone on a line a separate paragraph, since WordPress embeds the page at that address. */
function separateAddresses(text: string): string {
  const isAddress = (line: string) => /^https?:\/\/[^\s<>"]+$/.test(line.trim());
  return text
    .split("\n")
    .map((line) => (isAddress(line) ? `\n${line.trim()}\n` : line))
    .join("\n");
}
