/** What content systems put under a story in a feed: "The post … appeared first on …." */
const LEADS =
  "The (?:post|article)(?! (?:office|war|was|is|has|had|that|which|of)\\b)|L['’]article|Cet article|La entrada|El (?:cargo|artículo|post)|Der Beitrag|L['’]articolo|Het bericht|O post";
const MARKS =
  "appeared first on|first appeared on|est apparu en premier (?:sur|dans)|apareció primero en|aparece primero en|se publicó primero en|erschien zuerst (?:auf|bei|in)|proviene da|sembra essere il primo su|verscheen eerst op|apareceu primeiro em";
/** Anywhere in a paragraph, only what is sure: its last words, and its own. */
const TAIL = new RegExp(
  `(?<=^|[\\s.!?…\\])»”"])(?:${LEADS})\\s(?:(?!${LEADS})[\\s\\S]){1,400}?\\s(?:${MARKS})\\s[\\s\\S]{1,150}$`,
);
/** A whole paragraph may be less sure of itself. */
const WHOLE = new RegExp(
  `^\\s*(?:${LEADS}|This (?:post|article|story))\\b[\\s\\S]{0,400}?(?:${MARKS}|appeared first|first appeared|est apparu|erschien zuerst|was originally published)[\\s\\S]{0,150}$`,
  "i",
);
const MAY_HAVE =
  /appeared|apparu|primero en|erschien zuerst|proviene da|il primo su|eerst op|primeiro em|originally published/i;

/** Characters. */
const LONGEST_TAIL = 1000;
const EDGE =
  /(<\/?(?:p|div|li|ul|ol|dl|dt|dd|blockquote|h[2-6]|table|t[rdh]|figure|figcaption|br|hr|pre)(?: [^<>]*)?>)/;

/** Plain text without the tail that a content system put under it. */
export function withoutTail(text: string): string {
  const at = tailAt(text);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** The same for HTML that has been cleaned, in which a "<" begins a tag. What remains is as balanced as it was. */
export function withoutTails(html: string): string {
  if (!MAY_HAVE.test(html)) return html;
  // Every second part is a tag at which a line begins or ends.
  return html
    .split(EDGE)
    .map((part, index) => (index % 2 === 0 && MAY_HAVE.test(part) ? lineWithoutTail(part) : part))
    .join("");
}

function tailAt(text: string): number {
  if (!MAY_HAVE.test(text)) return -1;
  if (text.length <= LONGEST_TAIL && WHOLE.test(text)) return 0;
  const end = text.trimEnd();
  const from = Math.max(0, end.length - LONGEST_TAIL);
  const at = end.slice(from).search(TAIL);
  return at < 0 ? -1 : from + at;
}

function lineWithoutTail(line: string): string {
  const parts = line.split(/(<[^<>]*>)/);
  const at = tailAt(parts.filter((_, index) => index % 2 === 0).join(""));
  if (at < 0) return line;
  let length = 0;
  let out = "";
  let after: string[] = [];
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 0) {
      if (length < at) out += part.slice(0, at - length);
      length += part.length;
    } else if (length < at) out += part;
    else if (!part.startsWith("</") || !after.at(-1)?.match(/^<\w[^>]*[^/]>$|^<\w>$/)) after = [...after, part];
    else after.pop();
  }
  return out.trimEnd() + after.join("");
}
