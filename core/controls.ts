/**
 * Characters that no text from outside needs: control characters other than tabs and line breaks, the overrides and
 * isolates of bidirectional text, and characters that XML 1.0 forbids. U+0000 cannot be stored in PostgreSQL, and the
 * others can falsify what readers, editors and terminals show. The marks U+200E and U+200F stay, since languages that
 * are written from right to left need them.
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** Removes controls from a text from outside, which may have several lines. Replaces lone surrogates. */
export function removeControls(text: string): string {
  return text.replace(CONTROLS, "").toWellFormed();
}

/** Removes controls from a text from outside, and returns it on one line. */
export function toCleanLine(text: string): string {
  return removeControls(text).replace(/\s+/g, " ").trim();
}

/** Removes controls from all texts in arrays and plain objects, also from keys. Returns other values unchanged. */
export function removeControlsWithin<Value>(value: Value): Value {
  return clean(value) as Value;
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return removeControls(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [removeControls(key), clean(item)]));
}
