import { Hono } from "hono";
import { z } from "zod";
import { ALERT_LEVELS } from "../../store/schema/newsroomSchema.ts";
import type { Desk } from "../deskContext.ts";
import type { Checks, PreviewAnswer, PreviewTexts, PublishAnswer } from "./apiTypes.ts";
import { type EditionEnv, json, notYet } from "./route.ts";
import { key } from "./storyApi.ts";

const publishSchema = z.object({
  key,
  /** Revision of the copy that the person saw. A later one is refused. */
  revision: z.int().nonnegative(),
  /** When to appear; null for now. */
  at: z.string().nullable(),
  /** How readers learn of the change of a published story; null for a first publication. */
  change: z
    .discriminatedUnion("as", [
      z.object({ as: z.literal("silent") }),
      z.object({ as: z.literal("update") }),
      z.object({ as: z.literal("correction"), text: z.string().trim().min(1).max(2000) }),
    ])
    .nullable(),
  /** A line at the top of every page; null for none. */
  alert: z
    .object({ level: z.enum(ALERT_LEVELS), line: z.string().trim().min(1).max(300), until: z.string() })
    .nullable(),
});

/** Routes that bring stories to readers and show how they will look. */
export function createPublishApi(_desk: Desk) {
  return (
    new Hono<EditionEnv>()
      .get("/stories/:id/checks", (context) => context.json(notYet<Checks>()))
      // A local time of the edition as an instant: none for an hour that summer time skips, two for one that it doubles.
      .get("/instants/:local", (context) => context.json(notYet<{ instants: string[]; zone: string }>()))
      .post("/stories/:id/publish", json(publishSchema), (context) => context.json(notYet<PublishAnswer>()))
      .get("/stories/:id/seen/:version", (context) => context.json(notYet<{ isSeen: boolean }>()))
      .post("/stories/:id/withdraw", json(z.object({ key, line: z.string().max(2000).nullable() })), (context) =>
        context.json(notYet<PublishAnswer>()),
      )
      .post("/stories/:id/preview", json(z.object({ hours: z.int().min(1).max(720) })), (context) =>
        context.json(notYet<PreviewAnswer>()),
      )
      .get("/stories/:id/preview/texts", (context) => context.json(notYet<PreviewTexts>()))
  );
}
