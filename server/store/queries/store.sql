-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== changes.ts ========

-- recordChanges
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- recordEditionChanges
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- recordArticleChanges
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?), (?, ?, ?, ?, ?);
-- SCAN 3-ROW VALUES CLAUSE
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- findLastChange
select max("id") as "id"
from "changes";
-- SEARCH changes

-- listChangeGroups
select "kind", "edition", "source_url" as "sourceUrl", max("id") as "id"
from "changes"
where "id" > ?
group by "kind", "edition", "source_url"
order by "id";
-- SEARCH changes USING INTEGER PRIMARY KEY (rowid>?)
-- USE TEMP B-TREE FOR GROUP BY
-- USE TEMP B-TREE FOR ORDER BY

-- listFeedsChangedSince
select distinct "source_url" as "url"
from "changes"
where "changed_at" >= ? and "kind" in (?, ?, ?);
-- SCAN changes
-- USE TEMP B-TREE FOR DISTINCT
-- on PostgreSQL:
select distinct "source_url" as "url"
from "changes"
where "changed_at" >= $1 and "kind" = any($2::text[]);

-- listChanges
select "id", "kind", "article_id" as "articleId", "changed_at" as "changedAt"
from "changes"
where "id" > ?
order by "id"
limit ?;
-- SEARCH changes USING INTEGER PRIMARY KEY (rowid>?)

-- findChangeTime
select "changed_at"
from "changes"
where "id" = ?;
-- SEARCH changes USING INTEGER PRIMARY KEY (rowid=?)

-- deleteOldChanges
delete from "changes"
where "id" < (
  select min("id") as "id"
  from "changes"
  where "changed_at" >= ? and "changed_at" <= ?);
-- SEARCH changes USING INTEGER PRIMARY KEY (rowid<?)
-- SCALAR SUBQUERY 1
-- SEARCH changes


-- ======== clock.ts ========

-- findClockRecord
select "seen_at"
from "clock";
-- SCAN clock

-- recordClock
insert into "clock" ("id", "seen_at")
values (?, ?)
on conflict ("id") do update
set "seen_at" = ?;

-- writeProbe
insert into "clock" ("id", "probed_at")
values (?, ?)
on conflict ("id") do update
set "probed_at" = ?;

-- isClockTrusted
select "seen_at"
from "clock";
-- SCAN clock


-- ======== contactMessages.ts ========

-- saveMessage
insert into "messages" ("edition", "name", "email", "subject", "body", "place", "may_print", "received_at", "mailed_at",
  "attempts", "last_error")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);

-- listUnsentMessages
select "id"
from "messages"
where "mailed_at" is null
order by "attempts", "id";
-- SEARCH messages USING COVERING INDEX messages_to_mail (mailed_at=?)

-- findUnsentMessage
select *
from "messages"
where "mailed_at" is null and "id" = ?;
-- SEARCH messages USING INTEGER PRIMARY KEY (rowid=?)

-- markMessageMailed
update "messages"
set "mailed_at" = ?, "last_error" = ?
where "id" = ?;
-- SEARCH messages USING INTEGER PRIMARY KEY (rowid=?)

-- markMessageFailed
update "messages"
set "attempts" = "attempts" + ?, "last_error" = ?
where "id" = ?;
-- SEARCH messages USING INTEGER PRIMARY KEY (rowid=?)

-- listMessages
select *
from "messages"
order by "id" desc;
-- SCAN messages

-- listLetters
select *
from "messages"
where "edition" = ? and "may_print" = ?
order by "id" desc;
-- SCAN messages

-- deleteMessage
delete from "messages"
where "id" = ?;
-- SEARCH messages USING INTEGER PRIMARY KEY (rowid=?)

-- deleteMessagesBefore
delete from "messages"
where "received_at" < ? and "edition" = ?
returning "mailed_at";
-- SCAN messages


-- ======== keyedHash.ts ========

-- loadKeyedHash
insert into "secrets" ("name", "value")
values (?, ?)
on conflict do nothing;
select "value"
from "secrets"
where "name" = ?;
-- SEARCH secrets USING INDEX sqlite_autoindex_secrets_1 (name=?)


-- ======== oldRecords.ts ========

-- deleteOldDeliveries
select "id"
from "issues"
where "finished_at" is null and "created_at" < ?;
-- SCAN issues
update "deliveries"
set "state" = ?
where "issue_id" = ? and "state" in (?, ?);
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=?)
update "issues"
set "queued_at" = coalesce("queued_at", ?), "finished_at" = ?
where "id" = ?;
-- SEARCH issues USING INTEGER PRIMARY KEY (rowid=?)
select "id", "issue_id", "state"
from "deliveries"
where "issue_id" in (
  select "id"
  from "issues"
  where "created_at" < ?)
limit ?;
-- SEARCH deliveries USING COVERING INDEX deliveries_due (issue_id=?)
-- LIST SUBQUERY 1
-- SCAN issues
insert into "delivery_totals" ("issue_id", "state", "count")
values (?, ?, ?)
on conflict ("issue_id", "state") do update
set "count" = "delivery_totals"."count" + ?;
delete from "deliveries"
where "id" in (?);
-- SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)
delete from "deliveries"
where "id" in ();
-- SCAN deliveries
-- on PostgreSQL:
update "deliveries"
set "state" = $1
where "issue_id" = $2 and "state" = any($3::text[]);
delete from "deliveries"
where "id" = any($1::bigint[]);
delete from "deliveries"
where false;

-- deleteOldIssues
select "id", "edition"
from "issues"
where "created_at" < ? and "id" not in (
  select max("id") as "id"
  from "issues"
  where "content" <> ?
  group by "edition") and "id" not in (
  select "issue_id"
  from "deliveries")
