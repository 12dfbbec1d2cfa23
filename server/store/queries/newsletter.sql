-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== issues.ts ========

-- findNewestIssue
select *
from "issues"
where "edition" = ?
order by "date" desc
limit ?;
-- SEARCH issues USING INDEX sqlite_autoindex_issues_1 (edition=?)

-- findNewestIssueWithNews
select *
from "issues"
where "edition" = ? and "content" != ?
order by "date" desc
limit ?;
-- SEARCH issues USING INDEX sqlite_autoindex_issues_1 (edition=?)

-- listUnfinishedIssues
select *
from "issues"
where "finished_at" is null
order by "id";
-- SCAN issues

-- saveIssue
insert into "issues" ("edition", "date", "subject", "content", "created_at", "queued_at", "finished_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict do nothing;
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- markIssue
update "issues"
set "queued_at" = ?
where "id" = ?;
-- SEARCH issues USING INTEGER PRIMARY KEY (rowid=?)

-- listIssues
select "date", "subject"
from "issues"
where "edition" = ? and "content" != ?
order by "date" desc
limit ?;
-- SEARCH issues USING INDEX sqlite_autoindex_issues_1 (edition=?)

-- findIssue
select *
from "issues"
where "edition" = ? and "content" != ? and "date" = ?
order by "date" desc;
-- SEARCH issues USING INDEX sqlite_autoindex_issues_1 (edition=? AND date=?)

-- findIssueContent
select "content"
from "issues"
where "id" = ?;
-- SEARCH issues USING INTEGER PRIMARY KEY (rowid=?)

-- listIssueContents
select "id", "subject", "content"
from "issues"
where "content" != ? and "id" > ?
order by "id"
limit ?;
-- SEARCH issues USING INTEGER PRIMARY KEY (rowid>?)

-- updateIssue
update "issues"
set "subject" = ?, "content" = ?
where "id" = ?;
-- SEARCH issues USING INTEGER PRIMARY KEY (rowid=?)

-- listNewSlugs
select "articles"."slug"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = ? and "entries"."sorted_at" > ? and "entries"."sorted_at" <= ?
  and "articles"."first_seen_at" > ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at>? AND sorted_at<?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
select "articles"."slug"
from "reviews"
inner join "articles" on "articles"."id" = "reviews"."article_id"
where "reviews"."edition" = ? and "reviews"."decision" = ? and "reviews"."decided_at" > ?;
-- SCAN reviews
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)


-- ======== ledger.ts ========

-- createDeliveryLedger.queue
insert into "deliveries" ("subscriber_id", "message_id", "verp_token", "issue_id", "state", "attempts",
  "next_attempt_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict do nothing;

-- createDeliveryLedger.findLastQueued
select max("subscriber_id") as "id"
from "deliveries"
where "issue_id" = ?;
-- SEARCH deliveries USING COVERING INDEX sqlite_autoindex_deliveries_2 (issue_id=?)

-- createDeliveryLedger.lease
update "deliveries"
set "state" = ?, "lease_holder" = ?, "lease_until" = ?
where "state" = ? and "id" in (
  select "id"
  from "deliveries"
  where "issue_id" = ? and "state" = ? and "next_attempt_at" <= ?
  order by "next_attempt_at", "id"
  limit ?)
returning "id", "subscriber_id", "message_id", "verp_token", "attempts";
-- SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SEARCH deliveries USING COVERING INDEX deliveries_due (issue_id=? AND state=? AND next_attempt_at<?)
select "id", "email", "secret", "sections", "status"
from "subscribers"
where "id" in (?);
-- SEARCH subscribers USING INTEGER PRIMARY KEY (rowid=?)
-- on PostgreSQL:
update "deliveries"
set "state" = $1, "lease_holder" = $2, "lease_until" = $3
where "state" = $4 and "id" = any(array(
    select "id"
    from "deliveries"
    where "issue_id" = $5 and "state" = $6 and "next_attempt_at" <= $7
    order by "next_attempt_at", "id"
    limit $8 for update skip locked))
returning "id", "subscriber_id", "message_id", "verp_token", "attempts";
select "id", "email", "secret", "sections", "status"
from "subscribers"
where "id" = any($1::bigint[]);

-- createDeliveryLedger.record
update deliveries
set state = ?, last_reply = ?, next_attempt_at = ?, attempts = attempts + 1, sent_at = ?, lease_holder = null,
  lease_until = null, sending_at = null
where id = ?;
-- SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)
update deliveries
set sending_at = ?
where id = ? and state = 'leased' and lease_holder = ?;
-- SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)

