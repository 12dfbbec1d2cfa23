import type { Block, Inline, Mark } from "../../core/markdown/blocks.ts";
import { pick, type Random } from "../../core/random.ts";

const WORDS = [
  ...[
    "ferry",
    "Moss",
    "“quoted”",
    "*",
    "_",
    "**",
    "snake_case",
    "a*b",
    "[x]",
    "[x](y)",
    "![",
    "!",
    "<b>",
    "<https://x.y>",
  ],
  ...[
    "a@b.c",
    "&amp;",
    "&",
    "`",
    "``",
    "|",
    "\\",
    "#",
    "##",
    "1.",
    "2)",
    "-",
    "+",
    ">",
    "~~",
    "~",
    "===",
    "---",
    "***",
  ],
  ...[
    "—",
    "…",
    "(c)",
    "it's",
    '"',
    "naïve",
    "日本",
    "🛥️",
    "5%",
    "$4",
    "$",
    "{{x}}",
    ":",
    "::",
    "\u00a0",
    "http://a.b/c_d",
  ],
  ...["x", "y.", "z,", "?", "1984.", "=", "\t", "[^1]", "[^1]:", "[a]:", "\n", "\\\n", "    ", "```", "~~~", "\u2028"],
];

/** Composes a random block that an editor could write. Its texts, marks and attributes are hard to put in Markdown. */
export function composeHostileBlock(random: Random, depth = 0): Block {
  const choice = random.integer(0, 99);
  if (depth < 2 && choice < 8) {
    const blocks = list(random, 3, () => composeHostileBlock(random, depth + 1));
    return { type: "quote", blocks };
  }
  if (depth < 2 && choice < 20) return composeList(random, depth);
  if (choice < 28) return { type: "heading", level: random.integer(1, 6), content: composeInline(random) };
  if (choice < 34) return composeTable(random);
  if (choice < 39)
    return {
      type: "code",
      info: pick(["", "js", "a`b"], random),
      text: pick(["a\n```\nb", "x", "~~~", " lead\n\nend", ""], random),
    };
  if (choice < 44) {
    const text = pick(["The ferry *is* the town.", "Nobody.\nNo one.", "```", "— x", "", " y "], random);
    return {
      type: "pull_quote",
      text,
      by: pick(["", "Ada Moss", "*A*", "-- B"], random),
      dash: pick(["—", "--"], random),
    };
  }
  if (choice < 49)
    return {
      type: "figure",
      src: pick(["boat.jpg", "a b(c).jpg", "x<y>", "a\\b.jpg"], random),
      alt: pick(["", 'A "b" [c]', "*x* &amp; \\", "![", "a\n\nb"], random),
      caption: pick(["", "At sea", '"Q" \\ &lt;', "a\n\nb", "(c) 'x'"], random),
    };
  if (choice < 53)
    return {
      type: "player",
      href: "https://youtu.be/dQw4w9WgXcQ",
      title: pick(["Watch", "a [b] *c*", "", "<x>"], random),
    };
  if (choice < 55) return { type: "rule" };
  if (choice < 58) return { type: "footnote", number: "1", content: composeInline(random) };
  return { type: "paragraph", content: composeInline(random) };
}

function composeList(random: Random, depth: number): Block {
  const isTight = random.integer(1, 10) <= 6;
  const items = list(random, 3, () => {
    const first: Block = { type: "paragraph", content: composeInline(random) };
    return isTight || random.integer(1, 10) <= 7 ? [first] : [first, composeHostileBlock(random, depth + 1)];
  });
  const [start, marker] = pick(
    [
      [null, "-"],
      [null, "*"],
      [1, "."],
      [7, ")"],
    ] as const,
    random,
  );
  return { type: "list", start, isTight, marker, items };
}

function composeTable(random: Random): Block {
  const alignments = list(random, 3, () => pick([null, "left", "center", "right"] as const, random));
  const rows = list(random, 3, () => alignments.map(() => (random.integer(1, 5) === 1 ? [] : composeInline(random))));
  return { type: "table", alignments, rows };
}

function composeInline(random: Random): Inline[] {
  return list(random, 6, (): Inline => {
    const choice = random.integer(0, 99);
    const marks = composeMarks(random);
    if (choice < 6) return { type: "break", marks: [] };
    if (choice < 9) return { type: "footnote_reference", number: pick(["1", "2"], random), marks };
    if (choice < 12)
      return {
        type: "image",
        src: pick(["a.jpg", "own:media/x-y.jpg"], random),
        alt: pick(["alt", "a [b] *c*", ""], random),
        title: pick(["", 'T "x"'], random),
        marks,
      };
    if (choice < 19)
      return { type: "text", text: pick(["code", "a`b", "`", " x ", "a|b", "**"], random), marks: [{ type: "code" }] };
    if (choice < 24)
      return { type: "text", text: pick(['"', "'", "(c)", "..."], random), marks: [...marks, { type: "literal" }] };
    const separator = pick([" ", " ", " ", "", "  "], random);
    return { type: "text", text: list(random, 6, () => pick(WORDS, random)).join(separator), marks };
  });
}

function composeMarks(random: Random): Mark[] {
  const marks: Mark[] = [];
  if (random.integer(1, 4) === 1) marks.push({ type: "strong" });
  if (random.integer(1, 4) === 1) marks.push({ type: "em" });
  if (random.integer(1, 10) === 1) marks.push({ type: "strike" });
  if (random.integer(1, 7) === 1) {
    const href = pick(
      ["https://a.b/c", "/x?a=(b)", "mailto:a@b.c", "https://a.b/c_d*e", "#", "javascript:x", ""],
      random,
    );
    marks.push({
      type: "link",
      href,
      title: pick(["", "", 'T "q" & \\'], random),
      isAutomatic: random.integer(1, 5) === 1,
    });
  }
  return marks;
}

function list<Item>(random: Random, longest: number, compose: () => Item): Item[] {
  return Array.from({ length: random.integer(1, longest) }, compose);
}
