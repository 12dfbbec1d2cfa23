import type { Database } from "./schema.ts";

/** An action of an editor. `before` and `after` are the states of its subject; null if it did not exist. */
export interface EditorAction {
  edition: string;
  at: string;
  editor: string;
  action: string;
  subject: string;
  before: object | null;
  after: object | null;
}

/** Records an action. Call this in the transaction that makes the change. */
export async function recordAction(transaction: Database, { before, after, ...action }: EditorAction): Promise<void> {
  const values = { before: before && JSON.stringify(before), after: after && JSON.stringify(after) };
  await transaction
    .insertInto("editor_log")
    .values({ ...action, ...values })
    .execute();
}

/** Returns the actions on one subject, such as "story 12", or on all, oldest first. */
export async function listActions(database: Database, edition: string, subject?: string) {
  const actions = database.selectFrom("editor_log").selectAll().where("edition", "=", edition);
  return (subject === undefined ? actions : actions.where("subject", "=", subject)).orderBy("id").execute();
}
