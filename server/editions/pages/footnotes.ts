import type MarkdownIt from "markdown-it";

/** A line that is a footnote: `[^1]: The text.` */
const NOTE = /^\[\^(\d{1,4})\]: +(\S.*)$/;
/** A reference to a footnote in a text: `[^1]`. */
const REFERENCE = /\[\^(\d{1,4})\](?!\()/y;

/** Numbers of a text's footnotes, and of those that it has referenced so far. */
interface Notes {
  footnotes?: Set<string>;
  referred?: Set<string>;
}

/** Adds footnotes to a Markdown parser. Notes and references link to each other. Without its note, a reference is text. */
export function addFootnotes(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before(
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
      const open = state.push("paragraph_open", "p", 1);
      open.map = [startLine, state.line];
      if (isFirst) open.attrSet("id", `note-${number}`);
      const inline = state.push("inline", "", 0);
      inline.content = `${number}\\. ${text} [↩](#note-${number}-text)`;
      inline.map = open.map;
      inline.children = [];
      state.push("paragraph_close", "p", -1);
      return true;
    },
    { alt: ["paragraph"] },
  );
  markdown.inline.ruler.before("link", "footnote_reference", (state, isSilent) => {
    REFERENCE.lastIndex = state.pos;
    const [whole = "", number = ""] = REFERENCE.exec(state.src) ?? [];
    const notes = state.env as Notes;
    if (!notes.footnotes?.has(number)) return false;
    if (!isSilent) {
      notes.referred ??= new Set();
      state.push("sup_open", "sup", 1);
      const link = state.push("link_open", "a", 1);
      link.attrSet("href", `#note-${number}`);
      if (!notes.referred.has(number)) link.attrSet("id", `note-${number}-text`);
      notes.referred.add(number);
      state.push("text", "", 0).content = number;
      state.push("link_close", "a", -1);
      state.push("sup_close", "sup", -1);
    }
    state.pos += whole.length;
    return true;
  });
}
