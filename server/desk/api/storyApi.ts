import { Hono } from "hono";
import { z } from "zod";
import { type CopyContent, copySchema } from "../../stories/copyContent.ts";
import type { Desk } from "../deskContext.ts";
import type { HistoryEntry, SaveAnswer, StoryRow, StoryView } from "./apiTypes.ts";
import { type EditionEnv, json, notYet } from "./route.ts";

/** Chosen by the browser. A second request with the same key does nothing and gets the same answer. */
export const key = z.string().regex(/^[\w-]{8,64}$/);

const saveSchema = z.object({
  key,
  /** Revision from which the content was made. */
  baseRevision: z.int().nonnegative(),
  /** Content of that revision, if the server may have forgotten it. */
  base: copySchema.optional(),
  content: copySchema,
});

/** Routes of stories, their working copies and versions. */
export function createStoryApi(_desk: Desk) {
  return (
    new Hono<EditionEnv>()
      .get("/stories", (context) => {
        // ?list=…&section=…&author=…&words=…
        return context.json(notYet<StoryRow[]>());
      })
      .post("/stories", json(z.object({ key })), (context) => context.json(notYet<{ id: number }>()))
      .get("/topics", (context) => context.json(notYet<string[]>()))
      .get("/stories/:id", (context) => context.json(notYet<StoryView>()))
      .put("/stories/:id/copy", json(saveSchema), (context) => context.json(notYet<SaveAnswer>()))
      .post("/stories/:id/copy/discard", json(z.object({ key })), (context) => context.json(notYet<StoryView>()))
      .get("/stories/:id/history", (context) => context.json(notYet<HistoryEntry[]>()))
      .get("/stories/:id/history/:kind/:number", (context) => context.json(notYet<CopyContent>()))
      .post("/stories/:id/history", json(z.object({ key, revision: z.int(), name: z.string().max(100) })), (context) =>
        context.json(notYet<HistoryEntry>()),
      )
      .post(
        "/stories/:id/restore",
        json(z.object({ key, kind: z.enum(["version", "revision"]), number: z.int() })),
        (context) => context.json(notYet<StoryView>()),
      )
      .delete("/stories/:id", (context) => context.json(notYet<{ isDeleted: true }>()))
      .post("/stories/:id/submit", json(z.object({ key, note: z.string().max(2000) })), (context) =>
        context.json(notYet<StoryView>()),
      )
      // Back to the writer, with a note.
      .post("/stories/:id/return", json(z.object({ key, note: z.string().max(2000) })), (context) =>
        context.json(notYet<StoryView>()),
      )
      .post("/stories/:id/comments", json(z.object({ key, text: z.string().min(1).max(5000) })), (context) =>
        context.json(notYet<StoryView>()),
      )
      .post("/stories/:id/comments/:comment/resolve", json(z.object({ key })), (context) =>
        context.json(notYet<StoryView>()),
      )
  );
  // GET /stories/:id/events?window=ID: server-sent events, each a `StoryEvent` as JSON.
}
