import { z } from "zod";

/** The part of a JSON Schema (draft 7) that the schemas of editions use. */
export interface JsonSchema {
  type?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  deprecated?: boolean;
  deprecationMessage?: string;
  /** Explains the allowed values. `errorMessage` and `patternErrorMessage` are extensions that text editors support. */
  errorMessage?: string;
  patternErrorMessage?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  not?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema | JsonSchema[];
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

/** Returns the JSON Schema (draft 7) of a file's contents. The YAML language server supports draft 7 best. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: "input",
    target: "draft-07",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      // Zod omits the examples of transformed values, since it does not know if they are examples of the input.
      const examples = z.globalRegistry.get(zodSchema)?.examples as string[] | undefined;
      if (examples) jsonSchema.examples = examples;
      const message = jsonSchema.type === "string" || jsonSchema.anyOf ? findMessage(zodSchema) : undefined;
      if (!message) return;
      jsonSchema.errorMessage = message;
      if (jsonSchema.pattern) jsonSchema.patternErrorMessage = message;
    },
  });
  return prune(json as JsonSchema);
}

/** Returns the last error message among the schema's checks. The message describes the allowed values. */
function findMessage({ _zod: { def } }: z.core.$ZodType): string | undefined {
  const errors = [def.error, ...(def.checks ?? []).map((check) => check._zod.def.error)];
  const messages = errors.map((error) => error?.({ code: "custom", path: [], input: undefined } as never));
  return messages.findLast((message) => typeof message === "string");
}

/**
 * Removes former keys: the schema contains them only for an error that names their replacement. Also removes Zod's
 * maximum for integers.
 */
function prune(schema: JsonSchema): JsonSchema {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.deprecated) schema.deprecationMessage = schema.description ?? "";
  for (const [key, child] of Object.entries(schema.properties ?? {}))
    if (child.not) delete schema.properties?.[key];
    else prune(child);
  for (const child of [schema.items ?? [], schema.anyOf ?? [], schema.additionalProperties ?? []].flat())
    if (typeof child === "object") prune(child);
  return schema;
}
