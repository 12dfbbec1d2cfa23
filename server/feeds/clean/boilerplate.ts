// First words and verbs of a line that publishers' software adds to stories: "The post … appeared first on …."
const STARTS =
  "The (?:post|article)(?! (?:office|war|was|is|has|had|that|which|of)\\b)|L['’]article|Cet article|La entrada|El (?:cargo|artículo|post)|Der Beitrag|L['’]articolo|Het bericht|O post";
const VERBS =
  "appeared first on|first appeared on|est apparu en premier (?:sur|dans)|apareció primero en|aparece primero en|se publicó primero en|erschien zuerst (?:auf|bei|in)|proviene da|sembra essere il primo su|verscheen eerst op|apareceu primeiro em";
/** Matches boilerplate at the end of a paragraph. */
const LAST_SENTENCE = new RegExp(
  `(?<=^|[\\s.!?…\\])»”"])(?:${STARTS})\\s(?:(?!${STARTS})[\\s\\S]){1,400}?\\s(?:${VERBS})\\s[\\s\\S]{1,150}$`,
);
/** Matches a paragraph of boilerplate. Less strict than `LAST_SENTENCE`, since the paragraph has no other text. */
const WHOLE_PARAGRAPH = new RegExp(
  `^\\s*(?:${STARTS}|This (?:post|article|story))\\b[\\s\\S]{0,400}?(?:${VERBS}|appeared first|first appeared|est apparu|erschien zuerst|was originally published)[\\s\\S]{0,150}$`,
  "i",
);
/** Matches a line that only links to the story itself. */
const PERMALINK = /^\s*(?:[∞★#¶]\s*)?Permalink\s*$/;
/** Fast preliminary test: matches every text with boilerplate, and some texts without boilerplate. */
const BOILERPLATE_HINT =
  /appeared|apparu|primero en|erschien zuerst|proviene da|il primo su|eerst op|primeiro em|originally published|permalink/i;

/** Maximum length of boilerplate in characters. */
const MAX_LENGTH = 1000;
/** Matches tags that begin or end a line. */
const LINE_EDGE =
  /(<\/?(?:p|div|li|ul|ol|dl|dt|dd|blockquote|h[2-6]|table|t[rdh]|figure|figcaption|address|br|hr|pre)(?: [^<>]*)?>)/;

export function removeTextBoilerplate(text: string): string {
  const start = findBoilerplate(text);
  return start < 0 ? text : text.slice(0, start).trimEnd();
}

/** Removes boilerplate from each line of cleaned HTML. Every "<" in `html` must begin a tag. Tags stay balanced. */
export function removeHtmlBoilerplate(html: string): string {
  if (!BOILERPLATE_HINT.test(html)) return html;
  // Parts with an odd index are tags.
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
  // Parts with an odd index are tags.
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

const FULL_STORY =
  "(?:the |this |our )?(?:full|whole|entire|complete|original|rest of (?:the|this)) (?:story|article|post|piece|report|version|text|column|interview|review)";
// Beginnings of link texts. The story's title may follow, as in "Continue reading <title>".
const CONTINUE =
  "(?:continue|keep) reading|seguir leyendo|sigue leyendo|continuar leyendo|continúa leyendo|lire la suite|weiterlesen|continua a leggere|continue lendo|lees verder";
const READ_MORE = `read more|read on|(?:read|view|see) ${FULL_STORY}|(?:click|tap) here (?:for|to (?:read|see|view)) (?:${FULL_STORY}|more)|leer más|lea más|leer (?:la|el) (?:nota|artículo|noticia) (?:completa|completo)|ver (?:la )?nota completa|haga clic aquí para (?:leer|ver) (?:más|(?:la|el) (?:nota|artículo|noticia))(?: (?:completa|completo))?|en savoir plus|lire plus|mehr lesen|leggi tutto|leia mais|lees meer`;
const FIRST_PUBLISHED =
  "(?:this|the) (?:post|article|story|column|piece|review|interview|episode)(?! (?:office|war|was|is|has|had|that|which|of)\\b)(?: [^.!?]{1,200})? (?:(?:first|originally) (?:appeared|ran)|appeared (?:first|originally)|was (?:first|originally) published) (?:on|in|at|by)";
/** Matches the first words of boilerplate in excerpts. In full texts, "Read more" may be a link, and stays. */
const TEASER = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(${CONTINUE})|(${READ_MORE})|(${FIRST_PUBLISHED}))(?![\\p{L}\\p{N}])`,
  "giu",
);
/**
 * Matches the whole text of a link to the story itself, such as "»" or "More". Outside a link, such text may belong to
 * the story.
 */
const TEASER_LINK = /^[\s[\]()»›→★∞¶◉#>.…]*(?:(?:more|más|mehr|suite|meer|mais|altro)[\s\])»›→>.…]*)?$/i;
/** Matches a word such as "more" in brackets at the end of a line, such as "(more…)". */
const BRACKETED_MORE = /[[(](?:more|más|mehr|suite|meer|mais|altro)[\s.…»›→]*[\])]$/i;
const MAX_BRACKETED = 20;
/** Maximum length, in characters, of the text after a match of `TEASER`, such as the story's title. */
const MAX_TEASER_REST = 200;

/** Returns true if a link's text says only that the story continues at the link's target, such as "Read more". */
export function isTeaser(text: string): boolean {
  return TEASER_LINK.test(text) || trimTeaser(text.trim()) === "";
}

/**
 * Removes words such as "Read more »" from the end of a line of text. Words inside a sentence stay: "Children should
 * read more books", "He told them to read more."
 */
export function trimTeaser(line: string): string {
  const bracketed = BRACKETED_MORE.exec(line.slice(-MAX_BRACKETED));
  if (bracketed) return line.slice(0, -bracketed[0].length).trimEnd();
  for (const { index, 0: words, 1: continues, 2: readMore } of line.matchAll(TEASER)) {
    const rest = line.slice(index + words.length);
    if (rest.length > MAX_TEASER_REST) continue;
    const before = line.slice(0, index).trimEnd();
    const isStart = before === "" || (/[.!?…"”’)\]]$/.test(before) && startsWithCapital(words));
    const isBare = /^[\s.…!:»›>→-]*$/.test(rest);
    const hasArrow = /(?:[»›→…]|>>|\.\.\.)\s*$/.test(rest);
    const isTitled = continues !== undefined && !/^\s*[,;]/.test(rest) && (hasArrow || !/[.!]\s*$/.test(rest));
    const isPlaced = readMore !== undefined && /^\s*(?::|(?:here|at|on|in|from|about|aquí|en)\b)/.test(rest);
    const isCredit = continues === undefined && readMore === undefined && !/[.!?]\s+\p{Lu}/u.test(rest);
    const isBracketed = /[[(]$/.test(before) && /^[\s.…:»›>→]*[\])]$/.test(rest);
    if (isBracketed) return before.slice(0, -1).trimEnd();
    if ((isStart && (isBare || isTitled || isPlaced || isCredit)) || (isBare && hasArrow && startsWithCapital(words)))
      return before;
  }
  return line;
}

function startsWithCapital(words: string): boolean {
  return /^\p{Lu}/u.test(words);
}
