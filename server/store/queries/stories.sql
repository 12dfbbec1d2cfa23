-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== alerts.ts ========

-- listCurrentAlerts
select *
from "alerts"
where "edition" = ? and "state" = ? and "ends_at" > ?
order by "starts_at" desc;
-- SEARCH alerts USING INDEX alerts_of_edition (edition=? AND state=?)
-- USE TEMP B-TREE FOR ORDER BY

-- listAlerts
select *
from "alerts"
where "edition" = ? and "state" = ?
order by "id" desc
limit ?;
-- SEARCH alerts USING INDEX alerts_of_edition (edition=? AND state=?)
select *
from "alerts"
where "edition" = ? and "state" <> ?;
-- SEARCH alerts USING INDEX alerts_by_key (edition=?)

-- findAlert
select *
from "alerts"
where "edition" = ? and "id" = ?;
-- SEARCH alerts USING INTEGER PRIMARY KEY (rowid=?)

-- insertAlert
insert into "alerts" ("id", "edition", "level", "line", "link", "starts_at", "ends_at", "state", "source_url",
  "identifier", "sender", "area", "alert_key", "ended_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
returning *;

-- updateAlert
update "alerts"
set "state" = ?
where "id" = ?;
-- SEARCH alerts USING INTEGER PRIMARY KEY (rowid=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- listDueAlerts
select *
from "alerts"
where "state" <> ? and ("ends_at" <= ? or ("state" = ? and "starts_at" <= ?));
-- SCAN alerts USING INDEX alerts_to_change

-- listOfficialAlerts
select *
from "alerts"
where "edition" = ? and "source_url" = ? and ("state" <> ? or "alert_key" in (
    select value
    from json_each(?)));
-- SEARCH alerts USING INDEX alerts_of_source (edition=? AND source_url=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- on PostgreSQL:
select *
from "alerts"
where "edition" = $1 and "source_url" = $2 and ("state" <> $3 or "alert_key" = any($4::text[]));

-- saveOfficialAlerts
insert into "alerts" ("id", "edition", "level", "line", "link", "starts_at", "ends_at", "state", "source_url",
  "identifier", "sender", "area", "alert_key", "ended_by")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict ("edition", "alert_key") do update
set "level" = "excluded"."level", "line" = "excluded"."line", "link" = "excluded"."link",
  "starts_at" = "excluded"."starts_at", "ends_at" = "excluded"."ends_at", "state" = "excluded"."state",
  "sender" = "excluded"."sender", "area" = "excluded"."area"
where "alerts"."ended_by" is null
returning *;
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- withdrawAlerts
update "alerts"
set "state" = ?
where "id" in (?);
-- SEARCH alerts USING INTEGER PRIMARY KEY (rowid=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
update "alerts"
set "state" = $1
where "id" = any($2::bigint[]);
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- listOfficialSources
select distinct "source_url"
from "alerts"
where "edition" = ? and "source_url" is not null and "state" <> ?;
-- SEARCH alerts USING INDEX alerts_of_source (edition=? AND source_url>?)


-- ======== deskKeys.ts ========

-- findDeskKey
select "action", "result"
from "desk_keys"
where "actor" = ? and "key" = ?;
-- SEARCH desk_keys USING INDEX sqlite_autoindex_desk_keys_1 (actor=? AND key=?)

-- insertDeskKey
insert into "desk_keys" ("actor", "key", "action", "result", "done_at")
values (?, ?, ?, ?, ?);

-- deleteOldDeskKeys
delete from "desk_keys"
where "done_at" < ?;
-- SEARCH desk_keys USING INDEX desk_keys_done (done_at<?)


-- ======== editorLog.ts ========

-- logAction
insert into "editor_log" ("edition", "at", "editor", "action", "subject", "before", "after")
values (?, ?, ?, ?, ?, ?, ?);

-- recordActions
insert into "editor_log" ("edition", "at", "editor", "action", "subject")
values (?, ?, ?, ?, ?);

-- listActions
select *
from "editor_log"
where "edition" = ?
order by "id";
-- SEARCH editor_log USING INDEX editor_log_of_subject (edition=?)
-- USE TEMP B-TREE FOR ORDER BY
select *
from "editor_log"
where "edition" = ? and "subject" = ?
order by "id";
-- SEARCH editor_log USING INDEX editor_log_of_subject (edition=? AND subject=?)


-- ======== formerPaths.ts ========

-- setPaths
delete from "staff_story_paths"
where "story_id" = ?;
-- SEARCH staff_story_paths USING COVERING INDEX own_story_paths_of_story (story_id=?)
insert into "staff_story_paths" ("edition", "path", "story_id")
values (?, ?, ?), (?, ?, ?)
on conflict do nothing;
-- SCAN 2-ROW VALUES CLAUSE

-- listPaths
select "path"
from "staff_story_paths"
where "story_id" = ?;
-- SEARCH staff_story_paths USING INDEX own_story_paths_of_story (story_id=?)
select "slug"
from "staff_story_slugs"
where "story_id" = ?;
-- SCAN staff_story_slugs

-- findRedirect
select "staff_stories"."slug"
from "staff_story_paths"
inner join "staff_stories" on "staff_stories"."id" = "staff_story_paths"."story_id"
where "staff_story_paths"."edition" = ? and "staff_story_paths"."path" = ? and "staff_stories"."article_id" is not null;
-- SEARCH staff_story_paths USING INDEX sqlite_autoindex_staff_story_paths_1 (edition=? AND path=?)
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
select "target"
from "redirects"
where "edition" = ? and "path" = ?;
-- SEARCH redirects USING INDEX sqlite_autoindex_redirects_1 (edition=? AND path=?)

-- setRedirects
insert into "redirects" ("edition", "path", "target")
values (?, ?, ?)
on conflict ("edition", "path") do update
set "target" = "excluded"."target";


-- ======== mediaLibrary.ts ========

-- listMediaDetails
select *
from "media_details"
where "edition" = ? and ("media_details"."words" like ? or "media_details"."words" like ? or exists (
    select "media_uses"."key"
    from "media_uses"
    inner join "media_stories" on "media_stories"."story_id" = "media_uses"."story_id"
    inner join "staff_stories" on "staff_stories"."id" = "media_uses"."story_id"
    where "media_uses"."key" = "media_details"."key" and "staff_stories"."edition" = "media_details"."edition"
      and (staff_stories.state = 'published' or exists (
        select 1
        from staff_story_versions as began
        where began.story_id = staff_stories.id and began.number = 1 and began.saved_by = ?))
          and ("media_stories"."words" like ? or "media_stories"."words" like ?)))
          and ("added_at" < ? or ("added_at" = ? and "key" < ?))
order by "added_at" desc, "key" desc
limit ?;
-- SEARCH media_details USING INDEX media_details_by_age (edition=?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH media_uses USING COVERING INDEX sqlite_autoindex_media_uses_1 (key=?)
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH began USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)
-- SEARCH media_stories USING INTEGER PRIMARY KEY (rowid=?)

-- findMediaDetails
select *
from "media_details"
where "edition" = ? and "key" = ?;
-- SEARCH media_details USING INDEX sqlite_autoindex_media_details_1 (key=? AND edition=?)

-- addMediaDetails
insert into "media_details" ("key", "edition", "width", "words")
values (?, ?, ?, ?)
on conflict do nothing;

-- updateMediaDetails
update "media_details"
set "alt" = ?, "words" = ?
where "edition" = ? and "key" = ?;
-- SEARCH media_details USING INDEX sqlite_autoindex_media_details_1 (key=? AND edition=?)

-- listMediaUses
select "media_uses"."key", "media_uses"."story_id" as "id", "media_stories"."title"
from "media_uses"
inner join "media_stories" on "media_stories"."story_id" = "media_uses"."story_id"
inner join "staff_stories" on "staff_stories"."id" = "media_uses"."story_id"
where "media_uses"."key" in (?) and "staff_stories"."edition" = ? and (staff_stories.state = 'published' or exists (
    select 1
    from staff_story_versions as began
    where began.story_id = staff_stories.id and began.number = 1 and began.saved_by = ?))
order by "media_uses"."story_id" desc;
-- SEARCH media_uses USING COVERING INDEX sqlite_autoindex_media_uses_1 (key=?)
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH began USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)
-- SEARCH media_stories USING INTEGER PRIMARY KEY (rowid=?)
-- on PostgreSQL:
select "media_uses"."key", "media_uses"."story_id" as "id", "media_stories"."title"
from "media_uses"
inner join "media_stories" on "media_stories"."story_id" = "media_uses"."story_id"
inner join "staff_stories" on "staff_stories"."id" = "media_uses"."story_id"
where "media_uses"."key" = any($1::text[]) and "staff_stories"."edition" = $2
  and (staff_stories.state = 'published' or exists (
    select 1
    from staff_story_versions as began
    where began.story_id = staff_stories.id and began.number = 1 and began.saved_by = $3))
order by "media_uses"."story_id" desc;

-- listUnlistedStories
select "staff_stories"."id"
from "staff_stories"
left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
left join "media_stories" on "media_stories"."story_id" = "staff_stories"."id"
where "staff_stories"."edition" = ?
  and ("media_stories"."story_id" is null or "media_stories"."version" <> "staff_stories"."version" or "media_stories"."revision" <> coalesce("story_copies"."revision", ?))
limit ?;
-- SCAN staff_stories
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH media_stories USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN

-- listStoryContents
select "staff_stories"."id", "staff_stories"."version", coalesce("story_copies"."revision", ?) as "revision",
  "staff_story_versions"."saved_at", "staff_story_versions"."saved_by", "staff_story_versions"."content",
  "story_revisions"."content" as "copy"
from "staff_stories"
inner join "staff_story_versions" on "staff_story_versions"."story_id" = "staff_stories"."id"
  and "staff_story_versions"."number" = "staff_stories"."version"
left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
left join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
  and "story_revisions"."revision" = "story_copies"."revision"
where "staff_stories"."id" in (?, ?);
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH staff_story_versions USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?) LEFT-JOIN
-- on PostgreSQL:
select "staff_stories"."id", "staff_stories"."version", coalesce("story_copies"."revision", $1) as "revision",
  "staff_story_versions"."saved_at", "staff_story_versions"."saved_by", "staff_story_versions"."content",
  "story_revisions"."content" as "copy"
from "staff_stories"
inner join "staff_story_versions" on "staff_story_versions"."story_id" = "staff_stories"."id"
  and "staff_story_versions"."number" = "staff_stories"."version"
left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
left join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
  and "story_revisions"."revision" = "story_copies"."revision"
where "staff_stories"."id" = any($2::bigint[]);

-- replaceMediaUses
delete from "media_uses"
where "story_id" in (?);
-- SEARCH media_uses USING COVERING INDEX media_uses_of_story (story_id=?)
delete from "media_stories"
where "story_id" in (?);
-- SEARCH media_stories USING INTEGER PRIMARY KEY (rowid=?)
insert into "media_uses" ("key", "story_id")
values (?, ?);
insert into "media_stories" ("story_id", "version", "revision", "title", "words")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
delete from "media_uses"
where "story_id" = any($1::bigint[]);
delete from "media_stories"
where "story_id" = any($1::bigint[]);

-- listMediaSizes
select "key", "name"
from "media"
where "key" in (?, ?);
-- SEARCH media USING INDEX sqlite_autoindex_media_1 (key=?)
select "url", "width", "height"
from "images"
where "url" in (?, ?);
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?)
-- on PostgreSQL:
select "key", "name"
from "media"
where "key" = any($1::text[]);
select "url", "width", "height"
from "images"
where "url" = any($1::text[]);

-- findThumbnail
select "bytes"
from "media_thumbnails"
where "key" = ? and "width" = ?;
-- SEARCH media_thumbnails USING INDEX sqlite_autoindex_media_thumbnails_1 (key=? AND width=?)

-- saveThumbnails
insert into "media_thumbnails" ("width", "bytes", "key")
values (?, ?, ?)
on conflict do nothing;
update "media_details"
set "width" = ?, "height" = ?
where "key" = ? and "width" = ?;
-- SEARCH media_details USING INDEX sqlite_autoindex_media_details_1 (key=?)


-- ======== newsroomStories.ts ========

-- listNewsroomStories
select "staff_stories"."id", "version", "state", "publish_at" as "publishAt", "published_at" as "publishedAt",
  coalesce(story_copies.saved_at, current.saved_at) as "savedAt", coalesce(story_revisions.content,
  current.content) as "content", coalesce(story_copies.saved_by, current.saved_by) as "savedBy",
  "story_copies"."revision", "base_revision" as "baseRevision", "submitted_at" as "submittedAt",
  "story_failures"."reason" as "failure"
from "staff_stories"
inner join "staff_story_versions" as "current" on "current"."story_id" = "staff_stories"."id"
  and "current"."number" = "staff_stories"."version"
left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
left join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
  and "story_revisions"."revision" = "story_copies"."revision"
  and "story_copies"."base_version" = "staff_stories"."version"
left join "story_submissions" on "story_submissions"."story_id" = "staff_stories"."id"
left join "story_failures" on "story_failures"."story_id" = "staff_stories"."id"
where "edition" = ? and "state" in (?) and "submitted_at" is not null and "staff_stories"."id" in (
  select "story_id"
  from "staff_story_versions"
  where "number" = 1 and "saved_by" = ?) and (coalesce(story_revisions.content, current.content) like ?)
    and "staff_stories"."id" in (
  select "staff_stories"."id"
  from "staff_stories"
  inner join "staff_story_versions" as "current" on "current"."story_id" = "staff_stories"."id"
    and "current"."number" = "staff_stories"."version"
  left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
  left join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
    and "story_revisions"."revision" = "story_copies"."revision"
    and "story_copies"."base_version" = "staff_stories"."version"
  left join "story_submissions" on "story_submissions"."story_id" = "staff_stories"."id"
  left join "story_failures" on "story_failures"."story_id" = "staff_stories"."id"
  where "edition" = ? and "state" in (?) and "submitted_at" is not null and "staff_stories"."id" in (
    select "story_id"
    from "staff_story_versions"
    where "number" = 1 and "saved_by" = ?) and (coalesce(story_revisions.content, current.content) like ?)
  order by coalesce(story_copies.saved_at, current.saved_at) desc, "staff_stories"."id" desc
  limit ?)
order by coalesce(story_copies.saved_at, current.saved_at) desc, "staff_stories"."id" desc;
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SEARCH staff_story_versions USING INDEX staff_story_versions_first (saved_by=?)
-- LIST SUBQUERY 3
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SEARCH staff_story_versions USING INDEX staff_story_versions_first (saved_by=?)
-- SEARCH current USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?) LEFT-JOIN
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- USE TEMP B-TREE FOR ORDER BY
-- SEARCH current USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?) LEFT-JOIN
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH story_failures USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- USE TEMP B-TREE FOR ORDER BY
-- on PostgreSQL:
select "staff_stories"."id", "version", "state", "publish_at" as "publishAt", "published_at" as "publishedAt",
  coalesce(story_copies.saved_at, current.saved_at) as "savedAt", coalesce(story_revisions.content,
  current.content) as "content", coalesce(story_copies.saved_by, current.saved_by) as "savedBy",
  "story_copies"."revision", "base_revision" as "baseRevision", "submitted_at" as "submittedAt",
  "story_failures"."reason" as "failure"
