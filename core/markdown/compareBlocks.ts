import type { Block, Inline, List, Mark } from "./blocks.ts";
import { markdown } from "./dialect.ts";

/** Characters that markdown-it's typographer always replaces. */
const QUOTES = /["']/;
/** Characters that markdown-it's typographer replaces only in groups, such as "--" and "(c)". */
const CHANGED_IN_GROUPS = /[().\-+!?,]/;

/** Returns true if readers see no difference between two blocks. */
export function isSameBlock(one: Block, other: Block): boolean {
  return JSON.stringify(toComparable(one)) === JSON.stringify(toComparable(other));
}

/**
 * Returns a block without details that readers can't see, such as list markers, marks on spaces, and spaces at the ends
 * of lines.
 */
function toComparable(block: Block): unknown {
  switch (block.type) {
    case "paragraph": {
      const [first, ...others] = block.content;
      if (first?.type === "image" && others.length === 0 && first.marks.length === 0)
        return ["figure", ...toComparableImage(first.src, first.alt, first.title)];
      return ["paragraph", toRuns(block.content)];
    }
    case "heading":
      return ["heading", block.level, toRuns(block.content)];
    case "footnote":
      return ["footnote", block.number, toRuns(block.content)];
    case "quote":
      return ["quote", toComparables(block.blocks)];
    case "list":
      return ["list", block.start, isTightList(block), block.items.map(toComparables)];
    case "code":
      return ["code", block.info, block.text];
    case "pull_quote":
      return ["pull_quote", block.text.trim(), block.by.trim()];
    case "figure":
      return ["figure", ...toComparableImage(block.src, block.alt, block.caption)];
    case "player":
      return ["player", markdown.normalizeLink(block.href), block.title];
    case "table":
      return ["table", block.alignments, block.rows.map((cells) => cells.map(toRuns))];
    default:
      return block;
  }
}

/** Returns an image's URL, in the form that pages contain, and its texts. Line breaks in the texts become spaces. */
function toComparableImage(src: string, alt: string, title: string): string[] {
  return [markdown.normalizeLink(src), toLine(alt).trim(), toLine(title)];
}

function toLine(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, " ");
}

function toComparables(blocks: readonly Block[]): unknown[] {
  const isEmpty = (block: Block) => block.type === "paragraph" && block.content.length === 0;
  return blocks.filter((block) => !isEmpty(block)).map(toComparable);
}

/** Returns true if a list has no space between its blocks. A list with only one block has no such space. */
function isTightList({ isTight, items }: List): boolean {
  return isTight || (items.length === 1 && (items[0]?.length ?? 0) <= 1);
}

/** Consecutive characters with the same marks. */
type Run = [text: string, marks: string];

function toRuns(content: readonly Inline[]): Run[] {
  const runs: Run[] = [];
  for (const [text, marks] of dropOuterSpaces(content.flatMap(toCharacters))) {
    const last = runs.at(-1);
    if (last && last[1] === marks) last[0] += text;
    else runs.push([text, marks]);
  }
  return runs;
}

/** Returns each character with its marks. An image, a footnote reference or a line break counts as one character. */
function toCharacters(piece: Inline): Run[] {
  const marks = piece.marks.map(formatMark).filter((mark) => mark !== "");
  const format = marks.sort().join(" ");
  switch (piece.type) {
    case "break":
      return [["\n", ""]];
    case "image":
      return [[JSON.stringify(toComparableImage(piece.src, piece.alt, piece.title)), `image ${format}`]];
    case "footnote_reference":
      return [[piece.number, `note ${format}`]];
    case "text": {
      if (marks.includes("code")) return [[piece.text, format]];
      const isLiteral = piece.marks.some(({ type }) => type === "literal");
      const chars = [...toLine(piece.text)];
      return chars.map((char) => [char, char === " " ? "" : isLiteral ? `${format} literal` : format]);
    }
  }
}

function formatMark(mark: Mark): string {
  if (mark.type === "literal") return "";
  return mark.type === "link" ? JSON.stringify([markdown.normalizeLink(mark.href), toLine(mark.title)]) : mark.type;
}

/** Drops spaces around line breaks and at both ends of the text, and line breaks at its end. */
function dropOuterSpaces(chars: readonly Run[]): Run[] {
  const kept: Run[] = [];
  for (const char of chars) {
    const last = kept.at(-1)?.[0] ?? "\n";
    if (char[0] === " " && char[1] === "" && /^[ \n]$/.test(last)) continue;
    while (char[0] === "\n" && kept.at(-1)?.[0] === " ") kept.pop();
    kept.push(char);
  }
  while (/^[ \n]$/.test(kept.at(-1)?.[0] ?? "")) kept.pop();
  return kept.map(dropNeedlessLiteral);
}

/** Removes the "literal" mark from a character that the typographer would leave unchanged in this place. */
function dropNeedlessLiteral(char: Run, index: number, chars: readonly Run[]): Run {
  const [text, marks] = char;
  if (!marks.endsWith(" literal") || QUOTES.test(text)) return char;
  const isInGroup = [index - 1, index + 1].some((place) => {
    const neighbor = chars[place]?.[0] ?? " ";
    return CHANGED_IN_GROUPS.test(neighbor) || (/[()]/.test(text) && /[crptm]/i.test(neighbor));
  });
  return isInGroup && CHANGED_IN_GROUPS.test(text) ? char : [text, marks.slice(0, -" literal".length)];
}
