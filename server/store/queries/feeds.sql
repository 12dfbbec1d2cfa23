-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== calendars.ts ========

-- addCalendars
insert into "calendars" ("url", "failures", "next_poll_at")
values (?, ?, ?), (?, ?, ?)
on conflict do nothing;
-- SCAN 2-ROW VALUES CLAUSE
-- SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (calendar_url=?)

-- listCalendars
select *
from "calendars"
where "url" in (?, ?);
-- SEARCH calendars USING INDEX sqlite_autoindex_calendars_1 (url=?)
-- on PostgreSQL:
select *
from "calendars"
where "url" = any($1::text[]);

-- triggerCalendar
update "calendars"
set "next_poll_at" = ?, "failures" = ?
where "url" = ?;
-- SEARCH calendars USING INDEX sqlite_autoindex_calendars_1 (url=?)

-- triggerAllCalendars
update "calendars"
set "next_poll_at" = ?;
-- SCAN calendars

-- resumeFailedCalendars
update "calendars"
set "next_poll_at" = ?
where "failures" > ? and "next_poll_at" > ?;
-- SCAN calendars

-- saveCalendar
delete from "events"
where "calendar_url" = ?;
-- SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (calendar_url=?)
insert into "events" ("calendar_url", "event_key", "title", "place", "link", "is_all_day", "starts_at", "ends_at")
values (?, ?, ?, ?, ?, ?, ?, ?);
update "calendars"
set "url" = ?, "last_attempt_at" = ?, "last_success_at" = ?, "last_error" = ?, "failures" = ?, "next_poll_at" = ?
where "url" = ?;
-- SEARCH calendars USING INDEX sqlite_autoindex_calendars_1 (url=?)
-- SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (calendar_url=?)
-- SEARCH events USING COVERING INDEX sqlite_autoindex_events_1 (calendar_url=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- listEventsBetween
select "calendar_url" as "calendarUrl", "event_key" as "key", "title", "place", "link", "is_all_day",
  "starts_at" as "startsAt", "ends_at" as "endsAt"
from "events"
where "calendar_url" in (?, ?) and "ends_at" >= ? and "starts_at" < ?
order by "starts_at", "event_key";
-- SEARCH events USING INDEX sqlite_autoindex_events_1 (calendar_url=?)
-- USE TEMP B-TREE FOR ORDER BY
-- on PostgreSQL:
select "calendar_url" as "calendarUrl", "event_key" as "key", "title", "place", "link", "is_all_day",
  "starts_at" as "startsAt", "ends_at" as "endsAt"
from "events"
where "calendar_url" = any($1::text[]) and "ends_at" >= $2 and "starts_at" < $3
order by "starts_at", "event_key";


-- ======== dueTimes.ts ========

-- findLastAttempt
select max(last_attempt_at) as "at"
from "feeds"
union all
select max(last_attempt_at) as "at"
from "calendars";
-- COMPOUND QUERY
-- LEFT-MOST SUBQUERY
-- SEARCH feeds
-- UNION ALL
-- SEARCH calendars

-- makeAllDue
update "calendars"
set "next_poll_at" = ?
where "next_poll_at" > ?;
-- SCAN calendars
update "images"
set "next_try_at" = ?
where "next_try_at" > ?;
-- SEARCH images USING INDEX images_due (next_try_at>?)
update "confirmation_mails"
set "next_attempt_at" = ?
where "next_attempt_at" > ?;
-- SEARCH confirmation_mails USING INDEX confirmation_mails_due (next_attempt_at>?)
update "deliveries"
set "next_attempt_at" = ?
where "next_attempt_at" > ?;
-- SCAN deliveries
update "websub_notifications"
set "due_at" = ?
where "due_at" > ?;
-- SEARCH websub_notifications USING INDEX websub_notifications_due (due_at>?)
delete from "host_backoffs"
where "retry_at" > ?;
-- SCAN host_backoffs


-- ======== feedExpiry.ts ========

-- listKeepDays
select "feed_url" as "feedUrl", min("keep_days") as "keepDays"
from "follows"
where "keep_days" is not null
group by "feed_url";
-- SCAN follows USING INDEX sqlite_autoindex_follows_1

-- listExpiredFollows
select distinct "edition", "feed_url" as "feedUrl", "left_at", "keep_days"
from "follows"
where "left_at" is not null;
-- SCAN follows USING INDEX sqlite_autoindex_follows_1
-- USE TEMP B-TREE FOR DISTINCT

-- deleteFeedArticles
select distinct "entries"."article_id" as "id", entries.sorted_at as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = ? and "articles"."taken_down_at" is null and "entries"."sorted_at" < ?
order by "entries"."sorted_at"
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at<?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR DISTINCT
select distinct "feed_url"
from "entries"
where "article_id" in (?);
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- USE TEMP B-TREE FOR DISTINCT
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
delete from "entries"
where "article_id" in (?);
-- SEARCH entries USING COVERING INDEX entries_of_article (article_id=?)
delete from "articles"
where "id" in (?);
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH reviews USING COVERING INDEX sqlite_autoindex_reviews_1 (article_id=?)
-- SEARCH hidden_entries USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=?)
-- SEARCH sealed_copies USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH entries USING COVERING INDEX entries_of_article (article_id=?)
delete from "entries"
where "article_id" in ();
-- SCAN entries
delete from "articles"
where "id" in ();
-- SCAN articles
-- SEARCH reviews USING COVERING INDEX sqlite_autoindex_reviews_1 (article_id=?)
-- SEARCH hidden_entries USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=?)
-- SEARCH sealed_copies USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH entries USING COVERING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select distinct "feed_url"
from "entries"
where "article_id" = any($1::bigint[]);
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);
delete from "entries"
where "article_id" = any($1::bigint[]);
delete from "articles"
where "id" = any($1::bigint[]);
delete from "entries"
where false;
delete from "articles"
where false;

