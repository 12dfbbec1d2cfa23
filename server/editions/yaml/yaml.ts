import { isUtf8 } from "node:buffer";
import { basename, dirname } from "node:path";
import { load, type YAMLException } from "js-yaml";
import type { z } from "zod";
import { FileFault, ignoreMissingFile, readFileInside } from "../../files/filesInside.ts";
import { describeExpected } from "./expectations.ts";
import { findNearest } from "./nearest.ts";
import { findLine } from "./yamlLines.ts";
import { explainSyntax } from "./yamlSyntax.ts";

/** Thrown for invalid files. Each line of the message is one error: file, line number, found value, allowed values. */
export class EditionError extends Error {
  override name = "EditionError";
}

/** Maximum size of a text file of an edition, in bytes. */
const MAX_TEXT_BYTES = 32_000_000;
/** Maximum number of YAML aliases. Aliases can expand a small file to a huge value. */
const MAX_ALIASES = 100;
/** Matches a key whose value begins with `#`, and is thus a comment, such as `accent: #0b6e4f`. */
const EMPTY_BEFORE_COMMENT = /: +(#[^\s#].*)/;

/** Reads a YAML file; undefined if missing. @throws {EditionError} if the file is unreadable, not YAML or invalid */
export async function readYamlFile<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.infer<Schema> | undefined> {
  const source = await readText(path);
  return source === undefined ? undefined : readYaml(path, source, schema);
}

/** Reads a text file. Returns undefined if it is missing. @throws {EditionError} if it is unreadable or not UTF-8 */
export async function readText(path: string): Promise<string | undefined> {
  const bytes = await readFileInside(dirname(path), basename(path), MAX_TEXT_BYTES).catch((error) => {
    if (error instanceof FileFault && !error.isMissing) throw new EditionError(`${path}: this file ${error.message}.`);
    return ignoreMissingFile(error);
  });
  const text = bytes?.toString("utf8");
  if (!bytes || text === undefined || isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf("\ufffd")).split("\n").length;
  throw new EditionError(`${path}:${line}: found bytes that are not text in UTF-8; save the file in that encoding.`);
}

/**
 * Parses YAML.
 *
 * @param otherNames keys of the schema by the names that other systems give them, for messages
 * @throws {EditionError} if it is not YAML or violates the schema; the message names `file`
 */
export function readYaml<Schema extends z.ZodType>(
  file: string,
  source: string,
  schema: Schema,
  otherNames: Readonly<Record<string, string>> = {},
): z.infer<Schema> {
  const document = parseYaml(file, source);
  const result = schema.safeParse(document, { error: describeExpected });
  if (result.success) return result.data;
  throw new EditionError(explainIssues({ file, source, document, otherNames }, result.error.issues).join("\n"));
}

interface InvalidYaml {
  file: string;
  source: string;
  document: unknown;
  otherNames: Readonly<Record<string, string>>;
}

/** Returns a line per error. A misspelled key is one error, although the correct key is then missing, too. */
function explainIssues(
  { file, source, document, otherNames }: InvalidYaml,
  issues: readonly z.core.$ZodIssue[],
): string[] {
  const renamed = new Set<string>();
  const unknownKeys = issues.flatMap((issue) => {
    if (issue.code !== "unrecognized_keys") return [];
    const path = toPath(issue);
    const where = path.length > 0 ? ` in ${path.join(".")}` : "";
    return issue.keys.map((key) => {
      const free = issue.message.split(", ").filter((known) => findValue(document, [...path, known]) === undefined);
      const meant = free.find((known) => known === otherNames[key]) ?? findNearest(key, free);
      if (meant) renamed.add([...path, meant].join("."));
      const allowed = meant ? `did you mean "${meant}"? Allowed here` : "allowed here";
      const line = findLine(source, [...path, key]);
      return { line, text: `found the key "${key}"${where}; ${allowed}: ${issue.message}.` };
    });
  });
  const others = issues.flatMap((issue) => {
    const path = toPath(issue);
    const value = findValue(document, path);
    const where = path.join(".");
    if (issue.code === "unrecognized_keys" || (value === undefined && renamed.has(where))) return [];
    const line = findLine(source, path);
    const [, comment] = (value === null && EMPTY_BEFORE_COMMENT.exec(source.split("\n")[line - 1]?.trim() ?? "")) || [];
    const json = value === null ? "an empty value" : (JSON.stringify(value) ?? "nothing");
    const found = json.length > 80 ? `${json.slice(0, 80)}…` : json;
    const text = comment
      ? `found ${comment}, which begins a comment; put it in quotes: "${comment}".`
      : `found ${found}; expected ${describeAllowed(issue, value)}.`.replace(/\?\.$/, "?");
    return { line, text: `${where || "the file"}: ${text}` };
  });
  return [...unknownKeys, ...others]
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => `${file}:${line}: ${text}`);
}

function toPath({ path }: z.core.$ZodIssue): (string | number)[] {
  return path.map((part) => (typeof part === "symbol" ? String(part) : part));
}

/** Parses YAML to plain values. @throws {EditionError} if it is not one YAML document */
export function parseYaml(file: string, source: string): unknown {
  try {
    return load(source, { maxAliases: MAX_ALIASES });
  } catch (error) {
    const { message, reason = message, mark } = error as YAMLException;
    const { line, text } = explainSyntax(source, reason, (mark?.line ?? 0) + 1);
    throw new EditionError(`${file}:${line}: this is not YAML: ${text}.`);
  }
}

function findValue(document: unknown, path: readonly (string | number)[]): unknown {
  let value = document;
  for (const part of path) value = (value as Record<string | number, unknown> | null | undefined)?.[part];
  return value;
}

function describeAllowed(issue: z.core.$ZodIssue, found: unknown): string {
  if (issue.code === "invalid_value") {
    const values = issue.values.map((value) => JSON.stringify(value)).join(" or ");
    const meant = typeof found === "string" && findNearest(found, issue.values.map(String));
    return meant ? `${values}; did you mean "${meant}"?` : values;
  }
  return issue.message;
}