from "staff_stories"
inner join "staff_story_versions" as "current" on "current"."story_id" = "staff_stories"."id"
  and "current"."number" = "staff_stories"."version"
left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
left join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
  and "story_revisions"."revision" = "story_copies"."revision"
  and "story_copies"."base_version" = "staff_stories"."version"
left join "story_submissions" on "story_submissions"."story_id" = "staff_stories"."id"
left join "story_failures" on "story_failures"."story_id" = "staff_stories"."id"
where "edition" = $1 and "state" = any($2::text[]) and "submitted_at" is not null and "staff_stories"."id" in (
  select "story_id"
  from "staff_story_versions"
  where "number" = 1 and "saved_by" = $3) and lower(coalesce(story_revisions.content,
    current.content)) like any($4::text[]) and "staff_stories"."id" in (
  select "staff_stories"."id"
  from "staff_stories"
  inner join "staff_story_versions" as "current" on "current"."story_id" = "staff_stories"."id"
    and "current"."number" = "staff_stories"."version"
  left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
  left join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
    and "story_revisions"."revision" = "story_copies"."revision"
    and "story_copies"."base_version" = "staff_stories"."version"
  left join "story_submissions" on "story_submissions"."story_id" = "staff_stories"."id"
  left join "story_failures" on "story_failures"."story_id" = "staff_stories"."id"
  where "edition" = $5 and "state" = any($6::text[]) and "submitted_at" is not null and "staff_stories"."id" in (
    select "story_id"
    from "staff_story_versions"
    where "number" = 1 and "saved_by" = $7) and lower(coalesce(story_revisions.content,
      current.content)) like any($8::text[])
  order by coalesce(story_copies.saved_at, current.saved_at) desc, "staff_stories"."id" desc
  limit $9)
