import { expect, it } from "vitest";
import { explainUnsuitable } from "./postgres.ts";

it("accepts servers from PostgreSQL 15", () => {
  expect(explainUnsuitable({ version: "15.0", encoding: "UTF8" })).toBeNull();
  expect(explainUnsuitable({ version: "18.1 (Debian 18.1-1)", encoding: "UTF8" })).toBeNull();
  expect(explainUnsuitable({ version: "14.14", encoding: "UTF8" })).toBe(
    "Its server is PostgreSQL 14.14; Broadsheet needs version 15 or newer.",
  );
  expect(explainUnsuitable({ version: "9.6.24", encoding: "UTF8" })).toContain("PostgreSQL 9.6.24;");
});
