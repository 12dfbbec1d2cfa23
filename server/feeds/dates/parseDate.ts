import { type Day, isDay } from "./days.ts";
import { readIso } from "./isoDates.ts";
import type { Time } from "./times.ts";
import { readWords } from "./wordedDates.ts";
import { findZone, offsetAt, type Zone } from "./zones.ts";

/**
 * Reads a date as feeds write it: RFC 822 and what people take for it, ISO 8601 and what people take for it, and the
 * wordings of content systems in many languages. A date without a zone is taken as UTC.
 *
 * @returns the instant in ISO 8601, or null where it is no date
 */
export function parseDate(words: string | null): string | null {
  // What is far too long is not even looked at, so that nobody can make it slow.
  if (!words || words.length > 500) return null;
  const tidy = tidyText(words);
  if (!tidy || tidy.length > 100) return null;
  const instant = readSeconds(tidy);
  if (instant !== null) return printInstant(instant);
  const comment = /\(([^()]*)\)/.exec(tidy)?.[1];
  const isKorean = /[년월일]|오[전후]/.test(tidy);
  const text = spellOut(tidy.replace(/\([^()]*\)/g, " "));
  const parts = readIso(text) ?? readWords(text);
  if (!parts) return null;
  // A clock in Korean shows Korea's time.
  const assumed = isKorean && text.includes(":") ? 540 : 0;
  return toInstant({ ...parts, zone: parts.zone ?? (comment ? findZone(comment) : null) ?? assumed });
}

/** Makes one sign of those that look alike: spaces, digits, hyphens; and takes off what stands around. */
function tidyText(words: string): string {
  return (
    words
      .normalize("NFKC")
      .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
      // Arabic, Persian and Hindi digits begin at 0x660, 0x6f0 and 0x966.
      .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
      .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
      .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
      .replace(/\s+/g, " ")
      .replace(/^[\s'"`´‘’“”«»„]+|[\s'"`´‘’“”«»„]+$/g, "")
  );
}

/** Writes clocks and East Asian dates as the rest of the world does: 14:05:00, 2:05 pm, 2024-9-2. */
function spellOut(text: string): string {
  let plain = text;
  if (/[\u3000-\u9fff\uac00-\ud7a3]/.test(plain)) {
    plain = plain
      .replace(/星期[一二三四五六日天]|(?:周|週)[一二三四五六日]|[月火水木金土日]曜日?|[월화수목금토일]요일/g, " ")
      .replace(/(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号號]?/, "$1-$2-$3 ")
      .replace(/(\d{1,2}) ?[時时点點시] ?(\d{1,2}) ?[分분](?: ?(\d{1,2}) ?[秒초])?/, (_, hour, minute, second) =>
        [hour, minute, second].filter(Boolean).join(":"),
      )
      .replace(/午前|上午|早上|오전/g, " am ")
      .replace(/午後|下午|晚上|오후/g, " pm ");
  }
  plain = plain
    .replace(/(?<!\p{L})([πμ])\.? ?μ\.?(?!\p{L})/gu, (_, half) => (half === "π" ? "am" : "pm"))
    // "PM 2:05" before "2 pm", lest the day before PM be taken for the hour.
    .replace(/\b([ap])\.?m\.? ?(\d{1,2}:\d{1,2}(?::\d{1,2})?)/i, "$2 $1m")
    .replace(/(?<![\d:.,])(\d{1,2}) ?([ap])\.? ?m\b/gi, "$1:00 $2m")
    .replace(
      /(?<![\d:.,])(\d{1,2}) ?h ?(?:(\d{2})(?: ?min)?)?(?![\p{L}\d])/u,
      (_, hour, minute = "00") => `${hour}:${minute}`,
    );
  if (plain.includes(":")) return plain;
  // Dots are a clock's only behind a whole date; 02.09.2024 has them too.
  return plain.replace(
    /(?<=\d{4}\.?[ ,T-]+(?:\p{L}+\.? )?)(\d{1,2})\.([0-5]\d)(?:\.([0-5]\d))?(?![\d.])/u,
    (_, hour, minute, second = "00") => `${hour}:${minute}:${second}`,
  );
}

/** @returns milliseconds since 1970, where the text counts seconds or milliseconds; null for everything else */
function readSeconds(text: string): number | null {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(text)) return Math.trunc(Number(text) * 1000);
  // Twelve digits may be 202409021405 as well, which is likelier than the year 1976.
  if (/^\d{13}(?:\.\d+)?$|^\d{12}$/.test(text) && !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d$/.test(text)) {
    return Math.trunc(Number(text));
  }
  return null;
}

function toInstant(parts: Day & Time & { zone: Zone }): string | null {
  const { year, month, day, hour, minute, second, millisecond, zone } = parts;
  if (year < 1 || !isDay(parts) || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const local = date.setUTCHours(hour, minute, Math.min(second, 59), millisecond);
  // Which offset holds depends on the instant, and the instant on the offset: the second guess is right.
  const guess = local - offsetAt(zone, local) * 60_000;
  return printInstant(local - offsetAt(zone, guess) * 60_000);
}

function printInstant(instant: number): string | null {
  // Past the year 275760 there is no date to be had.
  const date = new Date(instant);
  const text = Number.isNaN(date.getTime()) ? "" : date.toISOString();
  return /^\d{4}-/.test(text) ? text : null;
}
