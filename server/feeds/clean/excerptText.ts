import { Parser } from "htmlparser2";
import { BLOCKS } from "../../html/text.ts";
import { isTeaser, trimTeaser } from "./boilerplate.ts";

/** Elements whose text is not part of the story, such as captions, bylines and the fallback text of players. */
const SKIPPED = ["script", "style", "noscript", "template", "figcaption", "address", "video", "audio"];
/** Number of characters to read from a text. No excerpt is longer. */
const MAX_LENGTH = 1000;
/** Matches the ending that content management systems add to shortened texts, such as "[…]". */
const OMISSION = /[[(](?:…|\.\.\.)[\])]$/;
/** Matches the last words of a Reddit entry, such as "submitted by /u/name [link] [comments]". */
const REDDIT_CREDIT = /(?:^| )submitted by \/?u\/\S{1,50}(?: to \/?r\/\S{1,50})?(?: \[link\])?(?: \[comments\])?$/;
/** Matches the placeholder that Cloudflare substitutes for email addresses. */
const HIDDEN_EMAIL = / ?\[email.?protected\]/gi;

/** Returns the text of cleaned HTML on one line, without captions, bylines, boilerplate and links to the story. */
export function toExcerptText(html: string): string {
  const text = readLines(html).filter(Boolean).join(" ").replace(HIDDEN_EMAIL, "").replace(REDDIT_CREDIT, "");
  if (!OMISSION.test(text)) return text;
  const shortened = text.replace(OMISSION, "").trimEnd();
  return shortened === "" || /[.!?…]["”’)]?$/.test(shortened) ? shortened : `${shortened}…`;
}

/** Returns the lines of cleaned HTML, each trimmed, without boilerplate. */
function readLines(html: string): string[] {
  const lines: string[] = [];
  let length = 0;
  let line = "";
  let skippedDepth = 0;
  let linkStart = 0;
  /** If `line` ends with a link such as "Read more", the position at which the link starts, else -1. */
  let teaserStart = -1;

  function endLine(): void {
    const text = (teaserStart < 0 ? line : line.slice(0, teaserStart)).replace(/\s+/g, " ").trim();
    if (text !== "") lines.push(text.length > MAX_LENGTH ? text : trimTeaser(text));
    length += text.length;
    line = "";
    linkStart = 0;
    teaserStart = -1;
  }

  const parser = new Parser(
    {
      onopentagname(name) {
        if (SKIPPED.includes(name)) skippedDepth++;
        if (BLOCKS.test(name)) endLine();
        if (name === "a") linkStart = line.length;
      },
      ontext(data) {
        if (skippedDepth > 0 || length + line.length > MAX_LENGTH) return;
        line += data;
        if (/\S/.test(data)) teaserStart = -1;
      },
      onclosetag(name) {
        if (SKIPPED.includes(name)) skippedDepth--;
        if (BLOCKS.test(name)) endLine();
        if (name === "a" && linkStart < line.length && isTeaser(line.slice(linkStart))) teaserStart = linkStart;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html);
  endLine();
  return lines;
}
