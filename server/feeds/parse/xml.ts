import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";

/** An element of a feed. Names are in lower case, with the prefix that NAMESPACES gives, whatever prefix the feed uses. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** The source between its tags, for content that is markup itself. */
  inner: string;
  /** The address against which relative ones are resolved (xml:base), null where none is declared. */
  base: string | null;
}

export interface XmlDocument {
  root: XmlElement | null;
  /** What is not well-formed, in a sentence; null where everything is. What could be read is there all the same. */
  fault: string | null;
}

/** Prefixes by which the adapters know namespaces. RSS's own, and none, have no prefix. */
const NAMESPACES: Record<string, string> = {
  "http://www.w3.org/2005/atom": "atom:",
  "http://purl.org/atom/ns#": "atom:",
  "http://purl.org/dc/elements/1.1/": "dc:",
  "http://purl.org/dc/elements/1.0/": "dc:",
  "http://purl.org/dc/terms/": "dcterms:",
  "http://purl.org/rss/1.0/modules/content/": "content:",
  "http://search.yahoo.com/mrss": "media:",
  "http://search.yahoo.com/rss": "media:",
  "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes:",
  "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf:",
  "http://rssnamespace.org/feedburner/ext/1.0": "feedburner:",
  "http://www.w3.org/1999/xhtml": "xhtml:",
  "http://purl.org/rss/1.0/modules/syndication/": "sy:",
  "http://purl.org/rss/1.0/": "",
  "http://my.netscape.com/rdf/simple/0.9/": "",
  "http://channel.netscape.com/rdf/simple/0.9/": "",
  "http://backend.userland.com/rss2": "",
  "http://blogs.law.harvard.edu/tech/rss": "",
};

/** Prefixes that feeds use without declaring them. */
const USUAL_PREFIXES = ["atom", "dc", "dcterms", "content", "media", "itunes", "rdf", "feedburner", "xhtml", "sy"];

/** Deeper nesting than any feed has: what goes on below is dropped, so that nothing that follows the tree runs out of stack. */
const MAX_DEPTH = 200;
/** More elements, attributes of one, or nesting than any feed has: nothing that comes after is read. */
const MAX_ELEMENTS = 40_000;
const MAX_ATTRIBUTES = 500;
const MAX_NESTING = 5_000;

/** Thrown by the parser's own callbacks to end its work. */
class Enough extends Error {}

/**
 * Reads XML into a tree, forgivingly: what is broken costs the element that it stands in.
 *
 * A document type is dropped unread, so its entities are never expanded and nothing outside is ever fetched. HTML's
 * entities, which many feeds use without declaring them, are known.
 *
 * @param url the document's address, against which a relative xml:base is resolved
 */