order by coalesce(story_copies.saved_at, current.saved_at) desc, "staff_stories"."id" desc;

-- listPublishedTopics
select "categories"
from "staff_stories"
inner join "articles" on "articles"."id" = "staff_stories"."article_id"
where "edition" = ? and "state" = 'published'
order by "staff_stories"."published_at" desc
limit ?;
-- SEARCH staff_stories USING INDEX staff_stories_published (edition=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)


-- ======== pins.ts ========

-- listPins
select *
from "pins"
where "edition" = ? and "until" > ?
order by "slot";
-- SEARCH pins USING INDEX sqlite_autoindex_pins_1 (edition=?)

-- findPin
select *
from "pins"
where "edition" = ? and "slot" = ?;
-- SEARCH pins USING INDEX sqlite_autoindex_pins_1 (edition=? AND slot=?)

-- listPinsOfArticle
select *
from "pins"
where "article_id" = ? and "until" > ?
order by "slot";
-- SEARCH pins USING INDEX pins_until (until>?)
-- USE TEMP B-TREE FOR ORDER BY

-- setPin
insert into "pins" ("edition", "slot", "article_id", "until")
values (?, ?, ?, ?)
on conflict ("edition", "slot") do update
set "edition" = ?, "slot" = ?, "article_id" = ?, "until" = ?;
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- removePin
delete from "pins"
where "edition" = ? and "slot" = ?
returning *;
-- SEARCH pins USING INDEX sqlite_autoindex_pins_1 (edition=? AND slot=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- removeOldPins
select "edition"
from "pins"
where "until" <= ?;
-- SEARCH pins USING INDEX pins_until (until<?)
delete from "pins"
where "until" <= ?
returning "edition";
-- SEARCH pins USING COVERING INDEX pins_until (until<?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);


-- ======== staffArticles.ts ========

-- showArticle
update "articles"
set "slug" = ?, "title" = ?, "author" = ?, "published_at" = ?, "updated_at" = ?, "sorted_at" = ?, "excerpt" = ?,
  "content_html" = ?, "digest" = ?, "link" = ?, "description_html" = ?, "image_url" = ?, "image_alt" = ?,
  "image_caption" = ?, "language" = ?, "image_focus" = ?, "image_credit" = ?, "enclosures" = ?, "categories" = ?,
  "feed_url" = ?, "changed_at" = ?, "taken_down_at" = ?
where "id" = ?;
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
select "feed_url"
from "entries"
where "article_id" = ?;
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
delete from "entries"
where "article_id" = ?;
-- SEARCH entries USING COVERING INDEX entries_of_article (article_id=?)
insert into "entries" ("feed_url", "entry_key", "article_id", "sorted_at")
values (?, ?, ?, ?);
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?);
-- SCAN 2-ROW VALUES CLAUSE
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- hideArticle
update "articles"
set "excerpt" = ?, "description_html" = ?, "content_html" = ?, "image_url" = ?, "taken_down_at" = ?, "changed_at" = ?
where "id" = ?;
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
select "feed_url"
from "entries"
where "article_id" = ?;
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- isTakenDownByOperator
select "takedown_id"
from "articles"
where "id" = ?;
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)


