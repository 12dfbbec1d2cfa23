import { z } from "zod";

/** Thrown if JSON in the store is damaged or does not fit its schema. The message gives the place of the JSON. */
export class StoredJsonError extends Error {
  override name = "StoredJsonError";
}

/**
 * Parses JSON from the store with its schema. The schema's defaults replace fields that earlier versions did not write.
 *
 * @param place place of the JSON, such as "content of issue 12"
 * @throws {StoredJsonError} for damaged JSON, and for JSON that does not fit the schema
 */
export function parseStored<Schema extends z.ZodType>(schema: Schema, json: string, place: string): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new StoredJsonError(`The store's ${place} is damaged: it is not JSON. Restore it from a backup.`);
  }
  const { data, error } = schema.safeParse(value);
  if (!error) return data as z.infer<Schema>;
  throw new StoredJsonError(`The store's ${place} is damaged: ${z.prettifyError(error)} Restore it from a backup.`);
}

const textsSchema = z.array(z.string());

/** Parses a JSON array of strings from the store. @throws {StoredJsonError} if it is something else */
export function parseStoredTexts(json: string, place: string): string[] {
  return parseStored(textsSchema, json, place);
}
