import { type Inline, isSameMark, type Mark } from "./blocks.ts";
import type { MarkdownToken } from "./dialect.ts";

/** Characters that the typographer may replace. */
const TYPOGRAPHIC = /["'().\-+!?,]/;

const FORMATS: Record<string, Mark["type"]> = { em: "em", strong: "strong", s: "strike", link: "link" };

/** Converts the tokens of a paragraph, a heading or a cell. A soft line break becomes a space. */
export function readInline(tokens: readonly MarkdownToken[]): Inline[] {
  const open: Mark[] = [];
  const content: Inline[] = [];
  for (const token of tokens) {
    const name = token.type.replace(/_(?:open|close)$/, "");
    const format = FORMATS[name];
    if (format !== undefined && token.nesting > 0) open.push(toMark(format, token));
    else if (format !== undefined)
      open.splice(
        open.findLastIndex(({ type }) => type === format),
        1,
      );
    else {
      const piece = readPiece(token, getDistinctMarks(open));
      if (piece) addPiece(content, piece);
    }
  }
  return content;
}

/** Returns the marks without repetitions: emphasis within emphasis counts once. */
function getDistinctMarks(marks: readonly Mark[]): Mark[] {
  return marks.filter((mark, index) => marks.findIndex((other) => isSameMark(mark, other)) === index);
}

function toMark(type: Mark["type"], token: MarkdownToken): Mark {
  if (type !== "link") return { type };
  const href = String(token.attrGet("href") ?? "");
  return { type, href, title: String(token.attrGet("title") ?? ""), isAutomatic: token.markup === "autolink" };
}

function readPiece(token: MarkdownToken, marks: Mark[]): Inline | null {
  switch (token.type) {
    case "text":
      return { type: "text", text: token.content, marks };
    case "text_special": {
      const isLiteral = TYPOGRAPHIC.test(token.content);
      return { type: "text", text: token.content, marks: isLiteral ? [...marks, { type: "literal" }] : marks };
    }
    case "code_inline":
      return { type: "text", text: token.content, marks: [...marks, { type: "code" }] };
    case "softbreak":
      return { type: "text", text: " ", marks };
    case "hardbreak":
      return { type: "break", marks };
    case "footnote_reference":
      return { type: "footnote_reference", number: token.info, marks };
    case "image":
      return { type: "image", ...readImage(token), marks };
    default:
      throw new Error(`the token ${token.type} has no place in a text`);
  }
}

export function readImage(token: MarkdownToken) {
  const src = String(token.attrGet("src") ?? "");
  return { src, alt: getPlainText(token.children ?? []), title: String(token.attrGet("title") ?? "") };
}

function getPlainText(tokens: readonly MarkdownToken[]): string {
  return tokens
    .map(({ type, children, content }) => {
      if (type === "image") return getPlainText(children ?? []);
      return type === "softbreak" || type === "hardbreak" ? " " : content;
    })
    .join("");
}

function addPiece(content: Inline[], piece: Inline): void {
  const last = content.at(-1);
  if (piece.type === "text" && piece.text === "") return;
  const isSame = last?.marks.length === piece.marks.length && last.marks.every((mark, i) => isSameAt(piece, i, mark));
  if (piece.type === "text" && last?.type === "text" && isSame) last.text += piece.text;
  else content.push(piece);
}

function isSameAt({ marks }: Inline, index: number, mark: Mark): boolean {
  const other = marks[index];
  return other !== undefined && isSameMark(mark, other);
}