export function readXml(source: string, url: string | null): XmlDocument {
  const text = nameEntities(endSections(dropDoctype(source)));
  const stack: { element: XmlElement; scope: Record<string, string>; start: number }[] = [];
  let root: XmlElement | null = null;
  let fault: string | null = null;
  let elements = 0;
  let attributesOfOne = 0;
  let dropped = 0;

  const parser = new Parser(
    {
      onopentag(raw, attributes) {
        const parent = stack.at(-1);
        if (!parent && root) {
          fault ??= "There is more than one root element.";
          return;
        }
        attributesOfOne = 0;
        if (++elements > MAX_ELEMENTS || dropped > MAX_NESTING) throw new Enough();
        if (stack.length >= MAX_DEPTH) {
          dropped++;
          return;
        }
        const declared = scopeOf(parent?.scope ?? {}, attributes);
        // Whatever namespace a feed puts on `rss` and `RDF` themselves, what is in them are RSS's own elements.
        const scope = !parent && /^(rss|rdf)$/i.test(raw) ? { ...declared, "": "http://purl.org/rss/1.0/" } : declared;
        const element: XmlElement = {
          name: canonicalName(raw, scope),
          attributes: namesInLowerCase(attributes),
          children: [],
          inner: "",
          base: baseOf(attributes["xml:base"], parent?.element.base ?? null, url),
        };
        if (parent) parent.element.children.push(element);
        else root = element;
        stack.push({ element, scope, start: parser.endIndex + 1 });
      },
      onattribute() {
        if (++attributesOfOne > MAX_ATTRIBUTES) throw new Enough();
      },
      ontext(data) {
        if (dropped === 0) stack.at(-1)?.element.children.push(data);
      },
      onclosetag(raw, isImplied) {
        if (dropped > 0) {
          dropped--;
          return;
        }
        const closed = stack.pop();
        if (!closed) return;
        closed.element.inner = text.slice(closed.start, Math.max(closed.start, parser.startIndex));
        if (!isImplied || parser.endIndex - parser.startIndex <= 1 || text[parser.endIndex - 1] === "/") return;
        fault ??= `The element ${raw} in line ${lineAt(text, closed.start)} is not closed.`;
        const parent = stack.at(-1);
        if (parent) giveBack(closed.element, parent.element);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.write(text);
    const open = stack.at(-1);
    if (open) fault ??= `The text ends inside the element ${open.element.name}.`;
    dropCut(stack.map(({ element }) => element));
    parser.end();
  } catch (error) {
    // What was read until then is there: the newest of a feed stand at its beginning.
    if (!(error instanceof Enough)) throw error;
  }
  return { root, fault };
}

/** What has text alone in it, and stands in an item beside the others. */
const FIELDS =
  /^(title|link|guid|description|pubdate|author|category|enclosure|comments|source|(dc|content|media|itunes):.*)$/;

/** What follows a field that was not closed was read into it, and is the item's. */
function giveBack(field: XmlElement, item: XmlElement): void {
  if (!FIELDS.test(field.name)) return;
  const at = field.children.findIndex((child) => typeof child !== "string" && FIELDS.test(child.name));
  if (at >= 0) item.children.push(...field.children.splice(at));
}

/** An item in which the text ends is not half told: what it lacks would be taken for a change. */
function dropCut(open: readonly XmlElement[]): void {
  const at = open.findIndex(({ name }) => /^(item|atom:entry|entry)$/.test(name));
  const cut = open[at];
  const parent = open[at - 1];
  if (cut && parent) parent.children = parent.children.filter((child) => child !== cut);
}

/** The text of an element and of all in it, as it stands. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return "";
  return element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

/** The elements directly under one, by name. */
export function childrenOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== "string" && names.includes(child.name),
  );
}

/** The first element directly under one that has one of the names, the names in the order of preference. */
export function childOf(element: XmlElement, ...names: string[]): XmlElement | undefined {
  for (const name of names) {
    const [found] = childrenOf(element, name);
    if (found) return found;
  }
  return undefined;
}

/** The elements of a name at any depth. */
export function descendantsOf(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return names.includes(child.name) ? [child, ...descendantsOf(child, ...names)] : descendantsOf(child, ...names);
  });
}

/** An address made absolute; null where it is none. */
export function resolve(address: string | undefined | null, base: string | null): string | null {
  const trimmed = address?.trim();
  if (!trimmed) return base;
  return URL.parse(trimmed, base ?? undefined)?.href ?? base;
}

function scopeOf(outer: Record<string, string>, attributes: Record<string, string>): Record<string, string> {
  const declared = Object.entries(attributes).filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
  if (declared.length === 0) return outer;
  return { ...outer, ...Object.fromEntries(declared.map(([name, uri]) => [name.slice(6), uri])) };
}

