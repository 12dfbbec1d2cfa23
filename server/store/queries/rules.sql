-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== hiddenEntries.ts ========

-- listHiddenSlugs
select "slug"
from "articles"
inner join "hidden_entries" on "hidden_entries"."article_id" = "articles"."id"
where "slug" in (?, ?) and "hidden_entries"."edition" = ? and not exists (
  select 1
  from entries
  join follows on follows.feed_url = entries.feed_url
  where entries.article_id = articles.id and follows.edition = ? and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
      and hidden.section = ''));
-- SEARCH articles USING COVERING INDEX sqlite_autoindex_articles_1 (slug=?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SEARCH follows USING COVERING INDEX sqlite_autoindex_follows_1 (feed_url=? AND edition=?)
-- SEARCH hidden_entries USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=?)
-- on PostgreSQL:
select "slug"
from "articles"
inner join "hidden_entries" on "hidden_entries"."article_id" = "articles"."id"
where "slug" = any($1::text[]) and "hidden_entries"."edition" = $2 and not exists (
  select 1
  from entries
  join follows on follows.feed_url = entries.feed_url
  where entries.article_id = articles.id and follows.edition = $3 and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = $4 and hidden.feed_url = "entries"."feed_url"
      and hidden.section = ''));

-- replaceHiddenEntries
select "article_id", "edition", "feed_url", "section", "reason"
from "hidden_entries"
where "edition" = ? and "article_id" in (?, ?);
-- SEARCH hidden_entries USING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=?)
delete from "hidden_entries"
where "article_id" = ? and "edition" = ? and "feed_url" = ? and "section" = ?;
-- SEARCH hidden_entries USING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
insert into "hidden_entries" ("article_id", "edition", "feed_url", "section", "reason", "hidden_at")
values (?, ?, ?, ?, ?, ?)
on conflict ("article_id", "edition", "feed_url", "section") do update
set "reason" = "excluded"."reason";
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?), (?, ?, ?, ?, ?);
-- SCAN 2-ROW VALUES CLAUSE
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
select "article_id", "edition", "feed_url", "section", "reason"
from "hidden_entries"
where "edition" = $1 and "article_id" = any($2::bigint[]);
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- listHiddenArticles
select distinct "article_id"
from "hidden_entries"
where "edition" = ?
limit ?;
-- SEARCH hidden_entries USING COVERING INDEX hidden_entries_of_edition (edition=?)
-- USE TEMP B-TREE FOR DISTINCT

-- listWaitingArticles
select distinct "articles"."id", "articles"."slug", "articles"."title", "articles"."first_seen_at" as "firstSeenAt"
from "hidden_entries"
inner join "articles" on "articles"."id" = "hidden_entries"."article_id"
where "hidden_entries"."edition" = ? and "hidden_entries"."reason" = ? and "articles"."first_seen_at" <= ?
order by "articles"."first_seen_at", "articles"."id";
-- SEARCH hidden_entries USING COVERING INDEX hidden_entries_of_edition (edition=? AND reason=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR DISTINCT
-- USE TEMP B-TREE FOR ORDER BY

-- findHiddenState
select count(*) as "count", max("hidden_at") as "newest"
from "hidden_entries"
where "edition" = ? and "article_id" > ? and "article_id" <= ?;
-- SEARCH hidden_entries USING INDEX hidden_entries_of_feed (edition=?)


-- ======== ruledEntries.ts ========

-- listRuledEntries
select "entries"."article_id" as "id", "entries"."feed_url" as "feedUrl", "follows"."section",
  "follows"."left_at" as "leftAt", "articles"."slug", "articles"."title", "articles"."excerpt", "articles"."author",
  "articles"."categories", "articles"."language", "feeds"."language" as "feedLanguage", "articles"."link",
  "articles"."sorted_at" as "sortedAt", "articles"."first_seen_at" as "firstSeenAt"
from "entries"
inner join "follows" on "follows"."feed_url" = "entries"."feed_url"
inner join "articles" on "articles"."id" = "entries"."article_id"
left join "feeds" on "feeds"."url" = "entries"."feed_url"
where "entries"."article_id" in (?, ?) and "follows"."edition" = ? and "entries"."feed_url" not like ?
order by "entries"."article_id", "entries"."feed_url", "follows"."section";
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH follows USING INDEX sqlite_autoindex_follows_1 (feed_url=? AND edition=?)
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?) LEFT-JOIN
-- USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY
-- on PostgreSQL:
select "entries"."article_id" as "id", "entries"."feed_url" as "feedUrl", "follows"."section",
  "follows"."left_at" as "leftAt", "articles"."slug", "articles"."title", "articles"."excerpt", "articles"."author",
  "articles"."categories", "articles"."language", "feeds"."language" as "feedLanguage", "articles"."link",
  "articles"."sorted_at" as "sortedAt", "articles"."first_seen_at" as "firstSeenAt"
