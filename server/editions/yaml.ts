import { readFile } from "node:fs/promises";
import { isCollection, isMap, isPair, isScalar, LineCounter, type Node, parseDocument } from "yaml";
import { z } from "zod";

/** Thrown for invalid files. The message has a line per fault: file, line number, found value, allowed values. */
export class EditionError extends Error {
  override name = "EditionError";
}

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
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines });
  if (document.errors.length > 0) {
    const faults = document.errors.map(({ message, pos }) => {
      const reason = message.split(" at line ")[0]?.trim();
      return `${file}:${lines.linePos(pos[0]).line}: this is not YAML: ${reason}.`;
    });
    throw new EditionError(faults.join("\n"));
  }
  const result = schema.safeParse(document.toJS({ maxAliasCount: 100 }), { error: listKnownKeys });
  if (result.success) return result.data;
  throw new EditionError(result.error.issues.flatMap(explain).join("\n"));

  function explain(issue: z.core.$ZodIssue): string[] {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code === "unrecognized_keys") {
      const where = path.length > 0 ? ` in ${path.join(".")}` : "";
      return issue.keys.map(
        (key) => `${file}:${findLine([...path, key])}: found the key "${key}"${where}; allowed here: ${issue.message}.`,
      );
    }
    const value = JSON.stringify(document.getIn(path)) ?? "nothing";
    const found = value.length > 80 ? `${value.slice(0, 80)}…` : value;
    const where = `${file}:${findLine(path)}: ${path.join(".") || "the file"}`;
    return [`${where}: found ${found}; allowed is ${describeAllowed(issue)}.`];
  }

  /** Returns the line of a path's innermost node that exists in the file. */
  function findLine(path: (string | number)[]): number {
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

/** Returns the known keys as the message for an unknown key; undefined leaves the message of any other issue. */
function listKnownKeys({ code, inst }: z.core.$ZodRawIssue): string | undefined {
  return code === "unrecognized_keys" && inst instanceof z.ZodObject ? Object.keys(inst.shape).join(", ") : undefined;
}

function describeAllowed(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value") return issue.values.map((value) => JSON.stringify(value)).join(" or ");
  if (issue.code === "invalid_type") return `a value of type ${issue.expected}`;
  return issue.message;
}
