import { expect, it } from "vitest";
import { readMutatedFeeds } from "../support/mutatedFeeds.ts";
import { readSeeds } from "../support/seedFeeds.ts";

/** `npm run fuzz` does the same with 200,000, and with other seeds. */
it("reads or refuses 2,000 mutated feeds, each within a second, and never gives what is no article", () => {
  const { runs, read, unreadable, failure } = readMutatedFeeds(readSeeds(), 1, 2000);
  expect(failure).toBeNull();
  expect(read + unreadable).toBe(runs);
  // Mutations that leave nothing to read would prove nothing.
  expect(read).toBeGreaterThan(runs / 2);
});
