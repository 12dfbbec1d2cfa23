import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { Plugin } from "prosemirror-state";
import { insertBlocks } from "../commands/insert.ts";
import { toHref } from "../commands/links.ts";
import { getMarkType, getNodeType, schema } from "../schema/storySchema.ts";
import { createQuoteRules } from "./quotes.ts";

/** Converts typed Markdown to formats. @param language BCP 47 language of the text */
export function createInputRules(language: string): Plugin {
  const toLevel = ([, signs = ""]: RegExpMatchArray) => ({ level: Math.max(2, signs.length) });
  return inputRules({
    rules: [
      textblockTypeInputRule(/^(#{1,4})\s$/, getNodeType("heading"), toLevel),
      wrappingInputRule(/^\s?([-*+])\s$/, getNodeType("bullet_list"), ([, marker]) => ({ marker })),
      // Allows at most two digits, since "1984. " begins a sentence.
      wrappingInputRule(
        /^(\d{1,2})([.)])\s$/,
        getNodeType("ordered_list"),
        ([, number, marker]) => ({ start: Number(number), marker }),
        ([, number], { childCount, attrs }) => childCount + attrs.start === Number(number),
      ),
      wrappingInputRule(/^\s?>\s$/, getNodeType("quote")),
      textblockTypeInputRule(/^```$/, getNodeType("code_block")),
      new InputRule(/^(?:---|\*\*\*)$/, (state, _match, start, end) => {
        if (state.doc.resolve(start).parent.type.name !== "paragraph") return null;
        return insertBlocks(state.tr.delete(start, end), [getNodeType("rule").create()]);
      }),
      createMarkRule(/(?<![\w*])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, "strong"),
      createMarkRule(/(?<![\w*])\*([^\s*](?:[^*]*[^\s*])?)\*$/, "em"),
      createMarkRule(/(?<![\w_])_([^\s_](?:[^_]*[^\s_])?)_$/, "em"),
      createMarkRule(/~~([^\s~](?:[^~]*[^\s~])?)~~$/, "strike"),
      createMarkRule(/`([^`]+)`$/, "code"),
      new InputRule(/\[([^[\]]+)\]\(([^\s()]+)\)$/, (state, [, text = "", target = ""], start, end) => {
        const href = toHref(target);
        return href === null
          ? null
          : state.tr.replaceWith(start, end, schema.text(text, [getMarkType("link").create({ href })]));
      }),
      new InputRule(/(?<!\S)(https?:\/\/[^\s<>]*[^\s<>.,;:!?)])\s$/, (state, [whole, address = ""], start) => {
        if (!URL.canParse(address)) return null;
        const link = getMarkType("link").create({ href: address, isAutomatic: true });
        const end = start + address.length;
        return state.tr.addMark(start, end, link).insertText(whole.slice(address.length), end);
      }),
      ...createQuoteRules(language),
    ],
  });
}

/** Replaces a text and its delimiters with a formatted text. */
function createMarkRule(pattern: RegExp, name: string): InputRule {
  const type = getMarkType(name);
  return new InputRule(pattern, (state, [whole, text = ""], start, end) => {
    const opening = whole.indexOf(text);
    const textStart = start + opening;
    // The last character of the closing delimiter is not in the document yet.
    const { tr } = state;
    tr.delete(textStart + text.length, end).delete(start, textStart);
    return tr.addMark(start, start + text.length, type.create()).removeStoredMark(type);
  });
}
