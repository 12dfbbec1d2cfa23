import { expect, it } from "vitest";
import { issueContent } from "../../../tests/support/briefingIssue.ts";
import { loadEditions } from "../../editions/load.ts";
import { hasBriefing } from "./letter.ts";
import { writeIssue } from "./letters.ts";
import { encodeText } from "./quotedPrintable.ts";

const LINKS = {
  site: "https://m.example",
  archive: "https://m.example/a",
  preferences: "https://m.example/p",
  unsubscribe: "https://m.example/u",
};

async function write(sections: number, deck: string) {
  const [edition] = await loadEditions("editions");
  if (!edition || !hasBriefing(edition)) throw new Error("The edition has no briefing.");
  const content = issueContent(Array.from({ length: sections }, (_, index) => `section${index}`));
  for (const { stories } of content.sections) for (const story of stories) story.deck = deck;
  return writeIssue(content, edition, "2025-04-17", null, LINKS);
}

it("holds every mail under what Gmail shows whole, as it comes over the wire, by leaving out its last stories", async () => {
  const short = await write(3, "A sentence.");
  expect(short.html).toContain("section2-3");
  // Letters that take nine bytes on their way.
  const long = await write(15, "Überraschung — “ça” ".repeat(40));
  expect(encodeText(long.html).length).toBeLessThan(102_000);
  expect(encodeText(long.html).length).toBeGreaterThan(90_000);
  expect(long.html).toContain("section0-1");
  expect(long.html).not.toContain("section14-3");
  // The text part leaves out the same ones.
  expect(long.text).not.toContain("section14-3");
  expect(long.html).toContain("Unsubscribe");
});
