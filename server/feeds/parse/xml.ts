import { Parser } from "htmlparser2";
import { repairXml } from "./repairXml.ts";

/** An XML element. Names are in lower case. `name` has the prefix from `NAMESPACES`, not the prefix in the feed. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** The source between the tags, for content that is markup. */
  inner: string;
  /** Base of relative URLs (xml:base); null if none is declared. */
  baseUrl: string | null;
}

/** Prefixes by namespace. Elements of RSS itself have no prefix. */
const NAMESPACES = new Map(
  Object.entries({
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
  }),
);

/** Prefixes that feeds use without declaring them. */
const USUAL_PREFIXES = ["atom", "dc", "dcterms", "content", "media", "itunes", "rdf", "feedburner", "xhtml", "sy"];

/** Maximum depth of elements. Deeper elements are dropped, so that recursion cannot overflow the stack. */
const MAX_DEPTH = 200;
// Parsing stops at these limits, which no real feed reaches. The result has the entries parsed until then.
const MAX_ELEMENTS = 40_000;
const MAX_ATTRIBUTES = 500;
const MAX_DROPPED_DEPTH = 5_000;

/** Thrown by the parser's callbacks to stop parsing. */
class LimitReached extends Error {}

/** Parses XML despite syntax errors. `fault` is the first error, or null. @param url base of a relative xml:base */
export function parseXml(source: string, url: string | null): { root: XmlElement | null; fault: string | null } {
  const text = repairXml(source);
  const stack: { element: XmlElement; scope: Namespaces; start: number }[] = [];
  let root: XmlElement | null = null;
  let fault: string | null = null;
  let elementCount = 0;
  let attributeCount = 0;
  let droppedDepth = 0;

  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        const parent = stack.at(-1);
        if (!parent && root) {
          fault ??= "There is more than one root element.";
          return;
        }
        attributeCount = 0;
        if (++elementCount > MAX_ELEMENTS || droppedDepth > MAX_DROPPED_DEPTH) throw new LimitReached();
        if (stack.length >= MAX_DEPTH) {
          droppedDepth++;
          return;
        }
        const declared = getNamespaceScope(parent?.scope ?? new Map(), attributes);
        // Inside `rss` and `RDF`, elements without a prefix belong to RSS, whatever default namespace the root
        // declares.
        const isRssRoot = !parent && /^(rss|rdf)$/i.test(rawName);
        const scope = isRssRoot ? new Map([...declared, ["", "http://purl.org/rss/1.0/"]]) : declared;
        const element: XmlElement = {
          name: getCanonicalName(rawName, scope),
          attributes: toLowerCaseNames(attributes),
          children: [],
          inner: "",
          baseUrl: getBaseUrl(attributes["xml:base"], parent?.element.baseUrl ?? null, url),
        };
        if (parent) parent.element.children.push(element);
        else root = element;
        stack.push({ element, scope, start: parser.endIndex + 1 });
      },
      onattribute() {
        if (++attributeCount > MAX_ATTRIBUTES) throw new LimitReached();
      },
      ontext(data) {
        if (droppedDepth === 0) stack.at(-1)?.element.children.push(data);
      },
      onclosetag(rawName, isImplied) {
        if (droppedDepth > 0) {
          droppedDepth--;
          return;
        }
        const closed = stack.pop();
        if (!closed) return;
        closed.element.inner = text.slice(closed.start, Math.max(closed.start, parser.startIndex));
        if (!isImplied || parser.endIndex - parser.startIndex <= 1 || text[parser.endIndex - 1] === "/") return;
        fault ??= `The element ${rawName} in line ${getLine(text, closed.start)} is not closed.`;
        const parent = stack.at(-1);
        if (parent) moveFieldsToItem(closed.element, parent.element);
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  try {
    parser.write(text);
    const open = stack.at(-1);
    if (open) fault ??= `The text ends inside the element ${open.element.name}.`;
    dropIncompleteItem(stack.map(({ element }) => element));
    parser.end();
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
  }
  return { root, fault };
}

/** Elements of an item that contain only text. */
const FIELDS =
  /^(title|link|guid|description|pubdate|author|category|enclosure|comments|source|(dc|content|media|itunes):.*)$/;

