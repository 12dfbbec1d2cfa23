import { z } from "zod";
import type { Edition } from "../editions/loading/load.ts";
import { EditorError, NotFoundError } from "../editorError.ts";
import type { Actor } from "../people/capabilities.ts";
import type { Database } from "../store/schema/schema.ts";
import { parseStored } from "../store/storedJson.ts";
import { type Acting, logAction } from "../store/stories/editorLog.ts";
import { isTakenDownByOperator } from "../store/stories/staffArticles.ts";
import { findStaffStory, findStaffStoryById, type StaffStory } from "../store/stories/staffStories.ts";

export interface StoryEditing {
  database: Database;
  edition: Pick<Edition, "id" | "language" | "timeZone" | "sections" | "samplesBySlug">;
  actor: Actor;
  /** ISO 8601. */
  now: string;
}

/** Returns the story with a current or former slug. @throws {EditorError} if the edition has no such story */
export async function requireStory(transaction: Database, edition: string, slug: string): Promise<StaffStory> {
  const story = await findStaffStory(transaction, edition, slug);
  if (!story) throw new NotFoundError(`The newsroom has no story ${slug}. \`npx broadsheet stories\` lists them.`);
  return story;
}

/** @throws {EditorError} if an operator took the story down */
export async function requireNoTakedown(transaction: Database, { article_id, slug }: StaffStory): Promise<void> {
  if (article_id !== null && (await isTakenDownByOperator(transaction, article_id)))
    throw new EditorError(`${slug} was taken down. Restore it with \`takedown ${slug} --undo\` first.`);
}

/** Returns the story with an id. @throws {NotFoundError} if the edition has no such story */
export async function requireStoryById(database: Database, edition: string, id: number): Promise<StaffStory> {
  return requireFound(await findStaffStoryById(database, edition, id));
}

/** @throws {NotFoundError} if `story` is undefined */
export function requireFound(story: StaffStory | undefined): StaffStory {
  if (!story) throw new NotFoundError("There is no such story.");
  return story;
}

/** Returns the subject of a story's actions in the log. It contains the id, since the slug may change. */
export function getSubject({ id }: Pick<StaffStory, "id">): string {
  return `story ${id}`;
}

/** Records an action on a story. Call this in the action's transaction. @param after null if the story was deleted */
export async function logStory(
  transaction: Database,
  by: Acting,
  action: string,
  before: StaffStory | null,
  after: StaffStory | null,
): Promise<void> {
  const story = after ?? before;
  await logAction(transaction, by, { action, subject: story ? getSubject(story) : "", before, after });
}

/** Parts of a story that are read from the editors' log. */
const loggedSchema = z.object({ version: z.number(), state: z.string(), slug: z.string() }).partial();

/** Returns parts of a story as an action of the editors' log left it. Empty if it deleted the story. */
export function parseLoggedStory({ id, after }: { id: number; after: string | null }): z.infer<typeof loggedSchema> {
  return parseStored(loggedSchema, after ?? "{}", `action ${id} of the editors' log`);
}
