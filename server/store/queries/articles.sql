-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== articleRows.ts ========

-- listHeadlines
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" = any($1::bigint[]);

-- listArticles
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" = any($1::bigint[]);


-- ======== articles.ts ========

-- listNewestDates
select "sorted_at"
from "entries"
where "feed_url" = ?
order by "sorted_at" desc
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)

-- listDatesSince
select "sorted_at"
from "entries"
where "feed_url" = ? and "sorted_at" >= ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at>?)

-- findArticleBySlug
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "slug" = ?;
-- SEARCH articles USING INDEX sqlite_autoindex_articles_1 (slug=?)
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
select "follows"."section", "follows"."feed_url"
from "entries"
inner join "follows" on "follows"."feed_url" = "entries"."feed_url"
where "entries"."article_id" = ? and "follows"."edition" = ? and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', "follows"."section"));
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- SEARCH follows USING COVERING INDEX sqlite_autoindex_follows_1 (feed_url=? AND edition=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- on PostgreSQL:
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "slug" = $1;

-- listCarriersBySlug
select slug, (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as carriers
from articles
where "slug" in (
  select value
  from json_each(?));
-- SEARCH articles USING COVERING INDEX sqlite_autoindex_articles_1 (slug=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select slug, (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as carriers
from articles
where "slug" = any($1::text[]);


-- ======== articlesByDate.ts ========

-- countArticlesInSpans
select (
  select count(distinct article_id)
  from entries
  where "feed_url" in (
    select value
    from json_each(?)) and sorted_at >= span.value ->> 'from' and sorted_at < span.value ->> 'to'
      and article_id not in (
    select id
    from articles
    where taken_down_at is not null) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')) as count
from json_each(?) as "span"
order by span.key;
-- SCAN span VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 4
-- USE TEMP B-TREE FOR count(DISTINCT)
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at>? AND sorted_at<?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- LIST SUBQUERY 2
-- SCAN articles USING COVERING INDEX articles_sitemap
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- USE TEMP B-TREE FOR ORDER BY
-- on PostgreSQL:
select (
  select count(distinct article_id)
  from entries
  where "feed_url" = any($1::text[]) and sorted_at >= span.value ->> 'from' and sorted_at < span.value ->> 'to'
    and article_id not in (
    select id
    from articles
    where taken_down_at is not null) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = $2 and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')) as count
from jsonb_array_elements($3::jsonb) with ordinality as "span" (value, key)
order by span.key;

-- findNearestDate
select max(date) as date
from (
  select (
    select sorted_at
    from entries
    where feed_url = feed.value and sorted_at < ? and article_id not in (
      select id
      from articles
      where taken_down_at is not null) and not exists (
      select 1
      from hidden_entries as hidden
      where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
        and hidden.section = '')
    order by sorted_at desc
    limit 1) as date
  from json_each(?) as "feed") as dates;
-- SEARCH feed VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at<?)
-- LIST SUBQUERY 1
-- SCAN articles USING COVERING INDEX articles_sitemap
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- on PostgreSQL:
select max(date) as date
from (
  select (
    select sorted_at
    from entries
    where feed_url = feed.value and sorted_at < $1 and article_id not in (
      select id
      from articles
      where taken_down_at is not null) and not exists (
      select 1
      from hidden_entries as hidden
      where hidden.article_id = "entries"."article_id" and hidden.edition = $2
        and hidden.feed_url = "entries"."feed_url" and hidden.section = '')
    order by sorted_at desc
    limit 1) as date
  from unnest($3::text[]) with ordinality as "feed" (value, key)) as dates;

-- listArticlesInSpan
select "entries"."article_id" as "id", "entries"."feed_url" as "carrier", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "articles"."taken_down_at" is null and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', ?)) and "entries"."feed_url" in (?, ?) and "entries"."sorted_at" >= ?
    and "entries"."sorted_at" < ?
order by "entries"."sorted_at" desc
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at>? AND sorted_at<?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select "entries"."article_id" as "id", "entries"."feed_url" as "carrier", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "articles"."taken_down_at" is null and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = $1 and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', $2)) and "entries"."feed_url" = any($3::text[]) and "entries"."sorted_at" >= $4
    and "entries"."sorted_at" < $5
order by "entries"."sorted_at" desc
limit $6;
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" = any($1::bigint[]);
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where false;

-- listArticlesAfter
select "entries"."article_id" as "id", "entries"."feed_url" as "carrier", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "articles"."taken_down_at" is null and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', ?)) and "entries"."feed_url" = ? and "entries"."sorted_at" <= ?
    and ("entries"."sorted_at" < ? or "entries"."article_id" > ?)
order by "entries"."sorted_at" desc, "entries"."article_id"
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at<?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
select "entries"."article_id" as "id", "entries"."feed_url" as "carrier", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "articles"."taken_down_at" is null and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', ?)) and "entries"."feed_url" = ? and "entries"."sorted_at" <= ?
    and ("entries"."sorted_at" < ? or "entries"."article_id" > ?)
order by "entries"."sorted_at" desc, "entries"."article_id"
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at<?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" = any($1::bigint[]);
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where false;

-- findPosition
select "articles"."id", "articles"."sorted_at" as "sortedAt"
from "articles"
inner join "entries" on "entries"."article_id" = "articles"."id"
where "articles"."slug" = ? and "entries"."feed_url" in (?, ?);
-- SEARCH articles USING INDEX sqlite_autoindex_articles_1 (slug=?)
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select "articles"."id", "articles"."sorted_at" as "sortedAt"
from "articles"
inner join "entries" on "entries"."article_id" = "articles"."id"
where "articles"."slug" = $1 and "entries"."feed_url" = any($2::text[]);


-- ======== headlines.ts ========

-- listNewestHeadlines
select case when exists (
  select 1
  from hidden_entries as hidden
  where hidden.edition = ? and hidden.feed_url = feed.value ->> 'url') then (
  select json_group_array(json_array(newest.article_id, newest.sorted_at))
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles indexed by "articles_taken_down"
      where taken_down_at is not null) and not exists (
      select 1
      from hidden_entries as hidden
      where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
        and hidden.section in ('', feed.value ->> 'section'))
    order by sorted_at desc, article_id
    limit ? ) as newest) else (
  select json_group_array(json_array(newest.article_id, newest.sorted_at))
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles indexed by "articles_taken_down"
      where taken_down_at is not null)
    order by sorted_at desc, article_id
    limit ? ) as newest) end as entries
from json_each(?) as "feed"
order by feed.key;
-- SCAN feed VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX hidden_entries_of_feed (edition=? AND feed_url=?)
-- CORRELATED SCALAR SUBQUERY 5
-- CO-ROUTINE newest
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- LIST SUBQUERY 2
-- SCAN articles USING INDEX articles_taken_down
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SCAN newest
-- CORRELATED SCALAR SUBQUERY 8
-- CO-ROUTINE newest
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- LIST SUBQUERY 6
-- SCAN articles USING INDEX articles_taken_down
-- CREATE BLOOM FILTER
-- SCAN newest
-- USE TEMP B-TREE FOR ORDER BY
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select case when exists (
  select 1
  from hidden_entries as hidden
  where hidden.edition = $1 and hidden.feed_url = feed.value ->> 'url') then (
  select coalesce(json_agg(json_build_array(newest.article_id, newest.sorted_at)), '[]')::text
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles
      where taken_down_at is not null) and not exists (
      select 1
      from hidden_entries as hidden
      where hidden.article_id = "entries"."article_id" and hidden.edition = $2
        and hidden.feed_url = "entries"."feed_url" and hidden.section in ('', feed.value ->> 'section'))
    order by sorted_at desc, article_id
    limit $3 ) as newest) else (
  select coalesce(json_agg(json_build_array(newest.article_id, newest.sorted_at)), '[]')::text
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles
      where taken_down_at is not null)
    order by sorted_at desc, article_id
    limit $4 ) as newest) end as entries
