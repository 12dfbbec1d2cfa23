/** A text longer than `minLength` characters needs a confirmation to shrink to `part` of its length or less. */
const SHRINK = { minLength: 500, part: 0.2 };

/** Returns true if a text lost so much that the loss may be a mistake. */
export function isMuchShorter(text: string, before: string): boolean {
  return before.length > SHRINK.minLength && text.length <= before.length * SHRINK.part;
}
