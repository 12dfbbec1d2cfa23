/** Kinds of remarks about an import, in the order of the summary, with the titles that the summary shows. */
export const REMARK_KINDS = {
  failed: "not imported",
  hidden: "not public there, and now drafts",
  empty: "without a text, and now drafts",
  undated: "without a date, and now drafts",
  title: "titles made or cut",
  shortcode: "shortcodes removed",
  card: "cards removed",
  block: "blocks removed or simplified",
  image: "images not stored",
  file: "files not copied",
  lost: "words and links left out",
  page: "pages not written",
  address: "old addresses that cannot redirect",
  pin: "stories to pin",
  sponsor: "sponsors to look at",
  author: "authors not added",
} as const;

export type RemarkKind = keyof typeof REMARK_KINDS;

/** A remark about an imported item, for the editor. */
export interface Remark {
  kind: RemarkKind;
  /** Predicate of a sentence about the item, such as "has no text, and became a draft". */
  text: string;
}
