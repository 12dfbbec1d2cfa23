import type { Selectable } from "kysely";
import type { IssueRow } from "../newsletterSchema.ts";
import type { Database } from "../schema.ts";

export type StoredIssue = Selectable<IssueRow>;

/** What stands in place of an issue's content on a day that brought nothing new. */
const NO_NEWS = "null";

/** The newest issue of an edition, days without news among them; undefined before the first. */
export async function newestIssue(database: Database, edition: string): Promise<StoredIssue | undefined> {
  return database
    .selectFrom("issues")
    .selectAll()
    .where("edition", "=", edition)
    .orderBy("date", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Issues that are not all sent yet, the oldest first. */
export async function unfinishedIssues(database: Database): Promise<StoredIssue[]> {
  return database.selectFrom("issues").selectAll().where("finished_at", "is", null).orderBy("id").execute();
}

/**
 * Keeps a day's issue, unless the day has one: of two processes that put it together at once, the first one's is it.
 *
 * @param content null where there was nothing new, so that the day is done
 */
export async function addIssue(
  database: Database,
  issue: { edition: string; date: string; subject: string; content: object | null; now: string },
): Promise<void> {
  const { edition, date, subject, content, now } = issue;
  const done = content === null ? now : null;
  await database
    .insertInto("issues")
    .values({
      ...{ edition, date, subject },
      content: content === null ? NO_NEWS : JSON.stringify(content),
      created_at: now,
      queued_at: done,
      finished_at: done,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Tells of new issues, whoever put them together: a command, in a process of its own, does so too. */
interface NewIssues {
  /** The editions that have one since the last call. */
  editions(): Promise<string[]>;
}

export async function followIssues(database: Database): Promise<NewIssues> {
  const newest = async () => {
    const { id } = await database
      .selectFrom("issues")
      .select(({ fn }) => fn.max("id").as("id"))
      .executeTakeFirstOrThrow();
    return id ?? 0;
  };
  let known = await newest();
  return {
    async editions() {
      const last = await newest();
      if (last === known) return [];
      const rows = await database.selectFrom("issues").select("edition").distinct().where("id", ">", known).execute();
      known = last;
      return rows.map(({ edition }) => edition);
    },
  };
}

/** Issues with news, the newest first. */
export async function issuesOf(
  database: Database,
  edition: string,
  limit: number,
): Promise<Pick<StoredIssue, "date" | "subject">[]> {
  return database
    .selectFrom("issues")
    .select(["date", "subject"])
    .where("edition", "=", edition)
    .where("content", "!=", NO_NEWS)
    .orderBy("date", "desc")
    .limit(limit)
    .execute();
}

/** The issue of a day; undefined where the day has none, or brought nothing new. */
export async function issueOn(database: Database, edition: string, date: string): Promise<StoredIssue | undefined> {
  return database
    .selectFrom("issues")
    .selectAll()
    .where("edition", "=", edition)
    .where("date", "=", date)
    .where("content", "!=", NO_NEWS)
    .executeTakeFirst();
}

/**
 * The slugs of stories that feeds brought after an instant. All instants are ISO 8601.
 *
 * @param since when they were seen first, at the earliest
 * @param dated the earliest date that may stand on them: a feed that is new brings its old stories too
 * @param until the latest date that may stand on them
 */
export async function slugsSince(
  database: Database,
  feedUrls: readonly string[],
  since: string,
  dated: string,
  until: string,
): Promise<Set<string>> {
  const lists = await Promise.all(
    feedUrls.map((feedUrl) =>
      database
        .selectFrom("entries")
        .innerJoin("articles", "articles.id", "entries.article_id")
        .select("articles.slug")
        .where("entries.feed_url", "=", feedUrl)
        .where("entries.sorted_at", ">", dated)
        .where("entries.sorted_at", "<=", until)
        .where("articles.first_seen_at", ">", since)
        .execute(),
    ),
  );
  return new Set(lists.flat().map(({ slug }) => slug));
}
