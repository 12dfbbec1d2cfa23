import type { Context } from "hono";
import { NotFoundError } from "../../editorError.ts";

/** Returns the id of the story that a request names. @throws {NotFoundError} if the text is not an id */
export function readStoryId(context: Context): number {
  return parseNumber(context.req.param("id") ?? "");
}

/** @throws {NotFoundError} if the text is not a number of one to nine digits */
export function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new NotFoundError("There is nothing here.");
  return Number(text);
}