from jsonb_array_elements($5::jsonb) with ordinality as "feed" (value, key)
order by feed.key;
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where false;

-- listNewestArticles
select case when exists (
  select 1
  from hidden_entries as hidden
  where hidden.edition = ? and hidden.feed_url = feed.value ->> 'url') then (
  select json_group_array(json_array(newest.article_id, newest.sorted_at))
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles indexed by "articles_taken_down"
      where taken_down_at is not null) and not exists (
      select 1
      from hidden_entries as hidden
      where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
        and hidden.section in ('', feed.value ->> 'section'))
    order by sorted_at desc, article_id
    limit ? ) as newest) else (
  select json_group_array(json_array(newest.article_id, newest.sorted_at))
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles indexed by "articles_taken_down"
      where taken_down_at is not null)
    order by sorted_at desc, article_id
    limit ? ) as newest) end as entries
from json_each(?) as "feed"
order by feed.key;
-- SCAN feed VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX hidden_entries_of_feed (edition=? AND feed_url=?)
-- CORRELATED SCALAR SUBQUERY 5
-- CO-ROUTINE newest
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- LIST SUBQUERY 2
-- SCAN articles USING INDEX articles_taken_down
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SCAN newest
-- CORRELATED SCALAR SUBQUERY 8
-- CO-ROUTINE newest
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- LIST SUBQUERY 6
-- SCAN articles USING INDEX articles_taken_down
-- CREATE BLOOM FILTER
-- SCAN newest
-- USE TEMP B-TREE FOR ORDER BY
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select case when exists (
  select 1
  from hidden_entries as hidden
  where hidden.edition = $1 and hidden.feed_url = feed.value ->> 'url') then (
  select coalesce(json_agg(json_build_array(newest.article_id, newest.sorted_at)), '[]')::text
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles
      where taken_down_at is not null) and not exists (
      select 1
      from hidden_entries as hidden
      where hidden.article_id = "entries"."article_id" and hidden.edition = $2
        and hidden.feed_url = "entries"."feed_url" and hidden.section in ('', feed.value ->> 'section'))
    order by sorted_at desc, article_id
    limit $3 ) as newest) else (
  select coalesce(json_agg(json_build_array(newest.article_id, newest.sorted_at)), '[]')::text
  from (
    select article_id, sorted_at
    from entries
    where feed_url = feed.value ->> 'url' and article_id not in (
      select id
      from articles
      where taken_down_at is not null)
    order by sorted_at desc, article_id
    limit $4 ) as newest) end as entries
