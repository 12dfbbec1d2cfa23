/** A format of a piece of text. */
export type Mark =
  | { type: "em" | "strong" | "strike" | "code" }
  /** A character that the source escapes, which the typographer would otherwise replace. */
  | { type: "literal" }
  /** An automatic link has its address as its text: `<https://county.example>`. */
  | { type: "link"; href: string; title: string; isAutomatic: boolean };

/** A piece of a paragraph. Marks have no order, and none of them twice. */
export type Inline = { marks: readonly Mark[] } & (
  | { type: "text"; text: string }
  | { type: "image"; src: string; alt: string; title: string }
  | { type: "break" }
  | { type: "footnote_reference"; number: string }
);

export type Alignment = "left" | "center" | "right" | null;

/** A block of a text: plain data, from which an editor makes its document. */
export type Block =
  | { type: "paragraph"; content: readonly Inline[] }
  | { type: "heading"; level: number; content: readonly Inline[] }
  | { type: "footnote"; number: string; content: readonly Inline[] }
  | { type: "quote"; blocks: readonly Block[] }
  | List
  | { type: "code"; info: string; text: string }
  | { type: "pull_quote"; text: string; by: string; dash: string }
  | { type: "rule" }
  /** An image that stands alone. */
  | { type: "figure"; src: string; alt: string; caption: string }
  /** A link that stands alone and becomes a player. */
  | { type: "player"; href: string; title: string }
  | { type: "table"; alignments: readonly Alignment[]; rows: readonly (readonly (readonly Inline[])[])[] }
  /** Markdown that is edited as such: definitions of links, and what would not come back equal. */
  | { type: "source"; source: string };

export interface List {
  type: "list";
  /** Number of the first item; null for bullets. */
  start: number | null;
  /** True if no empty line is between items, so that their texts are no paragraphs. */
  isTight: boolean;
  /** Sign of the items: "-", "*" or "+", or "." or ")" after a number. */
  marker: string;
  items: readonly (readonly Block[])[];
}

export function isSameMark(one: Mark, other: Mark): boolean {
  if (one.type !== "link" || other.type !== "link") return one.type === other.type;
  return one.href === other.href && one.title === other.title && one.isAutomatic === other.isAutomatic;
}

export function hasMark({ marks }: { marks: readonly Mark[] }, type: Mark["type"]): boolean {
  return marks.some((mark) => mark.type === type);
}
