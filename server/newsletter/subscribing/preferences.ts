import { getServerTexts } from "../../../core/language/catalogs.ts";
import type { Edition } from "../../editions/loading/load.ts";
import type { DeliveryDays, SubscriberRow } from "../../store/schema/newsletterSchema.ts";
import type { Database } from "../../store/schema/schema.ts";
import { getChoosableSections } from "../briefedEdition.ts";
import { maskAddress } from "./mailAddress.ts";
import { hashErasedAddress, parseSections, type Subscriber } from "./subscribers.ts";
import type { Tokens } from "./tokens.ts";

export type Subscription = NonNullable<ReturnType<typeof toSubscription>>;

/** Result of a posted preferences form. */
export type SubscriptionChange =
  | { done: "saved" | "unsubscribed" | "resumed" | "erased" }
  | { done: null; status: 404 | 409 | 422; fault: string };

export const DELIVERY_DAYS: readonly DeliveryDays[] = ["every-day", "weekdays", "saturdays"];

/** Finds the subscriber of a token; returns undefined if the token is invalid or belongs to another edition. */
export async function findSubscriberByToken(database: Database, tokens: Tokens, edition: string, token: string) {
  const id = tokens.parseId(token);
  if (id === null) return undefined;
  const subscriber = await database
    .selectFrom("subscribers")
    .selectAll()
    .where("id", "=", id)
    .where("edition", "=", edition)
    .executeTakeFirst();
  return subscriber && tokens.verify(token, subscriber) ? subscriber : undefined;
}

/** Returns the subscription as the preferences page shows it; null if the address was erased. */
export function toSubscription({ email, status, days, sections }: Subscriber) {
  return email === null ? null : { address: maskAddress(email), status, sections: parseSections(sections), days };
}

export async function applyPreferencesForm(
  database: Database,
  tokens: Tokens,
  subscriber: Subscriber | undefined,
  form: FormData,
  edition: Edition,
): Promise<SubscriptionChange> {
  const texts = getServerTexts(edition.language).signUp;
  const sections = getChoosableSections(edition);
  const reject = (status: 404 | 409 | 422, fault: string): SubscriptionChange => ({ done: null, status, fault });
  if (!subscriber || subscriber.email === null) return reject(404, texts.unknownLink);
  switch (form.get("do")) {
    case "unsubscribe":
      await endSubscription(database, subscriber);
      return { done: "unsubscribed" };
    case "erase":
      await erase(database, tokens, subscriber);
      return { done: "erased" };
    case "resume":
      if (subscriber.status === "suppressed") return reject(409, texts.bounced);
      await update(database, subscriber, { status: "confirmed", reason: null, confirmed_at: new Date().toISOString() });
      return { done: "resumed" };
    default: {
      const chosen = sections.filter((slug) => form.getAll("sections").includes(slug));
      const days = DELIVERY_DAYS.find((days) => days === form.get("days"));
      if (!days) return reject(422, texts.chooseDays);
      if (chosen.length === 0) return reject(422, texts.chooseSection);
      // A choice of all sections includes sections that are added later.
      const isAll = chosen.length === sections.length;
      await update(database, subscriber, { days, sections: isAll ? null : JSON.stringify(chosen) });
      return { done: "saved" };
    }
  }
}

/** Ends a subscription, and invalidates the confirmation links that could resume it. */
export async function endSubscription(database: Database, subscriber: Subscriber): Promise<void> {
  await database.deleteFrom("confirmation_tokens").where("subscriber_id", "=", subscriber.id).execute();
  await database
    .updateTable("confirmation_mails")
    .set({ next_attempt_at: null })
    .where("subscriber_id", "=", subscriber.id)
    .execute();
  if (subscriber.status !== "suppressed") await update(database, subscriber, { status: "unsubscribed", reason: null });
}

/** Deletes an address and its data. If the address is suppressed, keeps a keyed hash of it to block new sign-ups. */
async function erase(database: Database, tokens: Tokens, subscriber: Subscriber): Promise<void> {
  if (subscriber.status !== "suppressed") {
    await database.deleteFrom("subscribers").where("id", "=", subscriber.id).execute();
    return;
  }
  await database.deleteFrom("deliveries").where("subscriber_id", "=", subscriber.id).execute();
  await database.deleteFrom("confirmation_mails").where("subscriber_id", "=", subscriber.id).execute();
  await update(database, subscriber, {
    email: null,
    email_key: hashErasedAddress(tokens, subscriber.email_key),
    reason: null,
    sections: null,
    days: "every-day",
  });
}

async function update(
  database: Database,
  { id }: Subscriber,
  values: Partial<Omit<SubscriberRow, "id">>,
): Promise<void> {
  await database
    .updateTable("subscribers")
    .set({ ...values, changed_at: new Date().toISOString() })
    .where("id", "=", id)
    .execute();
}