-- deleteFollow
select "edition"
from "follows"
where "feed_url" = ? and "edition" != ?
limit ?;
-- SEARCH follows USING COVERING INDEX sqlite_autoindex_follows_1 (feed_url=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
delete from "entries"
where "feed_url" = ? and "article_id" in ();
-- SCAN entries
delete from "hidden_entries"
where "edition" = ? and "feed_url" = ? and "article_id" in ();
-- SCAN hidden_entries
select distinct "article_id"
from "entries"
where "article_id" in ();
-- SCAN entries USING COVERING INDEX entries_of_article
delete from "articles"
where "id" in ();
-- SCAN articles
-- SEARCH reviews USING COVERING INDEX sqlite_autoindex_reviews_1 (article_id=?)
-- SEARCH hidden_entries USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=?)
-- SEARCH sealed_copies USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH entries USING COVERING INDEX entries_of_article (article_id=?)
delete from "follows"
where "edition" = ? and "feed_url" = ?;
-- SEARCH follows USING INDEX sqlite_autoindex_follows_1 (feed_url=? AND edition=?)
select distinct "entries"."article_id" as "id", entries.sorted_at as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = ? and "articles"."taken_down_at" is null
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR DISTINCT
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);
delete from "entries"
where "feed_url" = $1 and false;
delete from "hidden_entries"
where "edition" = $1 and "feed_url" = $2 and false;
select distinct "article_id"
from "entries"
where false;
delete from "articles"
where false;


-- ======== feeds.ts ========

-- listFeedStates
select "url", "title", "failures", "transport", "last_error", "last_status", "last_attempt_at", "last_success_at",
  "next_poll_at", "interval_minutes", "requested_interval", "etag", "last_modified", "validated_at", "redirected_url",
  "redirect_to", "redirect_count", "redirect_since", "direct_failures", "direct_next_at"
from "feeds"
where "url" in (?, ?);
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)
-- on PostgreSQL:
select "url", "title", "failures", "transport", "last_error", "last_status", "last_attempt_at", "last_success_at",
  "next_poll_at", "interval_minutes", "requested_interval", "etag", "last_modified", "validated_at", "redirected_url",
  "redirect_to", "redirect_count", "redirect_since", "direct_failures", "direct_next_at"
from "feeds"
where "url" = any($1::text[]);

-- listAttemptedFeeds
select "url"
from "feeds"
where "last_attempt_at" is not null;
-- SCAN feeds

-- listPolledFeeds
select "url", "title", "failures", "transport", "last_error", "last_status", "last_attempt_at", "last_success_at",
  "next_poll_at", "interval_minutes", "requested_interval", "etag", "last_modified", "validated_at", "redirected_url",
  "redirect_to", "redirect_count", "redirect_since", "direct_failures", "direct_next_at"
