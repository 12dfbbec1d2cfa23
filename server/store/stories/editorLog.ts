import { toBatches } from "../batches.ts";
import type { Database } from "../schema/schema.ts";

/**
 * An action of an editor. `before` and `after` are the states of the action's subject, null if the subject did not
 * exist. `at` is ISO 8601.
 */
export interface EditorAction {
  edition: string;
  at: string;
  editor: string;
  action: string;
  subject: string;
  before: object | null;
  after: object | null;
}

/** Person and edition of an action, and its time. */
export interface Acting {
  edition: { id: string };
  actor: { name: string };
  /** Time of the action, ISO 8601. */
  now: string;
}

/** Records an action. Call this in the transaction that makes the change. */
export async function logAction(
  transaction: Database,
  { edition, actor, now }: Acting,
  action: Omit<EditorAction, keyof Acting | "at" | "editor">,
): Promise<void> {
  await recordActions(transaction, [{ edition: edition.id, at: now, editor: actor.name, ...action }]);
}

/** Records actions. Call this in the transaction that makes the changes. */
export async function recordActions(transaction: Database, actions: readonly EditorAction[]): Promise<void> {
  const rows = actions.map(({ before, after, ...action }) => {
    return { ...action, before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
  });
  for (const batch of toBatches(rows)) await transaction.insertInto("editor_log").values(batch).execute();
}

/** Returns the logged actions on a subject, such as "story 12", or on all subjects by default, oldest first. */
export async function listActions(database: Database, edition: string, subject?: string) {
  const actions = database.selectFrom("editor_log").selectAll().where("edition", "=", edition);
  return (subject === undefined ? actions : actions.where("subject", "=", subject)).orderBy("id").execute();
}
