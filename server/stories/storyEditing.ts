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
  /** Time of the action, ISO 8601. */
  now: string;
}

/** Returns the story with a slug or a former slug. @throws {NotFoundError} if the edition has no such story */
export async function requireStory(transaction: Database, edition: string, slug: string): Promise<StaffStory> {
  const story = await findStaffStory(transaction, edition, slug);
  if (!story) throw new NotFoundError(`The newsroom has no story ${slug}. \`npx broadsheet stories\` lists them.`);
  return story;
}

/** Checks that a story is not taken down. @throws {EditorError} if an operator has taken it down */
export async function requireNoTakedown(transaction: Database, { article_id, slug }: StaffStory): Promise<void> {
  if (article_id !== null && (await isTakenDownByOperator(transaction, article_id)))
    throw new EditorError(`${slug} was taken down. Restore it with \`takedown ${slug} --undo\` first.`);
}

/** Returns the story with an id. @throws {NotFoundError} if the edition has no such story */
export async function requireStoryById(database: Database, edition: string, id: number): Promise<StaffStory> {
  return requireFound(await findStaffStoryById(database, edition, id));
}

/** Returns the given story. @throws {NotFoundError} if the story is undefined */
export function requireFound(story: StaffStory | undefined): StaffStory {
  if (!story) throw new NotFoundError("There is no such story.");
  return story;
}

/** Returns the name by which the log refers to a story. It contains the id, since the slug may change. */
export function getSubject({ id }: Pick<StaffStory, "id">): string {
  return `story ${id}`;
}

/**
 * Records an action on a story in the log. Call this in the action's transaction.
 *
 * @param before null if the action added the story
 * @param after null if the action deleted the story
 */
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

/** Schema of the fields of a logged story that the desk and commands show. */
const loggedSchema = z.object({ version: z.number(), state: z.string(), slug: z.string() }).partial();

/** Returns fields that a story had after an action in the editors' log; {} if the action deleted the story. */
export function parseLoggedStory({ id, after }: { id: number; after: string | null }): z.infer<typeof loggedSchema> {
  return parseStored(loggedSchema, after ?? "{}", `action ${id} of the editors' log`);
}
