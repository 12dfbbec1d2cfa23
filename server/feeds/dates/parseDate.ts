import { decodeHTML } from "entities";
import { toInstant } from "../../../core/instant.ts";
import { trimChars } from "../../../core/trim.ts";
import { type Day, isValidDay, type Time } from "./dateParts.ts";
import { parseIsoDate } from "./isoDates.ts";
import { parseWordedDate } from "./wordedDates.ts";
import { findZone, getOffset, type Zone } from "./zones.ts";

/** Maximum length of a normalized date, in characters, to limit the work of the regular expressions. */
const MAX_LENGTH = 100;

/**
 * Parses RFC 822, ISO 8601 and informal dates in many languages. The default time zone is UTC. Returns an ISO 8601
 * instant; null for a text that is not a date.
 */
export function parseDate(source: string | null): string | null {
  if (!source || source.length > 5 * MAX_LENGTH) return null;
  const text = normalize(source);
  if (!text || text.length > MAX_LENGTH) return null;
  const timestamp = parseTimestamp(text);
  if (timestamp !== null) return toInstant(timestamp);
  const comment = /\(([^()]*)\)/.exec(text)?.[1];
  const isKorean = /[년월일]|오[전후]/.test(text);
  const plain = replaceNotations(text.replace(/\([^()]*\)/g, " "));
  const parts = parseIsoDate(plain) ?? parseWordedDate(plain);
  if (!parts) return null;
  // Times in Korean texts are in Korea's zone, unless the text names another zone.
  const defaultZone = isKorean && plain.includes(":") ? 540 : 0;
  return convertParts({ ...parts, zone: parts.zone ?? (comment ? findZone(comment) : null) ?? defaultZone });
}

/** Removes markup, trims quotation marks, and unifies spaces, digits and hyphens. */
function normalize(source: string): string {
  const unified = (/[&<]/.test(source) ? decodeHTML(source).replace(/<[^<>]*>/g, " ") : source)
    .normalize("NFKC")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    // Arabic, Persian and Hindi digits begin at 0x660, 0x6f0 and 0x966.
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
    .replace(/[\u2010-\u2015\u2212\ufe63]/g, "-")
    .replace(/\s+/g, " ");
  return trimChars(unified, /[\s'"`´‘’“”«»„]/);
}

/** Rewrites times and dates of many languages in the forms 14:05:00, 2:05 pm and 2024-9-2. */
function replaceNotations(text: string): string {
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
    .replace(/(?<!\p{L})([πμ])\.? ?μ\.?(?!\p{L})/gu, (_, dayPeriod) => (dayPeriod === "π" ? "am" : "pm"))
    // Must run before the next step, which would read "2 PM" in "2024-9-2 PM 2:05" as a time.
    .replace(/\b([ap])\.?m\.? ?(\d{1,2}:\d{1,2}(?::\d{1,2})?)/i, "$2 $1m")
    .replace(/(?<![\d:.,])(\d{1,2}) ?([ap])\.? ?m\b/gi, "$1:00 $2m")
    .replace(
      /(?<![\d:.,])(\d{1,2}) ?h ?(?:(\d{2})(?: ?min)?)?(?![\p{L}\d])/u,
      (_, hour, minute = "00") => `${hour}:${minute}`,
    );
  if (plain.includes(":")) return plain;
  // Dots separate hours and minutes only after a complete date, since dates such as 02.09.2024 have dots, too.
  return plain.replace(
    /(?<=\d{4}\.?[ ,T-]+(?:\p{L}+\.? )?)(\d{1,2})\.([0-5]\d)(?:\.([0-5]\d))?(?![\d.])/u,
    (_, hour, minute, second = "00") => `${hour}:${minute}:${second}`,
  );
}

/** Parses seconds or milliseconds since 1970. Returns milliseconds; null for other texts. */
function parseTimestamp(text: string): number | null {
  if (/^\d{9,10}(?:\.\d{1,9})?$/.test(text)) return Math.trunc(Number(text) * 1000);
  // Excludes twelve digits that are a date, such as 202409021405.
  if (/^\d{13}(?:\.\d+)?$|^\d{12}$/.test(text) && !/^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d[0-2]\d[0-5]\d$/.test(text)) {
    return Math.trunc(Number(text));
  }
  return null;
}

function convertParts(parts: Day & Time & { zone: Zone }): string | null {
  const { year, month, day, hour, minute, second, millisecond, zone } = parts;
  if (year < 1 || !isValidDay(parts) || hour > 24 || minute > 59 || second > 60) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const local = date.setUTCHours(hour, minute, Math.min(second, 59), millisecond);
  // A zone's offset depends on the instant, and the instant on the offset. Therefore computes the instant twice. The
  // second result is exact.
  const approximate = local - getOffset(zone, local) * 60_000;
  return toInstant(local - getOffset(zone, approximate) * 60_000);
}
