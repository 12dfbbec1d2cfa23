/** A WordPress element in brackets, such as `[gallery ids="1,2"]`. */
export interface Shortcode {
  name: string;
  /** Text between the name and the closing bracket. */
  rest: string;
  /** Text up to the closing shortcode; null if there is no closing shortcode. */
  inner: string | null;
}

interface Tag {
  name: string;
  rest: string;
  isClosing: boolean;
  start: number;
  end: number;
}

const TAG = /\[(\/?)([a-z][^[\]]*)\]/gi;
const ATTRIBUTE = /(?<![\w-])([\w-]{1,50})=(?:"([^"]*)"|'([^']*)'|([^\s\]"']+))/g;

/**
 * Replaces shortcodes in linear time.
 *
 * @param enclosing names of shortcodes that enclose a text and have a closing shortcode
 * @param replace returns the replacement; null to leave the shortcode as text
 */
export function replaceShortcodes(
  content: string,
  enclosing: readonly string[],
  replace: (shortcode: Shortcode) => string | null,
): string {
  const tags = listTags(content);
  /** Closing shortcodes by name, from the last to the first. */
  const closing = Map.groupBy(tags.filter(({ isClosing }) => isClosing).reverse(), ({ name }) => name);
  let out = "";
  let from = 0;
  for (const { name, rest, isClosing, start, end } of tags) {
    if (isClosing || start < from) continue;
    const ends = closing.get(name) ?? [];
    while ((ends.at(-1)?.start ?? end) < end) ends.pop();
    const last = ends.at(-1);
    const isEmpty = last !== undefined && content.slice(end, Math.min(last.start, end + MAX_GAP)).trim() === "";
    const encloses = last !== undefined && (enclosing.includes(name) || (isEmpty && last.start - end < MAX_GAP));
    if (enclosing.includes(name) && !encloses) continue;
    // In WordPress, double brackets show a shortcode as text instead of running it.
    const isShown = content[start - 1] === "[" && content[end] === "]" && start > from;
    if (isShown) {
      out += `${content.slice(from, start - 1)}&#91;${content.slice(start + 1, end - 1)}&#93;`;
      from = end + 1;
      continue;
    }
    const replaced = replace({ name, rest, inner: encloses ? content.slice(end, last.start) : null });
    if (replaced === null) continue;
    out += content.slice(from, start) + replaced;
    from = encloses ? last.end : end;
  }
  return out + content.slice(from);
}

/** Maximum white space, in characters, between a shortcode without a text and its closing shortcode. */
const MAX_GAP = 100;

/** Plugins' shortcodes of one word. Other single words in brackets were written by an editor, such as "[sic]". */
const WORDS = new Set(
  (
    "ad ads advert archives audio banner button calendar caption clear contact donate donation donations embed events " +
    "form gallery login map membership newsletter paywall playlist poll quiz register searchform share signup sitemap " +
    "slider slideshow spacer subscribe subscription toc video weather"
  ).split(" "),
);

/** Removes shortcodes, and leaves the texts between them. Also returns the names of the removed shortcodes. */
export function removeShortcodes(content: string): { text: string; names: string[] } {
  const tags = listTags(content);
  const closed = new Set(tags.filter(({ isClosing }) => isClosing).map(({ name }) => name));
  const names = new Set<string>();
  let text = "";
  let from = 0;
  for (const tag of tags) {
    if (!isShortcode(tag, closed) && !standsAlone(tag, content)) continue;
    names.add(tag.name);
    text += content.slice(from, tag.start);
    from = tag.end;
  }
  return { text: text + content.slice(from), names: [...names] };
}

/** Returns true for shortcodes: unlike words in brackets, they have an attribute, URL, closing tag or known name. */
function isShortcode({ name, rest, isClosing }: Tag, closed: ReadonlySet<string>): boolean {
  if (name === "" || (isClosing && rest.trim() !== "")) return false;
  if (isClosing || closed.has(name)) return true;
  if (/^\s[^=]*=/.test(rest) || /^[\s=]\s*"?https?:/.test(rest)) return true;
  return rest.trim().replace("/", "") === "" && (/[_-]/.test(name) || WORDS.has(name));
}

/**
 * Returns true for a tag that is alone on a line or in an HTML element and contains only a lowercase name, perhaps with
 * a number. In a sentence, such a tag is a remark by an editor, for example "[laughs]".
 */
function standsAlone({ name, rest, start, end }: Tag, content: string): boolean {
  if (content.slice(start + 1, start + 1 + name.length) !== name || !(rest === "" || isNumber(rest))) return false;
  let [before, after] = [start - 1, end];
  while (/[ \t]/.test(content[before] ?? "")) before--;
  while (/[ \t]/.test(content[after] ?? "")) after++;
  return /[\n>]/.test(content[before] ?? "\n") && /[\n<]/.test(content[after] ?? "\n");
}

/** Returns true if `rest` is a space and a word with digits, such as the id of a tweet or a form. */
function isNumber(rest: string): boolean {
  return /^\s[\w-]+$/.test(rest) && /\d/.test(rest);
}

/**
 * Removes shortcodes. Keeps the texts between opening and closing shortcodes, and other words in brackets.
 *
 * @param isKnown returns true for names that only shortcodes have
 */
export function removeShortcodeTags(content: string, isKnown: (name: string) => boolean): string {
  const tags = listTags(content);
  const closed = new Set(tags.filter(({ isClosing }) => isClosing).map(({ name }) => name));
  const opened = new Set(tags.filter(({ isClosing }) => !isClosing).map(({ name }) => name));
  let out = "";
  let from = 0;
  for (const { name, rest, isClosing, start, end } of tags) {
    const isPair = name !== "" && closed.has(name) && opened.has(name);
    const isBare = isClosing || rest.trim() === "";
    if (!isKnown(name) && !(isPair && isBare) && !QUOTED_ATTRIBUTE.test(rest)) continue;
    out += content.slice(from, start);
    from = end;
  }
  return out + content.slice(from);
}

/** Matches the first attribute of a shortcode, even if quotation marks were replaced or escaped. */
const QUOTED_ATTRIBUTE = /^\s+[\w-]{1,50}=(?:["'“”″]|&(?:quot|[lr]dquo|#\d{2,4}|#x[\da-f]{2,4});)/i;

/** Returns the attributes of a shortcode by their names in lower case. */
export function parseAttributes(rest: string): Map<string, string> {
  return new Map(
    Array.from(rest.matchAll(ATTRIBUTE), ([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? "",
    ]),
  );
}

function listTags(content: string): Tag[] {
  return Array.from(content.matchAll(TAG), ({ index, 0: whole, 1: slash, 2: inside = "" }) => {
    const [name = ""] = /^[\w-]+/.exec(inside) ?? [];
    return {
      name: name.toLowerCase(),
      rest: inside.slice(name.length),
      isClosing: slash !== "",
      start: index,
      end: index + whole.length,
    };
  });
}