from jsonb_array_elements($5::jsonb) with ordinality as "feed" (value, key)
order by feed.key;
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where false;

-- listTitlesNear
select "id", "title"
from "articles"
where "sorted_at" >= ? and "sorted_at" <= ? and "taken_down_at" is null
  and (("title" like ? or "title" like ?) or "title" glob ?)
order by "sorted_at" desc
limit ?;
-- SEARCH articles USING INDEX articles_headlines (sorted_at>? AND sorted_at<?)
-- on PostgreSQL:
select "id", "title"
from "articles"
where "sorted_at" >= $1 and "sorted_at" <= $2 and "taken_down_at" is null
  and (lower("title") like any($3::text[]) or octet_length("title") <> char_length("title"))
order by "sorted_at" desc
limit $4;

-- listCarriedArticles
select "article_id" as "id", "entries"."feed_url" as "carrier", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "article_id" in (?, ?) and "articles"."taken_down_at" is null and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', ?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select json_group_array("feed_url")
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where "articles"."id" in (
  select value
  from json_each(?));
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?) LEFT-JOIN
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- on PostgreSQL:
select "article_id" as "id", "entries"."feed_url" as "carrier", "entries"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "article_id" = any($1::bigint[]) and "articles"."taken_down_at" is null and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = $2 and hidden.feed_url = "entries"."feed_url"
    and hidden.section in ('', $3));
select "images"."key" as "image_key", "images"."width" as "stored_width", "images"."height" as "stored_height",
  "articles"."id", "articles"."slug", "articles"."title", "articles"."link", "articles"."author", "articles"."excerpt",
  "articles"."categories", "articles"."language", "articles"."sponsor", "image_focus" as "imageFocus",
  "published_at" as "publishedAt", "updated_at" as "updatedAt", "sorted_at" as "sortedAt", "changed_at" as "changedAt",
  (
  select coalesce(json_agg("feed_url"), '[]')::text
  from entries
  where article_id = articles.id) as "all_carriers", "image_url", "image_width", "image_height", "image_alt",
    "image_caption", "image_credit", "description_html" as "descriptionHtml", "content_html" as "contentHtml",
    "enclosures", "taken_down_at"
from "articles"
left join "images" on "images"."url" = "articles"."image_url"
where false;


-- ======== images.ts ========

-- addImages
select "url", "key", "width", "feed_url" as "feedUrl"
from "images"
where "url" in (?);
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?)
select "subject"
from "takedowns"
where "kind" = ?;
-- SEARCH takedowns USING COVERING INDEX sqlite_autoindex_takedowns_1 (kind=?)
select "id"
from "articles"
where "id" in (?) and "taken_down_at" is not null;
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
insert into "images" ("url", "key", "priority", "feed_url", "bytes", "failures", "next_try_at")
values (?, ?, ?, ?, ?, ?, ?)
on conflict do nothing;
-- on PostgreSQL:
select "url", "key", "width", "feed_url" as "feedUrl"
from "images"
where "url" = any($1::text[]);
select "id"
from "articles"
where "id" = any($1::bigint[]) and "taken_down_at" is not null;
select pg_notify($1, $2);

-- listDueImages
select "url", "key", "failures"
from "images"
where "next_try_at" <= ?
order by "priority", "next_try_at"
limit ?;
-- SEARCH images USING INDEX images_due (next_try_at<?)
-- USE TEMP B-TREE FOR ORDER BY

-- storeImage
update "images"
set "width" = ?, "height" = ?, "bytes" = ?, "last_used_at" = ?, "failures" = ?, "last_error" = ?, "next_try_at" = ?
where "key" = ?
returning "feed_url";
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);

