// First words and verbs of a line that content systems add to stories in feeds: "The post … appeared first on …."
const STARTS =
  "The (?:post|article)(?! (?:office|war|was|is|has|had|that|which|of)\\b)|L['’]article|Cet article|La entrada|El (?:cargo|artículo|post)|Der Beitrag|L['’]articolo|Het bericht|O post";
const VERBS =
  "appeared first on|first appeared on|est apparu en premier (?:sur|dans)|apareció primero en|aparece primero en|se publicó primero en|erschien zuerst (?:auf|bei|in)|proviene da|sembra essere il primo su|verscheen eerst op|apareceu primeiro em";
/** Matches boilerplate at the end of a paragraph. */
const LAST_SENTENCE = new RegExp(
  `(?<=^|[\\s.!?…\\])»”"])(?:${STARTS})\\s(?:(?!${STARTS})[\\s\\S]){1,400}?\\s(?:${VERBS})\\s[\\s\\S]{1,150}$`,
);
/**
 * Matches a paragraph that is nothing but boilerplate. It is looser than `LAST_SENTENCE`, since no text of the story
 * can be lost.
 */
const WHOLE_PARAGRAPH = new RegExp(
  `^\\s*(?:${STARTS}|This (?:post|article|story))\\b[\\s\\S]{0,400}?(?:${VERBS}|appeared first|first appeared|est apparu|erschien zuerst|was originally published)[\\s\\S]{0,150}$`,
  "i",
);
/** Matches a line that only links to the story itself. */
const PERMALINK = /^\s*(?:[∞★#¶]\s*)?Permalink\s*$/;
/** Fast preliminary test. It matches every text with boilerplate, and some others. */
const BOILERPLATE_HINT =
  /appeared|apparu|primero en|erschien zuerst|proviene da|il primo su|eerst op|primeiro em|originally published|permalink/i;

/** Maximum length of boilerplate in characters. */
const MAX_LENGTH = 1000;
/** Matches tags at which a line begins or ends. */
const LINE_EDGE =
  /(<\/?(?:p|div|li|ul|ol|dl|dt|dd|blockquote|h[2-6]|table|t[rdh]|figure|figcaption|br|hr|pre)(?: [^<>]*)?>)/;

export function removeTextBoilerplate(text: string): string {
  const start = findBoilerplate(text);
  return start < 0 ? text : text.slice(0, start).trimEnd();
}

/** Removes boilerplate from each line of cleaned HTML. Every "<" in `html` must begin a tag. Tags stay balanced. */
export function removeHtmlBoilerplate(html: string): string {
  if (!BOILERPLATE_HINT.test(html)) return html;
  // Every second part is a tag.
  return html
    .split(LINE_EDGE)
    .map((part, index) => (index % 2 === 0 && BOILERPLATE_HINT.test(part) ? removeFromLine(part) : part))
    .join("");
}

/** Returns the index at which the text's boilerplate begins; -1 for none. */
function findBoilerplate(text: string): number {
  if (!BOILERPLATE_HINT.test(text)) return -1;
  if (text.length <= MAX_LENGTH && (WHOLE_PARAGRAPH.test(text) || PERMALINK.test(text))) return 0;
  const end = text.trimEnd();
  const from = Math.max(0, end.length - MAX_LENGTH);
  const start = end.slice(from).search(LAST_SENTENCE);
  return start < 0 ? -1 : from + start;
}

function removeFromLine(line: string): string {
  // Every second part is a tag.
  const parts = line.split(/(<[^<>]*>)/);
  const start = findBoilerplate(parts.filter((_, index) => index % 2 === 0).join(""));
  if (start < 0) return line;
  let textLength = 0;
  let remaining = "";
  /** Tags inside the boilerplate, without pairs of tags that would become empty. */
  const tags: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      if (textLength < start) remaining += part.slice(0, start - textLength);
      textLength += part.length;
    } else if (textLength < start) remaining += part;
    else if (part.startsWith("</") && /^<\w[^>]*[^/]>$|^<\w>$/.test(tags.at(-1) ?? "")) tags.pop();
    else tags.push(part);
  }
  return remaining.trimEnd() + tags.join("");
}