-- ======== staffStories.ts ========

-- findStaffStory
select *
from "staff_stories"
where "edition" = ? and "slug" = ?;
-- SEARCH staff_stories USING INDEX sqlite_autoindex_staff_stories_1 (slug=?)
select *
from "staff_stories"
where "edition" = ? and "id" in (
  select "story_id"
  from "staff_story_slugs"
  where "slug" = ?);
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SEARCH staff_story_slugs USING INDEX sqlite_autoindex_staff_story_slugs_1 (slug=?)

-- findStaffStoryById
select *
from "staff_stories"
where "edition" = ? and "id" = ?;
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)

-- findImportedStory
select "slug"
from "staff_stories"
where "edition" = ? and "import_key" = ?;
-- SEARCH staff_stories USING INDEX own_stories_import (edition=? AND import_key=?)

-- listStaffStories
select *
from "staff_stories"
where "edition" = ?
order by "id" desc;
-- SCAN staff_stories
select *
from "staff_stories"
where "edition" = ? and "state" = ?
order by "id" desc;
-- SEARCH staff_stories USING INDEX staff_stories_published (edition=?)
-- USE TEMP B-TREE FOR ORDER BY

-- listDueStories
select *
from "staff_stories"
where "publish_at" <= ?;
-- SEARCH staff_stories USING INDEX own_stories_publish (publish_at<?)
select *
from "staff_stories"
where "expires_at" <= ? and "state" = ?;
-- SEARCH staff_stories USING INDEX own_stories_expire (expires_at<?)

