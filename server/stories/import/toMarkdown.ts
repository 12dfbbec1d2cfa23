import { parseDocument } from "htmlparser2";
import { MAX_CELLS, MAX_COLUMNS } from "../../../core/markdown/tableLimits.ts";
import { trimChars, trimEndChars } from "../../../core/trim.ts";
import { cleanHtml } from "../../feeds/clean/cleanHtml.ts";
import { getEmbed } from "../../feeds/clean/embeds.ts";
import {
  BREAK,
  escapeText,
  getText,
  type HtmlElement,
  type HtmlNode,
  isElement,
  toInline,
  toLinkOfImage,
  toMarkdownImage,
  toMarkdownLink,
  toPlainText,
} from "./inlineMarkdown.ts";

const BREAK_OR_SPACE = new RegExp(`[\\s${BREAK}]`);

const BLOCKS =
  /^(p|div|hr|h[2-6]|blockquote|pre|ul|ol|li|dl|dt|dd|figure|figcaption|address|table|caption|thead|tbody|tfoot|tr|th|td|audio|video)$/;

/**
 * Converts untrusted HTML to Markdown. Removes scripts, styles and unsafe links, as `cleanHtml` does for feeds.
 * Converts each player to a paragraph that contains only a link, since stories show such a paragraph as a player.
 *
 * @param base base of relative URLs; null if unknown
 */
export function toMarkdown(html: string, base: string | null): string {
  return formatMarkdown(parseSafeHtml(html, base));
}

/**
 * Parses untrusted HTML, and removes scripts, styles and unsafe links.
 *
 * @param base base of relative URLs; null if unknown
 */
export function parseSafeHtml(html: string, base: string | null): HtmlNode[] {
  return parseDocument(cleanHtml(html, base)).children;
}

/** Converts the nodes of `parseSafeHtml` to Markdown. */
export function formatMarkdown(nodes: readonly HtmlNode[]): string {
  return toBlocks(nodes).join("\n\n");
}

function toBlocks(nodes: readonly HtmlNode[]): string[] {
  const blocks: string[] = [];
  let inline: HtmlNode[] = [];
  function endParagraph(): void {
    blocks.push(...toParagraphs(inline));
    inline = [];
  }
  for (const node of nodes) {
    if (!isElement(node) || !isBlock(node)) inline.push(node);
    else {
      endParagraph();
      for (const block of toBlock(node)) blocks.push(separateLists(blocks.at(-1), block));
    }
  }
  endParagraph();
  return blocks;
}

/** Changes the markers of a list that follows another list, since Markdown would otherwise join the two lists. */
function separateLists(before: string | undefined, block: string): string {
  const isSame = (pattern: RegExp) => before !== undefined && pattern.test(before) && pattern.test(block);
  if (isSame(/^- /)) return block.replace(/^- /gm, "+ ");
  return isSame(/^\d+\. /) ? block.replace(/^(\d+)\. /gm, "$1) ") : block;
}

function isBlock({ name, attribs, children }: HtmlElement): boolean {
  if (BLOCKS.test(name) || (name === "a" && attribs["data-embed"] !== undefined)) return true;
  return name !== "a" && children.some((child) => isElement(child) && isBlock(child));
}

/** Converts inline nodes to paragraphs. Two line breaks separate paragraphs. */
function toParagraphs(nodes: readonly HtmlNode[]): string[] {
  const text = toPlainText(nodes);
  const embed = /^https?:\/\/\S+$/.test(text) && nodes.every((node) => !isElement(node) || node.name === "br");
  // An address that is alone in a paragraph becomes a link, since WordPress embeds the page at that address.
  if (embed) return [toMarkdownLink(text, escapeText(getEmbed({ src: text }, null)?.text ?? text))];
  return toInline(nodes)
    .split(new RegExp(`${BREAK}\\s*${BREAK}[\\s${BREAK}]*`))
    .map((paragraph) => protectLines(trimBreaks(paragraph).replaceAll(new RegExp(` ?${BREAK} ?`, "g"), "\\\n")))
    .filter((paragraph) => paragraph !== "");
}

