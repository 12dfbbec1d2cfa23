import { load } from "js-yaml";
import type { JsonSchema } from "./editionSchemas.ts";

/** A kind of file in editions' folders, or a kind of fenced block in the text of a page. */
export interface DescribedFile {
  title: string;
  /**
   * Text at the beginning of the tables' headings; "" for none. It names the file, since several files may have the
   * same keys.
   */
  prefix: string;
  /** Summary in Markdown. */
  summary: string;
  schema: JsonSchema;
  /** Contents of files of this kind in the shipped editions. Examples are taken from these contents. */
  contents: readonly unknown[];
}

/** A key's row in a table. */
interface Row {
  key: string;
  /** Path from the top of the file. `*` stands for the items of lists and the keys of maps. */
  path: string[];
  schema: JsonSchema;
  isRequired: boolean;
  /** Heading of the separate table for the keys in this key's value; undefined if there is no separate table. */
  table?: string | undefined;
}

/** An object whose keys a table lists. */
interface KeyedObject {
  schema: JsonSchema;
  path: string[];
  /** Place of the object in the described value: the value itself, each item of a list, or each value of a map. */
  kind: "object" | "list" | "map";
}

const HEAD = ["key", "meaning", "allowed", "default", "example"];
/** Maximum length of an example, in characters; longer examples are cut. */
const MAX_EXAMPLE = 60;
/** Minimum number of keys of an object that links to another table with the same keys instead of repeating the rows. */
const MIN_LINKED_KEYS = 4;
const LEADS = { object: [], list: ["A list. Each item has these keys:"], map: ["A map. Each value has these keys:"] };
const KINDS = { object: "keys", list: "a list of items with keys", map: "a map, each value with keys" };

/** Describes a file in a table of its keys, with another table for each key whose value has keys. */
export function formatFileReference({ title, prefix, summary, schema, contents }: DescribedFile): string {
  const top = findKeyedObject(schema, []);
  const rows = listRows(top).map((row) => ({
    ...row,
    table: hasKeys(row) ? `${prefix}\`${row.key}\`` : undefined,
  }));
  const tables = new Map(
    rows.map(({ schema, path, table }) => [getFingerprint(findKeyedObject(schema, path).schema), table]),
  );
  const parts = rows.flatMap(({ table, schema, path }) => {
    if (!table) return [];
    const inner = findKeyedObject(schema, path);
    const deepRows = listDeepRows(inner, "", new Map([...tables].filter(([, other]) => other !== table)));
    return [`### ${table}`, escapeHtml(schema.description), ...LEADS[inner.kind], formatTable(deepRows, contents)];
  });
  const isList = top.kind === "list" ? LEADS.list : [];
  return [`## ${title}`, summary, ...isList, formatTable(rows, contents), ...parts].join("\n\n");
}

function findKeyedObject(schema: JsonSchema, path: string[]): KeyedObject {
  const object = schema.anyOf?.find(({ properties }) => properties) ?? schema;
  const { items, additionalProperties: values } = object;
  if (items && !Array.isArray(items)) return { ...findKeyedObject(items, [...path, "*"]), kind: "list" };
  if (typeof values !== "object") return { schema: object, path, kind: "object" };
  const inner = findKeyedObject(values, [...path, "*"]);
  return inner.schema.properties ? { ...inner, kind: "map" } : { schema: object, path, kind: "object" };
}

function hasKeys({ schema, path }: Row): boolean {
  return !schema.deprecated && findKeyedObject(schema, path).schema.properties !== undefined;
}

function listRows({ schema: { properties = {}, required = [] }, path }: KeyedObject): Row[] {
  return Object.entries(properties).map(([key, schema]) => ({
    key,
    path: [...path, key],
    schema,
    isRequired: required.includes(key),
  }));
}

/** Lists the keys of an object and of its inner objects, except inner objects with a table of their own. */
function listDeepRows(inner: KeyedObject, prefix: string, tables: ReadonlyMap<string, string | undefined>): Row[] {
  return listRows(inner).flatMap((row) => {
    const child = findKeyedObject(row.schema, row.path);
    const isLinked = Object.keys(child.schema.properties ?? {}).length >= MIN_LINKED_KEYS;
    const table = isLinked ? tables.get(getFingerprint(child.schema)) : undefined;
    const named = { ...row, key: prefix + row.key, table };
    if (table || !hasKeys(row)) return [named];
    const dots = { object: ".", list: "[].", map: ".*." }[child.kind];
    return [named, ...listDeepRows(child, named.key + dots, tables)];
  });
}

