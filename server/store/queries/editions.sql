-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== editionVersions.ts ========

-- findCurrentVersion
select "id", "digest"
from "edition_versions"
where "is_current" = ?;
-- SCAN edition_versions

-- listEditionVersions
select "id", "edition_versions"."digest", "pushed_at" as "pushedAt", "is_current" as "isCurrent", count(*) as "files",
  sum("bytes") as "bytes"
from "edition_versions"
inner join "edition_files" on "edition_files"."version_id" = "edition_versions"."id"
group by "id", "edition_versions"."digest", "pushed_at", "is_current"
order by "id" desc;
-- SCAN edition_versions
-- SEARCH edition_files USING INDEX sqlite_autoindex_edition_files_1 (version_id=?)
-- USE TEMP B-TREE FOR ORDER BY

-- listVersionFiles
select "path", "bytes", "digest"
from "edition_files"
where "version_id" = ?
order by "path";
-- SEARCH edition_files USING INDEX sqlite_autoindex_edition_files_1 (version_id=?)

-- readFileContent
select "content"
from "edition_contents"
where "digest" = ?
order by "part";
-- SEARCH edition_contents USING INDEX sqlite_autoindex_edition_contents_1 (digest=?)

-- listStoredSizes
select "digest", sum(length("content")) as "bytes"
from "edition_contents"
group by "digest";
-- SCAN edition_contents USING INDEX sqlite_autoindex_edition_contents_1

-- saveFileContent
insert into "edition_contents" ("digest", "part", "content")
values (?, ?, ?)
on conflict do nothing;

-- saveEditionVersion
select "digest", sum(length("content")) as "bytes"
from "edition_contents"
group by "digest";
-- SCAN edition_contents USING INDEX sqlite_autoindex_edition_contents_1
insert into "edition_versions" ("digest", "pushed_at", "is_current")
values (?, ?, ?)
returning "id";
-- SEARCH edition_files USING COVERING INDEX sqlite_autoindex_edition_files_1 (version_id=?)
insert into "edition_files" ("version_id", "path", "bytes", "digest")
values (?, ?, ?, ?);
update "edition_versions"
set "is_current" = case when "id" = ? then 1 else 0 end;
-- SCAN edition_versions
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
select "id"
from "edition_versions"
order by "id" desc;
-- SCAN edition_versions
delete from "edition_files"
where "version_id" in ();
-- SCAN edition_files
delete from "edition_versions"
where "id" in ();
-- SCAN edition_versions
-- SEARCH edition_files USING COVERING INDEX sqlite_autoindex_edition_files_1 (version_id=?)
delete from "edition_contents"
where "digest" not in (
  select "digest"
  from "edition_files");
-- SCAN edition_contents
-- USING INDEX edition_files_digest FOR IN-OPERATOR
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);
delete from "edition_files"
where false;
delete from "edition_versions"
where false;

-- activateVersion
select "id"
from "edition_versions"
where "id" = ?;
-- SEARCH edition_versions USING INTEGER PRIMARY KEY (rowid=?)
update "edition_versions"
set "is_current" = case when "id" = ? then 1 else 0 end;
-- SCAN edition_versions
insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
values (?, ?, ?, ?, ?);
-- on PostgreSQL:
with "part_0" as (insert into "changes" ("kind", "edition", "source_url", "article_id", "changed_at")
  select "kind", "edition", "source_url", "article_id", "changed_at"
  from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[]) as inserted ("kind", "edition", "source_url",
    "article_id", "changed_at"))
select pg_notify($6, $7);
