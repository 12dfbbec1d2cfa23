import type { Token } from "markdown-it";
import { markdown, renderTokens } from "../editions/pages/markdown.ts";
import { getEmbed } from "../feeds/clean/embeds.ts";
import { MAX_CELLS, MAX_COLUMNS } from "../html/tableLimits.ts";
import { escapeHtml } from "../html/text.ts";

/** A recording or a film in the edition's folder `media`. */
const OWN_FILE = /^\/media\/[^/?#]+\.(mp3|m4a|aac|ogg|oga|opus|wav|mp4|webm)$/i;
const FILMS = /^(?:mp4|webm)$/i;

/** Tokens of a block with their own HTML, and the number of tokens that it replaces. */
interface OwnBlock {
  html: string;
  length: number;
}

/**
 * Renders a story's Markdown as HTML. Raw HTML is escaped. Headings begin at level 2, below the headline. A link to a
 * video or a player that stands alone, or its bare address on a line of its own, becomes the button that loads the player,
 * one to a recording or a film in `media` a player, an image with a title that stands alone becomes a figure, a fenced block named "quote" a pull quote, and a table beyond the limits its source.
 */
export function renderStory(body: string): string {
  const tokens = markdown.parse(body, {});
  const lines = body.split("\n");
  const html: string[] = [];
  let run: Token[] = [];
  let cells = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.tag === "h1") token.tag = "h2";
    let block: OwnBlock | undefined;
    if (token.type === "paragraph_open" && !token.hidden) block = renderParagraph(tokens[index + 1]);
    else if (token.type === "fence" && token.info.trim() === "quote") block = renderPullQuote(token);
    else if (token.type === "table_open") {
      const table = tokens.slice(index, index + findTableLength(tokens, index));
      cells += table.filter(({ type }) => isCell(type)).length;
      if (cells > MAX_CELLS || isTooWide(table)) block = renderSource(table, lines);
    }
    if (!block) run.push(token);
    else {
      html.push(renderTokens(run), block.html);
      run = [];
      index += block.length - 1;
    }
  }
  return html.join("") + renderTokens(run);
}

/** Renders a paragraph that is only an image with a caption, or only a link to a player. */
function renderParagraph(inline: Token | undefined): OwnBlock | undefined {
  const children = inline?.children ?? [];
  const [first] = children;
  const html =
    renderBareAddresses(inline) ?? (first?.type === "image" ? renderFigure(children) : renderPlayer(children));
  return html ? { html: `${html}\n`, length: 3 } : undefined;
}

/** Matches an address that may be that of a player, as a whole line. */
const BARE_ADDRESS = /^https?:\/\/\S+$/;

/**
 * Renders a paragraph in which bare addresses of videos or players stand on lines of their own, as in WordPress and Ghost;
 * null for any other. Reads the source, since in the tokens quotation marks and dashes are typographic.
 */
function renderBareAddresses(inline: Token | undefined): string | null {
  const lines = (inline?.content ?? "").split("\n").map((line) => line.trim());
  const players = lines.map((line) => (BARE_ADDRESS.test(line) ? getEmbed({ src: line }, null) : null));
  if (!players.some((player) => player?.isPlayer)) return null;
  const parts = splitLines(inline?.children ?? []);
  // The line breaks of code, and of text in italics, are not between parts.
  if (parts.length !== lines.length) return null;
  const html: string[] = [];
  let text: Token[] = [];
  const endText = () => {
    if (text.length > 0) html.push(`<p>${markdown.renderer.renderInline(text, markdown.options, {})}</p>`);
    text = [];
  };
  for (const [index, { lineBreak, tokens }] of parts.entries()) {
    const player = players[index];
    if (!player?.isPlayer) text.push(...(text.length > 0 && lineBreak ? [lineBreak] : []), ...tokens);
    else {
      endText();
      html.push(`<p>${toPlayerLink(player)}</p>`);
    }
  }
  endText();
  return html.join("\n");
}

interface Line {
  /** The line break before it; null for the first line. */
  lineBreak: Token | null;
  tokens: Token[];
}

function splitLines(tokens: readonly Token[]): Line[] {
  const lines: Line[] = [{ lineBreak: null, tokens: [] }];
  for (const token of tokens)
    if (token.level === 0 && /^(soft|hard)break$/.test(token.type)) lines.push({ lineBreak: token, tokens: [] });
    else lines.at(-1)?.tokens.push(token);
  return lines;
}

function toPlayerLink({ url, text }: { url: string; text: string }): string {
  return `<a href="${escapeHtml(url)}" data-embed="player">${escapeHtml(text)}</a>`;
}

function renderFigure([image, ...others]: readonly Token[]): string | null {
  const caption = image?.attrGet("title");
  if (!image || others.length > 0 || !caption) return null;
  image.attrs = image.attrs?.filter(([name]) => name !== "title") ?? null;
  return `<figure>${markdown.renderer.renderInline([image], markdown.options, {})}<figcaption>${escapeHtml(String(caption))}</figcaption></figure>`;
}

function renderPlayer(children: readonly Token[]): string | null {
  const [link, ...rest] = children;
  const texts = rest.slice(0, -1);
  if (link?.type !== "link_open" || link.attrGet("title") !== null || rest.at(-1)?.type !== "link_close") return null;
  if (!texts.every(({ type }) => type === "text" || type === "text_special")) return null;
  const title = texts.map(({ content }) => content).join("");
  const href = String(link.attrGet("href"));
  const [, extension = ""] = OWN_FILE.exec(href) ?? [];
  const element = extension === "" ? null : FILMS.test(extension) ? "video" : "audio";
  // Loaded at a click: a page never plays by itself, and costs no reader the file.
  if (element)
    return `<figure><${element} src="${escapeHtml(href)}" controls preload="none"></${element}><figcaption><a href="${escapeHtml(href)}">${escapeHtml(title)}</a></figcaption></figure>`;
  const embed = getEmbed({ src: href, title }, null);
  if (!embed?.isPlayer) return null;
  return `<p>${toPlayerLink(embed)}</p>`;
}

/** Renders a pull quote. Its last line may name the speaker, after a dash. */
function renderPullQuote({ content }: Token): OwnBlock {
  const lines = content.trim().split("\n");
  const by = /^(?:—|--)(.+)$/.exec(lines.at(-1) ?? "")?.[1]?.trim();
  const quote = (by ? lines.slice(0, -1) : lines).map(escapeHtml).join("<br>\n");
  const caption = by ? `<figcaption>${escapeHtml(by)}</figcaption>` : "";
  return { html: `<figure><blockquote><p>${quote}</p></blockquote>${caption}</figure>\n`, length: 1 };
}

function findTableLength(tokens: readonly Token[], start: number): number {
  return tokens.findIndex(({ type }, index) => index > start && type === "table_close") - start + 1;
}

function isCell(type: string): boolean {
  return type === "th_open" || type === "td_open";
}

function isTooWide(table: readonly Token[]): boolean {
  return table.filter(({ type }) => type === "th_open").length > MAX_COLUMNS;
}

function renderSource(table: readonly Token[], lines: readonly string[]): OwnBlock {
  const [from = 0, to = 0] = table[0]?.map ?? [];
  return { html: `<pre><code>${escapeHtml(lines.slice(from, to).join("\n"))}</code></pre>\n`, length: table.length };
}
