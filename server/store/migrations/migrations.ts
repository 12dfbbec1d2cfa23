import type { Migration } from "kysely/migration";
import { getEngine } from "../engines/engine.ts";
import { EXPANDING_TABLE_MIGRATION, runInTransaction, runScript, toExpandingMark } from "./migrationScript.ts";
import { newsroomMigrations } from "./newsroomMigrations.ts";

/** All schema changes, oldest first, by the name under which Kysely records them. Never edit a released migration. */
export const migrations: Record<string, Migration> = {
  "0001-feeds-and-articles": runScript(
    `
    create table feeds (
      url text primary key, title text not null, last_attempt_at text, last_success_at text, last_error text,
      failures integer not null, next_poll_at text not null, transport text
    );
    create table follows (
      edition text not null, section text not null, feed_url text not null,
      constraint follows_key primary key (feed_url, edition, section)
    );
    create table articles (
      id integer primary key autoincrement, slug text not null unique, title text not null, link text, link_key text,
      author text not null, published_at text, updated_at text, sorted_at text not null,
      description_html text not null, content_html text not null, excerpt text not null,
      image_url text, image_width integer, image_height integer, image_alt text,
      enclosures text not null, categories text not null,
      feed_url text not null, first_seen_at text not null, changed_at text not null, digest text not null
    );
    create index articles_by_link on articles (link_key);
    create table entries (
      feed_url text not null, entry_key text not null, article_id integer not null references articles (id),
      sorted_at text not null, constraint entries_key primary key (feed_url, entry_key)
    );
    create index entries_newest on entries (feed_url, sorted_at desc, article_id);
    create index entries_of_article on entries (article_id)`,
    `
    drop index articles_by_link;
    create index articles_by_link on articles using hash (link_key);
    alter table entries drop constraint entries_key;
    create unique index entries_key on entries (feed_url, md5(entry_key));
    create index entries_by_key on entries using hash (entry_key)`,
  ),

  // Adds takedowns, captions, and backoffs of hosts. For feeds, adds backoffs, redirects and validators.
  "0002-healing": runScript(`
    alter table feeds add column last_status integer;
    alter table feeds add column interval_minutes real;
    alter table feeds add column rhythm text;
    alter table feeds add column etag text;
    alter table feeds add column last_modified text;
    alter table feeds add column validated_at text;
    alter table feeds add column adopted_url text;
    alter table feeds add column move_to text;
    alter table feeds add column move_since text;
    alter table feeds add column direct_next_at text;
    alter table feeds add column move_count integer default 0 not null;
    alter table feeds add column direct_failures integer default 0 not null;
    create index feeds_due on feeds (next_poll_at);
    create table hosts (host text primary key, held_until text not null);
    alter table articles add column image_caption text;
    alter table articles add column image_credit text;
    alter table articles add column taken_down_at text`),

  "0003-messages": runScript(`
    create table messages (
      id integer primary key autoincrement, edition text not null, name text not null, email text not null,
      subject text not null, body text not null, received_at text not null, mailed_at text, attempts integer not null,
      last_error text
    );
    create index messages_to_mail on messages (mailed_at, attempts, id)`),

  "0004-events": runScript(
    `
    create table calendars (
      url text primary key, last_attempt_at text, last_success_at text, last_error text, failures integer not null,
      next_poll_at text not null
    );
    create table events (
      calendar_url text not null references calendars (url), event_key text not null, title text not null, place text,
      link text, is_all_day integer not null, starts_at text not null, ends_at text not null,
      constraint events_key primary key (calendar_url, event_key)
    )`,
    `
    alter table events drop constraint events_key;
    create unique index events_key on events (calendar_url, md5(event_key))`,
  ),

  // Creates an index that contains only articles that were taken down. Each new article of a feed is compared with the
  // feed's taken-down articles.
  "0005-taken-down": runScript(
    `
    create index articles_taken_down on articles (feed_url, title) where taken_down_at is not null`,
    `
    drop index articles_taken_down;
    create index articles_taken_down on articles (feed_url) where taken_down_at is not null`,
  ),

  // Creates a covering index on pictures, so that the total size of all files is summed without reading the table.
  "0006-pictures": runScript(
    `
    create table pictures (
      url text primary key, key text not null unique, rank integer not null, feed_url text not null,
      width integer, height integer, bytes integer not null, used_at text,
      failures integer not null, last_error text, next_try_at text
    );
    create index pictures_due on pictures (next_try_at);
    create index pictures_used on pictures (used_at, bytes)`,
    `
    alter table pictures drop constraint pictures_pkey;
    create unique index pictures_url_digest on pictures (md5(url));
    create index pictures_url on pictures using hash (url)`,
  ),

  // Creates a covering index for article pages. Each of these pages compares the headlines of six days.
  "0007-headlines": runScript(
    `
    create index articles_headlines on articles (sorted_at, title) where taken_down_at is null`,
    `
    drop index articles_headlines;
    create index articles_headlines on articles (sorted_at) where taken_down_at is null`,
  ),

  "0008-newsletter": runScript(`
    create table secrets (name text primary key, value text not null);
    create table subscribers (
      id integer primary key autoincrement, edition text not null, email text, email_key text not null,
      secret text not null, status text not null, reason text, sections text, days text not null, source text not null,
      created_at text not null, confirmed_at text, changed_at text not null,
      constraint subscribers_key unique (edition, email_key)
    );
    create index subscribers_by_status on subscribers (edition, status, id);
    create table confirmation_mails (
      id integer primary key autoincrement, subscriber_id integer not null references subscribers (id) on delete cascade,
      site_url text not null, requested_at text not null, mailed_at text, attempts integer not null,
      next_attempt_at text, last_error text
    );
    create index confirmation_mails_due on confirmation_mails (next_attempt_at, id);
    create index confirmation_mails_of_subscriber on confirmation_mails (subscriber_id);
    create table confirmation_tokens (
      hash text primary key, subscriber_id integer not null references subscribers (id) on delete cascade,
      created_at text not null, expires_at text not null, used_at text
    );
    create index confirmation_tokens_of_subscriber on confirmation_tokens (subscriber_id);
    create table signup_marks (id integer primary key autoincrement, mark text not null, at text not null);
    create index signup_marks_by_mark on signup_marks (mark, at);
    create index signup_marks_by_age on signup_marks (at);
    create table issues (
      id integer primary key autoincrement, edition text not null, date text not null, subject text not null,
      content text not null, created_at text not null, queued_at text, finished_at text,
      constraint issues_key unique (edition, date)
    );
    create table deliveries (
      id integer primary key autoincrement, issue_id integer not null references issues (id),
      subscriber_id integer not null references subscribers (id) on delete cascade,
      state text not null, lease_holder text, lease_until text, sending_at text,
      attempts integer not null, next_attempt_at text, last_answer text,
      message_id text not null, verp_token text not null unique, sent_at text,
      constraint deliveries_key unique (issue_id, subscriber_id)
    );
    create index deliveries_due on deliveries (issue_id, state, next_attempt_at, id);
    create index deliveries_of_subscriber on deliveries (subscriber_id)`),

  // Empty, because 0013 drops the first search index, which this migration created in earlier versions.
  "0010-search": runScript(""),

  // Adds notifications to WebSub hubs, and a covering index for sitemaps, which list every article.
  "0011-hub": runScript(`
    create table pings (
      edition text not null, path text not null, due_at text, pinged_at text, failures integer not null,
      constraint pings_key primary key (edition, path)
    );
    create index pings_due on pings (due_at);
    create index articles_mapped on articles (id, changed_at, slug, taken_down_at)`),

  // Empty, because 0013 drops the first search index, which this migration extended in earlier versions.
  "0012-search-bounds": runScript(""),

  // Drops the first search index.
  "0013-search-windows": runScript(`
    drop table if exists search;
    drop table if exists search_words`),

  "0014-plain-names": runScript(`
    alter table feeds rename column rhythm to requested_interval;
    alter table feeds rename column adopted_url to redirected_url;
    alter table feeds rename column move_to to redirect_to;
    alter table feeds rename column move_count to redirect_count;
    alter table feeds rename column move_since to redirect_since;
    alter table hosts rename to host_backoffs;
    alter table host_backoffs rename column held_until to retry_at;
    alter table pictures rename to images;
    alter table images rename column rank to priority;
    alter table images rename column used_at to last_used_at;
    drop index pictures_due;
    create index images_due on images (next_try_at);
    drop index pictures_used;
    create index images_used on images (last_used_at, bytes);
    alter table pings rename to websub_notifications;
    alter table websub_notifications rename column pinged_at to notified_at;
    drop index pings_due;
    create index websub_notifications_due on websub_notifications (due_at);
    drop index articles_mapped;
    create index articles_sitemap on articles (id, changed_at, slug, taken_down_at)`),

  // Renames a key in stored JSON. Within JSON strings, quotes are escaped, so the pattern matches only keys.
  "0015-newsletter-names": runScript(`
    alter table deliveries rename column last_answer to last_reply;
    alter table signup_marks rename to rate_limit_hits;
    alter table rate_limit_hits rename column mark to key_hash;
    update issues set content = replace(content, '"tells":', '"storyKey":')`),

  // Adds the time at which an edition stopped following a feed, and the feed's `keepDays`. Both determine when articles
  // are deleted.
  "0016-rights": runScript(`
    alter table follows add column left_at text;
    alter table follows add column keep_days integer`),

  // Articles that were taken down before this migration keep their texts until the next start of the server. The server
  // then seals a copy of each article and erases its texts.
  "0017-takedowns": runScript(
    `
    create table takedowns (
      id integer primary key autoincrement, kind text not null, subject text not null, title text not null,
      feed_url text not null, feeds text not null, reason text, taken_down_at text not null,
      constraint takedowns_key unique (kind, subject)
    );
    create index takedowns_newest on takedowns (taken_down_at, id);
    create table sealed_copies (article_id integer primary key references articles (id), sealed blob not null);
    alter table articles add column takedown_id integer;
    create index articles_of_takedown on articles (takedown_id) where takedown_id is not null;
    insert into takedowns (kind, subject, title, feed_url, feeds, taken_down_at)
      select 'story', slug, title, feed_url, json_array(feed_url), taken_down_at from articles
      where taken_down_at is not null order by taken_down_at;
    update articles set takedown_id = (select id from takedowns where subject = slug) where taken_down_at is not null`,
    `
    alter table takedowns drop constraint takedowns_key;
    create unique index takedowns_key on takedowns (kind, md5(subject))`,
  ),

  // Records a first change, so that `max(id)` is never null. A search index recognizes its store by the change's time.
  "0018-changes": runScript(`
    create table changes (
      id integer primary key autoincrement, kind text not null, edition text, source_url text, article_id integer,
      changed_at text not null
    );
    insert into changes (kind, changed_at) values ('store', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`),

  // Adds a list of image files to delete. The transaction that deletes images adds their files to the list, so that the
  // deletion of a file can be retried.
  "0019-image-deletions": runScript(`
    create table image_deletions (key text primary key, width integer, deleted_at text not null)`),

  // Drops the search index, which a separate file replaces (search/searchIndex.ts). The store reuses the freed space.
  "0020-search-file": {
    up: (database) => runInTransaction(database, (transaction) => getEngine(transaction).dropSearchTables(transaction)),
  },

  "0021-editions": runScript(`
    create table edition_versions (
      id integer primary key autoincrement, digest text not null, pushed_at text not null, is_current integer not null
    );
    create table edition_files (
      version_id integer not null references edition_versions (id), path text not null, bytes integer not null,
      digest text not null,
      constraint edition_files_key primary key (version_id, path)
    );
    create index edition_files_digest on edition_files (digest);
    create table edition_contents (
      digest text not null, part integer not null, content blob not null,
      constraint edition_contents_key primary key (digest, part)
    )`),

  ...newsroomMigrations,

  // Adds a table with the leader of each role (session.ts). On SQLite, the table stays empty.
  "0024-leaders": runScript(`
    create table leaders (
      role text primary key, node text not null, term integer not null, heartbeat integer not null
    )`),

  [EXPANDING_TABLE_MIGRATION]: runScript(
    `create table expanding_migrations (name text primary key)${toExpandingMark(EXPANDING_TABLE_MIGRATION)}`,
  ),

  // Drops the hash index of the entries' keys, which exists only on PostgreSQL. Queries use the unique index of the
  // keys' digests.
  "0033-entry-digests": runScript(toExpandingMark("0033-entry-digests"), "drop index entries_by_key"),

  // Adds totals that remain when an issue's deliveries are deleted, and indexes for deletions by age.
  "0034-retention": runScript(`
    create table delivery_totals (
      issue_id integer not null references issues (id), state text not null, count integer not null,
      constraint delivery_totals_key primary key (issue_id, state)
    );
    create index editor_log_by_age on editor_log (at);
    create index own_story_versions_by_age on own_story_versions (saved_at)
    ${toExpandingMark("0034-retention")}`),

  // Adds a table with one row: the last instant of a trusted clock (clock.ts), and the time of the last test write.
  "0038-clock": runScript(`
    create table clock (id integer primary key, seen_at text, probed_at text)
    ${toExpandingMark("0038-clock")}`),
};