-- rejectImage
update "images"
set "last_error" = ?, "failures" = ?, "next_try_at" = ?
where "key" = ?;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)

-- postponeImage
update "images"
set "next_try_at" = ?
where "key" = ?;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)

-- requeueImage
update "images"
set "priority" = ?, "next_try_at" = ?
where "key" = ? and "failures" = ?;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
-- on PostgreSQL:
select pg_notify($1, $2);

-- findImage
select "key", "width", "failures"
from "images"
where "key" = ?;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)

-- listStoredImages
select "url", "key", "width", "height"
from "images"
where "url" in (?, ?);
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?)
-- on PostgreSQL:
select "url", "key", "width", "height"
from "images"
where "url" = any($1::text[]);

-- sumImageBytes
select sum("bytes") as "sum"
from "images"
where "last_used_at" is not null;
-- SEARCH images USING COVERING INDEX images_used (last_used_at>?)

-- listLeastRecentlyUsedImages
select "key", "width", "bytes"
from "images"
where "last_used_at" is not null
order by "last_used_at"
limit ?;
-- SEARCH images USING INDEX images_used (last_used_at>?)

-- deleteImagesOf
select "key"
from "images"
where ("feed_url" in (
    select value
    from json_each(?)) or not exists (
    select "edition"
    from "follows"
    where "follows"."feed_url" = "images"."feed_url"));
-- SCAN images
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH follows USING COVERING INDEX sqlite_autoindex_follows_1 (feed_url=?)
insert into "image_deletions" ("key", "width", "deleted_at")
select "key", "width", ? as "deleted_at"
from "images"
where "key" in (?);
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
delete from "images"
where "key" in (?);
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
-- on PostgreSQL:
select "key"
from "images"
where ("feed_url" = any($1::text[]) or not exists (
    select "edition"
    from "follows"
    where "follows"."feed_url" = "images"."feed_url"));
insert into "image_deletions" ("key", "width", "deleted_at")
select "key", "width", $1 as "deleted_at"
from "images"
where "key" = any($2::text[]);
delete from "images"
where "key" = any($1::text[]);

-- markImageRemoved
update "images"
set "bytes" = ?, "last_used_at" = ?
where "key" = ?;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)

-- markImagesUsed
update "images"
set "last_used_at" = ?
where "key" in (?, ?) and "last_used_at" is not null;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
-- on PostgreSQL:
update "images"
set "last_used_at" = $1
where "key" = any($2::text[]) and "last_used_at" is not null;

-- listImagesByUrl
select "url", "key", "width", "feed_url" as "feedUrl"
from "images"
where "url" in (?, ?);
-- SEARCH images USING INDEX sqlite_autoindex_images_1 (url=?)
-- on PostgreSQL:
select "url", "key", "width", "feed_url" as "feedUrl"
from "images"
where "url" = any($1::text[]);

-- listSizesOfImage
select "url", "key", "feed_url" as "feedUrl"
from "images"
where ("url" = ? or "url" like ?);
-- SCAN images

-- findImageUrl
select "url"
from "images"
where "key" = ?;
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)

-- deleteImages
insert into "image_deletions" ("key", "width", "deleted_at")
select "key", "width", ? as "deleted_at"
from "images"
where "key" in (?, ?);
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
delete from "images"
where "key" in (?, ?);
-- SEARCH images USING INDEX sqlite_autoindex_images_2 (key=?)
-- on PostgreSQL:
insert into "image_deletions" ("key", "width", "deleted_at")
select "key", "width", $1 as "deleted_at"
from "images"
where "key" = any($2::text[]);
delete from "images"
where "key" = any($1::text[]);

-- listImageDeletions
select "key", "width", "deleted_at" as "deletedAt"
from "image_deletions"
order by "deleted_at";
-- SCAN image_deletions
-- USE TEMP B-TREE FOR ORDER BY

-- removeImageDeletion
delete from "image_deletions"
where "key" = ?;
-- SEARCH image_deletions USING INDEX sqlite_autoindex_image_deletions_1 (key=?)

-- listKnownImages
select "key"
from "images"
where "key" in (?, ?);
-- SEARCH images USING COVERING INDEX sqlite_autoindex_images_2 (key=?)
-- on PostgreSQL:
select "key"
from "images"
where "key" = any($1::text[]);


-- ======== knownArticles.ts ========

-- lookUpEntries
with "known" as materialized (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'entry_key' as "by",
    "entries"."entry_key" as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" in (?) and "entries"."entry_key" in (
    select value
    from json_each(?)))
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from "known"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'identifier' as "by",
  "entries"."entry_key" as "value"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" in (?) and "entries"."entry_key" in (
  select value
  from json_each(?))
