/** A text of more characters asks before it shrinks to this part of them. */
const SHRINK = { minLength: 500, part: 0.2 };

/** Returns true if a text lost so much that this may be a mistake. */
export function isMuchShorter(text: string, before: string): boolean {
  return before.length > SHRINK.minLength && text.length <= before.length * SHRINK.part;
}
