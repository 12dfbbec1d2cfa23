/** Matches a key without a space after its colon, such as `url:https://news.example`. */
const KEY_WITHOUT_SPACE = /^\s*(?:- )*([\w-]+):(?!\/\/)\S/;
/**
 * Matches a value that contains a colon, such as `text: Rates: sizes and prices`, or begins with a reserved character.
 */
const TEXT_TO_QUOTE = /^\s*(?:- )*[\w-]+: +(?:[^"'[{|> ].*:(?: |$)|[@%`])/;
/** Matches a text that continues after its closing quotation mark, such as `'the city's news'`. */
const TEXT_AFTER_QUOTE = /^\s*(?:- )*[\w-]+: +(?:'[^']*'[^'\s,]|"(?:[^"\\]|\\.)*"[^"\s,])/;

/**
 * Explains a syntax error for people who rarely write YAML.
 *
 * @param reason the parser's message, returned if the cause is unknown
 * @param line line number, from 1, at which the parser noticed the error; the cause may be on the line before
 */
export function explainSyntax(source: string, reason: string, line: number): { line: number; text: string } {
  const lines = source.split("\n");
  const at = (number: number) => lines[number - 1] ?? "";
  if (reason.startsWith("tab characters")) return { line, text: "found a tab in the indentation; expected spaces" };
  if (reason === "duplicated mapping key") {
    const key = /^[\s-]*([^\s:-][^:]*):/.exec(at(line))?.[1];
    return { line, text: `found the key ${key ?? ""} a second time; a key may appear once` };
  }
  const cause = [line, line - 1].find((number) => KEY_WITHOUT_SPACE.test(at(number)));
  if (cause) {
    const key = KEY_WITHOUT_SPACE.exec(at(cause))?.[1];
    return { line: cause, text: `found no space after "${key}:"; expected a key, a colon, a space and the value` };
  }
  if (TEXT_TO_QUOTE.test(at(line)) || TEXT_AFTER_QUOTE.test(at(line)))
    return {
      line,
      text: `found text with a colon, a quotation mark or a reserved character; put it in double quotes`,
    };
  if (reason.startsWith("bad indentation"))
    return {
      line,
      text: "found a line that is indented more or less than its neighbors; expected the same indentation",
    };
  if (reason === "deficient indentation")
    return { line, text: `${reason}; a bracket, brace or quotation mark above is not closed` };
  return { line, text: reason };
}
