interface Tag {
  name: string;
  start: number;
  end: number;
  isEnd: boolean;
  isSelfClosing: boolean;
}

/** Elements that hide the rest of the story if their end tag is missing. */
const HIDING = ["noscript", "title", "textarea", "template"];
const SINGLE_IMAGE = /^\s*<img\b([^<>]*)>\s*$/i;
/** Matches a frame's fallback text for browsers that do not support frames. */
const CANNOT_SHOW = /browser|iframe|frames?\b/i;
/** Longest content of a `noscript`, in characters, that is searched for an image. */
const MAX_NOSCRIPT_LENGTH = 8000;

/** Attribute of an image from a `noscript`. Such an image may repeat the lazy-loaded image before it. */
export const FROM_NOSCRIPT = "data-from-noscript";

/**
 * Removes elements that browsers would extend to the end of the text, such as XHTML's empty `<title/>`. Replaces a
 * `noscript` with the image in it, and `object` with `embed`. Moves the words inside a frame to the place after the
 * frame. The result may be unsafe and must go through the sanitizer.
 */
export function removeUnclosedElements(html: string): string {
  const tags = listTags(html);
  if (tags.length === 0) return html;
  const nextTags = listNextTags(tags);
  const objectEnds = listObjectEnds(tags);
  let out = "";
  let done = 0;
  const replace = (start: number, end: number, replacement: string) => {
    out += html.slice(done, start) + replacement;
    done = end;
  };
  for (const [index, tag] of tags.entries()) {
    if (tag.start < done || tag.isEnd) continue;
    const next = nextTags[index];
    const source = html.slice(tag.start, tag.end);
    if (tag.name === "object") {
      const address = /\sdata\s*=\s*("[^"]*"|'[^']*')/i.exec(source)?.[1];
      const end = tag.isSelfClosing ? tag.end : objectEnds.get(index);
      if (end && address && address.length > 2) replace(tag.start, end, `<embed src=${address}>`);
    } else if (tag.isSelfClosing && !next?.isEnd) {
      replace(tag.start, tag.end, tag.name === "iframe" ? `${source}</iframe>` : "");
    } else if (tag.name === "iframe" && next?.isEnd && next.start > tag.end) {
      const words = html.slice(tag.end, next.start);
      replace(tag.start, next.end, `${source}</iframe>${isFallback(source, words) ? "" : ` ${words}`}`);
    } else if (!next && HIDING.includes(tag.name)) replace(tag.start, tag.end, "");
    else if (tag.name === "noscript" && next?.isEnd && next.start - tag.end <= MAX_NOSCRIPT_LENGTH) {
      const image = SINGLE_IMAGE.exec(html.slice(tag.end, next.start));
      if (image) replace(tag.start, next.end, `<img ${FROM_NOSCRIPT}="" ${image[1]}>`);
    }
  }
  return out + html.slice(done);
}

/** Returns true if the words inside a frame only say that the frame cannot be shown, or only link to its page. */
function isFallback(startTag: string, words: string): boolean {
  if (CANNOT_SHOW.test(words)) return true;
  const hasAddress = /\ssrc\s*=\s*["']?[^"'\s>]/i.test(startTag);
  return hasAddress && !/\p{L}/u.test(words.replace(/<a\b[^<>]*>[^<>]*<\/a>/gi, "").replace(/<[^<>]*>/g, ""));
}

function listTags(html: string): Tag[] {
  const pattern =
    /<(\/?)(style|title|template|script|svg|noscript|textarea|math|xmp|noembed|noframes|iframe|object)(?=[\s/>])/gi;
  const tags: Tag[] = [];
  for (let match = pattern.exec(html); match; match = pattern.exec(html)) {
    const end = findTagEnd(html, pattern.lastIndex);
    if (end < 0) break;
    const [, slash, name = ""] = match;
    const isSelfClosing = !slash && html[end - 2] === "/";
    tags.push({ name: name.toLowerCase(), start: match.index, end, isEnd: slash === "/", isSelfClosing });
    pattern.lastIndex = end;
  }
  return tags;
}

/** Returns the index after the ">" that ends a tag; -1 if the tag does not end. Skips ">" in quoted attributes. */
function findTagEnd(html: string, from: number): number {
  let isValue = false;
  for (let index = from; index < html.length; index++) {
    const character = html[index] ?? "";
    if (character === ">") return index + 1;
    if (isValue && (character === '"' || character === "'")) {
      index = html.indexOf(character, index + 1);
      if (index < 0) return -1;
    }
    isValue = character === "=" || (isValue && /\s/.test(character));
  }
  return -1;
}

/** Returns, for each tag, the next tag with the same name; undefined if there is none. */
function listNextTags(tags: readonly Tag[]): (Tag | undefined)[] {
  const next = new Map<string, Tag>();
  return tags
    .toReversed()
    .map((tag) => {
      const found = next.get(tag.name);
      next.set(tag.name, tag);
      return found;
    })
    .reverse();
}

/** Returns the end of each `object` element, by the index of its start tag. The elements may be nested. */
function listObjectEnds(tags: readonly Tag[]): Map<number, number> {
  const open: number[] = [];
  const ends = new Map<number, number>();
  for (const [index, { name, end, isEnd, isSelfClosing }] of tags.entries()) {
    if (name !== "object" || isSelfClosing) continue;
    const start = isEnd ? open.pop() : undefined;
    if (!isEnd) open.push(index);
    else if (start !== undefined) ends.set(start, end);
  }
  return ends;
}
