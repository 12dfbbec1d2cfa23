import { type Kysely, sql } from "kysely";

/** Creates the tables of the daily briefing: subscribers, sign-ups, issues and their deliveries. */
export async function createNewsletter({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable("secrets")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .execute();
  await schema
    .createTable("subscribers")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("edition", "text", (column) => column.notNull())
    .addColumn("email", "text")
    .addColumn("email_key", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("sections", "text")
    .addColumn("days", "text", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("confirmed_at", "text")
    .addColumn("changed_at", "text", (column) => column.notNull())
    .addUniqueConstraint("subscribers_key", ["edition", "email_key"])
    .execute();
  await schema.createIndex("subscribers_by_status").on("subscribers").columns(["edition", "status", "id"]).execute();
  await schema
    .createTable("confirmation_mails")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("subscriber_id", "integer", (column) =>
      column.notNull().references("subscribers.id").onDelete("cascade"),
    )
    .addColumn("site_url", "text", (column) => column.notNull())
    .addColumn("requested_at", "text", (column) => column.notNull())
    .addColumn("mailed_at", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "text")
    .addColumn("last_error", "text")
    .execute();
  await schema
    .createIndex("confirmation_mails_due")
    .on("confirmation_mails")
    .columns(["next_attempt_at", "id"])
    .execute();
  await schema
    .createIndex("confirmation_mails_of_subscriber")
    .on("confirmation_mails")
    .column("subscriber_id")
    .execute();
  await schema
    .createTable("confirmation_tokens")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("subscriber_id", "integer", (column) =>
      column.notNull().references("subscribers.id").onDelete("cascade"),
    )
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("expires_at", "text", (column) => column.notNull())
    .addColumn("used_at", "text")
    .execute();
  await schema
    .createIndex("confirmation_tokens_of_subscriber")
    .on("confirmation_tokens")
    .column("subscriber_id")
    .execute();
  await schema
    .createTable("signup_marks")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("mark", "text", (column) => column.notNull())
    .addColumn("at", "text", (column) => column.notNull())
    .execute();
  await schema.createIndex("signup_marks_by_mark").on("signup_marks").columns(["mark", "at"]).execute();
  await schema.createIndex("signup_marks_by_age").on("signup_marks").column("at").execute();
  await createLedger(schema);
}

async function createLedger(schema: Kysely<unknown>["schema"]): Promise<void> {
  await schema
    .createTable("issues")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("edition", "text", (column) => column.notNull())
    .addColumn("date", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("queued_at", "text")
    .addColumn("finished_at", "text")
    .addUniqueConstraint("issues_key", ["edition", "date"])
    .execute();
  await schema
    .createTable("deliveries")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("issue_id", "integer", (column) => column.notNull().references("issues.id"))
    .addColumn("subscriber_id", "integer", (column) =>
      column.notNull().references("subscribers.id").onDelete("cascade"),
    )
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("lease_holder", "text")
    .addColumn("lease_until", "text")
    .addColumn("sending_at", "text")
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("next_attempt_at", "text")
    .addColumn("last_answer", "text")
    .addColumn("message_id", "text", (column) => column.notNull())
    .addColumn("verp_token", "text", (column) => column.notNull().unique())
    .addColumn("sent_at", "text")
    .addUniqueConstraint("deliveries_key", ["issue_id", "subscriber_id"])
    .execute();
  await schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .columns(["issue_id", "state", "next_attempt_at", "id"])
    .execute();
  await schema.createIndex("deliveries_of_subscriber").on("deliveries").column("subscriber_id").execute();
}

/** Renames tables, columns and the keys of stored issues to the words of the field. */
export async function renameNewsletterColumns(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable("deliveries").renameColumn("last_answer", "last_reply").execute();
  await schema.alterTable("signup_marks").renameTo("rate_limit_hits").execute();
  await schema.alterTable("rate_limit_hits").renameColumn("mark", "key_hash").execute();
  // Within a JSON string the quotes are escaped, so only keys match.
  await sql`update issues set content = replace(content, '"tells":', '"storyKey":')`.execute(database);
}