-- insertStaffStory
insert into "staff_stories" ("edition", "slug", "state", "version", "import_key")
values (?, ?, ?, ?, ?)
returning "id";
-- SEARCH media_stories USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH media_uses USING COVERING INDEX media_uses_of_story (story_id=?)
-- SEARCH story_failures USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH story_presence USING COVERING INDEX sqlite_autoindex_story_presence_1 (story_id=?)
-- SEARCH story_comments USING COVERING INDEX story_comments_of_story (story_id=?)
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH story_revisions USING COVERING INDEX sqlite_autoindex_story_revisions_1 (story_id=?)
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN story_previews
-- SEARCH staff_story_paths USING COVERING INDEX own_story_paths_of_story (story_id=?)
-- SEARCH corrections USING COVERING INDEX corrections_of_story (story_id=?)
-- SCAN staff_story_slugs
-- SEARCH staff_story_versions USING COVERING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=?)

-- updateStaffStory
update "staff_stories"
set "state" = ?
where "id" = ?;
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)

-- deleteStaffStory
delete from "story_copies"
where "story_id" = ?;
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?)
delete from "story_revisions"
where "story_id" = ?;
-- SEARCH story_revisions USING COVERING INDEX sqlite_autoindex_story_revisions_1 (story_id=?)
delete from "story_submissions"
where "story_id" = ?;
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?)
delete from "story_comments"
where "story_id" = ?;
-- SEARCH story_comments USING COVERING INDEX story_comments_of_story (story_id=?)
delete from "story_presence"
where "story_id" = ?;
-- SEARCH story_presence USING COVERING INDEX sqlite_autoindex_story_presence_1 (story_id=?)
delete from "story_failures"
where "story_id" = ?;
-- SEARCH story_failures USING INTEGER PRIMARY KEY (rowid=?)
delete from "story_previews"
where "story_id" = ?;
-- SCAN story_previews
delete from "staff_story_paths"
where "story_id" = ?;
-- SEARCH staff_story_paths USING COVERING INDEX own_story_paths_of_story (story_id=?)
delete from "corrections"
where "story_id" = ?;
-- SEARCH corrections USING COVERING INDEX corrections_of_story (story_id=?)
delete from "staff_story_versions"
where "story_id" = ?;
-- SEARCH staff_story_versions USING COVERING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=?)
delete from "staff_stories"
where "id" = ?;
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH media_stories USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH media_uses USING COVERING INDEX media_uses_of_story (story_id=?)
-- SEARCH story_failures USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH story_presence USING COVERING INDEX sqlite_autoindex_story_presence_1 (story_id=?)
-- SEARCH story_comments USING COVERING INDEX story_comments_of_story (story_id=?)
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH story_revisions USING COVERING INDEX sqlite_autoindex_story_revisions_1 (story_id=?)
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN story_previews
-- SEARCH staff_story_paths USING COVERING INDEX own_story_paths_of_story (story_id=?)
-- SEARCH corrections USING COVERING INDEX corrections_of_story (story_id=?)
-- SCAN staff_story_slugs
-- SEARCH staff_story_versions USING COVERING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=?)

