import { parseDocument } from "htmlparser2";
import { escapeHtml } from "../../../html/text.ts";
import { markNote } from "../footnotes.ts";
import { getText, type HtmlElement, walkElements } from "../inlineMarkdown.ts";
import type { Remark } from "../remarks.ts";
import type { Attachment } from "./wxrReferences.ts";

/** Matches a comment that begins, ends or is a block. `<!-- wp:block {"ref":12} /-->` is a whole block. */
const BLOCK_COMMENT = /<!-- (\/?)wp:([a-z][\w/-]{0,100})(?: ([^<>]*?))?(\/?)-->/g;
/** Blocks without content that are removed without a remark, since readers do not miss them. */
const SILENT_BLOCKS = ["more", "nextpage", "separator", "spacer", "footnotes", "site-logo", "post-featured-image"];
/** Maximum nesting depth of reusable blocks. */
const MAX_DEPTH = 5;
/** Maximum length of a post with its reusable blocks, in characters. */
const MAX_LENGTH = 5_000_000;

/**
 * Replaces references to reusable blocks with the blocks' content. Removes other blocks without content, with a remark
 * if readers may miss them.
 */
export function insertBlocks(
  content: string,
  getBlock: (id: string) => string | undefined,
  remarks: Remark[],
  depth = 0,
): string {
  let length = content.length;
  return content.replace(BLOCK_COMMENT, (comment, _end, name: string, json: string | undefined, isAlone: string) => {
    if (!isAlone) return comment;
    if (name === "block") {
      const id = /"ref":(\d{1,20})/.exec(json ?? "")?.[1] ?? "";
      const block = depth < MAX_DEPTH ? getBlock(id) : undefined;
      length += block?.length ?? 0;
      if (block !== undefined && length < MAX_LENGTH) return insertBlocks(block, getBlock, remarks, depth + 1);
      remarks.push({ kind: "block", text: `has the reusable block ${id}, which is not in the export` });
    } else if (!SILENT_BLOCKS.includes(name))
      remarks.push({ kind: "block", text: `has a block "${name}", which was removed` });
    return "";
  });
}

/** Replacement for the HTML from `start` (inclusive) to `end` (exclusive). */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Prepares a post's HTML for `toMarkdown`. Converts footnotes, details, verses, files and covers to simple HTML, and
 * adds the descriptions and credits of the media library to images.
 *
 * @param noteIds identifiers of the post's footnotes, in order
 * @param getAttachment returns a file of the media library by its id
 */
export function simplifyBlocks(
  html: string,
  noteIds: readonly string[],
  getAttachment: (id: string) => Attachment | undefined,
): string {
  const document = parseDocument(html, { withStartIndices: true, withEndIndices: true });
  const edits: Edit[] = [];
  for (const element of walkElements(document.children))
    for (const edit of editElement(element, html, noteIds, getAttachment)) edits.push(edit);
  let out = "";
  let from = 0;
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    if (start < from) continue;
    out += html.slice(from, start) + text;
    from = end;
  }
  return out + html.slice(from);
}

function editElement(
  element: HtmlElement,
  html: string,
  noteIds: readonly string[],
  getAttachment: (id: string) => Attachment | undefined,
): Edit[] {
  const { name, attribs, startIndex, endIndex, children } = element;
  if (startIndex === null || endIndex === null) return [];
  const replace = (text: string): Edit[] => [{ start: startIndex, end: endIndex + 1, text }];
  const inner = () => html.slice(children[0]?.startIndex ?? 0, (children.at(-1)?.endIndex ?? -1) + 1);
  const classes = (attribs.class ?? "").split(/\s+/);
  const note = attribs["data-fn"];
  if (note !== undefined) return replace(noteIds.includes(note) ? markNote(noteIds.indexOf(note) + 1) : "");
  if (name === "summary") return replace(`<p><strong>${inner()}</strong></p>`);
  if (name === "pre" && classes.includes("wp-block-verse"))
    return replace(`<p>${inner().trim().replaceAll("\n", "<br>")}</p>`);
  // Removes a file's button, which is a second link to the file, and a frame that shows the file.
  if (classes.includes("wp-block-file__button") || classes.includes("wp-block-file__embed")) return replace("");
  if (name === "img") return editImage(element, getAttachment);
  if (classes.includes("wp-block-cover")) {
    const [, url] = /background-image:\s?url\(['"]?([^'")]{1,2000})/.exec(attribs.style ?? "") ?? [];
    const image = url ? `<figure><img src="${escapeHtml(url)}" alt=""></figure>` : "";
    return image ? [{ start: startIndex, end: startIndex, text: image }] : [];
  }
  return [];
}

/**
 * Adds the description and credit from the media library to an image. The image's class, such as `wp-image-12`,
 * contains the id of its file in the library.
 */
function editImage(
  { attribs, startIndex, endIndex, parent }: HtmlElement,
  getAttachment: (id: string) => Attachment | undefined,
): Edit[] {
  const id = /(?:^|\s)wp-image-(\d{1,20})(?:\s|$)/.exec(attribs.class ?? "")?.[1] ?? attribs["data-id"];
  const attachment = id === undefined ? undefined : getAttachment(id);
  if (!attachment || startIndex === null || endIndex === null) return [];
  const { alt, caption, credit } = attachment;
  const figure = findFigure(parent);
  const caption_ = figure?.children.find(
    (child): child is HtmlElement => "attribs" in child && child.name === "figcaption",
  );
  const edits: Edit[] = [];
  const shown = caption_ ? getText(caption_.children) : "";
  const missing = credit && !shown.includes(credit) ? credit : "";
  if (missing && caption_ && caption_.children.at(-1)?.endIndex != null) {
    const end = (caption_.children.at(-1)?.endIndex ?? 0) + 1;
    edits.push({ start: end, end, text: ` (${escapeHtml(missing)})` });
  }
  const title = caption_ ? "" : joinCredit(figure ? caption : "", missing);
  const src = attribs["data-src"] || attribs["data-lazy-src"] || attribs.src || attachment.url;
  const text = `<img src="${escapeHtml(src)}" alt="${escapeHtml(attribs.alt || alt)}" title="${escapeHtml(title)}">`;
  return [{ start: startIndex, end: endIndex + 1, text }, ...edits];
}

/** Returns a caption, followed by the credit in parentheses. Either text may be "". */
export function joinCredit(caption: string, credit: string): string {
  return caption && credit ? `${caption} (${credit})` : caption || credit;
}

function findFigure(parent: HtmlElement["parent"]): HtmlElement | undefined {
  let element = parent;
  for (let depth = 0; element && depth < 3; depth++) {
    if ("attribs" in element && element.name === "figure") return element;
    element = element.parent;
  }
  return undefined;
}