union all
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'newest' as "by", '' as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" = ? and (cast(? as bigint) - (
      select count(id)
      from known)) > 0
  order by "entries"."sorted_at" desc
  limit ?) as "newest"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'link_key' as "by", "link_key" as "value"
from "articles"
where "link_key" in (?)
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'title' as "by", "title" as "value"
from "articles"
where "taken_down_at" is not null and "feed_url" = ? and "title" in (?)
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'slug' as "by", "slug" as "value"
from "articles"
where "slug" in (?)
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_stories"
where "slug" in (?)
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_story_slugs"
where "slug" in (?)
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'takedown' as "by", "subject" as "value"
from "takedowns"
where "kind" = ? and "subject" = ?
union all
select coalesce((
    select seq
    from sqlite_sequence
    where name = 'articles'), 0) + (cast(? as bigint) - (
    select count(id)
    from known)) as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at",
      null as "taken_down_at", '' as "title", null as "link", 'reserved' as "by", '' as "value";
-- COMPOUND QUERY
-- LEFT-MOST SUBQUERY
-- MATERIALIZE known
-- SEARCH entries USING INDEX sqlite_autoindex_entries_1 (feed_url=? AND entry_key=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN known
-- UNION ALL
-- SEARCH entries USING INDEX sqlite_autoindex_entries_1 (feed_url=? AND entry_key=?)
-- LIST SUBQUERY 4
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- UNION ALL
-- CO-ROUTINE newest
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- SCALAR SUBQUERY 6
-- SCAN known
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN newest
-- UNION ALL
-- SEARCH articles USING INDEX articles_by_link (link_key=?)
-- UNION ALL
-- SEARCH articles USING INDEX articles_taken_down (feed_url=? AND title=?)
-- UNION ALL
-- SEARCH articles USING INDEX sqlite_autoindex_articles_1 (slug=?)
-- UNION ALL
-- SEARCH staff_stories USING COVERING INDEX sqlite_autoindex_staff_stories_1 (slug=?)
-- UNION ALL
-- SEARCH staff_story_slugs USING COVERING INDEX sqlite_autoindex_staff_story_slugs_1 (slug=?)
-- UNION ALL
-- SEARCH takedowns USING COVERING INDEX sqlite_autoindex_takedowns_1 (kind=? AND subject=?)
-- UNION ALL
-- SCAN CONSTANT ROW
-- SCALAR SUBQUERY 15
-- SCAN sqlite_sequence
-- SCALAR SUBQUERY 16
-- SCAN known
-- on PostgreSQL:
with "known" as materialized (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'entry_key' as "by",
    "entries"."entry_key" as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" = any((
      select $1::text[])::text[]) and md5("entries"."entry_key") = any(array(
      select md5(key)
      from unnest($2::text[]) as key)) and "entries"."entry_key" = any((
      select $3::text[])::text[]))
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from "known"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'identifier' as "by",
  "entries"."entry_key" as "value"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = any((
    select $4::text[])::text[]) and md5("entries"."entry_key") = any(array(
    select md5(key)
    from unnest($5::text[]) as key)) and "entries"."entry_key" = any((
    select $6::text[])::text[])
union all
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'newest' as "by", '' as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" = $7 and (cast($8 as bigint) - (
      select count(id)
      from known)) > 0
  order by "entries"."sorted_at" desc
  limit $9) as "newest"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'link_key' as "by", "link_key" as "value"
from "articles"
where "link_key" = any((
    select $10::text[])::text[])
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'title' as "by", "title" as "value"
from "articles"
where "taken_down_at" is not null and "feed_url" = $11 and "title" = any((
    select $12::text[])::text[])
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'slug' as "by", "slug" as "value"
from "articles"
where "slug" = any((
    select $13::text[])::text[])
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_stories"
where "slug" = any((
    select $14::text[])::text[])
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_story_slugs"
where "slug" = any((
    select $15::text[])::text[])
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'takedown' as "by", "subject" as "value"
from "takedowns"
where "kind" = $16 and "subject" = $17
union all
select case when (cast($18 as bigint) - (
    select count(id)
    from known)) > 0 then setval('articles_id_seq', nextval('articles_id_seq') + (cast($19 as bigint) - (
      select count(id)
      from known)) - 1) end as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at",
        null as "taken_down_at", '' as "title", null as "link", 'reserved' as "by", '' as "value";


-- ======== oldArticles.ts ========

