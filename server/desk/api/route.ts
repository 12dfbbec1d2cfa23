import type { Context } from "hono";
import { validator } from "hono/validator";
import type { z } from "zod";
import type { Edition } from "../../editions/loading/load.ts";
import { EditorError } from "../../editorError.ts";
import type { ActiveSession } from "../../people/sessions.ts";
import type { StoryEditing } from "../../stories/editStories.ts";

/** What routes of an edition get: the session, the edition, and what functions for stories need. */
export interface EditionEnv {
  Variables: { session: ActiveSession; edition: Edition; editing: StoryEditing & { edition: Edition } };
}

/** Parses the JSON of a request; answers 422 with the first fault if it does not fit the schema. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", (value, context) => {
    const { data, error } = schema.safeParse(withoutNuls(value));
    return error ? context.text(describeFault(error), 422) : (data as z.infer<Schema>);
  });
}

/** Returns a value of JSON whose texts have no U+0000, which PostgreSQL does not store. */
function withoutNuls(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (!text.includes("\\u0000")) return value;
  return JSON.parse(text, (_name, part) => (typeof part === "string" ? part.replaceAll("\0", "") : part));
}

/** Parses the query of a request. @throws {EditorError} with the first fault if it does not fit the schema */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, context: Context): z.infer<Schema> {
  const { data, error } = schema.safeParse(context.req.query());
  if (error) throw new EditorError(describeFault(error));
  return data as z.infer<Schema>;
}

function describeFault({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`;
}