-- createDeliveryLedger.renewLeases
update "deliveries"
set "lease_until" = ?
where "issue_id" = ? and "state" = ? and "lease_holder" = ?;
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=?)

-- createDeliveryLedger.listLeaseHolders
select "lease_holder", max("lease_until") as "heartbeat"
from "deliveries"
where "issue_id" = ? and "state" = ?
group by "lease_holder";
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=?)
-- USE TEMP B-TREE FOR GROUP BY

-- createDeliveryLedger.releaseLeases
update "deliveries"
set "state" = ?, "lease_holder" = ?, "lease_until" = ?, "sending_at" = ?, "next_attempt_at" = ?, "last_reply" = ?
where "issue_id" = ? and "state" = ? and "lease_holder" = ? and "sending_at" is not null;
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=?)
update "deliveries"
set "state" = ?, "lease_holder" = ?, "lease_until" = ?, "sending_at" = ?, "next_attempt_at" = ?
where "issue_id" = ? and "state" = ? and "lease_holder" = ?;
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=?)

-- createDeliveryLedger.resetFarAttempts
update "deliveries"
set "next_attempt_at" = ?
where "issue_id" = ? and "state" = ? and "next_attempt_at" > ?;
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=? AND next_attempt_at>?)

-- createDeliveryLedger.failQueued
update "deliveries"
set "state" = ?
where "issue_id" = ? and "state" = ?;
-- SEARCH deliveries USING INDEX deliveries_due (issue_id=? AND state=?)

-- createDeliveryLedger.count
select "state", count(*) as "count"
from "deliveries"
where "issue_id" = ?
group by "state";
-- SEARCH deliveries USING COVERING INDEX deliveries_due (issue_id=?)
select "state", "count"
from "delivery_totals"
where "issue_id" = ?;
-- SEARCH delivery_totals USING INDEX sqlite_autoindex_delivery_totals_1 (issue_id=?)

-- createDeliveryLedger.hasOpen
select "id"
from "deliveries"
where "issue_id" = ? and "state" in (?, ?)
limit ?;
-- SEARCH deliveries USING COVERING INDEX deliveries_due (issue_id=? AND state=?)
-- on PostgreSQL:
select "id"
from "deliveries"
where "issue_id" = $1 and "state" = any($2::text[])
limit $3;

-- findDeliveryByToken
select "id", "subscriber_id" as "subscriberId"
from "deliveries"
where "verp_token" = ?;
-- SEARCH deliveries USING INDEX sqlite_autoindex_deliveries_1 (verp_token=?)

-- saveBounce
update "deliveries"
set "last_reply" = ?
where "id" = ?;
-- SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)


-- ======== totals.ts ========

-- moveToTotals
insert into "delivery_totals" ("issue_id", "state", "count")
values (?, ?, ?)
on conflict ("issue_id", "state") do update
set "count" = "delivery_totals"."count" + ?;
delete from "deliveries"
where "id" in (?);
-- SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)
-- on PostgreSQL:
delete from "deliveries"
where "id" = any($1::bigint[]);

-- giveUpIssues
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
-- on PostgreSQL:
update "deliveries"
set "state" = $1
where "issue_id" = $2 and "state" = any($3::text[]);

-- listTotals
select "state", "count"
from "delivery_totals"
where "issue_id" = ?;
-- SEARCH delivery_totals USING INDEX sqlite_autoindex_delivery_totals_1 (issue_id=?)
