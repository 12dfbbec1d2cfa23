/**
 * Characters that are removed from texts: control characters other than tabs and line breaks, the overrides and
 * isolates of bidirectional text, and characters that XML 1.0 forbids. PostgreSQL cannot store U+0000. Control
 * characters, overrides and isolates can falsify what readers, editors and terminals show. Soft hyphens, zero-width
 * spaces, word joiners and byte-order marks are invisible, but split words in search and in addresses. The marks U+200E
 * and U+200F stay, since languages that are written from right to left need them.
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/**
 * Matches zero-width joiners and non-joiners after letters that never join. Joiners stay in Arabic and Indic scripts,
 * where they determine the shape of letters. They also stay between emoji, since they combine emoji into one.
 */
const NEEDLESS_JOINERS = /(?<=[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}])[\u200c\u200d]+/gu;

/** Removes the characters of `CONTROLS` and needless joiners from a text. Replaces lone surrogates. */
export function removeControls(text: string): string {
  const cleaned = text.replace(CONTROLS, "").toWellFormed();
  return /[\u200c\u200d]/.test(cleaned) ? cleaned.replace(NEEDLESS_JOINERS, "") : cleaned;
}

/**
 * Replaces C1 control characters with the Windows-1252 characters of the same bytes: quotation marks and dashes of a
 * text that was labeled Latin-1 by mistake.
 */
export function replaceC1(text: string): string {
  if (!/[\u0080-\u009f]/.test(text)) return text;
  const decoder = new TextDecoder("windows-1252");
  return text.replace(/[\u0080-\u009f]/g, (control) => decoder.decode(Uint8Array.of(control.charCodeAt(0))));
}

/** Removes control characters from a text, and joins its lines. */
export function toCleanLine(text: string): string {
  return removeControls(text).replace(/\s+/g, " ").trim();
}

/** Removes control characters from all texts and keys in arrays and plain objects. Returns other values unchanged. */
export function removeControlsWithin<Value>(value: Value): Value {
  return clean(value) as Value;
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return removeControls(value);
  if (Array.isArray(value)) return value.map(clean);
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [removeControls(key), clean(item)]));
}