/** Returns a text that is the same for objects with the same keys. */
function getFingerprint({ properties }: JsonSchema): string {
  return JSON.stringify(properties) ?? "";
}

function formatTable(rows: readonly Row[], contents: readonly unknown[]): string {
  const cells = rows.map((row) => [
    `\`${row.key}\``,
    escapeHtml(row.schema.description),
    hasKeys(row) && !row.schema.errorMessage ? describeKeys(row) : describeAllowed(row.schema),
    row.isRequired ? "required" : formatDefault(row.schema.default),
    formatExample(row, contents),
  ]);
  const formatLine = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [formatLine(HEAD), formatLine(HEAD.map(() => "---")), ...cells.map(formatLine)].join("\n");
}

function describeKeys({ schema, path, table }: Row): string {
  const anchor = table
    ?.toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
  return `${KINDS[findKeyedObject(schema, path).kind]}: ${table ? `[${table}](#${anchor})` : "the next rows"}`;
}

/** Returns the default as text; "" for an object, whose keys have their own defaults. */
function formatDefault(value: unknown): string {
  return value === undefined || typeof value === "object" ? "" : formatValue(value);
}

/** Returns an example from a shipped edition, else from the schema; "" for an object without examples. */
function formatExample(row: Row, contents: readonly unknown[]): string {
  const { schema, path } = row;
  const found = hasKeys(row) && !schema.errorMessage ? [] : contents.flatMap((content) => findValues(content, path));
  const values = [...found, ...(schema.examples ?? []), ...(schema.enum ?? []), schema.default];
  const value = values.find((value) => value !== undefined);
  if (value !== undefined) return formatDefault(value) || (schema.examples || found.length ? formatValue(value) : "");
  if (hasKeys(row) || schema.deprecated) return "";
  throw new Error(`${path.join(".")}: no edition has an example; give its schema \`examples\`.`);
}

function findValues(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (key === undefined) return [value ?? undefined];
  if (typeof value !== "object" || value === null) return [];
  const children = key === "*" ? Object.values(value) : [(value as Record<string, unknown>)[key]];
  return children.flatMap((child) => findValues(child, rest));
}

/** Returns a value as YAML on one line, shortened. */
function formatValue(value: unknown): string {
  const isLong = Array.isArray(value) && JSON.stringify(value).length > MAX_EXAMPLE;
  const text = isLong ? `[${toYaml(value[0])}, …]` : toYaml(value);
  return `\`${text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE).trimEnd()}…` : text}\``;
}

function toYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toYaml).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([key, child]) => `${key}: ${toYaml(child)}`)
      .join(", ")} }`;
  if (typeof value !== "string") return String(value);
  const text = value.replace(/\s+/g, " ").trim();
  return isPlain(text) ? text : JSON.stringify(text);
}

/** Returns true for a text that needs no quotes in YAML, even in a list. Some parsers read "12:30" as a number. */
function isPlain(text: string): boolean {
  if (/^\d\d:\d\d$/.test(text)) return false;
  try {
    const [item, ...others] = load(`[${text}]`) as unknown[];
    return item === text && others.length === 0;
  } catch {
    return false;
  }
}

function describeAllowed(schema: JsonSchema): string {
  const { type, items, additionalProperties: values } = schema;
  if (schema.deprecated) return "as there";
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (type === "boolean") return "`true`, `false`";
  if (type === "integer" || type === "number") return describeNumber(schema);
  if (Array.isArray(items)) return `a list of ${items.length}; each item: ${describeAllowed(items[0] ?? {})}`;
  if (items) return `a list; each item: ${describeAllowed(items)}`;
  if (typeof values === "object") return `a map; each value: ${describeAllowed(values)}`;
  return escapeHtml(schema.errorMessage).replace("text that is not empty", "") || "text";
}

function describeNumber({ type, minimum, exclusiveMinimum, maximum }: JsonSchema): string {
  const noun = type === "integer" ? "a whole number" : "a number";
  if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`;
  return `${noun}${exclusiveMinimum === undefined ? "" : ` above ${exclusiveMinimum}`}${maximum === undefined ? "" : ` up to ${maximum}`}`;
}

/** Escapes characters that Markdown would read as HTML. */
function escapeHtml(text = ""): string {
  return text.replaceAll("<", "&lt;");
}