from "entries"
inner join "follows" on "follows"."feed_url" = "entries"."feed_url"
inner join "articles" on "articles"."id" = "entries"."article_id"
left join "feeds" on "feeds"."url" = "entries"."feed_url"
where "entries"."article_id" = any($1::bigint[]) and "follows"."edition" = $2 and "entries"."feed_url" not like $3
order by "entries"."article_id", "entries"."feed_url", "follows"."section";

-- listNextArticles
select "id"
from "articles"
where "id" < ?
order by "id" desc
limit ?;
-- SEARCH articles USING COVERING INDEX articles_sitemap (id<?)

-- listArticlesDated
select "id"
from "articles"
where "taken_down_at" is null and "sorted_at" > ? and "sorted_at" <= ?
order by "id";
-- SEARCH articles USING INDEX articles_headlines (sorted_at>? AND sorted_at<?)
-- USE TEMP B-TREE FOR ORDER BY

-- listNewestArticleIds
select "entries"."article_id" as "id", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = ? and "articles"."taken_down_at" is null
order by "entries"."sorted_at" desc
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
select "entries"."article_id" as "id", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = ? and "articles"."taken_down_at" is null
order by "entries"."sorted_at" desc
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)


-- ======== rules.ts ========

-- listStoredRules
select *
from "rules"
order by "id";
-- SCAN rules

-- insertRule
insert into "rules" ("edition", "rule", "added_at", "added_by")
values (?, ?, ?, ?)
returning *;

-- deleteRule
delete from "rules"
where "edition" = ? and "id" = ?
returning *;
-- SEARCH rules USING INTEGER PRIMARY KEY (rowid=?)

-- listAppliedRules
select *
from "applied_rules";
-- SCAN applied_rules

-- saveAppliedRules
insert into "applied_rules" ("edition", "digest", "last_id", "applied_at")
values (?, ?, ?, ?)
on conflict ("edition") do update
set "edition" = ?, "digest" = ?, "last_id" = ?, "applied_at" = ?;

-- saveAppliedAt
update "applied_rules"
set "applied_at" = ?
where "edition" = ? and "digest" = ?;
-- SEARCH applied_rules USING INDEX sqlite_autoindex_applied_rules_1 (edition=?)

-- saveReview
insert into "reviews" ("article_id", "edition", "decision", "decided_at")
values (?, ?, ?, ?)
on conflict ("article_id", "edition") do update
set "article_id" = ?, "edition" = ?, "decision" = ?, "decided_at" = ?;

-- listReviews
select *
from "reviews"
where "article_id" in (?, ?);
-- SEARCH reviews USING INDEX sqlite_autoindex_reviews_1 (article_id=?)
-- on PostgreSQL:
select *
from "reviews"
where "article_id" = any($1::bigint[]);

-- listReviewedFeeds
select *
from "reviewed_feeds";
-- SCAN reviewed_feeds

-- addReviewedFeeds
insert into "reviewed_feeds" ("edition", "feed_url", "since")
values (?, ?, ?)
on conflict do nothing;

-- deleteReviewedFeedsExcept
delete from "reviewed_feeds"
where "edition" = ? and "feed_url" not in (?, ?);
-- SEARCH reviewed_feeds USING INDEX sqlite_autoindex_reviewed_feeds_1 (edition=?)

-- setFeedLanguage
update "feeds"
set "language" = ?
where "url" = ? and "language" is distinct
from ?;
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)
