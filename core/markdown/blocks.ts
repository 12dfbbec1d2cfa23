/** A format of a piece of text. */
export type Mark =
  | { type: "em" | "strong" | "strike" | "code" }
  /** An escaped character that the typographer would otherwise replace. */
  | { type: "literal" }
  /** A link. The text of an automatic link is its address: `<https://county.example>`. */
  | { type: "link"; href: string; title: string; isAutomatic: boolean };

/** A piece of a paragraph. Its marks have no order and are all different. */
export type Inline = { marks: readonly Mark[] } & (
  | { type: "text"; text: string }
  | { type: "image"; src: string; alt: string; title: string }
  | { type: "break" }
  | { type: "footnote_reference"; number: string }
);

export type Alignment = "left" | "center" | "right" | null;

/** A block of a text as plain data. The editor builds its document from blocks. */
export type Block =
  | { type: "paragraph"; content: readonly Inline[] }
  | { type: "heading"; level: number; content: readonly Inline[] }
  | { type: "footnote"; number: string; content: readonly Inline[] }
  | { type: "quote"; blocks: readonly Block[] }
  | List
  | { type: "code"; info: string; text: string }
  | { type: "pull_quote"; text: string; by: string; dash: string }
  | { type: "rule" }
  /** An image that is alone in its paragraph. */
  | { type: "figure"; src: string; alt: string; caption: string }
  /** A link that is alone in its paragraph and becomes a player. */
  | { type: "player"; href: string; title: string }
  | { type: "table"; alignments: readonly Alignment[]; rows: readonly (readonly (readonly Inline[])[])[] }
  /**
   * A block that people edit as Markdown: a link definition, a table that is too large, or a block whose source would
   * change if the block were parsed and written again.
   */
  | { type: "source"; source: string };

export interface List {
  type: "list";
  /** Number of the first item; null for bullets. */
  start: number | null;
  /** True if no empty line separates the items. In HTML, the texts of the items are then not in paragraphs. */
  isTight: boolean;
  /** Marker of the items: "-", "*" or "+", or "." or ")" after a number. */
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
