-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== sealedCopies.ts ========

-- saveSealedCopy
insert into "sealed_copies" ("article_id", "sealed")
values (?, ?)
on conflict ("article_id") do update
set "article_id" = ?, "sealed" = ?;

-- listSealedCopies
select "sealed_copies"."article_id" as "articleId", "sealed_copies"."sealed"
from "sealed_copies"
inner join "articles" on "articles"."id" = "sealed_copies"."article_id"
where "articles"."takedown_id" = ?
order by "article_id";
-- SEARCH articles USING COVERING INDEX articles_of_takedown (takedown_id=?)
-- SEARCH sealed_copies USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY

-- deleteSealedCopy
delete from "sealed_copies"
where "article_id" = ?;
-- SEARCH sealed_copies USING INTEGER PRIMARY KEY (rowid=?)

-- deleteSealedCopiesBefore
delete from "sealed_copies"
where "article_id" in (
  select "id"
  from "articles"
  where "taken_down_at" < ?);
-- SEARCH sealed_copies USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 1
-- SCAN articles USING COVERING INDEX articles_sitemap


-- ======== takedowns.ts ========

-- hasTakedownSince
select "id"
from "takedowns"
where "taken_down_at" > ?
limit ?;
-- SEARCH takedowns USING COVERING INDEX takedowns_newest (taken_down_at>?)

-- listCarriers
select distinct "feed_url"
from "entries"
where "article_id" in (?, ?);
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- USE TEMP B-TREE FOR DISTINCT
-- on PostgreSQL:
select distinct "feed_url"
from "entries"
where "article_id" = any($1::bigint[]);

-- findTakedown
select *
from "takedowns"
where "kind" = ? and "subject" = ?;
-- SEARCH takedowns USING INDEX sqlite_autoindex_takedowns_1 (kind=? AND subject=?)

-- addTakedown
insert into "takedowns" ("kind", "subject", "title", "feed_url", "feeds", "reason", "taken_down_at")
values (?, ?, ?, ?, ?, ?, ?)
returning "id";

-- deleteTakedown
delete from "takedowns"
where "id" = ?;
-- SEARCH takedowns USING INTEGER PRIMARY KEY (rowid=?)

-- listTakenDown
select "subject"
from "takedowns"
where "kind" = ? and "subject" in (?, ?);
-- SEARCH takedowns USING COVERING INDEX sqlite_autoindex_takedowns_1 (kind=? AND subject=?)
-- on PostgreSQL:
select "subject"
from "takedowns"
where "kind" = $1 and "subject" = any($2::text[]);

-- listTakenDownImages
select "subject"
from "takedowns"
where "kind" = ?;
-- SEARCH takedowns USING COVERING INDEX sqlite_autoindex_takedowns_1 (kind=?)

-- countTakedowns
select count(*) as "count"
from "takedowns"
where "feed_url" in (
  select "feed_url"
  from "follows"
  where "edition" = ?);
-- SCAN takedowns
-- LIST SUBQUERY 1
-- SCAN follows USING COVERING INDEX sqlite_autoindex_follows_1
-- CREATE BLOOM FILTER

-- listTakedowns
select *
from "takedowns"
where "feed_url" in (
  select "feed_url"
  from "follows"
  where "edition" = ?)
order by "taken_down_at" desc, "id" desc
limit ? offset ?;
-- SCAN takedowns USING INDEX takedowns_newest
-- LIST SUBQUERY 1
-- SCAN follows USING COVERING INDEX sqlite_autoindex_follows_1
-- CREATE BLOOM FILTER


-- ======== takenDownArticles.ts ========

-- listTakenDownArticles
select slug, taken_down_at as "takenDownAt"
from articles indexed by "articles_taken_down"
where taken_down_at is not null and taken_down_at >= ? and "feed_url" in (
  select value
  from json_each(?))
order by taken_down_at desc, id desc
limit ?;
-- SEARCH articles USING INDEX articles_taken_down (feed_url=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- USE TEMP B-TREE FOR ORDER BY
-- on PostgreSQL:
select slug, taken_down_at as "takenDownAt"
from articles
where taken_down_at is not null and taken_down_at >= $1 and "feed_url" = any($2::text[])
order by taken_down_at desc, id desc
limit $3;

-- findArticleToErase
select "id", "slug", "title", "feed_url", "taken_down_at", "takedown_id", "link", "author", "updated_at",
  "description_html", "content_html", "excerpt", "image_url", "image_width", "image_height", "image_alt",
  "image_caption", "image_credit", "enclosures", "categories"
from "articles"
where "slug" = ?;
-- SEARCH articles USING INDEX sqlite_autoindex_articles_1 (slug=?)

-- listArticlesOfFeed
select "id", "slug", "title", "feed_url", "taken_down_at", "takedown_id", "link", "author", "updated_at",
  "description_html", "content_html", "excerpt", "image_url", "image_width", "image_height", "image_alt",
  "image_caption", "image_credit", "enclosures", "categories"
from "articles"
where "feed_url" = ? and "taken_down_at" is null;
-- SCAN articles USING INDEX articles_headlines

-- listUnerasedArticles
select "id", "slug", "title", "feed_url", "taken_down_at", "takedown_id", "link", "author", "updated_at",
  "description_html", "content_html", "excerpt", "image_url", "image_width", "image_height", "image_alt",
  "image_caption", "image_credit", "enclosures", "categories"
from "articles"
where "taken_down_at" is not null
  and ("description_html" != ? or "content_html" != ? or "excerpt" != ? or "author" != ? or "image_url" is not null)
limit ?;
-- SCAN articles USING INDEX articles_taken_down

-- eraseArticles
pragma secure_delete = on;
update "articles"
set "link" = ?, "author" = ?, "updated_at" = ?, "description_html" = ?, "content_html" = ?, "excerpt" = ?,
  "image_url" = ?, "image_width" = ?, "image_height" = ?, "image_alt" = ?, "image_caption" = ?, "image_credit" = ?,
  "enclosures" = ?, "categories" = ?, "taken_down_at" = ?, "takedown_id" = ?
where "id" in (?, ?);
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- on PostgreSQL:
update "articles"
set "link" = $1, "author" = $2, "updated_at" = $3, "description_html" = $4, "content_html" = $5, "excerpt" = $6,
  "image_url" = $7, "image_width" = $8, "image_height" = $9, "image_alt" = $10, "image_caption" = $11,
  "image_credit" = $12, "enclosures" = $13, "categories" = $14, "taken_down_at" = $15, "takedown_id" = $16
where "id" = any($17::bigint[]);

-- restoreArticle
update "articles"
set "link" = ?, "author" = ?, "content_html" = ?, "taken_down_at" = ?, "takedown_id" = ?
where "id" = ?;
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)

-- listArticlesWithImage
select "id", "feed_url" as "feedUrl"
from "articles"
where "image_url" = ? and "taken_down_at" is null;
-- SCAN articles USING INDEX articles_headlines

-- deleteEntriesOfSharedArticles
delete from "entries"
where "feed_url" = ? and "article_id" not in (
  select "articles"."id"
  from "articles"
  where "articles"."feed_url" = ?)
returning "article_id";
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- LIST SUBQUERY 1
-- SCAN articles
-- CREATE BLOOM FILTER

-- countArticlesOfTakedown
select count(*) as "count"
from "articles"
where "takedown_id" = ?;
-- SEARCH articles USING COVERING INDEX articles_of_takedown (takedown_id=?)
