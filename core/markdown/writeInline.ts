import { hasMark, type Inline, isSameMark, type Mark } from "./blocks.ts";
import { escapeText, formatCode, formatTarget } from "./escapeText.ts";

/** Delimiters of marks. Some combinations work where others fail: "_a_**.b**" works, but "*a***.b**" fails. */
export interface Signs {
  em: "*" | "_";
  strong: "**" | "__";
  /** True to write automatic links as `<address>`. */
  hasAutomaticLinks: boolean;
}

/** Kind of block that contains the text. */
type Context = "paragraph" | "line" | "cell";

/** A part of the text: its Markdown source or plain text, and its marks from the outermost to the innermost. */
interface Part {
  kind: "text" | "space" | "atom" | "break";
  text: string;
  marks: Mark[];
}

/** A part of the output: text, or the opening or closing delimiter of a mark. */
interface Output {
  text: string;
  sign?: "open" | "close";
}

/**
 * Writes the text of a paragraph, a heading or a cell. Headings and cells have only one line.
 *
 * @returns Markdown that may parse as a different text, so callers compare the parsed result with `content`
 */
export function writeInline(content: readonly Inline[], signs: Signs, context: Context = "paragraph"): string {
  const parts = orderMarks(joinSpaces(content.flatMap(toParts)));
  while (parts.at(-1)?.kind === "break" || parts.at(-1)?.kind === "space") parts.pop();
  const outputs = writeParts(parts, signs, context);
  separateSigns(outputs);
  const text = outputs.map((output) => output.text).join("");
  return context === "cell" ? text.replaceAll("|", "\\|") : text;
}

