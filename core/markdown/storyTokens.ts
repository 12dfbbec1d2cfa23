import { getPlayerUrl } from "../playerUrls.ts";
import type { MarkdownToken } from "./dialect.ts";
import { MAX_CELLS, MAX_COLUMNS } from "./tableLimits.ts";

/** Matches the path of a recording or a film in the edition's folder `media`. */
const OWN_FILE = /^\/media\/[^/?#]+\.(mp3|m4a|aac|ogg|oga|opus|wav|mp4|webm)$/i;
const FILMS = /^(?:mp4|webm)$/i;

/** A block that stories have and Markdown does not. Its token replaces the Markdown tokens of the block. */
export type StoryBlock =
  | { kind: "figure"; image: MarkdownToken; caption: string }
  /** A player for a recording or a film of the edition, or a button that loads a player from another site. */
  | { kind: "player"; href: string; title: string; player: Player }
  | { kind: "pull_quote"; text: string; by: string; dash: string }
  /** A table that exceeds the limits of size. `lines` is the table's range of lines in the Markdown source. */
  | { kind: "wide_table"; lines: readonly [number, number] };

type Player = { element: "audio" | "video" } | { url: string };

const STORY_BLOCK = "story_block";

/** Returns the story block of a token from `toStoryTokens`; undefined for a token of Markdown. */
export function getStoryBlock({ type, meta }: MarkdownToken): StoryBlock | undefined {
  return type === STORY_BLOCK ? (meta?.block as StoryBlock) : undefined;
}

/**
 * Returns the tokens of a story. One token replaces the tokens of each block that only stories have:
 * - a paragraph that is only a link to a video or a player, or only its bare address,
 * - a paragraph that is only a link to a recording or a film in `media`,
 * - a paragraph that is only an image with a title,
 * - a fenced block named "quote",
 * - a table that exceeds the limits of size.
 */
export function toStoryTokens(tokens: readonly MarkdownToken[]): MarkdownToken[] {
  const out: MarkdownToken[] = [];
  let cells = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as MarkdownToken;
    let block: StoryBlock | null = null;
    let length = 1;
    if (token.type === "paragraph_open" && !token.hidden) {
      block = findParagraphBlock(tokens[index + 1]?.children ?? []);
      length = 3;
    } else if (token.type === "fence" && token.info.trim() === "quote") block = toPullQuote(token.content);
    else if (token.type === "table_open") {
      const table = tokens.slice(index, findTableEnd(tokens, index));
      cells += table.filter(({ type }) => isCell(type)).length;
      if (cells > MAX_CELLS || isTooWide(table)) block = { kind: "wide_table", lines: token.map ?? [0, 0] };
      length = table.length;
    }
    out.push(token);
    if (!block) continue;
    Object.assign(token, { type: STORY_BLOCK, nesting: 0, meta: { block } });
    index += length - 1;
  }
  return out;
}

/** Recognizes a paragraph that is only an image with a caption, or only a link to a player. */
function findParagraphBlock(children: readonly MarkdownToken[]): StoryBlock | null {
  return children[0]?.type === "image" ? findFigure(children) : findPlayer(children);
}

function findFigure([image, ...others]: readonly MarkdownToken[]): StoryBlock | null {
  const caption = image?.attrGet("title");
  return image && others.length === 0 && caption ? { kind: "figure", image, caption: String(caption) } : null;
}

function findPlayer(children: readonly MarkdownToken[]): StoryBlock | null {
  const [link, ...rest] = children;
  const texts = rest.slice(0, -1);
  if (link?.type !== "link_open" || link.attrGet("title") !== null || rest.at(-1)?.type !== "link_close") return null;
  if (!texts.every(({ type }) => type === "text" || type === "text_special")) return null;
  const href = String(link.attrGet("href"));
  const player = toPlayer(href);
  const title = link.markup === "autolink" ? "" : texts.map(({ content }) => content).join("");
  return player && { kind: "player", href, title, player };
}

function toPlayer(href: string): Player | null {
  const [, extension = ""] = OWN_FILE.exec(href) ?? [];
  if (extension !== "") return { element: FILMS.test(extension) ? "video" : "audio" };
  const url = getPlayerUrl(URL.parse(href)?.href ?? "");
  return url === null ? null : { url };
}

/** Reads a pull quote. Its last line may name the speaker, after a dash. */
function toPullQuote(content: string): StoryBlock {
  const lines = content.trim().split("\n");
  const [, dash = "", rest = ""] = /^(—|--)(.+)$/.exec(lines.at(-1) ?? "") ?? [];
  const by = rest.trim();
  return { kind: "pull_quote", text: (by ? lines.slice(0, -1) : lines).join("\n"), by, dash };
}

function findTableEnd(tokens: readonly MarkdownToken[], start: number): number {
  return tokens.findIndex(({ type }, index) => index > start && type === "table_close") + 1;
}

function isCell(type: string): boolean {
  return type === "th_open" || type === "td_open";
}

function isTooWide(table: readonly MarkdownToken[]): boolean {
  return table.filter(({ type }) => type === "th_open").length > MAX_COLUMNS;
}