limit ?;
-- SCAN issues
-- LIST SUBQUERY 1
-- SCAN issues USING INDEX sqlite_autoindex_issues_1
-- CREATE BLOOM FILTER
-- USING INDEX deliveries_due FOR IN-OPERATOR
delete from "delivery_totals"
where "issue_id" in (?);
-- SEARCH delivery_totals USING COVERING INDEX sqlite_autoindex_delivery_totals_1 (issue_id=?)
delete from "issues"
where "id" in (?);
-- SEARCH issues USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH delivery_totals USING COVERING INDEX sqlite_autoindex_delivery_totals_1 (issue_id=?)
-- SEARCH deliveries USING COVERING INDEX sqlite_autoindex_deliveries_2 (issue_id=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
delete from "delivery_totals"
where "issue_id" in ();
-- SCAN delivery_totals
delete from "issues"
where "id" in ();
-- SCAN issues
-- SEARCH delivery_totals USING COVERING INDEX sqlite_autoindex_delivery_totals_1 (issue_id=?)
-- SEARCH deliveries USING COVERING INDEX sqlite_autoindex_deliveries_2 (issue_id=?)
-- on PostgreSQL:
delete from "delivery_totals"
where "issue_id" = any($1::bigint[]);
delete from "issues"
where "id" = any($1::bigint[]);
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);
delete from "delivery_totals"
where false;
delete from "issues"
where false;

-- deleteOldActions
delete from "editor_log"
where "id" in (
  select "id"
  from "editor_log"
  where "at" < ?
  limit ?);
-- SEARCH editor_log USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SEARCH editor_log USING COVERING INDEX editor_log_by_age (at<?)

-- deleteOldStoryVersions
delete from staff_story_versions
where (story_id, number) in (
  select story_id, number
  from staff_story_versions
  inner join staff_stories on staff_stories.id = story_id
  where saved_at < ? and number <= staff_stories.version - 20
  limit 10);
-- SEARCH staff_story_versions USING COVERING INDEX sqlite_autoindex_staff_story_versions_1 (story_id=? AND number=?)
-- LIST SUBQUERY 2
-- SEARCH staff_story_versions USING INDEX own_story_versions_by_age (saved_at<?)
-- SEARCH staff_stories USING INTEGER PRIMARY KEY (rowid=?)

-- deleteOldAlerts
delete from "alerts"
where "id" in (
  select "id"
  from "alerts"
  where "state" = ? and "ends_at" < ?
  limit ?);
-- SEARCH alerts USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SCAN alerts


-- ======== queues.ts ========

-- listMailQueues
select count(*) as "length", min("received_at") as "oldestAt"
from "messages"
where "mailed_at" is null and "edition" in (?, ?);
-- SEARCH messages USING INDEX messages_to_mail (mailed_at=?)
select count(*) as "length", min("next_attempt_at") as "oldestAt"
from "confirmation_mails"
where "next_attempt_at" <= ? and "attempts" = ?;
-- SEARCH confirmation_mails USING INDEX confirmation_mails_due (next_attempt_at<?)
select count(*) as "length", min("next_attempt_at") as "oldestAt"
from "deliveries"
where "issue_id" in (
  select "id"
  from "issues"
  where "finished_at" is null) and "state" = ? and "next_attempt_at" <= ?;
-- SEARCH deliveries USING COVERING INDEX deliveries_due (issue_id=? AND state=? AND next_attempt_at<?)
-- LIST SUBQUERY 1
-- SCAN issues
-- on PostgreSQL:
select count(*) as "length", min("received_at") as "oldestAt"
from "messages"
where "mailed_at" is null and "edition" = any($1::text[]);

-- findPollState
select count(*) as "feeds", count(*) filter (
  where failures > 0 and last_status is distinct
  from 410) as "failing", count(*) filter (
  where failures > 0 and last_status = 410) as "gone", count(*) filter (
  where failures = 0 and last_success_at is null) as "waiting", count(*) filter (
  where failures = 0 and last_success_at is not null and next_poll_at > ? and not (failures = 0 and next_poll_at > ?
    and next_poll_at in (
      select retry_at
      from host_backoffs))) as "upcoming", count(*) filter (
  where failures = 0 and next_poll_at > ? and next_poll_at in (
    select retry_at
    from host_backoffs)) as "paused", max(last_success_at) as "lastSuccessAt",
      min(case when next_poll_at <= ? then next_poll_at end) as "overdueSince"
from "feeds"
where "next_poll_at" < ?;
-- SEARCH feeds USING INDEX feeds_due (next_poll_at<?)
-- LIST SUBQUERY 1
-- SCAN host_backoffs
-- CREATE BLOOM FILTER
-- LIST SUBQUERY 2
-- SCAN host_backoffs
-- CREATE BLOOM FILTER

-- countDueImages
select count(*) as "length"
from "images"
where "next_try_at" <= ?;
-- SEARCH images USING COVERING INDEX images_due (next_try_at<?)

-- checkWritable
insert into "clock" ("id", "probed_at")
values (?, ?)
on conflict ("id") do update
set "probed_at" = ?;
-- on PostgreSQL:
select current_setting('transaction_read_only') as "isReadOnly";


-- ======== rateLimitHits.ts ========

-- countHit
select "id"
from "rate_limit_hits"
where "key_hash" = ? and "at" > ?
limit ?;
-- SEARCH rate_limit_hits USING COVERING INDEX signup_marks_by_mark (key_hash=? AND at>?)
insert into "rate_limit_hits" ("key_hash", "at")
values (?, ?);