-- deleteOldArticles
select "id", "sorted_at" as "sortedAt"
from "articles"
where "taken_down_at" is null and "sorted_at" < ? and "feed_url" not like ? and ("sorted_at", "id") > (?, ?)
order by "sorted_at", "id"
limit ?;
-- SEARCH articles USING INDEX articles_headlines (sorted_at>? AND sorted_at<?)
-- USE TEMP B-TREE FOR LAST TERM OF ORDER BY
select distinct article_id as id
from entries as old
where "article_id" in (
  select value
  from json_each(?)) and ? > (
  select count(*)
  from (
    select 1
    from entries as newer
    where newer.feed_url = old.feed_url and newer.sorted_at > old.sorted_at
    limit ?));
-- SEARCH old USING INDEX entries_of_article (article_id=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CORRELATED SCALAR SUBQUERY 3
-- CO-ROUTINE (subquery-2)
-- SEARCH newer USING COVERING INDEX entries_newest (feed_url=? AND sorted_at>?)
-- SCAN (subquery-2)
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
select distinct article_id as id
from entries as old
where "article_id" = any($1::bigint[]) and $2 > (
  select count(*)
  from (
    select 1
    from entries as newer
    where newer.feed_url = old.feed_url and newer.sorted_at > old.sorted_at
    limit $3));
delete from "entries"
where false;
delete from "articles"
where false;
select distinct article_id as id
from entries as old
where false and $1 > (
  select count(*)
  from (
    select 1
    from entries as newer
    where newer.feed_url = old.feed_url and newer.sorted_at > old.sorted_at
    limit $2));


-- ======== saveArticles.ts ========

-- saveArticles
with "known" as materialized (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'entry_key' as "by",
    "entries"."entry_key" as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" in (?) and "entries"."entry_key" in (
    select value
    from json_each(?)))
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from "known"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'identifier' as "by",
  "entries"."entry_key" as "value"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" in (?) and "entries"."entry_key" in (
  select value
  from json_each(?))
union all
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'newest' as "by", '' as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" = ? and (cast(? as bigint) - (
      select count(id)
      from known)) > 0
  order by "entries"."sorted_at" desc
  limit ?) as "newest"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'link_key' as "by", "link_key" as "value"
from "articles"
where "link_key" in (?)
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'title' as "by", "title" as "value"
from "articles"
where "taken_down_at" is not null and "feed_url" = ? and "title" in (?)
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'slug' as "by", "slug" as "value"
from "articles"
where "slug" in (?)
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_stories"
where "slug" in (?)
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_story_slugs"
where "slug" in (?)
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'takedown' as "by", "subject" as "value"
from "takedowns"
where "kind" = ? and "subject" = ?
union all
select coalesce((
    select seq
    from sqlite_sequence
    where name = 'articles'), 0) + (cast(? as bigint) - (
    select count(id)
    from known)) as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at",
      null as "taken_down_at", '' as "title", null as "link", 'reserved' as "by", '' as "value";
-- COMPOUND QUERY
-- LEFT-MOST SUBQUERY
-- MATERIALIZE known
-- SEARCH entries USING INDEX sqlite_autoindex_entries_1 (feed_url=? AND entry_key=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN known
-- UNION ALL
-- SEARCH entries USING INDEX sqlite_autoindex_entries_1 (feed_url=? AND entry_key=?)
-- LIST SUBQUERY 4
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- UNION ALL
-- CO-ROUTINE newest
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=?)
-- SCALAR SUBQUERY 6
-- SCAN known
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- SCAN newest
-- UNION ALL
-- SEARCH articles USING INDEX articles_by_link (link_key=?)
-- UNION ALL
-- SEARCH articles USING INDEX articles_taken_down (feed_url=? AND title=?)
-- UNION ALL
-- SEARCH articles USING INDEX sqlite_autoindex_articles_1 (slug=?)
-- UNION ALL
-- SEARCH staff_stories USING COVERING INDEX sqlite_autoindex_staff_stories_1 (slug=?)
-- UNION ALL
-- SEARCH staff_story_slugs USING COVERING INDEX sqlite_autoindex_staff_story_slugs_1 (slug=?)
-- UNION ALL
-- SEARCH takedowns USING COVERING INDEX sqlite_autoindex_takedowns_1 (kind=? AND subject=?)
-- UNION ALL
-- SCAN CONSTANT ROW
-- SCALAR SUBQUERY 15
-- SCAN sqlite_sequence
-- SCALAR SUBQUERY 16
-- SCAN known
insert into "entries" ("feed_url", "entry_key", "article_id", "sorted_at")
values (?, ?, ?, ?)
on conflict do nothing;
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
update "feeds"
set "language" = ?
where "url" = ? and "language" is distinct
from ?;
-- SEARCH feeds USING INDEX sqlite_autoindex_feeds_1 (url=?)
insert into "articles" ("id", "slug", "feed_url", "first_seen_at", "title", "link", "author", "excerpt", "digest",
  "link_key", "published_at", "sorted_at", "changed_at", "updated_at", "description_html", "content_html", "image_url",
  "image_width", "image_height", "image_alt", "image_caption", "image_credit", "enclosures", "categories")