function canonicalName(raw: string, scope: Record<string, string>): string {
  const colon = raw.indexOf(":");
  const prefix = colon < 0 ? "" : raw.slice(0, colon);
  const local = raw.slice(colon + 1).toLowerCase();
  const uri = scope[prefix]?.trim().toLowerCase();
  const known =
    uri === undefined ? undefined : (NAMESPACES[uri] ?? NAMESPACES[uri.replace(/\/$/, "")] ?? NAMESPACES[`${uri}#`]);
  if (known !== undefined) return known + local;
  if (prefix === "") return local;
  return `${USUAL_PREFIXES.includes(prefix.toLowerCase()) ? prefix.toLowerCase() : `other-${prefix}`}:${local}`;
}

const NONE: Record<string, string> = Object.freeze({});

function namesInLowerCase(attributes: Record<string, string>): Record<string, string> {
  for (const _name in attributes) return lowered(attributes);
  return NONE;
}

function lowered(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toLowerCase(), value]));
}

/** An element's own base, resolved against that around it or the document's address; else what is around it. */
function baseOf(declared: string | undefined, around: string | null, url: string | null): string | null {
  const trimmed = declared?.trim();
  return trimmed ? (URL.parse(trimmed, around ?? url ?? undefined)?.href ?? around) : around;
}

const OPEN = "<![CDATA[";

/** Ends a CDATA section that was never ended before it takes the next item with it. Each place is looked at once. */
function endSections(source: string): string {
  const closings = placesOf(source, /\]\]>/g);
  const itemEnds = placesOf(source, /<\/(?:item|entry)>\s*<(?:item|entry)[\s>]/g);
  let out = "";
  let from = 0;
  for (let start = source.indexOf(OPEN); start >= 0; start = source.indexOf(OPEN, from)) {
    const end = Math.min(closings(start), source.length);
    const itemEnd = itemEnds(start);
    let cut = end;
    if (itemEnd < end) {
      const name = /<([\w:.-]+)[^<>]*>\s*$/.exec(source.slice(Math.max(0, start - 300), start))?.[1];
      const own = name ? source.slice(start, itemEnd).indexOf(`</${name}>`) : -1;
      cut = own >= 0 ? start + own : itemEnd;
    }
    out += source.slice(from, cut) + (itemEnd < end ? "]]>" : "");
    from = Math.max(cut, start + OPEN.length);
  }
  return from === 0 ? source : out + source.slice(from);
}

/** Tells where a pattern stands next, for places that are asked for in their order; Infinity where it stands no more. */
function placesOf(source: string, pattern: RegExp): (from: number) => number {
  let place = -1;
  return (from) => {
    if (place >= from) return place;
    pattern.lastIndex = from;
    place = pattern.exec(source)?.index ?? Number.POSITIVE_INFINITY;
    return place;
  };
}

/** Takes a document type away, with all that it declares. */
function dropDoctype(source: string): string {
  const start = source.search(/<!DOCTYPE/i);
  if (start < 0 || source.slice(0, start).search(/<[a-z]/i) >= 0) return source;
  let depth = 0;
  let quote = "";
  for (let index = start + 2; index < source.length; index++) {
    const character = source[index] ?? "";
    if (!quote && source.startsWith("<!--", index)) {
      const end = source.indexOf("-->", index + 4);
      if (end < 0) break;
      index = end + 2;
    } else if (quote) {
      if (character === quote) quote = "";
    } else if (character === '"' || character === "'") quote = character;
    else if (character === "[" || character === "<") depth++;
    else if (character === "]") depth--;
    else if (character === ">" && depth === 0) return source.slice(0, start) + source.slice(index + 1);
    else if (character === ">") depth--;
  }
  return source.slice(0, start);
}

/** Turns HTML's named entities, outside CDATA, into the characters' numbers, which XML knows. */
function nameEntities(source: string): string {
  return source.replace(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&([a-z][a-z0-9]{1,31});/gi,
    (whole, name: string | undefined) => {
      if (!name || /^(amp|lt|gt|quot|apos)$/.test(name)) return whole;
      const decoded = decodeHTML(whole);
      if (decoded === whole) return whole;
      return Array.from(decoded, (character) => `&#${character.codePointAt(0)};`).join("");
    },
  );
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
