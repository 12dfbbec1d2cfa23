import { readFile } from "node:fs/promises";
import { EVENT_ID, type Event, getScalarValue, parseEvents } from "js-yaml";

/** Returns the line number, from 1, of a path in a YAML file, or of the longest part of the path that exists. */
export async function findLineInFile(file: string, path: readonly (string | number)[]): Promise<number> {
  return findLine(await readFile(file, "utf8"), path);
}

/** Returns the line number, from 1, of a path in a YAML text, or of the longest part of the path that exists. */
export function findLine(source: string, path: readonly (string | number)[]): number {
  const events = parseEvents(source, {});
  let offset = 0;
  // Begins at 1, the event of the top-level value. Event 0 belongs to the document.
  let node: number | undefined = 1;
  for (const part of path) {
    const child = findChild(source, events, node, String(part));
    if (!child) break;
    offset = Math.max(offset, child.offset);
    node = child.index;
  }
  return source.slice(0, offset).split("\n").length;
}

/**
 * Finds an item of a sequence or a value of a mapping in the parser's list of events. The event of a collection is
 * followed by the events of its contents and by a pop event.
 *
 * @returns the index of the child's event, and the offset of the child or its key; undefined if there is no such child
 */
function findChild(
  source: string,
  events: readonly Event[],
  parent: number,
  name: string,
): { index: number; offset: number } | undefined {
  const isMapping = events[parent]?.type === EVENT_ID.MAPPING;
  if (!isMapping && events[parent]?.type !== EVENT_ID.SEQUENCE) return undefined;
  let position = 0;
  for (let first = parent + 1; events[first] && events[first]?.type !== EVENT_ID.POP; position++) {
    const event = events[first] as Event;
    const index = isMapping ? findEnd(events, first) : first;
    const key = event.type === EVENT_ID.SCALAR && isMapping ? getScalarValue(source, event) : String(position);
    if (key === name) return { index, offset: getOffset(event) };
    first = findEnd(events, index);
  }
  return undefined;
}

/** Returns the index of the first parser event after a node's events. */
function findEnd(events: readonly Event[], node: number): number {
  let index = node;
  let depth = 0;
  do {
    const type = events[index]?.type;
    if (type === EVENT_ID.MAPPING || type === EVENT_ID.SEQUENCE) depth++;
    if (type === EVENT_ID.POP) depth--;
    index++;
  } while (depth > 0);
  return index;
}

/** Returns the offset at which a node begins; -1 for an empty node. */
function getOffset(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  return "start" in event ? event.start : -1;
}