values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?);
-- on PostgreSQL:
with "known" as materialized (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'entry_key' as "by",
    "entries"."entry_key" as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" = any((
      select $1::text[])::text[]) and md5("entries"."entry_key") = any(array(
      select md5(key)
      from unnest($2::text[]) as key)) and "entries"."entry_key" = any((
      select $3::text[])::text[]))
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from "known"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'identifier' as "by",
  "entries"."entry_key" as "value"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = any((
    select $4::text[])::text[]) and md5("entries"."entry_key") = any(array(
    select md5(key)
    from unnest($5::text[]) as key)) and "entries"."entry_key" = any((
    select $6::text[])::text[])
union all
select "id", "digest", "feed_url", "published_at", "sorted_at", "taken_down_at", "title", "link", "by", "value"
from (
  select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
    "articles"."taken_down_at", "articles"."title", "articles"."link", 'newest' as "by", '' as "value"
  from "entries"
  inner join "articles" on "articles"."id" = "entries"."article_id"
  where "entries"."feed_url" = $7 and (cast($8 as bigint) - (
      select count(id)
      from known)) > 0
  order by "entries"."sorted_at" desc
  limit $9) as "newest"
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'link_key' as "by", "link_key" as "value"
from "articles"
where "link_key" = any((
    select $10::text[])::text[])
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'title' as "by", "title" as "value"
from "articles"
where "taken_down_at" is not null and "feed_url" = $11 and "title" = any((
    select $12::text[])::text[])
union all
select "articles"."id", "articles"."digest", "articles"."feed_url", "articles"."published_at", "articles"."sorted_at",
  "articles"."taken_down_at", "articles"."title", "articles"."link", 'slug' as "by", "slug" as "value"
from "articles"
where "slug" = any((
    select $13::text[])::text[])
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_stories"
where "slug" = any((
    select $14::text[])::text[])
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'slug' as "by", "slug" as "value"
from "staff_story_slugs"
where "slug" = any((
    select $15::text[])::text[])
union all
select 0 as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at", null as "taken_down_at",
  '' as "title", null as "link", 'takedown' as "by", "subject" as "value"
from "takedowns"
where "kind" = $16 and "subject" = $17
union all
select case when (cast($18 as bigint) - (
    select count(id)
    from known)) > 0 then setval('articles_id_seq', nextval('articles_id_seq') + (cast($19 as bigint) - (
      select count(id)
      from known)) - 1) end as "id", '' as "digest", '' as "feed_url", null as "published_at", '' as "sorted_at",
        null as "taken_down_at", '' as "title", null as "link", 'reserved' as "by", '' as "value";
