import { createRandom, pick, type Random } from "../../core/random.ts";

/** Syntax of search engines, SQL, URLs and HTML, and characters that break parsers. */
const PARTS = [
  ...[
    '"',
    '""',
    "'",
    "''",
    "“",
    "”",
    "-",
    "--",
    "- ",
    "+",
    "*",
    "**",
    "^",
    "(",
    ")",
    "((((",
    "{",
    "}",
    "[",
    "]",
    ":",
    ";",
  ],
  ...[
    "AND",
    "OR",
    "NOT",
    "NEAR",
    "NEAR/2",
    "NEAR(a b, 2)",
    "title:",
    "{title deck}:",
    "-title:x",
    "rank",
    "rowid:1",
    "\\",
  ],
  ...["%", "%%", "_", "/*", "*/", "' OR 1=1 --", '"; drop table articles; --', "<script>", "</mark>", "&amp;", "&#0;"],
  ...["\u0000", "\u0001", "\u001f", "\u007f", "\u2028", "\u200b", "\u200d", "\ufeff", "\ufffd", "\ud800", "\udfff"],
  ...[
    "😀",
    "👩‍👩‍👧‍👦",
    "🇺🇸",
    "e\u0301",
    "é",
    "ß",
    "İ",
    "ﷺ",
    "ǅ",
    "東京都",
    "ไทย",
    "עברית",
    "مرحبا",
    "हिन्दी",
    "Ωmega",
    "𝔘𝔫𝔦",
    "\u241f",
    "✶",
  ],
  ...[" ", "  ", "\t", "\n", "\r\n", "\u00a0", "\u3000", ",", ".", "…", "’", "0", "1,900", "1e309", "-0", "0x1f", "٣"],
  ...["the", "of", "a", "mayor", "city", "council", "all", "pictured", "null", "undefined", "__proto__", "constructor"],
];

/** Number of characters in a long query. */
const LONG_QUERY = 10_000;

/** Yields search parameters that no reader would send. Equal seeds yield equal parameters. */
export function* hostileQueries(count: number, seed = "hostile"): Generator<Record<string, string>> {
  const random = createRandom(seed);
  for (let index = 0; index < count; index++) {
    const q = index % 50 === 0 ? long(random) : text(random, random.integer(0, 12));
    yield {
      q,
      ...(random.integer(0, 9) === 0 && { section: pick(["local", text(random, 1)], random) }),
      ...(random.integer(0, 9) === 0 && { source: text(random, 2) }),
      ...(random.integer(0, 9) === 0 && {
        from: pick(["2025-04-17", "2025-02-30", "0000-00-00", text(random, 2)], random),
      }),
      ...(random.integer(0, 9) === 0 && { to: pick(["2026-04-17", "9999-99-99", text(random, 2)], random) }),
      ...(random.integer(0, 9) === 0 && { pictures: pick(["1", "yes"], random) }),
      ...(random.integer(0, 3) === 0 && { order: pick(["date", text(random, 1)], random) }),
      ...(random.integer(0, 9) === 0 && {
        after: pick(["9.9.9", "9999999999999999.1.1", text(random, 2)], random),
      }),
      ...(random.integer(0, 9) === 0 && { before: pick(["1.1.1", "0.0.0", text(random, 2)], random) }),
    };
  }
}

function text(random: Random, parts: number): string {
  return Array.from({ length: parts }, () => pick(PARTS, random)).join(pick(["", " "], random));
}

function long(random: Random): string {
  const part = text(random, 3) || '"';
  return part.repeat(Math.ceil(LONG_QUERY / part.length)).slice(0, LONG_QUERY);
}