-- addVersion
insert into "staff_story_versions" ("story_id", "number", "content", "saved_at", "saved_by")
values (?, ?, ?, ?, ?);
update "staff_stories"
set "version" = ?
where "id" = ?;
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)

-- findVersion
select "content", "saved_at", "saved_by"
from "staff_story_versions"
where "story_id" = ? and "number" = ?;
-- SEARCH staff_story_versions USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)

-- isFirstSavedBy
select "number"
from "staff_story_versions"
where "story_id" = ? and "number" = ? and "saved_by" = ?;
-- SEARCH staff_story_versions USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)

-- listVersions
select "number", "saved_at", "saved_by"
from "staff_story_versions"
where "story_id" = ?
order by "number";
-- SEARCH staff_story_versions USING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=?)

-- isSlugTaken
select "id"
from "articles"
where "slug" = ?;
-- SEARCH articles USING COVERING INDEX sqlite_autoindex_articles_1 (slug=?)
select "id"
from "staff_stories"
where "slug" = ?;
-- SEARCH staff_stories USING COVERING INDEX sqlite_autoindex_staff_stories_1 (slug=?)
select "story_id"
from "staff_story_slugs"
where "slug" = ?;
-- SEARCH staff_story_slugs USING INDEX sqlite_autoindex_staff_story_slugs_1 (slug=?)

-- redirectSlug
delete from "staff_story_slugs"
where "slug" = ?;
-- SEARCH staff_story_slugs USING INDEX sqlite_autoindex_staff_story_slugs_1 (slug=?)
insert into "staff_story_slugs" ("slug", "story_id")
values (?, ?);

-- addCorrection
insert into "corrections" ("story_id", "correction", "corrected_at")
values (?, ?, ?);

-- listCorrectionsOfArticle
select "correction" as "text", "corrected_at" as "correctedAt"
from "corrections"
inner join "staff_stories" on "staff_stories"."id" = "corrections"."story_id"
where "staff_stories"."article_id" = ?
order by "corrected_at", "corrections"."id";
-- SEARCH staff_stories USING COVERING INDEX own_stories_of_article (article_id=?)
-- SEARCH corrections USING INDEX corrections_of_story (story_id=?)
-- USE TEMP B-TREE FOR ORDER BY

-- findStoryOfArticle
select *
from "staff_stories"
where "article_id" = ?;
-- SEARCH staff_stories USING INDEX own_stories_of_article (article_id=?)

