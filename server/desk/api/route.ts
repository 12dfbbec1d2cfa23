import type { Context } from "hono";
import { validator } from "hono/validator";
import type { z } from "zod";
import type { Edition } from "../../editions/loading/load.ts";
import { EditorError } from "../../editorError.ts";
import type { StoryEditing } from "../../stories/storyEditing.ts";
import type { SignedInEnv } from "../signedIn.ts";

/** Variables of an edition's routes. `editing` is the argument for the functions that list and edit stories. */
export interface EditionEnv {
  Variables: SignedInEnv["Variables"] & { edition: Edition; editing: StoryEditing & { edition: Edition } };
}

/** Parses the JSON of a request. Responds with 422 and the first fault if the JSON does not fit the schema. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  return validator("json", async (value, context: Context) => {
    const { data, error } = schema.safeParse(withoutNuls(value));
    if (error) return context.text(describeFault(error), 422);
    await renewSession(context);
    return data as z.infer<Schema>;
  });
}

/** Finds the session and its roles again after a body was read, since they may end while the body arrives. */
export async function renewSession(context: Context): Promise<void> {
  const session: SignedInEnv["Variables"]["session"] = await context.get("findSessionAgain")();
  context.set("session", session);
  const editing: EditionEnv["Variables"]["editing"] | undefined = context.get("editing");
  if (editing) context.set("editing", { ...editing, actor: session.actor });
}

/** Returns a JSON value without U+0000 in its texts, since PostgreSQL does not store that character. */
function withoutNuls(value: unknown): unknown {
  const text = JSON.stringify(value);
  if (!text.includes("\\u0000")) return value;
  return JSON.parse(text, (_name, part) => (typeof part === "string" ? part.replaceAll("\0", "") : part));
}

/** Parses the query of a request. @throws {EditorError} with the first fault if the query does not fit the schema */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, context: Context): z.infer<Schema> {
  const { data, error } = schema.safeParse(context.req.query());
  if (error) throw new EditorError(describeFault(error));
  return data as z.infer<Schema>;
}

/** Names of fields on the screens, if they differ from the names in requests. */
const NAMES: Record<string, string> = {
  title: "headline",
  image: "lead image",
  alt: "alt text",
  body: "text",
  canonical: "partner’s address",
  expiresAt: "end of the notice",
};

/** Describes the first fault in a sentence, such as "The headline is too long: 300 characters at most." */
function describeFault({ issues: [issue] }: z.ZodError): string {
  if (issue?.code === "custom" && issue.message.endsWith(".")) return issue.message;
  const path = (issue?.path ?? []).filter((part) => typeof part === "string" && part !== "content");
  const name = path.map((part) => NAMES[String(part)] ?? String(part)).join(": ") || "request";
  if (issue?.code !== "too_big") return `The ${name} is not as it should be. Load the page again, and try once more.`;
  if (issue.origin === "string") return `The ${name} is too long: ${issue.maximum} characters at most.`;
  if (issue.origin === "array") return `The ${name} has too many entries: ${issue.maximum} at most.`;
  return `The ${name} is too large: ${issue.maximum} at most.`;
}
