/** A story: its text, the fields beside it, comments, and what can be done with it. */
export function Component() {
  return null;
}
