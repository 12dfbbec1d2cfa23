import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatQueries, QUERIES } from "../../tools/queries.ts";

const queries = await formatQueries();

describe("server/store/queries", () => {
  it.each(Object.keys(queries))("%s is what `node tools/queries.ts` writes", async (name) => {
    expect(await readFile(join(QUERIES, name), "utf8")).toBe(queries[name]);
  });

  it("has no other files", async () => {
    expect((await readdir(QUERIES)).sort()).toEqual(Object.keys(queries).sort());
  });
});
