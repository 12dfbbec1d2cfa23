/** A tag of an element whose content is not shown, or is shown by something else. */
interface Tag {
  name: string;
  start: number;
  end: number;
  isEnd: boolean;
  isSelfClosing: boolean;
}

/** Without an end, these would hold all that follows, which is a story and no longer theirs. */
const NEVER_ENDED = ["noscript", "title", "textarea", "template"];
const ONE_IMAGE = /^\s*<img\b([^<>]*)>\s*$/i;
/** Characters. */
const LONGEST_IMAGE = 8000;

/** Marks an image that stood in a `noscript`, and so may stand there for the one before it. */
export const FROM_NOSCRIPT = "data-from-noscript";

/**
 * Markup in which no empty element holds the rest. In XHTML `<title/>` is an element without content; read as HTML it
 * begins one that goes on to the end. Images alone in a `noscript` are taken out of it, and an `object` becomes an `embed`.
 *
 * This is text put together from text, and may be any markup afterwards: it is made for the cleaner, which comes after.
 */
export function withoutHollow(html: string): string {
  const tags = tagsIn(html);
  if (tags.length === 0) return html;
  const following = followingOf(tags);
  const objectEnds = objectEndsOf(tags);
  let out = "";
  let at = 0;
  const replace = (from: number, to: number, by: string) => {
    out += html.slice(at, from) + by;
    at = to;
  };
  for (const [index, tag] of tags.entries()) {
    if (tag.start < at || tag.isEnd) continue;
    const next = following[index];
    if (tag.name === "object") {
      const address = /\sdata\s*=\s*("[^"]*"|'[^']*')/i.exec(html.slice(tag.start, tag.end))?.[1];
      const end = tag.isSelfClosing ? tag.end : objectEnds.get(index);
      if (end && address && address.length > 2) replace(tag.start, end, `<embed src=${address}>`);
    } else if (tag.isSelfClosing && !next?.isEnd) {
      // A frame is where it leads, and not what stands in it.
      replace(tag.start, tag.end, tag.name === "iframe" ? `${html.slice(tag.start, tag.end)}</iframe>` : "");
    } else if (!next && NEVER_ENDED.includes(tag.name)) replace(tag.start, tag.end, "");
    else if (tag.name === "noscript" && next?.isEnd && next.start - tag.end <= LONGEST_IMAGE) {
      const image = ONE_IMAGE.exec(html.slice(tag.end, next.start));
      if (image) replace(tag.start, next.end, `<img ${FROM_NOSCRIPT}="" ${image[1]}>`);
    }
  }
  return out + html.slice(at);
}

function tagsIn(html: string): Tag[] {
  const pattern =
    /<(\/?)(style|title|template|script|svg|noscript|textarea|math|xmp|noembed|noframes|iframe|object)(?=[\s/>])/gi;
  const tags: Tag[] = [];
  for (let found = pattern.exec(html); found; found = pattern.exec(html)) {
    const end = endOfTag(html, pattern.lastIndex);
    if (end < 0) break;
    const [, slash, name = ""] = found;
    const isSelfClosing = !slash && html[end - 2] === "/";
    tags.push({ name: name.toLowerCase(), start: found.index, end, isEnd: slash === "/", isSelfClosing });
    pattern.lastIndex = end;
  }
  return tags;
}

/** Where a tag ends, reading on from its name; less than zero where it does not. A ">" may stand in an attribute. */
function endOfTag(html: string, from: number): number {
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

/** For each tag the next of the same name. */
function followingOf(tags: readonly Tag[]): (Tag | undefined)[] {
  const next = new Map<string, Tag>();
  const following: (Tag | undefined)[] = [];
  for (const [index, tag] of [...tags.entries()].reverse()) {
    following[index] = next.get(tag.name);
    next.set(tag.name, tag);
  }
  return following;
}

/** Where each object ends, by the place of its tag; one may hold another. */
function objectEndsOf(tags: readonly Tag[]): Map<number, number> {
  const open: number[] = [];
  const ends = new Map<number, number>();
  for (const [index, { name, end, isEnd, isSelfClosing }] of tags.entries()) {
    if (name !== "object" || isSelfClosing) continue;
    const started = isEnd ? open.pop() : undefined;
    if (!isEnd) open.push(index);
    else if (started !== undefined) ends.set(started, end);
  }
  return ends;
}
