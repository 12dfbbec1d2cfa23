import { PermissionError } from "../editorError.ts";
import { type Actor, hasCapability, requireCapability } from "../people/capabilities.ts";
import type { Database } from "../store/schema/schema.ts";
import { isFirstSavedBy, type StaffStory } from "../store/stories/staffStories.ts";

/**
 * Checks that a person may change a story's text. Writers may change drafts that they began; editors may change all
 * stories.
 *
 * @throws {PermissionError} if the person may not change it
 */
export async function requireMayEdit(database: Database, actor: Actor, story: StaffStory): Promise<void> {
  if (!(await mayEdit(database, actor, story)))
    throw new PermissionError(
      story.state === "draft"
        ? `${actor.name} may change only own drafts in ${story.edition}.`
        : `${actor.name} may not change a story that is ${story.state} in ${story.edition}.`,
    );
}

async function mayEdit(database: Database, actor: Actor, story: StaffStory): Promise<boolean> {
  if (hasCapability(actor, story.edition, "publish")) return true;
  requireCapability(actor, story.edition, "write own drafts");
  return story.state === "draft" && (await isFirstSavedBy(database, story.id, actor.name));
}

/**
 * Checks that a person may read a story's text. Writers may read stories that they began; editors may read all stories.
 *
 * @throws {PermissionError} if the person may not read it
 */
export async function requireMayRead(database: Database, actor: Actor, story: StaffStory): Promise<void> {
  if (hasCapability(actor, story.edition, "publish")) return;
  requireCapability(actor, story.edition, "write own drafts");
  if (!(await isFirstSavedBy(database, story.id, actor.name)))
    throw new PermissionError(`${actor.name} may read only own stories in ${story.edition}.`);
}
