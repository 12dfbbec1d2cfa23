import MarkdownIt, { type Token } from "markdown-it";
import { addBareAddresses } from "./bareAddresses.ts";
import { addFootnotes } from "./footnotes.ts";

export type MarkdownToken = Token;

/** Markdown renderer that escapes raw HTML and makes quotation marks curly. */
export const markdown = createParser({ hasTypographer: true });

/**
 * Maximum depth of nested brackets. A paragraph with deeper nesting becomes plain text. CommonMark's reference parsers
 * have similar limits.
 */
const MAX_BRACKETS = 100;

/** Creates a parser of our Markdown dialect. Without the typographer, tokens have the characters of the source. */
export function createParser({ hasTypographer }: { hasTypographer: boolean }) {
  const parser = new MarkdownIt({ html: false, typographer: hasTypographer });
  // Disables the parser's replacements, since `typeset` sets dashes and ellipses by the rules of the text's language.
  parser.disable("replacements");
  addFootnotes(parser);
  addBareAddresses(parser);
  // Limits the depth of brackets, since the parser searches for the end of each bracket. Without the limit, 100 kB of
  // "![" took 4 s.
  parser.core.ruler.before("inline", "nested_brackets", ({ tokens, Token }) => {
    for (const token of tokens)
      if (token.type === "inline" && getBracketDepth(token.content) > MAX_BRACKETS) {
        const text = new Token("text", "", 0);
        text.content = token.content;
        token.children = [text];
        token.type = "plain";
      }
  });
  // Changes the type "plain" back to "inline" after the parser has parsed the other "inline" tokens.
  parser.core.ruler.after("inline", "plain_text", ({ tokens }) => {
    for (const token of tokens) if (token.type === "plain") token.type = "inline";
  });
  // Aligns cells by a class, since the pages' content security policy blocks inline styles.
  parser.core.ruler.push("cell_alignment", ({ tokens }) => {
    for (const token of tokens) {
      const side = getAlignment(token);
      if (!side) continue;
      token.attrs = token.attrs?.filter(([name]) => name !== "style") ?? null;
      token.attrJoin("class", `align-${side}`);
    }
  });
  return parser;
}

function getAlignment(token: Token): string | undefined {
  return /^text-align:(\w+)$/.exec(String(token.attrGet("style") ?? ""))?.[1];
}

function getBracketDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const char of text) {
    if (char === "[") deepest = Math.max(deepest, ++depth);
    else if (char === "]") depth = Math.max(0, depth - 1);
  }
  return deepest;
}

/** Renders tokens from `markdown.parse` as HTML. */
export function renderTokens(tokens: Token[]): string {
  return markdown.renderer.render(tokens, markdown.options, {});
}
