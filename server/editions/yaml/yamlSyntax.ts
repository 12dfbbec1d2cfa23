/** Matches a key without a space after its colon, such as `url:https://news.example`. */
const KEY_WITHOUT_SPACE = /^\s*(?:- )*([\w-]+):(?!\/\/)\S/;
/** Matches a value whose first character has a meaning in YAML, such as `name: *Local`. */
const RESERVED_START = /^\s*(?:- )*[\w-]+: +(?:([*&!@%`])|([|>?-]) +\S)/;
/** Matches a value that contains a colon, such as `text: Rates: sizes and prices`. */
const COLON_IN_TEXT = /^\s*(?:- )*[\w-]+: +[^"'[{|> ].*:(?: |$)/;
/** Matches a text that continues after its closing quotation mark, such as `'the city's news'`. */
const TEXT_AFTER_QUOTE = /^\s*(?:- )*[\w-]+: +(?:'[^']*' *[^'\s,\]}#]|"(?:[^"\\]|\\.)*" *[^"\s,\]}#])/;
/** Matches a value in brackets or braces that begins with `#`, and is thus a comment, such as `{ accent: #0b6e4f }`. */
const COMMENT_IN_BRACKETS = /^[^"'#[{]*[[{][^"'#]*(?<=[\s:,[{])(#[^\s,\]}]+)/;

/** Explanations of the parser's messages, used where the patterns above find no mistake in the file's text. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^tab characters/, "found a tab in the indentation; expected spaces"],
  [
    /indentation of a|block mapping entry|end of the stream or a document|':' after a mapping key/,
    "found a line that is indented more or less than its neighbors; expected the same indentation",
  ],
  [
    /^deficient indentation|within a|missed comma|found ','/,
    "found a bracket, brace or quotation mark that is not closed, or a comma too many or too few, here or above",
  ],
  [/input is empty/, "the file is empty"],
  [/single document/, "found a second document after a line of hyphens; expected one"],
  [/maxAliases|alias/, "found a text that begins with * and stands for no other value; put it in double quotes"],
  [/maxDepth/, "found too many brackets or braces inside each other"],
  [/escape sequence|hexadecimal/, 'found a backslash in double quotes; write it twice, as in "\\\\"'],
  [/printable|JSON character/, "found a character that is not text; delete it"],
  [/tag|%YAML|directive/i, "found a text that begins with ! or %; put it in double quotes"],
];
const UNREADABLE = "found a line that cannot be read; put a text with special characters in double quotes";

/**
 * Explains a syntax error for people who rarely write YAML.
 *
 * @param reason the parser's message, which is written for programmers
 * @param line line number, from 1, at which the parser noticed the error; the cause may be on the line before
 */
export function explainSyntax(source: string, reason: string, line: number): { line: number; text: string } {
  const lines = source.split("\n");
  const at = (number: number) => lines[number - 1] ?? "";
  const [explanation] = REASONS.filter(([pattern]) => pattern.test(reason)).map(([, text]) => text);
  if (reason.startsWith("tab characters")) return { line, text: explanation ?? UNREADABLE };
  if (reason === "duplicated mapping key") {
    const key = /^[\s-]*([^\s:-][^:]*):/.exec(at(line))?.[1];
    return { line, text: `found the key ${key ?? ""} a second time; a key may appear once` };
  }
  const unspaced = [line, line - 1].find((number) => KEY_WITHOUT_SPACE.test(at(number)));
  if (unspaced) {
    const key = KEY_WITHOUT_SPACE.exec(at(unspaced))?.[1];
    return { line: unspaced, text: `found no space after "${key}:"; expected a key, a colon, a space and the value` };
  }
  const commented = [line, line - 1].find((number) => COMMENT_IN_BRACKETS.test(at(number)));
  if (commented) {
    const comment = COMMENT_IN_BRACKETS.exec(at(commented))?.[1];
    return { line: commented, text: `found ${comment}, which begins a comment; put it in quotes: "${comment}"` };
  }
  const [, first, indicator] = RESERVED_START.exec(at(line)) ?? [];
  if (first ?? indicator)
    return { line, text: `found a text that begins with ${first ?? indicator}; put it in double quotes` };
  if (COLON_IN_TEXT.test(at(line)) || TEXT_AFTER_QUOTE.test(at(line)))
    return { line, text: "found a text with a colon or a quotation mark; put it in double quotes" };
  return { line, text: explanation ?? UNREADABLE };
}