-- findMovedSlug
select "staff_stories"."slug"
from "staff_story_slugs"
inner join "staff_stories" on "staff_stories"."id" = "staff_story_slugs"."story_id"
where "staff_story_slugs"."slug" = ? and "staff_stories"."edition" = ? and "staff_stories"."article_id" is not null;
-- SEARCH staff_story_slugs USING INDEX sqlite_autoindex_staff_story_slugs_1 (slug=?)
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)

-- listUpdatedStories
select "id", "slug", "updated_at"
from "staff_stories"
where "edition" = ? and "state" = ? and "updated_at" is not null
order by "updated_at" desc
limit ?;
-- SEARCH staff_stories USING INDEX own_stories_updated (edition=? AND updated_at>?)
select "story_id" as "id", "slug"
from "staff_story_slugs"
where "story_id" in (?);
-- SCAN staff_story_slugs
-- on PostgreSQL:
select "story_id" as "id", "slug"
from "staff_story_slugs"
where "story_id" = any($1::bigint[]);

-- listCorrections
select "correction" as "text", "corrected_at" as "correctedAt", "articles"."slug", "articles"."title"
from "corrections"
inner join "staff_stories" on "staff_stories"."id" = "corrections"."story_id"
inner join "articles" on "articles"."id" = "staff_stories"."article_id"
where "staff_stories"."edition" = ? and "staff_stories"."state" = ? and "articles"."taken_down_at" is null
order by "corrected_at" desc, "corrections"."id" desc
limit ?;
-- SEARCH staff_stories USING INDEX staff_stories_published (edition=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH corrections USING INDEX corrections_of_story (story_id=?)
-- USE TEMP B-TREE FOR ORDER BY


-- ======== storyCopies.ts ========

-- findCopy
select "story_copies".*, "content"
from "story_copies"
inner join "story_revisions" on "story_revisions"."story_id" = "story_copies"."story_id"
  and "story_revisions"."revision" = "story_copies"."revision"
where "story_copies"."story_id" = ?;
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?)

-- saveCopyRow
insert into "story_copies" ("story_id", "revision", "base_version", "base_revision", "saved_at", "saved_by", "thin_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict ("story_id") do update
set "story_id" = ?, "revision" = ?, "base_version" = ?, "base_revision" = ?, "saved_at" = ?, "saved_by" = ?,
  "thin_at" = ?;

-- insertRevision
insert into "story_revisions" ("story_id", "revision", "content", "saved_at", "saved_by", "name", "save_key", "merge")
values (?, ?, ?, ?, ?, ?, ?, ?);

-- findRevision
select *
from "story_revisions"
where "story_id" = ? and "revision" = ?;
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?)

-- findRevisionByKey
select *
from "story_revisions"
where "story_id" = ? and "save_key" = ?;
-- SEARCH story_revisions USING INDEX story_revisions_by_key (story_id=? AND save_key=?)

-- listSaversSince
select distinct "saved_by"
from "story_revisions"
where "story_id" = ? and "revision" > ?;
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision>?)
-- USE TEMP B-TREE FOR DISTINCT

-- listRevisions
select "revision", "saved_at", "saved_by", "name"
from "story_revisions"
where "story_id" = ?
order by "revision" desc
limit ?;
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=?)

-- nameRevision
update "story_revisions"
set "name" = ?
where "story_id" = ? and "revision" = ?;
-- SEARCH story_revisions USING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?)

-- listCopiesToThin
select *
from "story_copies"
where "thin_at" <= ?
order by "thin_at"
limit ?;
-- SEARCH story_copies USING INDEX story_copies_to_thin (thin_at<?)

-- deleteRevisions
delete from "story_revisions"
where "story_id" = ? and "revision" in (?, ?);
-- SEARCH story_revisions USING COVERING INDEX sqlite_autoindex_story_revisions_1 (story_id=? AND revision=?)
-- on PostgreSQL:
delete from "story_revisions"
where "story_id" = $1 and "revision" = any($2::bigint[]);

-- setThinAt
update "story_copies"
set "thin_at" = ?
where "story_id" = ?;
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?)


-- ======== storyFailures.ts ========

-- saveFailure
insert into "story_failures" ("story_id", "reason", "failed_at")
values (?, ?, ?)
on conflict ("story_id") do update
set "story_id" = ?, "reason" = ?, "failed_at" = ?;

-- findFailure
select "reason"
from "story_failures"
where "story_id" = ?;
-- SEARCH story_failures USING INTEGER PRIMARY KEY (rowid=?)

