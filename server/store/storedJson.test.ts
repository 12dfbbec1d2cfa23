import { expect, it } from "vitest";
import { z } from "zod";
import { parseStored } from "./storedJson.ts";

const schema = z.object({ title: z.string(), topics: z.array(z.string()).default([]) });

it("fills in what earlier versions did not write", () => {
  expect(parseStored(schema, '{"title":"Ferry"}', "version 1 of staff story 7")).toEqual({
    title: "Ferry",
    topics: [],
  });
});

it.each([
  ['{"title":', /version 1 of staff story 7 is damaged: it is not JSON/],
  ['{"topics":[]}', /version 1 of staff story 7 is damaged: .*expected string.*\n.*title/],
])("says where %j stands", (json, message) => {
  expect(() => parseStored(schema, json, "version 1 of staff story 7")).toThrow(message);
});