function toBlock({ name, attribs, children }: HtmlElement): string[] {
  switch (name) {
    case "hr":
      return ["***"];
    case "a":
      return [toMarkdownLink(attribs.href ?? "", escapeText(toPlainText(children)))];
    case "pre":
      return toCodeBlock(getText(children));
    case "blockquote":
      return indent(toBlocks(children).join("\n\n"), "> ", "> ");
    case "ul":
    case "ol":
      return toList(children, name === "ol" ? Number(attribs.start ?? 1) : null);
    case "figure":
      return toFigure(children);
    case "table":
      return toTable(children);
    case "audio":
    case "video":
      return toMedia(attribs, children);
    case "dt":
      return toParagraphs(children).map((term) => `**${term.replaceAll("**", "")}**`);
  }
  if (!/^h[2-6]$/.test(name)) return toBlocks(children);
  const text = escapeLastHashes(toLine(children));
  return text ? [`${"#".repeat(Number(name[1]))} ${text}`] : [];
}

/** Escapes number signs at the end of a heading, since Markdown would drop them. */
function escapeLastHashes(text: string): string {
  const rest = trimEndChars(text, /#/);
  return rest === text ? text : `${rest}\\${text.slice(rest.length)}`;
}

function toCodeBlock(source: string, name = ""): string[] {
  const text = source.replace(/^\n/, "").trimEnd();
  if (text === "") return [];
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${name}\n${text}\n${fence}`];
}

/** Converts the items of a list. @param start number of the first item; null for a list with bullets */
function toList(children: readonly HtmlNode[], start: number | null): string[] {
  const items = children
    .map((item) => toBlocks(isElement(item) && item.name === "li" ? item.children : [item]))
    .filter((blocks) => blocks.length > 0);
  // Converts a list that contains only images, such as a slideshow, to paragraphs: an image in a list shows no caption.
  if (items.every((blocks) => blocks.every((block) => /^!\[[^\n]*\)$/.test(block)))) return items.flat();
  const isLoose = items.some((blocks) => blocks.filter((block) => !/^([-+] |\d+[.)] )/.test(block)).length > 1);
  const first = start !== null && Number.isSafeInteger(start) && start >= 0 && start < 1e6 ? start : 1;
  const lines = items.flatMap((blocks, index) => {
    const marker = start === null ? "- " : `${first + index}. `;
    return indent(blocks.join(isLoose ? "\n\n" : "\n"), marker, " ".repeat(marker.length));
  });
  return lines.length > 0 ? [lines.join(isLoose ? "\n\n" : "\n")] : [];
}

function toFigure(children: readonly HtmlNode[]): string[] {
  const elements = children.filter((child) => isElement(child));
  const caption = elements.filter(({ name }) => name === "figcaption").flatMap((element) => element.children);
  const others = children.filter((child) => !isElement(child) || child.name !== "figcaption");
  const images = listAll(others, "img");
  const [only, ...more] = elements;
  // A figure that contains only a blockquote is a pull quote in WordPress.
  if (only?.name === "blockquote" && more.length === 0) return toPullQuote(only);
  const hasBlocks = listAll(others, "table").length > 0 || listAll(others, "figure").length > 0;
  // Keeps the content in place if the figure contains figures (a gallery), or text beside images (a card).
  if (images.length === 0 || hasBlocks || toPlainText(others) !== "")
    return [...toBlocks(others), ...toParagraphs(caption)];
  const text = toPlainText(caption);
  const links = listAll(others, "a").map(({ attribs }) => (attribs.href ? toLinkOfImage(attribs.href) : ""));
  return images
    .map(({ attribs }, index) =>
      toMarkdownImage(attribs, (index === images.length - 1 && text) || (attribs.title ?? "")),
    )
    .concat(links)
    .filter((block) => block !== "");
}

function toPullQuote({ children }: HtmlElement): string[] {
  const cites = listAll(children, "cite");
  const by = toPlainText(cites);
  const quote = toPlainText(children.filter((child) => !isElement(child) || child.name !== "cite"));
  return quote ? toCodeBlock(by ? `${quote}\n— ${by}` : quote, "quote") : [];
}

/** Converts a table of data with at least two columns. The content of a table for layout becomes paragraphs. */
function toTable(children: readonly HtmlNode[]): string[] {
  const rows = fillSpans(
    listAll(children, "tr").map(({ children }) =>
      children.filter((cell) => isElement(cell)).filter(({ name }) => name === "td" || name === "th"),
    ),
  );
  const columns = Math.max(0, ...rows.map((cells) => cells.length));
  const isLayout = ["table", "img", "ul", "ol"].some((name) => listAll(children, name).length > 0);
  const captions = listAll(children, "caption");
  const inCells = [...captions, ...rows.flat()].reduce((length, cell) => length + getWords(cell.children).length, 0);
  if (
    columns < 2 ||
    columns > MAX_COLUMNS ||
    columns * rows.length > MAX_CELLS ||
    isLayout ||
    inCells < getWords(children).length
  )
    return toBlocks(children);
  const caption = captions.flatMap((element) => toParagraphs(element.children));
  const [first = [], ...others] = rows;
  const hasHead = first.every(({ name }) => name === "th");
  const toRow = (cells: readonly HtmlElement[]) => {
    const texts = Array.from({ length: columns }, (_, index) => toLine(cells[index]?.children ?? []));
    return `| ${texts.map((text) => text.replaceAll("|", "\\|")).join(" | ")} |`;
  };
  const body = hasHead ? others : rows;
  const divider = `|${" --- |".repeat(columns)}`;
  return [...caption, [toRow(hasHead ? first : []), divider, ...body.map(toRow)].join("\n")];
}

/** Adds empty cells for the columns and rows that a cell spans, since Markdown has no spanning cells. */
function fillSpans(rows: readonly HtmlElement[][]): HtmlElement[][] {
  const empty = { name: "td", attribs: {}, children: [] } as unknown as HtmlElement;
  const span = (value: string | undefined) => Math.min(Math.max(1, Number(value) || 1), MAX_COLUMNS);
  /** Number of further rows that a cell of an earlier row spans, by column. */
  const covered: number[] = [];
  return rows.map((cells) => {
    const filled: HtmlElement[] = [];
    const addCovered = () => {
      while ((covered[filled.length] ?? 0) > 0) {
        covered[filled.length] = (covered[filled.length] ?? 0) - 1;
        filled.push(empty);
      }
    };
    for (const cell of cells) {
      addCovered();
      for (let column = 0; column < span(cell.attribs.colspan); column++) {
        covered[filled.length] = span(cell.attribs.rowspan) - 1;
        filled.push(column === 0 ? cell : empty);
      }
    }
    addCovered();
    return filled;
  });
}

function toMedia(attribs: Record<string, string>, children: readonly HtmlNode[]): string[] {
  const src = attribs.src ?? listAll(children, "source")[0]?.attribs.src;
  const name = src?.split(/[?#]/, 1)[0]?.split("/").at(-1);
  return src ? [toMarkdownLink(src, escapeText(name || src))] : [];
}

function listAll(nodes: readonly HtmlNode[], name: string): HtmlElement[] {
  return nodes
    .filter((node) => isElement(node))
    .flatMap((node) => [...(node.name === name ? [node] : []), ...listAll(node.children, name)]);
}

function getWords(nodes: readonly HtmlNode[]): string {
  return getText(nodes).replace(/\s+/g, "");
}

function toLine(nodes: readonly HtmlNode[]): string {
  return toInline(nodes).replaceAll(BREAK, " ").replace(/ +/g, " ").trim();
}

function trimBreaks(text: string): string {
  return trimChars(text, BREAK_OR_SPACE).replace(/ +/g, " ");
}

/** Escapes characters at the beginning of a line that would begin a heading, a quotation, a list, a rule or a table. */
function protectLines(text: string): string {
  return text.replace(/^([#>+\-=:|])/gm, "\\$1").replace(/^(\d{1,9})([.)])/gm, "$1\\$2");
}

function indent(text: string, first: string, others: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n").map((line, index) => ((index === 0 ? first : others) + line).trimEnd());
  return [lines.join("\n")];
}
