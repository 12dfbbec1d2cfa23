import { Hono } from "hono";
import { z } from "zod";
import { listInstants } from "../../../core/editorTimes.ts";
import { parseInstant } from "../../../core/instant.ts";
import { EditorError } from "../../editorError.ts";
import { withWriterLock } from "../../store/engines/engine.ts";
import { ALERT_LEVELS } from "../../store/schema/newsroomSchema.ts";
import type { StaffStory } from "../../store/stories/staffStories.ts";
import { createLinkChecker } from "../../stories/checks/linkChecks.ts";
import { withdrawStory } from "../../stories/editStories.ts";
import { runOnce } from "../../stories/onceByKey.ts";
import { publishCopy } from "../../stories/publishCopy.ts";
import { requireStoryById } from "../../stories/storyEditing.ts";
import { requireMayRead } from "../../stories/storyRights.ts";
import type { Desk } from "../deskContext.ts";
import { isSeenByReaders } from "../shownStory.ts";
import type { PublishAnswer } from "./apiTypes.ts";
import { readChecks } from "./publishChecks.ts";
import { type EditionEnv, json } from "./route.ts";
import { key } from "./storyApi.ts";
import { readStoryId } from "./storyId.ts";

const instant = z.string().transform((text, context) => {
  const parsed = parseInstant(text);
  if (parsed !== null) return parsed;
  context.addIssue({ code: "custom", message: "This is no time." });
  return z.NEVER;
});

const publishSchema = z.object({
  key,
  /** Revision of the copy that the person saw. The request is rejected if there is a later revision. */
  revision: z.int().nonnegative(),
  /** Time at which the story should appear; null to publish immediately. */
  at: instant.nullable(),
  /** Way in which readers learn of the change to a published story; null for a first publication. */
  change: z
    .discriminatedUnion("as", [
      z.object({ as: z.literal("silent") }),
      z.object({ as: z.literal("update") }),
      z.object({ as: z.literal("correction"), text: z.string().trim().min(1).max(2000) }),
    ])
    .nullable(),
  /** Alert at the top of every page; null for none. */
  alert: z.object({ level: z.enum(ALERT_LEVELS), line: z.string().trim().min(1).max(300), until: instant }).nullable(),
});

const withdrawSchema = z.object({ key, line: z.string().trim().max(2000).nullable() });

/** Routes that publish and withdraw stories. */
export function createPublishApi(desk: Desk) {
  const { database, site } = desk;
  const checkLink = createLinkChecker(desk);

  async function toAnswer(story: StaffStory, edition: EditionEnv["Variables"]["edition"]): Promise<PublishAnswer> {
    const { state, version, slug, publish_at: publishAt, article_id } = story;
    const isHidden = article_id === null || state === "scheduled";
    // If `isSeen` is false, the browser asks again, since the page may take a moment to change.
    const isSeen = isHidden ? null : await isSeenByReaders(desk, edition, story).catch(() => false);
    return { state, version, url: site.getStoryUrl(edition, slug), publishAt, isSeen };
  }

  return (
    new Hono<EditionEnv>()
      .get("/stories/:id/checks", async (context) =>
        context.json(await readChecks(desk, { ...context.var, checkLink }, readStoryId(context))),
      )
      // Converts a local time of the edition to instants: none if a clock change skips it, two if it occurs twice.
      .get("/instants/:local", (context) => {
        const { timeZone } = context.get("edition");
        const instants = listInstants(context.req.param("local"), timeZone);
        if (instants === null) throw new EditorError("This is no date and time, such as 2026-11-26T06:30.");
        return context.json({ instants });
      })
      .post("/stories/:id/publish", json(publishSchema), async (context) => {
        const { edition, editing } = context.var;
        const publication = context.req.valid("json");
        const { at, alert } = publication;
        if (at !== null && at <= editing.now)
          throw new EditorError("This time has passed. Choose a later one, or publish now.");
        if (alert && at !== null && alert.until <= at)
          throw new EditorError("The alert ends before the story appears. Choose a later end.");
        return context.json(await toAnswer(await publishCopy(editing, readStoryId(context), publication), edition));
      })
      .get("/stories/:id/seen", async (context) => {
        const { edition, editing } = context.var;
        const story = await requireStoryById(database, edition.id, readStoryId(context));
        await requireMayRead(database, editing.actor, story);
        return context.json({ isSeen: await isSeenByReaders(desk, edition, story).catch(() => false) });
      })
      .post("/stories/:id/withdraw", json(withdrawSchema), async (context) => {
        const { edition, editing } = context.var;
        const id = readStoryId(context);
        const request = context.req.valid("json");
        const story = await withWriterLock(database, async (transaction) => {
          const within = { ...editing, database: transaction };
          await runOnce(transaction, { request, ...editing, action: `withdraw story ${id}` }, async () => {
            const { slug } = await requireStoryById(transaction, edition.id, id);
            await withdrawStory(within, slug, request.line || null);
            return id;
          });
          return requireStoryById(transaction, edition.id, id);
        });
        return context.json(await toAnswer(story, edition));
      })
  );
}
