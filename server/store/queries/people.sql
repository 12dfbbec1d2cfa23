-- Written by `node tools/queries.ts`; a test fails if this is out of date. SQLite's query plan follows each statement.
-- PostgreSQL's statements follow those of SQLite if they differ in more than the names of parameters.


-- ======== passkeys.ts ========

-- insertChallenge
insert into "sign_in_challenges" ("challenge_hash", "person_id", "expires_at")
values (?, ?, ?);

-- takeChallenge
delete from "sign_in_challenges"
where "challenge_hash" = ? and "person_id" = ? and "expires_at" > ?;
-- SEARCH sign_in_challenges USING INDEX sqlite_autoindex_sign_in_challenges_1 (challenge_hash=?)

-- insertPasskey
insert into "passkeys" ("id", "person_id", "public_key", "uses", "transports", "created_at", "used_at")
values (?, ?, ?, ?, ?, ?, ?);

-- findPasskey
select *
from "passkeys"
where "id" = ?;
-- SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_1 (id=?)

-- listPasskeys
select *
from "passkeys"
where "person_id" = ?
order by "created_at", "id";
-- SEARCH passkeys USING INDEX passkeys_of_person (person_id=?)
-- USE TEMP B-TREE FOR ORDER BY

-- markPasskeyUsed
update "passkeys"
set "uses" = ?, "used_at" = ?
where "id" = ?;
-- SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_1 (id=?)

-- deletePasskey
delete from "passkeys"
where ("id" = ? and "person_id" = ?);
-- SEARCH passkeys USING INDEX sqlite_autoindex_passkeys_1 (id=?)

-- deletePasskeys
delete from "passkeys"
where "person_id" = ?;
-- SEARCH passkeys USING COVERING INDEX passkeys_of_person (person_id=?)


-- ======== people.ts ========

-- insertPerson
insert into "people" ("name", "email", "handle", "created_at")
values (?, ?, ?, ?)
returning *;
-- SEARCH sign_in_challenges USING COVERING INDEX sign_in_challenges_of_person (person_id=?)
-- SEARCH sign_in_codes USING COVERING INDEX sign_in_codes_of_person (person_id=?)
-- SEARCH passkeys USING COVERING INDEX passkeys_of_person (person_id=?)
-- SEARCH sign_in_links USING COVERING INDEX sign_in_links_of_person (person_id=?)
-- SEARCH sessions USING COVERING INDEX sessions_of_person (person_id=?)
-- SEARCH person_roles USING COVERING INDEX sqlite_autoindex_person_roles_1 (person_id=?)

-- findPerson
select *
from "people"
where "id" = ?;
-- SEARCH people USING INTEGER PRIMARY KEY (rowid=?)

-- findPersonByName
select *
from "people"
where "name" = ?;
-- SEARCH people USING INDEX sqlite_autoindex_people_1 (name=?)

-- findPersonByEmail
select *
from "people"
where "email" = ?;
-- SEARCH people USING INDEX sqlite_autoindex_people_2 (email=?)

-- listNames
select "name"
from "people"
order by "name";
-- SCAN people USING COVERING INDEX sqlite_autoindex_people_1

-- hasSignIns
select "person_id"
from "sessions"
union all
select "person_id"
from "passkeys"
limit ?;
-- COMPOUND QUERY
-- LEFT-MOST SUBQUERY
-- SCAN sessions USING COVERING INDEX sessions_of_person
-- UNION ALL
-- SCAN passkeys USING COVERING INDEX passkeys_of_person

-- listRoles
select "edition", "role"
from "person_roles"
where "person_id" = ?
order by "edition";
-- SEARCH person_roles USING INDEX sqlite_autoindex_person_roles_1 (person_id=?)

-- saveRole
insert into "person_roles" ("person_id", "edition", "role")
values (?, ?, ?)
on conflict ("person_id", "edition") do update
set "person_id" = ?, "edition" = ?, "role" = ?;

