import type { Days, SubscriberRow } from "../store/newsletterSchema.ts";
import type { Database } from "../store/schema.ts";
import { maskedAddress } from "./address.ts";
import { erasedKey, type Subscriber } from "./addSubscriber.ts";
import { sectionsOf } from "./subscribers.ts";
import type { Tokens } from "./tokens.ts";
import type { Change, Subscription } from "./views.ts";

const DAYS: readonly Days[] = ["every-day", "weekdays", "saturdays"];

const NOBODYS: Change = {
  done: null,
  status: 404,
  fault: "This link belongs to no address on our list. If you had yours erased, there is nothing left to change.",
};

/** Whose token it is; undefined where it is nobody's, or another edition's. */
export async function subscriberByToken(
  database: Database,
  tokens: Tokens,
  edition: string,
  token: string,
): Promise<Subscriber | undefined> {
  const id = tokens.ownerOf(token);
  if (id === null) return undefined;
  const subscriber = await database
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "=", id)
    .where("edition", "=", edition)
    .executeTakeFirst();
  return subscriber && tokens.isTokenOf(token, subscriber) ? subscriber : undefined;
}

/** What the holder of a link is shown. */
export function subscriptionOf(subscriber: Subscriber): Subscription | null {
  const { email, status, days } = subscriber;
  return email === null ? null : { address: maskedAddress(email), status, sections: sectionsOf(subscriber), days };
}

/**
 * Takes a posted form of the preferences.
 *
 * @param sections the slugs that can be chosen
 */
export async function takeChange(
  database: Database,
  tokens: Tokens,
  subscriber: Subscriber | undefined,
  form: FormData,
  sections: readonly string[],
): Promise<Change> {
  if (!subscriber || subscriber.email === null) return NOBODYS;
  switch (form.get("do")) {
    case "unsubscribe":
      await endSubscription(database, subscriber);
      return { done: "unsubscribed" };
    case "erase":
      await erase(database, tokens, subscriber);
      return { done: "erased" };
    case "resume":
      if (subscriber.status === "suppressed")
        return { done: null, status: 409, fault: "Mail to this address came back, so nothing is sent to it." };
      await set(database, subscriber, { status: "confirmed", reason: null, confirmed_at: new Date().toISOString() });
      return { done: "resumed" };
    default: {
      const chosen = sections.filter((slug) => form.getAll("sections").includes(slug));
      const days = DAYS.find((days) => days === form.get("days"));
      if (chosen.length === 0 || !days)
        return {
          ...{ done: null, status: 422 },
          fault: days
            ? "Please choose one section at least. If you want no mail at all, unsubscribe below."
            : "Please choose the days on which it should come.",
        };
      // All of them are all, those too that come later.
      const all = chosen.length === sections.length;
      await set(database, subscriber, { days, sections: all ? null : JSON.stringify(chosen) });
      return { done: "saved" };
    }
  }
}

/** Ends the briefing for a subscriber, and what might start it again from an old mail. */
export async function endSubscription(database: Database, subscriber: Subscriber): Promise<void> {
  await database.deleteFrom("confirmation_tokens").where("subscriber_id", "=", subscriber.id).execute();
  await database
    .updateTable("confirmation_mails")
    .set({ next_attempt_at: null })
    .where("subscriber_id", "=", subscriber.id)
    .execute();
  if (subscriber.status !== "suppressed") await set(database, subscriber, { status: "unsubscribed", reason: null });
}

/**
 * Removes an address and everything that was kept with it. Of one that must not be written to, a keyed hash stays, by which
 * it is known if it is signed up again.
 */
async function erase(database: Database, tokens: Tokens, subscriber: Subscriber): Promise<void> {
  if (subscriber.status !== "suppressed") {
    await database.deleteFrom("subscribers").where("id", "=", subscriber.id).execute();
    return;
  }
  await database.deleteFrom("deliveries").where("subscriber_id", "=", subscriber.id).execute();
  await database.deleteFrom("confirmation_mails").where("subscriber_id", "=", subscriber.id).execute();
  await set(database, subscriber, {
    ...{ email: null, email_key: erasedKey(tokens, subscriber.email_key), reason: null },
    ...{ sections: null, days: "every-day" },
  });
}

async function set(database: Database, { id }: Subscriber, values: Partial<Omit<SubscriberRow, "id">>): Promise<void> {
  await database
    .updateTable("subscribers")
    .set({ ...values, changed_at: new Date().toISOString() })
    .where("id", "=", id)
    .execute();
}
