import { escapeHtml } from "../../html/text.ts";
import type { XmlElement } from "./xml.ts";

/** Key for the text of an element with attributes. */
const VALUE = "#value";
/** Maximum number of elements. No real feed has so many. */
const MAX_ELEMENTS = 40_000;
/** Maximum depth of values. Deeper values are dropped, so that recursion cannot overflow the stack. */
const MAX_DEPTH = 20;

/**
 * Converts RSS in JSON, as scripting.com publishes it, to the XML elements of the same feed. An array becomes repeated
 * elements. An object becomes an element with attributes or children.
 *
 * @returns undefined for any other JSON
 */
export function toRssElement(json: unknown): XmlElement | undefined {
  const rss = isObject(json) ? json.rss : undefined;
  if (!isObject(rss) || !isObject(rss.channel)) return undefined;
  let count = 0;
  return toElements("rss", rss, 0)[0];

  function toElements(name: string, value: unknown, depth: number): XmlElement[] {
    if (Array.isArray(value))
      return value.flatMap((item) => (Array.isArray(item) ? [] : toElements(name, item, depth)));
    if (value === null || value === undefined || depth > MAX_DEPTH || ++count > MAX_ELEMENTS) return [];
    const element: XmlElement = { name: name.toLowerCase(), attributes: {}, children: [], inner: "", baseUrl: null };
    for (const [key, field] of isObject(value) ? Object.entries(value) : [[VALUE, value] as const]) {
      if (key === VALUE) element.children.push(toText(field));
      else {
        // In an object with `VALUE`, all other fields are attributes. Otherwise a field may be an attribute or a child,
        // so it becomes both.
        if (!isObject(field)) element.attributes[key.toLowerCase()] = toText(field);
        if (!isObject(value) || !(VALUE in value)) element.children.push(...toElements(key, field, depth + 1));
      }
    }
    element.inner = element.children.map((child) => (typeof child === "string" ? escapeHtml(child) : "")).join("");
    return [element];
  }
}

function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