/** Moves the fields inside an unclosed field to the item. */
function moveFieldsToItem(field: XmlElement, item: XmlElement): void {
  if (!FIELDS.test(field.name)) return;
  const at = field.children.findIndex((child) => typeof child !== "string" && FIELDS.test(child.name));
  if (at >= 0) item.children.push(...field.children.splice(at));
}

/** Drops an item that is cut off by the end of the text. Otherwise, its missing parts would be stored as a change. */
function dropIncompleteItem(openElements: readonly XmlElement[]): void {
  const at = openElements.findIndex(({ name }) => /^(item|atom:entry|entry)$/.test(name));
  const item = openElements[at];
  const parent = openElements[at - 1];
  if (item && parent) parent.children = parent.children.filter((child) => child !== item);
}

/** Returns the text of an element and its descendants; "" for undefined. */
export function getText(element: XmlElement | undefined): string {
  if (!element) return "";
  return element.children.map((child) => (typeof child === "string" ? child : getText(child))).join("");
}

/** Returns the markup inside an element. Removes the prefixes of tags. */
export function getInnerMarkup(element: XmlElement): string {
  return element.inner.replace(/<(\/?)\w+:(?=\w)/g, "<$1");
}

export function hasElements(element: XmlElement): boolean {
  return element.children.some((child) => typeof child !== "string");
}

export function listChildren(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== "string" && names.includes(child.name),
  );
}

/** Returns the first child with the first name, else with the second name, and so on; undefined for none. */
export function findChild(element: XmlElement, ...names: string[]): XmlElement | undefined {
  for (const name of names) {
    const [child] = listChildren(element, name);
    if (child) return child;
  }
  return undefined;
}

export function listDescendants(element: XmlElement, ...names: string[]): XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === "string") return [];
    return names.includes(child.name) ? [child, ...listDescendants(child, ...names)] : listDescendants(child, ...names);
  });
}

/** Resolves a relative or absolute URL. Returns `baseUrl` for an empty or invalid reference. */
export function resolveUrl(reference: string, baseUrl: string | null): string | null {
  const trimmed = reference.trim();
  return trimmed ? (URL.parse(trimmed, baseUrl ?? undefined)?.href ?? baseUrl) : baseUrl;
}

/** Returns an element's xml:base as an absolute URL. If the element has none, returns `outer`, its parent's base. */
function getBaseUrl(declared: string | undefined, outer: string | null, url: string | null): string | null {
  const trimmed = declared?.trim();
  return trimmed ? (URL.parse(trimmed, outer ?? url ?? undefined)?.href ?? outer) : outer;
}

/** URIs of namespaces by their prefixes in the feed; the key of the default namespace is empty. */
type Namespaces = ReadonlyMap<string, string>;

function getNamespaceScope(outer: Namespaces, attributes: Record<string, string>): Namespaces {
  const declared = Object.entries(attributes).filter(([name]) => name === "xmlns" || name.startsWith("xmlns:"));
  if (declared.length === 0) return outer;
  return new Map([...outer, ...declared.map(([name, uri]) => [name.slice(6), uri] as const)]);
}

function getCanonicalName(rawName: string, scope: Namespaces): string {
  const colon = rawName.indexOf(":");
  const prefix = colon < 0 ? "" : rawName.slice(0, colon);
  const local = rawName.slice(colon + 1).toLowerCase();
  const uri = scope.get(prefix)?.trim().toLowerCase();
  const known =
    uri === undefined
      ? undefined
      : (NAMESPACES.get(uri) ?? NAMESPACES.get(uri.replace(/\/$/, "")) ?? NAMESPACES.get(`${uri}#`));
  if (known !== undefined) return known + local;
  if (prefix === "") return local;
  return `${USUAL_PREFIXES.includes(prefix.toLowerCase()) ? prefix.toLowerCase() : `other-${prefix}`}:${local}`;
}

/** Shared by all elements without attributes, which are most elements of a feed. */
const NO_ATTRIBUTES: Record<string, string> = Object.freeze({});

function toLowerCaseNames(attributes: Record<string, string>): Record<string, string> {
  const entries = Object.entries(attributes);
  if (entries.length === 0) return NO_ATTRIBUTES;
  return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), value]));
}

function getLine(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}
