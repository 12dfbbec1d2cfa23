-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== indexing.ts ========

-- listArticlesBefore
select "id", "sorted_at" as "sortedAt"
from "articles"
where "taken_down_at" is null and ("sorted_at", "id") < (?, ?)
order by "sorted_at" desc, "id" desc
limit ?;
-- SEARCH articles USING INDEX articles_headlines (sorted_at<?)
-- USE TEMP B-TREE FOR LAST TERM OF ORDER BY
