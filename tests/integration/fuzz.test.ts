import { expect, it } from "vitest";
import { isLong } from "../support/longTests.ts";
import { parseMutatedFeeds } from "../support/mutatedFeeds.ts";
import { readSeeds } from "../support/seedFeeds.ts";

/** `npm run fuzz` does the same with 200,000 feeds and any seed. */
it("parses or rejects mutated feeds, each within a second, and returns only valid articles", () => {
  const { runs, parsed, rejected, failure } = parseMutatedFeeds(readSeeds(), 1, isLong ? 5000 : 500);
  expect(failure).toBeNull();
  expect(parsed + rejected).toBe(runs);
  // If most mutated feeds were rejected, the test would prove nothing.
  expect(parsed).toBeGreaterThan(runs / 2);
});