function toParts(piece: Inline): Part[] {
  const marks = piece.marks.filter(({ type }) => type !== "code" && type !== "literal");
  switch (piece.type) {
    case "break":
      return [{ kind: "break", text: "\\\n", marks: [] }];
    case "footnote_reference":
      return [{ kind: "atom", text: `[^${piece.number}]`, marks }];
    case "image":
      return [{ kind: "atom", text: writeImage(piece.src, piece.alt, piece.title), marks }];
    case "text":
      if (hasMark(piece, "code")) return [{ kind: "atom", text: formatCode(piece.text), marks }];
      if (hasMark(piece, "literal"))
        return [{ kind: "atom", text: piece.text.replace(/[!-/:-@[-`{-~]/g, "\\$&"), marks }];
      return splitSpaces(piece.text, marks);
  }
}

export function writeImage(src: string, alt: string, title: string): string {
  return `![${escapeText(alt)}](${formatTarget(src, title)})`;
}

/** Moves spaces at the ends of a text out of its marks, which must not begin or end with a space. */
function splitSpaces(text: string, marks: Mark[]): Part[] {
  if (marks.length === 0) return [{ kind: text.trim() === "" ? "space" : "text", text, marks }];
  const inner = text.trim();
  if (inner === "") return [{ kind: "space", text, marks: [] }];
  const start = text.indexOf(inner);
  const parts: Part[] = [
    { kind: "space", text: text.slice(0, start), marks: [] },
    { kind: "text", text: inner, marks },
    { kind: "space", text: text.slice(start + inner.length), marks: [] },
  ];
  return parts.filter((part) => part.text !== "");
}

/**
 * If the texts before and after a space or line break share marks, gives these marks to the space or break, too. One
 * mark then spans all three parts.
 */
function joinSpaces(parts: readonly Part[]): Part[] {
  let before: readonly Mark[] = [];
  return parts.map((part, index) => {
    if (part.kind !== "space" && part.kind !== "break") {
      before = part.marks;
      return part;
    }
    const after = parts.slice(index).find(({ kind }) => kind !== "space" && kind !== "break")?.marks ?? [];
    return { ...part, marks: before.filter((mark) => includesMark(after, mark)) };
  });
}

/** Orders the marks of each part: the marks that span the most parts are outermost. */
function orderMarks(parts: readonly Part[]): Part[] {
  let open: Mark[] = [];
  return parts.map((part, index) => {
    const firstClosed = open.findIndex((mark) => !includesMark(part.marks, mark));
    const kept = firstClosed < 0 ? open : open.slice(0, firstClosed);
    const opened = part.marks
      .filter((mark) => !includesMark(kept, mark))
      .map((mark) => ({ mark, length: getRunLength(parts, index, mark) }))
      .sort((a, b) => b.length - a.length || Number(b.mark.type === "link") - Number(a.mark.type === "link"));
    open = [...kept, ...opened.map(({ mark }) => mark)];
    return { ...part, marks: open };
  });
}

function getRunLength(parts: readonly Part[], start: number, mark: Mark): number {
  const end = parts.findIndex(({ marks }, index) => index > start && !includesMark(marks, mark));
  return (end < 0 ? parts.length : end) - start;
}

function includesMark(marks: readonly Mark[], mark: Mark): boolean {
  return marks.some((other) => isSameMark(mark, other));
}

function writeParts(parts: readonly Part[], signs: Signs, context: Context): Output[] {
  const outputs: Output[] = [];
  let open: Mark[] = [];
  let line: "first" | "later" | "begun" = "first";
  for (const [index, part] of parts.entries()) {
    const firstClosed = open.findIndex((mark, place) => !isSameMark(mark, part.marks[place] ?? { type: "literal" }));
    const kept = firstClosed < 0 ? open.length : firstClosed;
    for (const mark of open.slice(kept).reverse()) outputs.push({ text: getSign(mark, false, signs), sign: "close" });
    for (const mark of part.marks.slice(kept)) {
      outputs.push({ text: getSign(mark, true, signs), sign: "open" });
      // Text after a delimiter is not at the start of the line, and cannot begin a block, such as a list.
      line = "begun";
    }
    open = part.marks;
    outputs.push({ text: writePart(part, parts[index + 1], line, context, signs) });
    if (part.kind === "break" && context === "paragraph") line = "later";
    else if (part.text.trim() !== "") line = "begun";
  }
  for (const mark of open.toReversed()) outputs.push({ text: getSign(mark, false, signs), sign: "close" });
  return outputs;
}

function writePart(
  part: Part,
  next: Part | undefined,
  line: "first" | "later" | "begun",
  context: Context,
  signs: Signs,
): string {
  if (part.kind === "atom") return part.text;
  if (part.kind === "break") return context === "paragraph" ? part.text : " ";
  if (signs.hasAutomaticLinks && part.marks.some((mark) => mark.type === "link" && mark.isAutomatic)) return part.text;
  const isLineEnd = next === undefined || next.kind === "break";
  const isLineStart = line !== "begun";
  let text = escapeText(part.text, {
    isLineStart: isLineStart && context === "paragraph",
    isWholeLine: isLineEnd,
    isFirstLine: line === "first",
  });
  // Markdown drops ordinary spaces at the ends of a line, but keeps no-break spaces.
  if (isLineStart) text = keepSpaces(part.text.match(/^\s*/)?.[0] ?? "") + text.trimStart();
  if (isLineEnd) text = text.trimEnd() + keepSpaces(part.text.slice(part.text.trimEnd().length));
  // Escapes an exclamation mark before a link or a footnote reference, which would otherwise become an image.
  const isBeforeBracket = next?.text.startsWith("[") || next?.marks.some(({ type }) => type === "link");
  return isBeforeBracket && text.endsWith("!") ? `${text.slice(0, -1)}\\!` : text;
}

/** Returns only the spaces that Markdown keeps: no-break spaces, as character references. */
function keepSpaces(spaces: string): string {
  return spaces.replace(/[ \t\n\r\f]+/g, "").replaceAll("\u00a0", "&nbsp;");
}

function getSign(mark: Mark, isOpening: boolean, signs: Signs): string {
  switch (mark.type) {
    case "em":
    case "strong":
      return signs[mark.type];
    case "strike":
      return "~~";
    case "link":
      if (mark.isAutomatic && signs.hasAutomaticLinks) return isOpening ? "<" : ">";
      return isOpening ? "[" : `](${formatTarget(mark.href, mark.title)})`;
    default:
      return "";
  }
}

/**
 * Writes a letter just outside of a delimiter as a character reference if punctuation is just inside of the delimiter,
 * or if the delimiter is "_" or "__". Beside the letter itself, Markdown would read the delimiter as text (CommonMark
 * 6.2, flanking runs).
 */
function separateSigns(outputs: Output[]): void {
  for (const [index, { text, sign }] of outputs.entries()) {
    if (sign === undefined || !/^[*_~]+$/.test(text)) continue;
    const step = sign === "open" ? -1 : 1;
    let place = index + step;
    while (outputs[place]?.sign === sign && /^[*_~]+$/.test(outputs[place]?.text ?? "")) place += step;
    const outside = outputs[place];
    if (!outside || outside.sign !== undefined) continue;
    const inside = findNeighbor(outputs, index, -step);
    const letter = getEdge(outside.text, step);
    if (!isLetter(letter) || !(isPunctuation(inside) || text.startsWith("_"))) continue;
    const reference = `&#${letter.codePointAt(0)};`;
    outside.text =
      step > 0 ? reference + outside.text.slice(letter.length) : outside.text.slice(0, -letter.length) + reference;
  }
}

/** Returns the nearest character before or after an output, in the direction of `step`. */
function findNeighbor(outputs: readonly Output[], index: number, step: number): string {
  for (let place = index + step; outputs[place]; place += step) {
    const text = outputs[place]?.text ?? "";
    if (text !== "") return getEdge(text, step);
  }
  return "";
}

/** Returns the first character of a text, or the last one if `step` is negative. */
function getEdge(text: string, step: number): string {
  return (step > 0 ? [...text.slice(0, 2)][0] : [...text.slice(-2)].at(-1)) ?? "";
}

function isLetter(char: string): boolean {
  return char !== "" && !/[\s\p{P}\p{S}]/u.test(char);
}

function isPunctuation(char: string): boolean {
  return /[\p{P}\p{S}]/u.test(char);
}
