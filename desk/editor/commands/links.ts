import type { Mark, Node } from "prosemirror-model";
import type { EditorState, Transaction } from "prosemirror-state";
import { markdown } from "../../../core/markdown/dialect.ts";
import { getMarkType, schema } from "../schema/storySchema.ts";

/** Range of the link at the cursor, or of the selection that will become a link. */
export interface LinkPlace {
  from: number;
  to: number;
  /** Address; "" for a new link. */
  href: string;
  text: string;
}

/** Returns the link at the cursor or the selection; null in places that allow no link. */
export function findLinkPlace({ selection, doc }: EditorState): LinkPlace | null {
  const { $from, from, to } = selection;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code || !$from.sameParent(selection.$to)) return null;
  const around = findMarkedRange($from.parent, $from.parentOffset);
  const start = $from.start();
  const range = around ? { from: start + around.from, to: start + around.to } : { from, to };
  return { ...range, href: around?.mark.attrs.href ?? "", text: doc.textBetween(range.from, range.to) };
}

/** Returns the range of the link around or beside an offset in a block of text. */
function findMarkedRange(parent: Node, offset: number): { from: number; to: number; mark: Mark } | undefined {
  const type = getMarkType("link");
  let found: { from: number; to: number; mark: Mark } | undefined;
  let start = 0;
  for (const child of parent.children) {
    const mark = type.isInSet(child.marks);
    const end = start + child.nodeSize;
    if (mark && found?.mark.eq(mark) && found.to === start) found.to = end;
    else if (found && offset >= found.from && offset <= found.to) return found;
    else found = mark && { from: start, to: end, mark };
    start = end;
  }
  return found && offset >= found.from && offset <= found.to ? found : undefined;
}

/** Sets the address of a link. @param text new text of the link, used if it differs from the old one */
export function setLink(tr: Transaction, { from, to, text: old }: LinkPlace, href: string, text: string): Transaction {
  const isAutomatic = text === href;
  const link = getMarkType("link").create({ href, isAutomatic });
  if (text === old && from < to) return tr.removeMark(from, to, link.type).addMark(from, to, link).scrollIntoView();
  const marks = tr.doc
    .resolve(from)
    .marks()
    .filter(({ type }) => type !== link.type);
  return tr.replaceWith(from, to, schema.text(text || href, link.addToSet(marks))).scrollIntoView();
}

export function removeLink(tr: Transaction, { from, to }: LinkPlace): Transaction {
  return tr.removeMark(from, to, getMarkType("link"));
}

/** Completes a typed address, such as "county.example" or "desk@county.example"; null if the text cannot be a link. */
export function toHref(typed: string): string | null {
  const address = typed.trim();
  if (address === "" || /\s/.test(address)) return null;
  if (/^[^@/:]+@[^@/:]+\.[^@/:]+$/.test(address)) return `mailto:${address}`;
  const hasScheme = /^(?:[a-z][a-z\d+.-]*:|[/#?])/i.test(address) && !/^[\w.-]+\.\w+:\d+/.test(address);
  if (!hasScheme && !address.includes(".")) return null;
  const href = hasScheme ? address : `https://${address}`;
  return markdown.validateLink(href) ? href : null;
}

/** Returns the text if it is a complete web address; null otherwise. */
export function findAddress(text: string): string | null {
  const address = text.trim();
  return /^https?:\/\/[^\s<>]+$/.test(address) && URL.canParse(address) ? address : null;
}