-- deleteRole
delete from "person_roles"
where "person_id" = ? and "edition" = ?;
-- SEARCH person_roles USING INDEX sqlite_autoindex_person_roles_1 (person_id=? AND edition=?)

-- listPeople
select "people"."id", "people"."name", "people"."email", "person_roles"."role", (
  select count(*) as "count"
  from "passkeys"
  where "passkeys"."person_id" = "people"."id") as "passkeys", (
  select max("sessions"."used_at") as "used_at"
  from "sessions"
  where "sessions"."person_id" = "people"."id") as "usedAt", (
  select max("sign_in_links"."expires_at") as "expires_at"
  from "sign_in_links"
  where "sign_in_links"."person_id" = "people"."id") as "linkExpiresAt"
from "people"
inner join "person_roles" on "person_roles"."person_id" = "people"."id"
where "person_roles"."edition" = ?
order by "people"."name";
-- SEARCH person_roles USING INDEX person_roles_of_edition (edition=?)
-- SEARCH people USING INTEGER PRIMARY KEY (rowid=?)
-- CORRELATED SCALAR SUBQUERY 1
-- SEARCH passkeys USING COVERING INDEX passkeys_of_person (person_id=?)
-- CORRELATED SCALAR SUBQUERY 2
-- SEARCH sessions USING INDEX sessions_of_person (person_id=?)
-- CORRELATED SCALAR SUBQUERY 3
-- SEARCH sign_in_links USING INDEX sign_in_links_of_person (person_id=?)
-- USE TEMP B-TREE FOR ORDER BY

-- listPublishers
select "people"."name"
from "people"
inner join "person_roles" on "person_roles"."person_id" = "people"."id"
where "person_roles"."edition" = ? and "person_roles"."role" = ?
order by "people"."name";
-- SEARCH person_roles USING INDEX person_roles_of_edition (edition=? AND role=?)
-- SEARCH people USING INTEGER PRIMARY KEY (rowid=?)
-- USE TEMP B-TREE FOR ORDER BY

-- deletePerson
delete from "person_roles"
where "person_id" = ?;
-- SEARCH person_roles USING COVERING INDEX sqlite_autoindex_person_roles_1 (person_id=?)
delete from "sessions"
where "person_id" = ?;
-- SEARCH sessions USING COVERING INDEX sessions_of_person (person_id=?)
delete from "passkeys"
where "person_id" = ?;
-- SEARCH passkeys USING COVERING INDEX passkeys_of_person (person_id=?)
delete from "sign_in_links"
where "person_id" = ?;
-- SEARCH sign_in_links USING COVERING INDEX sign_in_links_of_person (person_id=?)
delete from "sign_in_codes"
where "person_id" = ?;
-- SEARCH sign_in_codes USING COVERING INDEX sign_in_codes_of_person (person_id=?)
delete from "sign_in_challenges"
where "person_id" = ?;
-- SEARCH sign_in_challenges USING COVERING INDEX sign_in_challenges_of_person (person_id=?)
delete from "people"
where "id" = ?;
-- SEARCH people USING INTEGER PRIMARY KEY (rowid=?)
-- SEARCH sign_in_challenges USING COVERING INDEX sign_in_challenges_of_person (person_id=?)
-- SEARCH sign_in_codes USING COVERING INDEX sign_in_codes_of_person (person_id=?)
-- SEARCH passkeys USING COVERING INDEX passkeys_of_person (person_id=?)
-- SEARCH sign_in_links USING COVERING INDEX sign_in_links_of_person (person_id=?)
-- SEARCH sessions USING COVERING INDEX sessions_of_person (person_id=?)
-- SEARCH person_roles USING COVERING INDEX sqlite_autoindex_person_roles_1 (person_id=?)


-- ======== sessions.ts ========

-- insertSession
insert into "sessions" ("token_hash", "person_id", "method", "browser", "created_at", "used_at", "proved_at")
values (?, ?, ?, ?, ?, ?, ?)
returning "id";