-- deleteFailure
delete from "story_failures"
where "story_id" = ?;
-- SEARCH story_failures USING INTEGER PRIMARY KEY (rowid=?)


-- ======== storyMedia.ts ========

-- addMedia
insert into "media" ("key", "name", "bytes")
values (?, ?, ?)
on conflict do nothing;

-- hasMedia
select "key"
from "media"
where "key" = ?;
-- SEARCH media USING COVERING INDEX sqlite_autoindex_media_1 (key=?)

-- findMediaName
select "name"
from "media"
where "key" = ?;
-- SEARCH media USING INDEX sqlite_autoindex_media_1 (key=?)

-- findMedia
select "name", "bytes"
from "media"
where "key" = ?;
-- SEARCH media USING INDEX sqlite_autoindex_media_1 (key=?)


-- ======== storyPresence.ts ========

-- savePresence
insert into "story_presence" ("story_id", "window_id", "person_id", "name", "seen_at")
values (?, ?, ?, ?, ?)
on conflict ("story_id", "window_id") do update
set "story_id" = ?, "window_id" = ?, "person_id" = ?, "name" = ?, "seen_at" = ?;

-- deletePresence
delete from "story_presence"
where "story_id" = ? and "window_id" = ?;
-- SEARCH story_presence USING INDEX sqlite_autoindex_story_presence_1 (story_id=? AND window_id=?)

-- deleteOldPresence
delete from "story_presence"
where "seen_at" < ?;
-- SEARCH story_presence USING COVERING INDEX story_presence_seen (seen_at<?)

-- listPresence
select distinct "person_id" as "personId", "name"
from "story_presence"
where "story_id" = ? and "seen_at" >= ?
order by "name";
-- SEARCH story_presence USING INDEX sqlite_autoindex_story_presence_1 (story_id=?)
-- USE TEMP B-TREE FOR DISTINCT
-- USE TEMP B-TREE FOR ORDER BY

-- findStoryMark
select "state", "version", "revision", "saved_by" as "savedBy", "submitted_at" as "submittedAt"
from "staff_stories"
left join "story_copies" on "story_copies"."story_id" = "staff_stories"."id"
left join "story_submissions" on "story_submissions"."story_id" = "staff_stories"."id"
where "staff_stories"."id" = ?;
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH story_copies USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?) LEFT-JOIN
select count(*) as "count", count("resolved_by") as "resolved"
from "story_comments"
where "story_id" = ?;
-- SEARCH story_comments USING INDEX story_comments_of_story (story_id=?)


-- ======== storyPreviews.ts ========

-- insertPreview
delete from "story_previews"
where "expires_at" <= ?;
-- SCAN story_previews
insert into "story_previews" ("digest", "story_id", "expires_at", "copy_of")
values (?, ?, ?, ?);

-- findPreviewedStory
select "staff_stories".*, "story_previews"."expires_at" as "previewExpiresAt", "copy_of" as "copyOf"
from "story_previews"
inner join "staff_stories" on "staff_stories"."id" = "story_previews"."story_id"
where "digest" = ? and "story_previews"."expires_at" > ? and "edition" = ?;
-- SEARCH story_previews USING INDEX sqlite_autoindex_story_previews_1 (digest=?)
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)


-- ======== storyReview.ts ========

-- findSubmission
select "submitted_at", "submitted_by", "note"
from "story_submissions"
where "story_id" = ?;
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?)

-- countSubmissions
select count(*) as "count"
from "story_submissions"
inner join "staff_stories" on "staff_stories"."id" = "story_submissions"."story_id"
where "edition" = ? and "state" = ?;
-- SCAN staff_stories
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?)

-- saveSubmission
insert into "story_submissions" ("story_id", "submitted_at", "submitted_by", "note")
values (?, ?, ?, ?)
on conflict ("story_id") do update
set "story_id" = ?, "submitted_at" = ?, "submitted_by" = ?, "note" = ?;

-- deleteSubmission
delete from "story_submissions"
where "story_id" = ?;
-- SEARCH story_submissions USING INTEGER PRIMARY KEY (rowid=?)

-- listComments
select *
from "story_comments"
where "story_id" = ?
order by "id";
-- SEARCH story_comments USING INDEX story_comments_of_story (story_id=?)

-- insertComment
insert into "story_comments" ("story_id", "written_at", "written_by", "body")
values (?, ?, ?, ?)
returning "id";

-- resolveComment
update "story_comments"
set "resolved_by" = coalesce("resolved_by", ?)
where "story_id" = ? and "id" = ?;
-- SEARCH story_comments USING INTEGER PRIMARY KEY (rowid=?)
