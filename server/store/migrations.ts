import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import { createNewsletter, renameNewsletterColumns } from "./newsletterMigration.ts";

/** All schema changes, oldest first, by the name under which Kysely records them. A released one is never edited. */
export const migrations: Record<string, Migration> = {
  "0001-feeds-and-articles": { up: createFeedsAndArticles },
  "0002-healing": { up: addFeedHealth },
  "0003-messages": { up: createMessages },
  "0004-events": { up: createEvents },
  "0005-taken-down": { up: indexTakedowns },
  "0006-pictures": { up: createPictures },
  "0007-headlines": { up: indexHeadlines },
  "0008-newsletter": { up: createNewsletter },
  "0010-search": { up: skip },
  "0011-hub": { up: createPings },
  "0012-search-bounds": { up: skip },
  "0013-search-windows": { up: dropSearchIndex },
  "0014-plain-names": { up: usePlainNames },
  "0015-newsletter-names": { up: renameNewsletterColumns },
};

async function createFeedsAndArticles(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema
    .createTable("feeds")
    .addColumn("url", "text", (column) => column.primaryKey())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("last_attempt_at", "text")
    .addColumn("last_success_at", "text")
    .addColumn("last_error", "text")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("next_poll_at", "text", (column) => column.notNull())
    .addColumn("transport", "text")
    .execute();
  await schema
    .createTable("follows")
    .addColumn("edition", "text", (column) => column.notNull())
    .addColumn("section", "text", (column) => column.notNull())
    .addColumn("feed_url", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("follows_key", ["feed_url", "edition", "section"])
    .execute();
  await schema
    .createTable("articles")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("link", "text")
    .addColumn("link_key", "text")
    .addColumn("author", "text", (column) => column.notNull())
    .addColumn("published_at", "text")
    .addColumn("updated_at", "text")
    .addColumn("sorted_at", "text", (column) => column.notNull())
    .addColumn("description_html", "text", (column) => column.notNull())
    .addColumn("content_html", "text", (column) => column.notNull())
    .addColumn("excerpt", "text", (column) => column.notNull())
    .addColumn("image_url", "text")
    .addColumn("image_width", "integer")
    .addColumn("image_height", "integer")
    .addColumn("image_alt", "text")
    .addColumn("enclosures", "text", (column) => column.notNull())
    .addColumn("categories", "text", (column) => column.notNull())
    .addColumn("feed_url", "text", (column) => column.notNull())
    .addColumn("first_seen_at", "text", (column) => column.notNull())
    .addColumn("changed_at", "text", (column) => column.notNull())
    .addColumn("digest", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("articles_by_link").on("articles").column("link_key").execute();
  await schema
    .createTable("entries")
    .addColumn("feed_url", "text", (column) => column.notNull())
    .addColumn("entry_key", "text", (column) => column.notNull())
    .addColumn("article_id", "integer", (column) => column.notNull().references("articles.id"))
    .addColumn("sorted_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("entries_key", ["feed_url", "entry_key"])
    .execute();
  await schema
    .createIndex("entries_newest")
    .on("entries")
    .columns(["feed_url", "sorted_at desc", "article_id"])
    .execute();
  await schema.createIndex("entries_of_article").on("entries").column("article_id").execute();
}

/** Adds the state of feeds for backoff, redirects and conditional requests; also host backoff and takedowns. */
async function addFeedHealth({ schema }: Kysely<unknown>): Promise<void> {
  for (const column of ["last_status", "interval_minutes"] as const)
    await schema
      .alterTable("feeds")
      .addColumn(column, column === "last_status" ? "integer" : "real")
      .execute();
  for (const column of [
    "rhythm",
    "etag",
    "last_modified",
    "validated_at",
    "adopted_url",
    "move_to",
    "move_since",
    "direct_next_at",
  ])
    await schema.alterTable("feeds").addColumn(column, "text").execute();
  for (const column of ["move_count", "direct_failures"])
    await schema
      .alterTable("feeds")
      .addColumn(column, "integer", (definition) => definition.notNull().defaultTo(0))
      .execute();
  await schema.createIndex("feeds_due").on("feeds").column("next_poll_at").execute();
  await schema
    .createTable("hosts")
    .addColumn("host", "text", (column) => column.primaryKey())
    .addColumn("held_until", "text", (column) => column.notNull())
    .execute();
  for (const column of ["image_caption", "image_credit", "taken_down_at"])
    await schema.alterTable("articles").addColumn(column, "text").execute();
}

async function createMessages({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("messages")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("edition", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("received_at", "text", (column) => column.notNull())
    .addColumn("mailed_at", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("last_error", "text")
    .execute();
  await schema.createIndex("messages_to_mail").on("messages").columns(["mailed_at", "attempts", "id"]).execute();
}

async function createEvents({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("calendars")
    .addColumn("url", "text", (column) => column.primaryKey())
    .addColumn("last_attempt_at", "text")
    .addColumn("last_success_at", "text")
    .addColumn("last_error", "text")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("next_poll_at", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("events")
    .addColumn("calendar_url", "text", (column) => column.notNull().references("calendars.url"))
    .addColumn("event_key", "text", (column) => column.notNull())
    .addColumn("title", "text", (column) => column.notNull())
    .addColumn("place", "text")
    .addColumn("link", "text")
    .addColumn("is_all_day", "integer", (column) => column.notNull())
    .addColumn("starts_at", "text", (column) => column.notNull())
    .addColumn("ends_at", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("events_key", ["calendar_url", "event_key"])
    .execute();
}

/** A partial index: each new article is compared with those of its feed that were taken down, which are few. */
async function indexTakedowns({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex("articles_taken_down")
    .on("articles")
    .columns(["feed_url", "title"])
    .where(sql.ref("taken_down_at"), "is not", null)
    .execute();
}

async function createPictures({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("pictures")
    .addColumn("url", "text", (column) => column.primaryKey())
    .addColumn("key", "text", (column) => column.notNull().unique())
    .addColumn("rank", "integer", (column) => column.notNull())
    .addColumn("feed_url", "text", (column) => column.notNull())
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addColumn("bytes", "integer", (column) => column.notNull())
    .addColumn("used_at", "text")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addColumn("last_error", "text")
    .addColumn("next_try_at", "text")
    .execute();
  await schema.createIndex("pictures_due").on("pictures").column("next_try_at").execute();
  // A covering index: the total size of all files is summed from it alone.
  await schema.createIndex("pictures_used").on("pictures").columns(["used_at", "bytes"]).execute();
}

/** A covering index: each article's page compares the headlines of six days. */
async function indexHeadlines({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex("articles_headlines")
    .on("articles")
    .columns(["sorted_at", "title"])
    .where(sql.ref("taken_down_at"), "is", null)
    .execute();
}

/** Also creates a covering index for sitemaps, which list every article. */
async function createPings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("pings")
    .addColumn("edition", "text", (column) => column.notNull())
    .addColumn("path", "text", (column) => column.notNull())
    .addColumn("due_at", "text")
    .addColumn("pinged_at", "text")
    .addColumn("failures", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("pings_key", ["edition", "path"])
    .execute();
  await schema.createIndex("pings_due").on("pings").column("due_at").execute();
  await schema
    .createIndex("articles_mapped")
    .on("articles")
    .columns(["id", "changed_at", "slug", "taken_down_at"])
    .execute();
}

const PLAIN_NAMES = [
  "alter table feeds rename column rhythm to requested_interval",
  "alter table feeds rename column adopted_url to redirected_url",
  "alter table feeds rename column move_to to redirect_to",
  "alter table feeds rename column move_count to redirect_count",
  "alter table feeds rename column move_since to redirect_since",
  "alter table hosts rename to host_backoffs",
  "alter table host_backoffs rename column held_until to retry_at",
  "alter table pictures rename to images",
  "alter table images rename column rank to priority",
  "alter table images rename column used_at to last_used_at",
  "drop index pictures_due",
  "create index images_due on images (next_try_at)",
  "drop index pictures_used",
  "create index images_used on images (last_used_at, bytes)",
  "alter table pings rename to websub_notifications",
  "alter table websub_notifications rename column pinged_at to notified_at",
  "drop index pings_due",
  "create index websub_notifications_due on websub_notifications (due_at)",
  "drop index articles_mapped",
  "create index articles_sitemap on articles (id, changed_at, slug, taken_down_at)",
];

/** Renames tables, columns and indexes in one transaction. */
async function usePlainNames(database: Kysely<unknown>): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const statement of PLAIN_NAMES) await sql.raw(statement).execute(transaction);
  });
}

/** Migrations 0010 and 0012 created an index that 0013 drops. */
async function skip(): Promise<void> {}

/** Drops the first search index. `ensureSearchIndex` builds the one that takes its place when the store is opened. */
async function dropSearchIndex({ schema }: Kysely<unknown>): Promise<void> {
  for (const table of ["search", "search_words"]) await schema.dropTable(table).ifExists().execute();
}
