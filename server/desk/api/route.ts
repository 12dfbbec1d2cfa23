import type { Context, Hono } from "hono";
import { validator } from "hono/validator";
import type { z } from "zod";
import type { Edition } from "../../editions/loading/load.ts";
import type { ActiveSession } from "../../people/sessions.ts";
import type { StoryEditing } from "../../stories/editStories.ts";

/** What routes of an edition get: the session, the edition, and what functions for stories need. */
export interface EditionEnv {
  Variables: { session: ActiveSession; edition: Edition; editing: StoryEditing & { edition: Edition } };
}

export type EditionApp = Hono<EditionEnv>;

/** Parses the JSON of a request; answers 422 with the first fault if it does not fit the schema. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", (value, context) => parse(schema, value, context));
}

/** Parses the query of a request as `json` parses its body. */
export function query<Schema extends z.ZodType>(schema: Schema) {
  return validator("query", (value, context) => parse(schema, value, context));
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, context: Context) {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return context.text(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? ""}`, 422);
}

/** Marks a route that is not built yet. */
export function notYet<Answer>(): Answer {
  throw new Error("not built yet");
}