-- findSessionByToken
select *
from "sessions"
where "used_at" > ? and "created_at" > ? and "token_hash" = ?;
-- SEARCH sessions USING INDEX sqlite_autoindex_sessions_1 (token_hash=?)

-- listSessionRows
select *
from "sessions"
where "used_at" > ? and "created_at" > ? and "person_id" = ?
order by "used_at" desc, "id" desc;
-- SEARCH sessions USING INDEX sessions_of_person (person_id=?)
-- USE TEMP B-TREE FOR ORDER BY

-- markSessionUsed
update "sessions"
set "used_at" = ?
where "id" = ?;
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)

-- markSessionProved
update "sessions"
set "proved_at" = ?
where "id" = ?;
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)

-- deleteSession
delete from "sessions"
where ("id" = ? and "person_id" = ?);
-- SEARCH sessions USING INTEGER PRIMARY KEY (rowid=?)

-- deleteSessions
delete from "sessions"
where "person_id" = ?;
-- SEARCH sessions USING COVERING INDEX sessions_of_person (person_id=?)

-- deleteEndedSessions
delete from "sessions"
where ("used_at" <= ? or "created_at" <= ?);
-- SCAN sessions


-- ======== signIn.ts ========

-- deleteExpired
delete from "sign_in_links"
where "expires_at" <= ?;
-- SCAN sign_in_links
delete from "sign_in_codes"
where "expires_at" <= ?;
-- SCAN sign_in_codes
delete from "sign_in_challenges"
where "expires_at" <= ?;
-- SCAN sign_in_challenges

-- replaceLink
delete from "sign_in_links"
where "person_id" = ?;
-- SEARCH sign_in_links USING COVERING INDEX sign_in_links_of_person (person_id=?)
insert into "sign_in_links" ("token_hash", "person_id", "expires_at")
values (?, ?, ?);

-- deleteLinks
delete from "sign_in_links"
where "person_id" = ?;
-- SEARCH sign_in_links USING COVERING INDEX sign_in_links_of_person (person_id=?)

-- findLink
select "person_id"
from "sign_in_links"
where "token_hash" = ? and "expires_at" > ?;
-- SEARCH sign_in_links USING INDEX sqlite_autoindex_sign_in_links_1 (token_hash=?)

-- takeLink
delete from "sign_in_links"
where "token_hash" = ? and "expires_at" > ?
returning "person_id";
-- SEARCH sign_in_links USING INDEX sqlite_autoindex_sign_in_links_1 (token_hash=?)

-- insertCode
insert into "sign_in_codes" ("request_hash", "person_id", "code_hash", "tries", "expires_at")
values (?, ?, ?, ?, ?);

-- tryCode
update "sign_in_codes"
set "tries" = "tries" + ?
where "request_hash" = ? and "tries" < ? and "expires_at" > ?
returning *;
-- SEARCH sign_in_codes USING INDEX sqlite_autoindex_sign_in_codes_1 (request_hash=?)

-- deleteCode
delete from "sign_in_codes"
where "request_hash" = ?;
-- SEARCH sign_in_codes USING INDEX sqlite_autoindex_sign_in_codes_1 (request_hash=?)

-- deleteCodes
delete from "sign_in_codes"
where "person_id" = ?;
-- SEARCH sign_in_codes USING COVERING INDEX sign_in_codes_of_person (person_id=?)

-- hasMailCodeBan
select "edition"
from "mail_code_bans"
where "edition" in (?, ?);
-- SEARCH mail_code_bans USING COVERING INDEX sqlite_autoindex_mail_code_bans_1 (edition=?)
-- on PostgreSQL:
select "edition"
from "mail_code_bans"
where "edition" = any($1::text[]);

-- saveMailCodeBan
insert into "mail_code_bans" ("edition")
values (?)
on conflict do nothing;
