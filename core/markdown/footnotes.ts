import type MarkdownIt from "markdown-it";

/** A line that is a footnote: `[^1]: The text.` */
const NOTE = /^\[\^(\d{1,4})\]: +(\S.*)$/;
/** A reference to a footnote in a text: `[^1]`. */
const REFERENCE = /\[\^(\d{1,4})\](?!\()/y;

/** `footnotes`: numbers of the text's notes. `referred`: numbers of the references that the parser has found so far. */
export interface Notes {
  footnotes?: Set<string>;
  referred?: Set<string>;
}

/** Adds footnotes to a Markdown parser. A reference without a note stays text. */
export function addFootnotes(parser: InstanceType<typeof MarkdownIt>): void {
  parser.block.ruler.before(
    "reference",
    "footnote",
    (state, startLine, _endLine, isSilent) => {
      if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
      const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
      if (!state.src.startsWith("[^", start)) return false;
      const [, number, text = ""] = NOTE.exec(state.src.slice(start, state.eMarks[startLine])) ?? [];
      if (number === undefined) return false;
      if (isSilent) return true;
      const notes = state.env as Notes;
      notes.footnotes ??= new Set();
      const isFirst = !notes.footnotes.has(number);
      notes.footnotes.add(number);
      state.line = startLine + 1;
      const open = state.push("footnote_open", "p", 1);
      open.map = [startLine, state.line];
      open.info = number;
      if (isFirst) open.attrSet("id", `note-${number}`);
      const inline = state.push("inline", "", 0);
      inline.content = text;
      inline.map = open.map;
      inline.children = [];
      state.push("footnote_close", "p", -1).info = number;
      return true;
    },
    { alt: ["paragraph"] },
  );
  parser.inline.ruler.before("link", "footnote_reference", (state, isSilent) => {
    REFERENCE.lastIndex = state.pos;
    const [whole = "", number = ""] = REFERENCE.exec(state.src) ?? [];
    const notes = state.env as Notes;
    if (!notes.footnotes?.has(number)) return false;
    if (!isSilent) {
      notes.referred ??= new Set();
      const token = state.push("footnote_reference", "a", 0);
      token.info = number;
      token.attrSet("href", `#note-${number}`);
      if (!notes.referred.has(number)) token.attrSet("id", `note-${number}-text`);
      notes.referred.add(number);
    }
    state.pos += whole.length;
    return true;
  });
  const { rules } = parser.renderer;
  rules.footnote_open = (tokens, index, options, _env, renderer) =>
    `${renderer.renderToken(tokens, index, options)}${tokens[index]?.info}. `;
  rules.footnote_close = (tokens, index) => ` <a href="#note-${tokens[index]?.info}-text">↩</a></p>\n`;
  rules.footnote_reference = (tokens, index, options, _env, renderer) =>
    `<sup>${renderer.renderToken(tokens, index, options)}${tokens[index]?.info}</a></sup>`;
}
