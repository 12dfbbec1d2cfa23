import type { Selectable } from "kysely";
import { addRows } from "../batches.ts";
import { recordChanges } from "../changes.ts";
import { withWriterLock } from "../engines/engine.ts";
import type { IssueRow } from "../schema/newsletterSchema.ts";
import type { Database } from "../schema/schema.ts";

export type StoredIssue = Selectable<IssueRow>;

/** Value of `content` for a day without news, on which no issue is sent. */
const NO_NEWS = "null";

function selectIssues(database: Database, edition: string) {
  return database.selectFrom("issues").where("edition", "=", edition).orderBy("date", "desc");
}

function selectIssuesWithNews(database: Database, edition: string) {
  return selectIssues(database, edition).where("content", "!=", NO_NEWS);
}

/** Returns the newest issue of an edition, including days without news; undefined if there is none. */
export async function findNewestIssue(database: Database, edition: string): Promise<StoredIssue | undefined> {
  return selectIssues(database, edition).selectAll().limit(1).executeTakeFirst();
}

/** Returns an edition's newest issue that contains news; undefined if there is none. */
export async function findNewestIssueWithNews(database: Database, edition: string): Promise<StoredIssue | undefined> {
  return selectIssuesWithNews(database, edition).selectAll().limit(1).executeTakeFirst();
}

/** Returns the issues that are not completely sent, oldest first. */
export async function listUnfinishedIssues(database: Database): Promise<StoredIssue[]> {
  return database.selectFrom("issues").selectAll().where("finished_at", "is", null).orderBy("id").execute();
}

/** Stores the issue of a day unless the day already has one. A null `content` marks a day without news as finished. */
export async function saveIssue(
  database: Database,
  issue: { edition: string; date: string; subject: string; content: object | null; now: string },
): Promise<void> {
  const { edition, date, subject, content, now } = issue;
  const doneAt = content === null ? now : null;
  const json = content === null ? NO_NEWS : JSON.stringify(content);
  await withWriterLock(database, async (transaction) => {
    const row = { edition, date, subject, content: json, created_at: now, queued_at: doneAt, finished_at: doneAt };
    if ((await addRows(transaction, "issues", [row])) > 0)
      await recordChanges(transaction, [{ kind: "issue", edition }]);
  });
}

/** Stores the time at which all deliveries of an issue were queued (`queued_at`) or finished (`finished_at`). */
export async function markIssue(database: Database, issueId: number, column: "queued_at" | "finished_at", now: string) {
  const issue = database.updateTable("issues").where("id", "=", issueId);
  await issue.set({ [column]: now }).execute();
}

/** Returns the issues of an edition that have news, newest first. */
export async function listIssues(database: Database, edition: string, limit: number) {
  return selectIssuesWithNews(database, edition).select(["date", "subject"]).limit(limit).execute();
}

/** Returns the issue of a day; undefined if there is none or the day had no news. */
export async function findIssue(database: Database, edition: string, date: string): Promise<StoredIssue | undefined> {
  return selectIssuesWithNews(database, edition).selectAll().where("date", "=", date).executeTakeFirst();
}

/** Returns an issue's content as JSON; undefined if there is no such issue. */
export async function findIssueContent(database: Database, id: number): Promise<string | undefined> {
  const issue = database.selectFrom("issues").select("content").where("id", "=", id);
  return (await issue.executeTakeFirst())?.content;
}

/** Returns a batch of all editions' issues with news, sorted by id. @param after last id of the previous batch, or 0 */
export async function listIssueContents(database: Database, after: number, limit: number) {
  const issues = database.selectFrom("issues").select(["id", "subject", "content"]).where("content", "!=", NO_NEWS);
  return issues.where("id", ">", after).orderBy("id").limit(limit).execute();
}

export async function updateIssue(
  database: Database,
  { id, subject, content }: { id: number; subject: string; content: object },
): Promise<void> {
  const columns = { subject, content: JSON.stringify(content) };
  await database.updateTable("issues").set(columns).where("id", "=", id).execute();
}

/** Conditions for a story to be new in an issue. Times are ISO 8601. */
interface NewStories {
  edition: string;
  feedUrls: readonly string[];
  /** Excludes stories that the server first saw at or before this time. */
  seenAfter: string;
  /** Excludes stories dated at or before this time, such as the old stories of a newly added feed. */
  datedAfter: string;
  /** Excludes stories dated after this time. */
  datedUntil: string;
}

/** Returns slugs of the feeds' new stories, and of stories that the edition's editors approved after `seenAfter`. */
export async function listNewSlugs(
  database: Database,
  { edition, feedUrls, seenAfter, datedAfter, datedUntil }: NewStories,
): Promise<Set<string>> {
  const lists = await Promise.all(
    feedUrls.map((feedUrl) =>
      database
        .selectFrom("entries")
        .innerJoin("articles", "articles.id", "entries.article_id")
        .select("articles.slug")
        .where("entries.feed_url", "=", feedUrl)
        .where("entries.sorted_at", ">", datedAfter)
        .where("entries.sorted_at", "<=", datedUntil)
        .where("articles.first_seen_at", ">", seenAfter)
        .execute(),
    ),
  );
  const approved = await database
    .selectFrom("reviews")
    .innerJoin("articles", "articles.id", "reviews.article_id")
    .select("articles.slug")
    .where("reviews.edition", "=", edition)
    .where("reviews.decision", "=", "approved")
    .where("reviews.decided_at", ">", seenAfter)
    .execute();
  return new Set([...lists.flat(), ...approved].map(({ slug }) => slug));
}
