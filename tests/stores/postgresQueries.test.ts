import { CompiledQuery } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { listPostgresStatements } from "../../tools/queries.ts";
import { openDatabase } from "../support/stores.ts";

// SQLite does not check types, so a query may run on SQLite but fail on PostgreSQL. Planning the query finds the error.

const modules = await listPostgresStatements();
const database = await openDatabase("sqlite::memory:");
afterAll(() => database.destroy());

/** Statements that PostgreSQL does not plan, so `explain` rejects them. */
const PLANLESS = /^(lock|set|vacuum|analyze|notify|listen|truncate|savepoint)\b/i;

describe.each([...modules])("%s", (_path, statements) => {
  it("has queries that PostgreSQL can plan", async () => {
    for (const { sql, parameters } of statements.filter(({ sql }) => !PLANLESS.test(sql.trim()))) {
      const plan = database.executeQuery(CompiledQuery.raw(`explain ${sql}`, [...parameters]));
      await expect(plan, sql).resolves.toHaveProperty("rows.0");
    }
  });
});
