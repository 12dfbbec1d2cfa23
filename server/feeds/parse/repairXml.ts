import { decodeHTML } from "entities";
import { escapeStrayDeclarations } from "../../html/text.ts";

/**
 * Prepares XML for the parser: removes the DOCTYPE (so that nothing is fetched), closes CDATA sections, escapes stray
 * "<!", and replaces entities of HTML and of the DOCTYPE.
 */
export function repairXml(source: string): string {
  const body = removeDoctype(source);
  const entities = body.length === source.length ? new Map<string, string>() : readEntities(source);
  return replaceEntities(escapeStrayDeclarations(closeCdata(body)), entities);
}

/** Maximum number of entities of a DOCTYPE, and their maximum length in characters. */
const MAX_ENTITIES = 200;
const MAX_ENTITY_LENGTH = 500;
/** Maximum number of characters that a DOCTYPE's entities may add to a feed. */
const MAX_EXPANSION = 500_000;

/** Returns the texts of the entities that a DOCTYPE defines. An entity may only contain entities defined before it. */
function readEntities(source: string): Map<string, string> {
  const start = source.search(/<!DOCTYPE/i);
  const doctype = source.slice(start, start + source.length - removeDoctype(source).length);
  const entities = new Map<string, string>();
  for (const [, name = "", double, single] of doctype.matchAll(
    /<!ENTITY\s+([\w.:-]{1,64})\s+(?:"([^"]*)"|'([^']*)')\s*>/g,
  )) {
    const text = replaceEntities((double ?? single ?? "").slice(0, MAX_ENTITY_LENGTH + 1), entities);
    if (text.length <= MAX_ENTITY_LENGTH && entities.size < MAX_ENTITIES)
      entities.set(name, text.replaceAll("<", "&lt;"));
  }
  return entities;
}

function removeDoctype(source: string): string {
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

const CDATA_START = "<![CDATA[";

/** Ends each unclosed CDATA section that would include the next item. Takes linear time. */
function closeCdata(source: string): string {
  const findCdataEnd = createForwardSearch(source, /\]\]>/g);
  const findItemEnd = createForwardSearch(source, /<\/(?:item|entry)>\s*<(?:item|entry)[\s>]/g);
  let out = "";
  let from = 0;
  for (let start = source.indexOf(CDATA_START); start >= 0; start = source.indexOf(CDATA_START, from)) {
    const end = Math.min(findCdataEnd(start), source.length);
    const itemEnd = findItemEnd(start);
    let cut = end;
    if (itemEnd < end) {
      const name = /<([\w:.-]+)(?:[\s/][^<>]*)?>\s*$/.exec(source.slice(Math.max(0, start - 300), start))?.[1];
      const fieldEnd = name ? source.slice(start, itemEnd).indexOf(`</${name}>`) : -1;
      cut = fieldEnd >= 0 ? start + fieldEnd : itemEnd;
    }
    out += source.slice(from, cut) + (itemEnd < end ? "]]>" : "");
    from = Math.max(cut, start + CDATA_START.length);
  }
  return from === 0 ? source : out + source.slice(from);
}

/**
 * Creates a function that returns the index of the next match at or after `from`; Infinity if there is none. `from`
 * must not decrease between calls.
 */
function createForwardSearch(source: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    pattern.lastIndex = from;
    found = pattern.exec(source)?.index ?? Number.POSITIVE_INFINITY;
    return found;
  };
}

/**
 * Replaces named entities outside CDATA sections. An entity of the DOCTYPE is replaced with its text. An entity of HTML
 * is replaced with numeric entities, which XML allows.
 */
function replaceEntities(source: string, entities: ReadonlyMap<string, string>): string {
  let added = 0;
  return source.replace(
    /<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|&([a-z_][\w.:-]{0,63});/gi,
    (whole, name: string | undefined) => {
      if (!name || /^(amp|lt|gt|quot|apos)$/.test(name)) return whole;
      const text = entities.get(name);
      if (text !== undefined) {
        added += text.length;
        return added > MAX_EXPANSION ? "" : text;
      }
      const decoded = decodeHTML(whole);
      if (decoded === whole) return whole;
      return Array.from(decoded, (character) => `&#${character.codePointAt(0)};`).join("");
    },
  );
}
