import type { Selectable } from "kysely";
import { removeSize } from "../../../core/originalImage.ts";
import { toBatches } from "../batches.ts";
import type { Database, TakedownKind, TakedownRow } from "../schema/schema.ts";

export type Takedown = Selectable<TakedownRow>;

/** Returns true if anything was taken down after an instant (ISO 8601). */
export async function hasTakedownSince(database: Database, instant: string): Promise<boolean> {
  const newer = database.selectFrom("takedowns").select("id").where("taken_down_at", ">", instant).limit(1);
  return (await newer.executeTakeFirst()) !== undefined;
}

/** Returns the feeds that carry any of the articles. */
export async function listCarriers(database: Database, ids: readonly number[]): Promise<string[]> {
  const feeds = new Set<string>();
  for (const batch of toBatches(ids)) {
    const entries = database.selectFrom("entries").select("feed_url").distinct();
    for (const { feed_url } of await entries.where("article_id", "in", batch).execute()) feeds.add(feed_url);
  }
  return [...feeds];
}

export async function findTakedown(database: Database, kind: TakedownKind, subject: string) {
  const takedowns = database.selectFrom("takedowns").selectAll();
  return takedowns.where("kind", "=", kind).where("subject", "=", subject).executeTakeFirst();
}

/** Stores a takedown and returns its id. */
export async function addTakedown(database: Database, takedown: Omit<Takedown, "id">): Promise<number> {
  const { id } = await database.insertInto("takedowns").values(takedown).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function deleteTakedown(database: Database, id: number): Promise<void> {
  await database.deleteFrom("takedowns").where("id", "=", id).execute();
}

/** Returns the given subjects that are taken down. */
export async function listTakenDown(database: Database, kind: TakedownKind, subjects: readonly string[]) {
  const found = new Set<string>();
  for (const batch of toBatches(subjects)) {
    const takedowns = database.selectFrom("takedowns").select("subject").where("kind", "=", kind);
    for (const { subject } of await takedowns.where("subject", "in", batch).execute()) found.add(subject);
  }
  return found;
}

/** Returns the given images that are taken down. A takedown of one size of an image applies to all its sizes. */
export async function listTakenDownImages(database: Database, urls: readonly string[]): Promise<Set<string>> {
  const takedowns = await database.selectFrom("takedowns").select("subject").where("kind", "=", "image").execute();
  const takenDown = new Set(takedowns.map(({ subject }) => removeSize(subject)));
  return new Set(urls.filter((url) => takenDown.has(removeSize(url))));
}

/** Selects the takedowns of feeds that an edition follows or followed, and of stories and images from such feeds. */
function selectTakedowns(database: Database, edition: string) {
  const follows = database.selectFrom("follows").select("feed_url").where("edition", "=", edition);
  return database.selectFrom("takedowns").where("feed_url", "in", follows);
}

export async function countTakedowns(database: Database, edition: string): Promise<number> {
  const row = await selectTakedowns(database, edition)
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Returns a page of an edition's takedowns, newest first. */
export async function listTakedowns(
  database: Database,
  edition: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Takedown[]> {
  return selectTakedowns(database, edition)
    .selectAll()
    .orderBy("taken_down_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}
