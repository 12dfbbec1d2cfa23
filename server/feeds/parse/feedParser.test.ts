import { expect, it } from "vitest";
import { parse } from "./feedParser.ts";

const RSS = "<rss version='2.0'><channel><title>Wire</title></channel></rss>";
const read = (response: string) => parse({ isWrapped: true, contentType: "application/json" }, Buffer.from(response));

it.each([
  ["a text", RSS],
  ["a data URL", `data:text/xml,${encodeURIComponent(RSS)}`],
  ["a data URL in Base64", `data:application/rss+xml;charset=utf-8;base64,${Buffer.from(RSS).toString("base64")}`],
])("reads a feed that a relay wrapped as %s", (_, contents) => {
  expect(read(JSON.stringify({ contents })).feed.title).toBe("Wire");
});

it("rejects responses without a wrapped feed", () => {
  expect(() => read("<html>")).toThrow("The relay's response is not JSON.");
  for (const text of ["null", "{}", '{"contents":" "}', '{"contents":1}'])
    expect(() => read(text)).toThrow("The relay's response has no text in its contents field.");
});
