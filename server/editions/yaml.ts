import { isCollection, isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { z } from "zod";

/** Thrown when an edition's file is wrong. The message has a line for each fault: file, line, what was found, what is allowed. */
export class EditionError extends Error {
  override name = "EditionError";
}

/**
 * Reads YAML text into the type of a schema.
 *
 * @param file the file's path, for messages
 * @throws {EditionError} where the text is no YAML or does not fit the schema
 */
export function readYaml<Schema extends z.ZodType>(file: string, source: string, schema: Schema): z.infer<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => {
      const reason = error.message.split(" at line ")[0]?.trim();
      return `${file}:${lines.linePos(error.pos[0]).line}: this is not YAML: ${reason}.`;
    });
    throw new EditionError(faults.join("\n"));
  }
  const result = schema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (result.success) return result.data;
  throw new EditionError(result.error.issues.flatMap((issue) => explain(issue)).join("\n"));

  function explain(issue: z.core.$ZodIssue): string[] {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => {
        const known = knownKeys(schema, path);
        return `${file}:${lineOf([...path, key])}: found the key "${key}"${within(path)}; allowed here: ${known.join(", ")}.`;
      });
    }
    const found = document.getIn(path);
    const what = found === undefined ? "nothing" : shorten(JSON.stringify(found));
    return [`${file}:${lineOf(path)}: ${path.join(".") || "the file"}: found ${what}; allowed is ${allowed(issue)}.`];
  }

  /** The line of the innermost node on the path that the file has. */
  function lineOf(path: (string | number)[]): number {
    let offset = 0;
    let node: unknown = document.contents;
    for (const part of path) {
      if (!isCollection(node)) break;
      const pair = isMap(node)
        ? node.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === part)
        : undefined;
      if (pair) offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair ? pair.value : node.items[Number(part)];
      if (!pair && node) offset = (node as Node).range?.[0] ?? offset;
    }
    return lines.linePos(offset).line;
  }
}

function within(path: (string | number)[]): string {
  return path.length > 0 ? ` in ${path.join(".")}` : "";
}

function allowed(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value)).join(" or ");
  if (issue.code === "invalid_type") return `a value of type ${issue.expected}`;
  return issue.message;
}

function shorten(value: string | undefined): string {
  const text = value ?? "nothing";
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** The keys that the schema has at a path, for the message about one that it has not. */
function knownKeys(schema: z.ZodType, path: (string | number)[]): string[] {
  let here: unknown = schema;
  for (const part of path) {
    const open = unwrap(here);
    if (open instanceof z.ZodObject) here = open.shape[part];
    else if (open instanceof z.ZodArray) here = open.element;
    else if (open instanceof z.ZodRecord) here = open.valueType;
  }
  const object = unwrap(here);
  return object instanceof z.ZodObject ? Object.keys(object.shape) : [];
}

function unwrap(schema: unknown): unknown {
  let open = schema;
  while (open instanceof z.ZodDefault || open instanceof z.ZodOptional || open instanceof z.ZodNullable)
    open = open.unwrap();
  return open;
}
