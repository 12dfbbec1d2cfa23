import { z } from "zod";

/** Names of types for people who rarely write YAML. */
const TYPES: Partial<Record<z.core.$ZodInvalidTypeExpected, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list, with a hyphen before each entry",
  object: "keys with values",
  record: "keys with values",
};

/** Units of sizes by type, in the singular and the plural. */
const SIZES: Record<string, readonly [string, string]> = {
  array: ["entry", "entries"],
  record: ["key", "keys"],
  string: ["character", "characters"],
};

/** Maximum number of keys in the example of an object. */
const MAX_KEYS = 4;

/**
 * Describes what a schema expects, for publishers. Passed to Zod as `error` whenever an edition's files are parsed, so
 * that publishers never see Zod's own messages. A message in a schema takes precedence.
 */
export function describeExpected(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return describeType(issue);
    case "unrecognized_keys":
      return listKnownKeys(issue.inst);
    case "too_small":
      return describeLimit(issue.origin, issue.inclusive ? "at least" : "more than", issue.minimum);
    case "too_big":
      return describeLimit(issue.origin, issue.inclusive ? "at most" : "less than", issue.maximum);
    case "invalid_key":
      return "a name before the colon that is not empty and that this list may have";
    case "not_multiple_of":
      return `a multiple of ${issue.divisor}`;
    case "invalid_format":
      return `text in the format "${issue.format}"`;
    default:
      return "another value, which docs/edition.md describes";
  }
}

function describeType({ expected, input, inst }: z.core.$ZodRawIssue): string {
  const type = TYPES[expected as z.core.$ZodInvalidTypeExpected] ?? "another value, which docs/edition.md describes";
  if (expected === "string" && (typeof input === "number" || typeof input === "boolean"))
    return `text; put it in quotes, as in "${input}"`;
  if (expected === "string" && typeof input === "object" && input !== null)
    return "text; put a text with brackets or braces in quotes";
  if (inst instanceof z.ZodObject) return `${type}, as in ${formatExample(inst, input)}`;
  const element = inst instanceof z.ZodArray ? inst.element : undefined;
  return element instanceof z.ZodObject ? `${type}, as in - ${formatExample(element, input)}` : type;
}

/** Formats an object's required keys or, if it has none, its first keys, such as `{ url: https://…, publisher: … }`. */
function formatExample(schema: z.ZodObject, input: unknown): string {
  const shape = schema.shape as Record<string, z.ZodType>;
  const [alternative] = (z.globalRegistry.get(schema)?.anyOf ?? []) as { required: string[] }[];
  const keys = Object.keys(shape).filter((key) => !z.globalRegistry.get(shape[key] as z.ZodType)?.deprecated);
  const required = alternative?.required ?? keys.filter((key) => !shape[key]?.safeParse(undefined).success);
  const shown = required.length > 0 ? required : keys.slice(0, MAX_KEYS);
  const url = typeof input === "string" && /^https?:/.test(input) ? input : "https://…";
  return `{ ${shown.map((key) => `${key}: ${key === "url" ? url : "…"}`).join(", ")} }`;
}

/** Returns the keys that an object or a record with a fixed set of keys may have; "no other key" for other schemas. */
function listKnownKeys(schema: unknown): string {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape).join(", ");
  if (schema instanceof z.ZodRecord && schema.keyType instanceof z.ZodEnum) return schema.keyType.options.join(", ");
  return "no other key";
}

function describeLimit(origin: string, relation: string, limit: number | bigint): string {
  const noun = SIZES[origin];
  return noun ? `${relation} ${limit} ${noun[limit === 1 ? 0 : 1]}` : `a number that is ${relation} ${limit}`;
}
