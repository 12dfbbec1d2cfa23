import { type Context, Hono } from "hono";
import { z } from "zod";
import { slugify } from "../../../core/slug.ts";
import { NotFoundError } from "../../editorError.ts";
import {
  discardChanges,
  listHistory,
  nameEntry,
  readHistoryEntry,
  restoreEntry,
} from "../../stories/copies/history.ts";
import { saveCopy } from "../../stories/copies/saveCopy.ts";
import { copySchema } from "../../stories/copyContent.ts";
import { createDraft } from "../../stories/createDraft.ts";
import { deleteDraft } from "../../stories/editStories.ts";
import { addComment, resolve, returnStory, submitStory } from "../../stories/review.ts";
import { requireStoryById } from "../../stories/storyEditing.ts";
import { requireMayRead } from "../../stories/storyRights.ts";
import { limitBodies } from "../../web/bodyLimit.ts";
import type { Desk } from "../deskContext.ts";
import { translateOverdue } from "../texts/translateRefusals.ts";
import { type SaveAnswer, STORY_LISTS } from "./apiTypes.ts";
import { createEventRoute } from "./eventRoute.ts";
import { type EditionEnv, json, parseQuery } from "./route.ts";
import { parseNumber, readStoryId } from "./storyId.ts";
import { countStoriesToReview, listStoryRows, listTopics } from "./storyRows.ts";
import { readStoryView } from "./storyView.ts";

/** Maximum size, in bytes, of the JSON of a save. A save may contain two of the longest texts: `content` and `base`. */
const MAX_COPY_BYTES = 4_000_000;

/** Key that the browser chooses. A second request with the same key does nothing and gets the same response. */
export const key = z.string().regex(/^[\w-]{8,64}$/);

/** Id that the browser chooses for one of its windows. */
const window = z.string().regex(/^[\w-]{1,64}$/);

const saveSchema = z.object({
  key,
  /** Revision on which the content is based. */
  baseRevision: z.int().nonnegative(),
  /** Content of `baseRevision`, in case the server no longer has it. */
  base: copySchema.optional(),
  content: copySchema,
});

const listSchema = z.object({
  list: z.enum(STORY_LISTS),
  section: z.string().max(100).optional(),
  author: z.string().max(300).optional(),
  words: z.string().max(300).optional(),
});

const eventsSchema = z.object({ window });
const kindSchema = z.enum(["version", "revision"]);
const keySchema = z.object({ key });
const nameSchema = z.object({ key, revision: z.int().nonnegative(), name: z.string().max(100) });
const restoreSchema = z.object({ key, kind: kindSchema, number: z.int().nonnegative() });
const commentSchema = z.object({ key, text: z.string().trim().min(1).max(5000) });
const noteSchema = z.object({ key, note: z.string().max(2000) });

/** Routes of stories, their working copies and versions. */
export function createStoryApi(desk: Desk) {
  const { database, getSiteUrl } = desk;
  const sendEvents = createEventRoute(desk);
  return (
    new Hono<EditionEnv>()
      .get("/stories", async (context) => {
        const rows = await listStoryRows(context.get("editing"), parseQuery(listSchema, context));
        return context.json(rows.map((row) => translateOverdue(row, context)));
      })
      .post("/stories", json(keySchema), async (context) => {
        const { editing } = context.var;
        return context.json({ id: await createDraft(editing, context.req.valid("json").key, getByline(editing)) });
      })
      .get("/to-review", async (context) => context.json({ count: await countStoriesToReview(context.get("editing")) }))
      .get("/topics", async (context) => context.json(await listTopics(context.get("editing"))))
      .get("/stories/:id", async (context) => context.json(await readView(context)))
      .put(
        "/stories/:id/copy",
        limitBodies(() => "This text is too long to be saved.", MAX_COPY_BYTES),
        json(saveSchema),
        async (context) => {
          const answer: SaveAnswer = await saveCopy(
            context.get("editing"),
            readStoryId(context),
            context.req.valid("json"),
          );
          return context.json(answer);
        },
      )
      .post("/stories/:id/copy/discard", json(keySchema), async (context) => {
        await discardChanges(context.get("editing"), readStoryId(context), context.req.valid("json").key);
        return context.json(await readView(context));
      })
      .get("/stories/:id/history", async (context) => {
        return context.json(await listHistory(database, await findStory(context)));
      })
      .get("/stories/:id/history/:kind/:number", async (context) => {
        const { kind, number } = requireEntry(context.req.param());
        return context.json(await readHistoryEntry(database, await findStory(context), kind, number));
      })
      .post("/stories/:id/history", json(nameSchema), async (context) =>
        context.json(await nameEntry(context.get("editing"), readStoryId(context), context.req.valid("json"))),
      )
      .post("/stories/:id/restore", json(restoreSchema), async (context) => {
        await restoreEntry(context.get("editing"), readStoryId(context), context.req.valid("json"));
        return context.json(await readView(context));
      })
      .delete("/stories/:id", async (context) => {
        const { slug } = await findStory(context);
        await deleteDraft(context.get("editing"), slug);
        return context.json({ isDeleted: true as const });
      })
      .post("/stories/:id/submit", json(noteSchema), async (context) => {
        await submitStory(context.get("editing"), readStoryId(context), context.req.valid("json"));
        return context.json(await readView(context));
      })
      // Sends the story back to its writer, with a note.
      .post("/stories/:id/return", json(noteSchema), async (context) => {
        await returnStory(context.get("editing"), readStoryId(context), context.req.valid("json"));
        return context.json(await readView(context));
      })
      .post("/stories/:id/comments", json(commentSchema), async (context) => {
        await addComment(context.get("editing"), readStoryId(context), context.req.valid("json"));
        return context.json(await readView(context));
      })
      .post("/stories/:id/comments/:comment/resolve", json(keySchema), async (context) => {
        const comment = parseNumber(context.req.param("comment"));
        await resolve(context.get("editing"), readStoryId(context), { key: context.req.valid("json").key, comment });
        return context.json(await readView(context));
      })
      .get("/stories/:id/events", async (context) =>
        sendEvents(context, readStoryId(context), parseQuery(eventsSchema, context).window),
      )
  );

  async function readView(context: StoryRequest) {
    const view = await readStoryView(context.get("editing"), readStoryId(context), getSiteUrl(context.get("edition")));
    return translateOverdue(view, context);
  }

  /** Returns the story of a request. @throws {PermissionError} if the person may not read it */
  async function findStory(context: StoryRequest) {
    const { edition, actor } = context.get("editing");
    const story = await requireStoryById(database, edition.id, readStoryId(context));
    await requireMayRead(database, actor, story);
    return story;
  }
}

/** Returns the byline of a person's new story: the name in the edition's list of authors, or else in the account. */
function getByline({ edition, actor }: EditionEnv["Variables"]["editing"]): string[] {
  const author = edition.authors.find(({ name }) => slugify(name) === slugify(actor.name));
  return [author?.name ?? actor.name];
}

type StoryRequest = Context<EditionEnv, "/stories/:id">;

function requireEntry({ kind, number }: { kind: string; number: string }) {
  const parsed = kindSchema.safeParse(kind);
  if (!parsed.success) throw new NotFoundError("There is nothing here.");
  return { kind: parsed.data, number: parseNumber(number) };
}
