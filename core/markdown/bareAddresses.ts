import type MarkdownIt from "markdown-it";
import { getPlayerUrl } from "../playerUrls.ts";

const ADDRESS = /^https?:\/\/[^\s<>]+$/;

/**
 * Adds a rule for bare addresses to a Markdown parser. If the address of a video or a player is alone on a line, the
 * address becomes a paragraph with a link, as in WordPress and Ghost.
 */
export function addBareAddresses(markdown: InstanceType<typeof MarkdownIt>): void {
  markdown.block.ruler.before(
    "reference",
    "bare_address",
    (state, line, _endLine, isSilent) => {
      if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return false;
      const address = state.getLines(line, line + 1, state.blkIndent, false).trim();
      if (!ADDRESS.test(address) || getPlayerUrl(address) === null) return false;
      if (isSilent) return true;
      state.line = line + 1;
      state.push("paragraph_open", "p", 1).map = [line, line + 1];
      const inline = state.push("inline", "", 0);
      Object.assign(inline, { content: `<${address}>`, map: [line, line + 1], children: [] });
      state.push("paragraph_close", "p", -1);
      return true;
    },
    { alt: ["paragraph", "reference"] },
  );
}
