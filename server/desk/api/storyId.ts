import type { Context } from "hono";
import { NotFoundError } from "../../editorError.ts";

/** Returns the id of the story that a request names. @throws {NotFoundError} if it is no id */
export function readStoryId(context: Context): number {
  const id = context.req.param("id") ?? "";
  if (!/^\d{1,9}$/.test(id)) throw new NotFoundError("There is no such story.");
  return Number(id);
}