from "feeds"
where "next_poll_at" < ? and "last_attempt_at" is not null;
-- SEARCH feeds USING INDEX feeds_due (next_poll_at<?)

-- addFeeds
insert into "feeds" ("url", "title", "failures", "next_poll_at", "redirect_count", "direct_failures")
values (?, ?, ?, ?, ?, ?), (?, ?, ?, ?, ?, ?)
on conflict do nothing;
-- SCAN 2-ROW VALUES CLAUSE

-- listDueFeeds
select "url"
from "feeds"
where "next_poll_at" <= ?
order by "next_poll_at";
-- SEARCH feeds USING INDEX feeds_due (next_poll_at<?)

-- resumeFeedsOfTheFuture
update "feeds"
set "next_poll_at" = ?
where "last_attempt_at" > ? and "next_poll_at" > ? and "next_poll_at" < ?;
-- SEARCH feeds USING INDEX feeds_due (next_poll_at>? AND next_poll_at<?)

-- hastenFeeds
update feeds
set next_poll_at = due.value ->> 'at'
from json_each(?) as "due"
where url = due.value ->> 'url' and next_poll_at > due.value ->> 'at' and next_poll_at < ?;
-- SCAN due VIRTUAL TABLE INDEX 1:
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)
-- on PostgreSQL:
update feeds
set next_poll_at = due.value ->> 'at'
from jsonb_array_elements($1::jsonb) with ordinality as "due" (value, key)
where url = due.value ->> 'url' and next_poll_at > due.value ->> 'at' and next_poll_at < $2;

-- triggerAllFeeds
update "feeds"
set "next_poll_at" = ?, "direct_next_at" = case when direct_next_at is null then null else ? end
where "next_poll_at" < ?;
-- SEARCH feeds USING INDEX feeds_due (next_poll_at<?)

-- postponeFeed
update "feeds"
set "next_poll_at" = ?
where "url" = ? and "next_poll_at" < ?;
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)

-- parkFeed
update "feeds"
set "next_poll_at" = ?
where "url" = ?;
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)

-- parkUnfollowedFeeds
update "feeds"
set "next_poll_at" = ?
where "next_poll_at" < ? and not "url" in (
  select value
  from json_each(?));
-- SEARCH feeds USING INDEX feeds_due (next_poll_at<?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
update "feeds"
set "next_poll_at" = ?
where "next_poll_at" = ? and "url" in (
  select value
  from json_each(?));
-- SEARCH feeds USING INDEX feeds_due (next_poll_at=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- on PostgreSQL:
update "feeds"
set "next_poll_at" = $1
where "next_poll_at" < $2 and not "url" = any($3::text[]);
update "feeds"
set "next_poll_at" = $1
where "next_poll_at" = $2 and "url" = any($3::text[]);

-- triggerFeed
update "feeds"
set "next_poll_at" = ?, "failures" = ?, "direct_failures" = ?, "direct_next_at" = ?, "etag" = ?, "last_modified" = ?,
  "validated_at" = ?, "redirected_url" = ?
where "url" = ? and "next_poll_at" < ?;
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)

-- saveFeedState
insert into "feeds" ("url", "title", "failures", "transport", "last_error", "last_status", "last_attempt_at",
  "last_success_at", "next_poll_at", "interval_minutes", "requested_interval", "etag", "last_modified", "validated_at",
  "redirected_url", "redirect_to", "redirect_count", "redirect_since", "direct_failures", "direct_next_at")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
on conflict ("url") do update
set "url" = ?, "title" = ?, "failures" = ?, "transport" = ?, "last_error" = ?, "last_status" = ?, "last_attempt_at" = ?,
  "last_success_at" = ?,
  "next_poll_at" = case feeds.next_poll_at when ? then excluded.next_poll_at else feeds.next_poll_at end,
  "interval_minutes" = ?, "requested_interval" = ?, "etag" = ?, "last_modified" = ?, "validated_at" = ?,
  "redirected_url" = ?, "redirect_to" = ?, "redirect_count" = ?, "redirect_since" = ?, "direct_failures" = ?,
  "direct_next_at" = ?;
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "feeds" ("url", "title", "failures", "transport", "last_error", "last_status",
  "last_attempt_at", "last_success_at", "next_poll_at", "interval_minutes", "requested_interval", "etag",
  "last_modified", "validated_at", "redirected_url", "redirect_to", "redirect_count", "redirect_since",
  "direct_failures", "direct_next_at")
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
  on conflict ("url") do update
  set "url" = $21, "title" = $22, "failures" = $23, "transport" = $24, "last_error" = $25, "last_status" = $26,
    "last_attempt_at" = $27, "last_success_at" = $28,
    "next_poll_at" = case feeds.next_poll_at when $29 then excluded.next_poll_at else feeds.next_poll_at end,
    "interval_minutes" = $30, "requested_interval" = $31, "etag" = $32, "last_modified" = $33, "validated_at" = $34,
    "redirected_url" = $35, "redirect_to" = $36, "redirect_count" = $37, "redirect_since" = $38, "direct_failures" = $39,
    "direct_next_at" = $40), "part_1" as (insert into "changes" ("kind", "edition", "source_url", "article_id",
    "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($41::text[], $42::text[], $43::text[], $44::bigint[], $45::text[]) as inserted ("kind", "edition",
    "source_url", "article_id", "changed_at"))
