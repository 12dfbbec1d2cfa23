import { diffArrays, wordsWithSpaceDiff } from "diff";
import type { Run } from "./listRuns.ts";

/** Consecutive words with the same looks that are all changed or all unchanged. */
export interface Piece extends Run {
  isChanged: boolean;
  /** True at the end of a link whose address changed: the address is then shown after the link. */
  hasAddress: boolean;
}

/** Maximum number of removed and added words. If there are more, all words of both texts count as changed. */
const MAX_EDITS = 1500;

/** Compares two texts word by word. A word also counts as changed if its looks or the address of its link differ. */
export function compareWords(before: readonly Run[], after: readonly Run[]): [Piece[], Piece[]] {
  const [old, current] = [before.flatMap(splitRun), after.flatMap(splitRun)];
  const changes = diffArrays(old.map(toKey), current.map(toKey), { maxEditLength: MAX_EDITS });
  if (!changes) return [joinWords(old, true), joinWords(current, true)];
  const [oldPieces, pieces]: [Piece[], Piece[]] = [[], []];
  let [oldIndex, index] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added) oldPieces.push(...joinWords(old.slice(oldIndex, oldIndex + count), removed));
    if (!removed) pieces.push(...joinWords(current.slice(index, index + count), added));
    if (!added) oldIndex += count;
    if (!removed) index += count;
  }
  return showAddresses(oldPieces, pieces);
}

function splitRun(run: Run): Run[] {
  if (run.label !== null) return [run];
  return wordsWithSpaceDiff.tokenize(run.text).map((text) => ({ ...run, text }));
}

function toKey({ text, styles, href, label, hidden }: Run): string {
  return JSON.stringify([text, styles, href, label, hidden]);
}

function joinWords(words: readonly Run[], isChanged: boolean): Piece[] {
  const pieces: Piece[] = [];
  for (const word of words) {
    const last = pieces.at(-1);
    const isJoined = last && last.label === null && toKey({ ...last, text: word.text }) === toKey(word);
    if (isJoined) last.text += word.text;
    else pieces.push({ ...word, isChanged, hasAddress: false });
  }
  return pieces;
}

/** If each text has a link to an address that the other text lacks, shows the addresses of these links. */
function showAddresses(before: Piece[], after: Piece[]): [Piece[], Piece[]] {
  const [oldAddresses, addresses] = [listAddresses(before), listAddresses(after)];
  const onlyBefore = oldAddresses.difference(addresses);
  const onlyAfter = addresses.difference(oldAddresses);
  if (onlyBefore.size === 0 || onlyAfter.size === 0) return [before, after];
  return [markLinkEnds(before, onlyBefore), markLinkEnds(after, onlyAfter)];
}

function listAddresses(pieces: readonly Piece[]): Set<string> {
  return new Set(pieces.flatMap(({ href }) => href ?? []));
}

function markLinkEnds(pieces: readonly Piece[], addresses: ReadonlySet<string>): Piece[] {
  return pieces.map((piece, index) => {
    const { href, text } = piece;
    const isEnd = href !== null && addresses.has(href) && pieces[index + 1]?.href !== href;
    // A bare address is already visible as the link's text.
    return isEnd && text !== href ? { ...piece, hasAddress: true } : piece;
  });
}
