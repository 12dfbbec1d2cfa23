import { createReadStream } from "node:fs";
import { Parser } from "htmlparser2";

import { removeControls, removeControlsWithin } from "../../../../core/controls.ts";
import { toMessage } from "../../../../core/toMessage.ts";
import { EditorError } from "../../../editorError.ts";
import { parseDate } from "../../../feeds/dates/parseDate.ts";

/** Element of a WordPress export (WXR). `name` is in lower case. */
export interface WxrElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: WxrElement[];
}

/** Maximum depth of elements. WordPress writes five levels. */
const MAX_DEPTH = 100;

/**
 * Reads the child elements of a WXR file's channel one by one. A file of any size needs only the memory for its largest
 * item.
 *
 * @throws {EditorError} if the file is not WXR, or is truncated
 */
export async function* readWxrElements(path: string): AsyncGenerator<WxrElement> {
  const open: WxrElement[] = [];
  let complete: WxrElement[] = [];
  let isWxr = false;
  let hasEnd = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length >= MAX_DEPTH)
          throw new EditorError(`${path} is no WordPress export: its elements are nested more than ${MAX_DEPTH} deep.`);
        open.push({ name: name.toLowerCase(), attributes: removeControlsWithin(attributes), text: "", children: [] });
        if (open.length === 2 && name === "channel") isWxr = true;
      },
      ontext(text) {
        const element = open.at(-1);
        // Drops text between items, which is only white space.
        if (element && open.length > 2) element.text += removeControls(text);
      },
      onclosetag(_name, isImplied) {
        const element = open.pop();
        if (!element) return;
        if (isImplied) return;
        if (open.length === 0) hasEnd = true;
        if (open.length === 2 && open[1]?.name === "channel") complete.push(element);
        else if (open.length > 2) open.at(-1)?.children.push(element);
      },
    },
    { xmlMode: true },
  );
  try {
    for await (const chunk of createReadStream(path, "utf8")) {
      parser.write(removeControls(chunk as string));
      const elements = complete;
      complete = [];
      yield* elements;
    }
    parser.end();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new EditorError(`${path}: ${toMessage(error)}.`);
  }
  if (!isWxr) throw new EditorError(`${path} is not a WordPress export: found no channel.`);
  if (!hasEnd) throw new EditorError(`${path} is cut off: its end is missing. Export it again.`);
}

/** Returns the text of an element's first child with a name; "" if there is none. */
export function getChildText({ children }: WxrElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? "";
}

export function listChildren({ children }: WxrElement, name: string): WxrElement[] {
  return children.filter((child) => child.name === name);
}

/** Returns the first value of an item's custom field, given the field's key; "" if there is none. */
export function getMeta(item: WxrElement, key: string): string {
  return listMeta(item, key)[0] ?? "";
}

export function listMeta(item: WxrElement, key: string): string[] {
  return listChildren(item, "wp:postmeta")
    .filter((meta) => getChildText(meta, "wp:meta_key") === key)
    .map((meta) => getChildText(meta, "wp:meta_value"));
}

/**
 * Returns a date as ISO 8601; null for none. WordPress writes dates in UTC without an offset, and zeros for no date.
 */
export function readDate(item: WxrElement, name: string): string | null {
  const date = getChildText(item, name);
  return date.startsWith("0000") ? null : parseDate(date);
}