with "part_0" as (insert into "entries" ("feed_url", "entry_key", "article_id", "sorted_at")
  select "feed_url", "entry_key", "article_id", "sorted_at"
  from unnest($1::text[], $2::text[], $3::bigint[], $4::text[]) as inserted ("feed_url", "entry_key", "article_id",
    "sorted_at")
  on conflict do nothing), "part_1" as (insert into "changes" ("kind", "edition", "source_url", "article_id",
    "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($5::text[], $6::text[], $7::text[], $8::bigint[], $9::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($10, $11);
with "part_0" as (insert into "articles" ("id", "slug", "feed_url", "first_seen_at", "title", "link", "author",
  "excerpt", "digest", "link_key", "published_at", "sorted_at", "changed_at", "updated_at", "description_html",
  "content_html", "image_url", "image_width", "image_height", "image_alt", "image_caption", "image_credit", "enclosures",
  "categories")
  select "id", "slug", "feed_url", "first_seen_at", "title", "link", "author", "excerpt", "digest", "link_key",
    "published_at", "sorted_at", "changed_at", "updated_at", "description_html", "content_html", "image_url",
    "image_width", "image_height", "image_alt", "image_caption", "image_credit", "enclosures", "categories"
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[],
    $18::bigint[], $19::bigint[], $20::text[], $21::text[], $22::text[], $23::text[], $24::text[]) as inserted ("id",
    "slug", "feed_url", "first_seen_at", "title", "link", "author", "excerpt", "digest", "link_key", "published_at",
    "sorted_at", "changed_at", "updated_at", "description_html", "content_html", "image_url", "image_width",
    "image_height", "image_alt", "image_caption", "image_credit", "enclosures", "categories")),
    "part_1" as (insert into "entries" ("feed_url", "entry_key", "article_id", "sorted_at")
  select "feed_url", "entry_key", "article_id", "sorted_at"
  from unnest($25::text[], $26::text[], $27::bigint[], $28::text[]) as inserted ("feed_url", "entry_key", "article_id",
    "sorted_at")
  on conflict do nothing), "part_2" as (insert into "changes" ("kind", "edition", "source_url", "article_id",
    "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($29::text[], $30::text[], $31::text[], $32::bigint[], $33::text[]) as inserted ("kind", "edition",
    "source_url", "article_id", "changed_at"))
select pg_notify($34, $35);


-- ======== sitemapEntries.ts ========

-- findLastArticleId
select max("id") as "id"
from "articles";
-- SEARCH articles USING COVERING INDEX articles_sitemap

-- listArticlesInRange
select "id", "slug", "changed_at" as "changedAt"
from "articles"
where "id" > ? and "id" <= ? and "taken_down_at" is null and exists (
  select 1
  from entries
  where entries.article_id = articles.id and coalesce(entries.feed_url, '') in (
    select value
    from json_each(?)) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')
  limit 1 offset 0) and not exists (
  select 1
  from entries
  where entries.article_id = articles.id and coalesce(entries.feed_url, '') in (
    select value
    from json_each(?)) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')
  limit 1 offset 0)
order by "id"
limit ?;
-- SEARCH articles USING COVERING INDEX articles_sitemap (id>? AND id<?)
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- LIST SUBQUERY 1
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- CORRELATED SCALAR SUBQUERY 6
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- LIST SUBQUERY 4
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 5
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- on PostgreSQL:
select "id", "slug", "changed_at" as "changedAt"
from "articles"
where "id" > $1 and "id" <= $2 and "taken_down_at" is null and exists (
  select 1
  from entries
  where entries.article_id = articles.id and coalesce(entries.feed_url, '') = any($3::text[]) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = $4 and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')
  limit 1 offset 0) and not exists (
  select 1
  from entries
  where entries.article_id = articles.id and coalesce(entries.feed_url, '') = any($5::text[]) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = $6 and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')
  limit 1 offset 0)
order by "id"
limit $7;

-- findRangeState
select count(*) as "count", max("hidden_at") as "newest"
from "hidden_entries"
where "edition" = ? and "article_id" > ? and "article_id" <= ?;
-- SEARCH hidden_entries USING INDEX hidden_entries_of_feed (edition=?)
select max("changed_at") as "changed", max("taken_down_at") as "takenDown", count(*) as "count"
from "articles"
where "id" > ? and "id" <= ?;
-- SEARCH articles USING COVERING INDEX articles_sitemap (id>? AND id<?)

-- listNewsSince
select distinct "articles"."slug", "articles"."title", "articles"."sponsor", "articles"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" in (?) and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
    and hidden.section = '') and not exists (
  select 1
  from entries
  where entries.article_id = articles.id and coalesce(entries.feed_url, '') in (
    select value
    from json_each(?)) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = ? and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')
  limit 1 offset 0) and "entries"."sorted_at" >= ? and "articles"."published_at" is not null
    and "articles"."taken_down_at" is null
order by "articles"."sorted_at" desc
limit ?;
-- SEARCH entries USING COVERING INDEX entries_newest (feed_url=? AND sorted_at>?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- SEARCH articles USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 4
-- SEARCH entries USING INDEX entries_of_article (article_id=?)
-- LIST SUBQUERY 2
-- SCAN json_each VIRTUAL TABLE INDEX 1:
-- CREATE BLOOM FILTER
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH hidden USING COVERING INDEX sqlite_autoindex_hidden_entries_1 (article_id=? AND edition=? AND feed_url=? AND section=?)
-- USE TEMP B-TREE FOR DISTINCT
-- USE TEMP B-TREE FOR ORDER BY
-- on PostgreSQL:
select distinct "articles"."slug", "articles"."title", "articles"."sponsor", "articles"."sorted_at" as "sortedAt"
from "entries"
inner join "articles" on "articles"."id" = "entries"."article_id"
where "entries"."feed_url" = any($1::text[]) and not exists (
  select 1
  from hidden_entries as hidden
  where hidden.article_id = "entries"."article_id" and hidden.edition = $2 and hidden.feed_url = "entries"."feed_url"
    and hidden.section = '') and not exists (
  select 1
  from entries
  where entries.article_id = articles.id and coalesce(entries.feed_url, '') = any($3::text[]) and not exists (
    select 1
    from hidden_entries as hidden
    where hidden.article_id = "entries"."article_id" and hidden.edition = $4 and hidden.feed_url = "entries"."feed_url"
      and hidden.section = '')
  limit 1 offset 0) and "entries"."sorted_at" >= $5 and "articles"."published_at" is not null
    and "articles"."taken_down_at" is null
order by "articles"."sorted_at" desc
limit $6;
