import type { Selectable } from "kysely";
import type { Days, SubscriberRow } from "../store/newsletterSchema.ts";
import type { Database } from "../store/schema.ts";

/** Somebody who gets the briefing. */
export interface Recipient {
  id: number;
  /** As it was given: see `mailboxOf` for what a mail server is told. */
  email: string;
  /** With the id, what `tokens.ts` makes the links of a mail from. */
  secret: string;
  /** Slugs; null for all sections. */
  sections: string[] | null;
}

/** Days of the week as ISO 8601 counts them: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Whose choice of days holds a day of the week. */
function choicesWith(weekday: Weekday): Days[] {
  if (weekday === 7) return ["every-day"];
  return ["every-day", weekday === 6 ? "saturdays" : "weekdays"];
}

/**
 * Those who confirmed and get an edition's briefing on a day of the week, in the order of their ids.
 *
 * @param afterId the last id of the batch before; 0 for the first one
 */
export async function recipientsOn(
  database: Database,
  edition: string,
  weekday: Weekday,
  afterId: number,
  limit: number,
): Promise<Recipient[]> {
  const rows = await database
    .selectFrom("subscribers")
    .select(["id", "email", "secret", "sections"])
    .where("edition", "=", edition)
    .where("status", "=", "confirmed")
    .where("days", "in", choicesWith(weekday))
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.flatMap(({ email, sections, ...row }) =>
    email === null ? [] : [{ ...row, email, sections: sectionsOf({ sections }) }],
  );
}

/** The sections that a subscriber chose; null for all. */
export function sectionsOf({ sections }: Pick<Selectable<SubscriberRow>, "sections">): string[] | null {
  return sections === null ? null : JSON.parse(sections);
}

/** Ends all mail to a subscriber for good, as after a bounce or a complaint. @param reason in words for the operator */
export async function suppressSubscriber(database: Database, id: number, reason: string, now: string): Promise<void> {
  await database
    .updateTable("subscribers")
    .set({ status: "suppressed", reason, changed_at: now })
    .where("id", "=", id)
    .execute();
}
