import { readFile } from "node:fs/promises";
import { EVENT_ID, type Event, getScalarValue, load, parseEvents, type YAMLException } from "js-yaml";
import { z } from "zod";

/** Thrown for invalid files. The message has a line per fault: file, line number, found value, allowed values. */
export class EditionError extends Error {
  override name = "EditionError";
}

/** Aliases can make a small file a large value. */
const MAX_ALIASES = 100;

/** Reads a YAML file; undefined if there is none. @throws {EditionError} if it is unreadable, not YAML or invalid */
export async function readYamlFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const source = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new EditionError(`${path}: failed to read this file: ${error.message}.`);
  });
  return source === undefined ? undefined : readYaml(path, source, schema);
}

/** Parses YAML. @throws {EditionError} if it is not YAML or violates the schema; the message names `file` */
export function readYaml<Schema extends z.ZodType>(file: string, source: string, schema: Schema): z.infer<Schema> {
  const document = parseYaml(file, source);
  const result = schema.safeParse(document, { error: listKnownKeys });
  if (result.success) return result.data;
  throw new EditionError(result.error.issues.flatMap(explain).join("\n"));

  function explain(issue: z.core.$ZodIssue): string[] {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code === "unrecognized_keys") {
      const where = path.length > 0 ? ` in ${path.join(".")}` : "";
      return issue.keys.map((key) => {
        const line = findLine(source, [...path, key]);
        return `${file}:${line}: found the key "${key}"${where}; allowed here: ${issue.message}.`;
      });
    }
    const value = JSON.stringify(findValue(document, path)) ?? "nothing";
    const found = value.length > 80 ? `${value.slice(0, 80)}…` : value;
    const where = `${file}:${findLine(source, path)}: ${path.join(".") || "the file"}`;
    return [`${where}: found ${found}; allowed is ${describeAllowed(issue)}.`];
  }
}

/** Parses YAML to plain values. @throws {EditionError} if it is not one YAML document */
export function parseYaml(file: string, source: string): unknown {
  try {
    return load(source, { maxAliases: MAX_ALIASES });
  } catch (error) {
    const { message, reason = message, mark } = error as YAMLException;
    throw new EditionError(`${file}:${(mark?.line ?? 0) + 1}: this is not YAML: ${reason}.`);
  }
}

function findValue(document: unknown, path: readonly (string | number)[]): unknown {
  let value = document;
  for (const part of path) value = (value as Record<string | number, unknown> | null | undefined)?.[part];
  return value;
}

/** Returns the line of a path's innermost node that exists in the file. */
function findLine(source: string, path: readonly (string | number)[]): number {
  const events = parseEvents(source, {});
  let offset = 0;
  // The first event is the document's.
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
 * Finds an item or a mapping's value among flat events: what a collection contains follows it, up to a pop event.
 *
 * @returns the index of its event, and where it or its key begins; undefined if there is none
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

/** Returns the index of the event after a node. */
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

/** Returns where a node begins; -1 for an empty one. */
function getOffset(event: Event): number {
  if (event.type === EVENT_ID.SCALAR) return event.valueStart;
  return "start" in event ? event.start : -1;
}

/** Returns the known keys as the message for an unknown key; undefined leaves the message of any other issue. */
function listKnownKeys({ code, inst }: z.core.$ZodRawIssue): string | undefined {
  return code === "unrecognized_keys" && inst instanceof z.ZodObject ? Object.keys(inst.shape).join(", ") : undefined;
}

function describeAllowed(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value)).join(" or ");
  if (issue.code === "invalid_type") return `a value of type ${issue.expected}`;
  return issue.message;
}
