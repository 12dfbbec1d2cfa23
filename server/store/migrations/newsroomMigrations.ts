import type { Migration } from "kysely/migration";
import { runScript, toExpandingMark } from "./migrationScript.ts";

/** Schema changes for the newsroom. Never edit a released migration. */
export const newsroomMigrations: Record<string, Migration> = {
  // Adds the newsroom's stories. A published story also has a row in `articles`.
  "0022-own-stories": runScript(`
    create table own_stories (
      id integer primary key autoincrement, edition text not null, slug text not null unique, state text not null,
      version integer not null, publish_at text, published_at text, updated_at text, expires_at text,
      withdrawn_line text, article_id integer
    );
    create index own_stories_publish on own_stories (publish_at) where publish_at is not null;
    create index own_stories_expire on own_stories (expires_at) where expires_at is not null;
    create index own_stories_of_article on own_stories (article_id);
    create table own_story_versions (
      story_id integer not null references own_stories (id), number integer not null, content text not null,
      saved_at text not null, saved_by text not null,
      constraint own_story_versions_key primary key (story_id, number)
    );
    create table own_story_slugs (slug text primary key, story_id integer not null references own_stories (id));
    create table corrections (
      id integer primary key autoincrement, story_id integer not null references own_stories (id), correction text not null,
      corrected_at text not null
    );
    create index corrections_of_story on corrections (story_id);
    create table media (key text primary key, name text not null, bytes blob not null);
    create table editor_log (
      id integer primary key autoincrement, edition text not null, at text not null, editor text not null,
      action text not null, subject text not null, before text, after text
    );
    create index editor_log_of_subject on editor_log (edition, subject, id)`),

  "0023-pins": runScript(`
    create table pins (
      edition text not null, slot text not null, article_id integer not null, until text not null,
      constraint pins_key primary key (edition, slot)
    );
    create index pins_until on pins (until)`),

  // Adds identifiers and former addresses of imported stories.
  "0025-imported-stories": runScript(`
    alter table own_stories add column import_key text;
    create unique index own_stories_import on own_stories (edition, import_key) where import_key is not null;
    create table own_story_paths (
      edition text not null, path text not null, story_id integer not null references own_stories (id),
      constraint own_story_paths_key primary key (edition, path)
    );
    create index own_story_paths_of_story on own_story_paths (story_id)`),

  "0026-alerts": runScript(`
    create table alerts (
      id integer primary key autoincrement, edition text not null, level text not null, line text not null, link text,
      starts_at text not null, ends_at text not null, state text not null
    );
    create index alerts_of_edition on alerts (edition, state);
    create index alerts_to_change on alerts (state, ends_at) where state <> 'ended'`),

  "0027-story-language": runScript(`
    alter table articles add column language text;
    alter table articles add column image_focus text`),

  "0028-official-alerts": runScript(`
    alter table alerts add column source_url text;
    alter table alerts add column identifier text;
    alter table alerts add column sender text;
    alter table alerts add column area text;
    create index alerts_of_source on alerts (edition, source_url, ends_at) where source_url is not null`),

  // Adds the place where a message's writer lives, and the permission to print the message as a letter.
  "0029-letters": runScript(`
    alter table messages add column place text;
    alter table messages add column may_print integer`),

  // Adds an index of changed staff stories, for the copies that readers' devices keep.
  "0030-changed-own-stories": runScript(`
    create index own_stories_updated on own_stories (edition, updated_at) where updated_at is not null
    ${toExpandingMark("0030-changed-own-stories")}`),

  // Adds rules, editors' reviews of feeds' stories, and the entries that rules and reviews hide from readers.
  "0031-rules": runScript(`
    create table rules (
      id integer primary key autoincrement, edition text not null, rule text not null, added_at text not null,
      added_by text not null
    );
    create table hidden_entries (
      article_id integer not null references articles (id) on delete cascade, edition text not null,
      feed_url text not null, section text not null, reason text not null, hidden_at text not null,
      constraint hidden_entries_key primary key (article_id, edition, feed_url, section)
    );
    create index hidden_entries_of_edition on hidden_entries (edition, reason, article_id);
    create table reviews (
      article_id integer not null references articles (id) on delete cascade, edition text not null,
      decision text not null, decided_at text not null,
      constraint reviews_key primary key (article_id, edition)
    );
    create table reviewed_feeds (
      edition text not null, feed_url text not null, since text not null,
      constraint reviewed_feeds_key primary key (edition, feed_url)
    );
    create table applied_rules (
      edition text primary key, digest text not null, last_id integer, applied_at text not null
    );
    alter table feeds add column language text
    ${toExpandingMark("0031-rules")}`),

  // Adds an index of the feeds that have hidden entries. For all other feeds, queries skip the check of each entry.
  "0032-hidden-entries-of-feeds": runScript(`
    create index hidden_entries_of_feed on hidden_entries (edition, feed_url)
    ${toExpandingMark("0032-hidden-entries-of-feeds")}`),

  // Adds a key that identifies an official alert, and the editor who ended an alert. Ends the duplicates that earlier
  // versions added at each poll.
  "0036-alert-identity": runScript(`
    alter table alerts add column alert_key text;
    alter table alerts add column ended_by text;
    create unique index alerts_by_key on alerts (edition, alert_key);
    update alerts set state = 'ended' where source_url is not null and state <> 'ended' and exists (
      select 1 from alerts as newer where newer.edition = alerts.edition and newer.source_url = alerts.source_url
        and newer.identifier = alerts.identifier and newer.state <> 'ended' and newer.id > alerts.id
    )
    ${toExpandingMark("0036-alert-identity")}`),

  // Renames own stories to staff stories, as they are called in the code.
  "0040-staff-stories": runScript(`
    alter table own_stories rename to staff_stories;
    alter table own_story_versions rename to staff_story_versions;
    alter table own_story_slugs rename to staff_story_slugs;
    alter table own_story_paths rename to staff_story_paths`),

  // Adds redirects from former addresses of pages, categories, authors, feeds and files of an imported site.
  "0043-redirects": runScript(`
    create table redirects (
      edition text not null, path text not null, target text not null,
      constraint redirects_key primary key (edition, path)
    )
    ${toExpandingMark("0043-redirects")}`),

  // Adds the people who may sign in to the desk, and their roles, sessions and one-time links.
  "0044-people": runScript(`
    create table people (
      id integer primary key autoincrement, name text not null unique, email text unique, handle text not null unique,
      created_at text not null
    );
    create table person_roles (
      person_id integer not null references people (id), edition text not null, role text not null,
      constraint person_roles_key primary key (person_id, edition)
    );
    create index person_roles_of_edition on person_roles (edition, role);
    create table sessions (
      id integer primary key autoincrement, token_hash text not null unique,
      person_id integer not null references people (id), method text not null, browser text not null,
      created_at text not null, used_at text not null, proved_at text
    );
    create index sessions_of_person on sessions (person_id);
    create table sign_in_links (
      token_hash text primary key, person_id integer not null references people (id), expires_at text not null
    );
    create index sign_in_links_of_person on sign_in_links (person_id)
    ${toExpandingMark("0044-people")}`),

  // Adds sponsors of staff stories, and the secret addresses at which unpublished stories can be read.
  "0045-sponsors-and-previews": runScript(`
    alter table articles add column sponsor text;
    create table story_previews (
      digest text primary key, story_id integer not null references staff_stories (id) on delete cascade,
      expires_at text not null
    )
    ${toExpandingMark("0045-sponsors-and-previews")}`),

  // Adds passkeys, and the codes that are mailed to people without a passkey.
  "0046-passkeys": runScript(`
    create table passkeys (
      id text primary key, person_id integer not null references people (id), public_key blob not null,
      uses integer not null, transports text not null, created_at text not null, used_at text
    );
    create index passkeys_of_person on passkeys (person_id);
    create table sign_in_codes (
      request_hash text primary key, person_id integer references people (id), code_hash text not null,
      tries integer not null, expires_at text not null
    );
    create index sign_in_codes_of_person on sign_in_codes (person_id);
    create table sign_in_challenges (
      challenge_hash text primary key, person_id integer references people (id), expires_at text not null
    );
    create index sign_in_challenges_of_person on sign_in_challenges (person_id);
    create table mail_code_bans (edition text primary key)
    ${toExpandingMark("0046-passkeys")}`),

  // Adds working copies of stories, comments on them, and the browser windows in which they are open.
  "0047-working-copies": runScript(`
    create table story_copies (
      story_id integer primary key references staff_stories (id), revision integer not null,
      base_version integer not null, base_revision integer not null, saved_at text not null, saved_by text not null,
      thin_at text
    );
    create index story_copies_to_thin on story_copies (thin_at) where thin_at is not null;
    create table story_revisions (
      story_id integer not null references staff_stories (id), revision integer not null, content text not null,
      saved_at text not null, saved_by text not null, name text, save_key text, merge text,
      constraint story_revisions_key primary key (story_id, revision)
    );
    create unique index story_revisions_by_key on story_revisions (story_id, save_key) where save_key is not null;
    create index staff_story_versions_first on staff_story_versions (saved_by) where number = 1;
    create index staff_stories_published on staff_stories (edition, published_at) where state = 'published';
    create table story_submissions (
      story_id integer primary key references staff_stories (id), submitted_at text not null,
      submitted_by text not null, note text not null
    );
    create table story_comments (
      id integer primary key autoincrement, story_id integer not null references staff_stories (id),
      written_at text not null, written_by text not null, body text not null, resolved_by text
    );
    create index story_comments_of_story on story_comments (story_id);
    create table story_presence (
      story_id integer not null references staff_stories (id), window_id text not null, person_id integer not null,
      name text not null, seen_at text not null,
      constraint story_presence_key primary key (story_id, window_id)
    );
    create index story_presence_seen on story_presence (seen_at);
    create table story_failures (
      story_id integer primary key references staff_stories (id), reason text not null, failed_at text not null
    );
    create table desk_keys (
      actor text not null, key text not null, action text not null, result integer not null, done_at text not null,
      constraint desk_keys_key primary key (actor, key)
    );
    create index desk_keys_done on desk_keys (done_at)
    ${toExpandingMark("0047-working-copies")}`),

  // Adds the desk's library of images: the texts of each image, and the stories that show it.
  "0048-media-details": runScript(`
    create table media_details (
      key text not null, edition text not null, name text not null, alt text not null, is_decorative integer not null,
      caption text not null, credit text not null, focus text, width integer not null, height integer not null,
      added_at text not null, added_by text not null, words text not null,
      constraint media_details_key primary key (key, edition)
    );
    create index media_details_by_age on media_details (edition, added_at, key);
    create table media_uses (
      key text not null, story_id integer not null references staff_stories (id) on delete cascade,
      constraint media_uses_key primary key (key, story_id)
    );
    create index media_uses_of_story on media_uses (story_id);
    create table media_stories (
      story_id integer primary key references staff_stories (id) on delete cascade, version integer not null,
      revision integer not null, title text not null, words text not null
    );
    create table media_thumbnails (
      key text not null, width integer not null, bytes blob not null,
      constraint media_thumbnails_key primary key (key, width)
    )
    ${toExpandingMark("0048-media-details")}`),

  // Adds previews that show a story's working copy.
  "0049-copy-previews": runScript(`
    alter table story_previews add column copy_of integer
    ${toExpandingMark("0049-copy-previews")}`),
};