select pg_notify($46, $47);

-- recordFollows
insert into "follows" ("keep_days", "edition", "section", "feed_url", "left_at")
values (?, ?, ?, ?, ?)
on conflict ("feed_url", "edition", "section") do update
set "left_at" = ?, "keep_days" = "excluded"."keep_days"
where follows.left_at is not null or follows.keep_days is distinct
from excluded.keep_days;

-- recordLeftFeeds
update "follows"
set "left_at" = ?
where "left_at" is null and "edition" in (?, ?) and not (edition || ' ' || feed_url) in (
  select value
  from json_each(?));
-- SCAN follows
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- on PostgreSQL:
update "follows"
set "left_at" = $1
where "left_at" is null and "edition" = any($2::text[]) and not (edition || ' ' || feed_url) = any($3::text[]);

-- listFollowedFeeds
select "section", "feed_url" as "feedUrl"
from "follows"
where "edition" = ?;
-- SCAN follows USING COVERING INDEX sqlite_autoindex_follows_1

-- listSectionsWithNews
select section
from follows
where edition = ? and exists (
  select 1
  from entries
  where entries.feed_url = follows.feed_url and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
      and hidden.section in ('', "follows"."section"))
  limit 1);
-- SCAN follows USING COVERING INDEX sqlite_autoindex_follows_1
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)

-- hasFeedsOfOtherEditions
select 1
from follows
where feed_url not in (
  select feed_url
  from follows
  where edition = ?)
limit 1;
-- SCAN follows USING COVERING INDEX sqlite_autoindex_follows_1
-- LIST SUBQUERY 1
-- SCAN follows USING COVERING INDEX sqlite_autoindex_follows_1
-- CREATE BLOOM FILTER


-- ======== hostBackoffs.ts ========

-- backOffHost
insert into "host_backoffs" ("host", "retry_at")
values (?, ?)
on conflict ("host") do update
set "retry_at" = ?
where "host_backoffs"."retry_at" < ?;

-- listHostBackoffs
select *
from "host_backoffs"
where "retry_at" > ?;
-- SCAN host_backoffs


-- ======== websubNotifications.ts ========

-- scheduleNotifications
select *
from "websub_notifications"
where "edition" = ?;
-- SEARCH websub_notifications USING INDEX sqlite_autoindex_websub_notifications_1 (edition=?)
insert into "websub_notifications" ("edition", "path", "due_at", "failures")
values (?, ?, ?, ?)
on conflict ("edition", "path") do update
set "due_at" = ?;

-- listDueNotifications
select "edition", "path", "due_at", "failures"
from "websub_notifications"
where "due_at" <= ?
order by "due_at"
limit ?;
-- SEARCH websub_notifications USING INDEX websub_notifications_due (due_at<?)

-- storeSuccess
select "due_at"
from "websub_notifications"
where "edition" = ? and "path" = ?;
-- SEARCH websub_notifications USING INDEX sqlite_autoindex_websub_notifications_1 (edition=? AND path=?)
update "websub_notifications"
set "due_at" = ?, "notified_at" = ?, "failures" = ?
where "edition" = ? and "path" = ?;
-- SEARCH websub_notifications USING INDEX sqlite_autoindex_websub_notifications_1 (edition=? AND path=?)

-- updateNotification
update "websub_notifications"
set "failures" = ?
where "edition" = ? and "path" = ?;
-- SEARCH websub_notifications USING INDEX sqlite_autoindex_websub_notifications_1 (edition=? AND path=?)
