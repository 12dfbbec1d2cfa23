import { describe, expect, it } from "vitest";
import { createRevisions } from "./revisions.ts";

describe("createRevisions", () => {
  it("counts the changes of each edition by itself", () => {
    const revisions = createRevisions(() => 0);
    revisions.raise("chicago");
    revisions.raise("chicago");
    expect([revisions.current("chicago"), revisions.current("madison")]).toEqual([2, 0]);
  });

  it("measures staleness from the first change that a page does not show", () => {
    let now = 0;
    const revisions = createRevisions(() => now);
    const rendered = revisions.current("chicago");
    expect(revisions.staleMs("chicago", rendered)).toBeNull();
    now = 1000;
    revisions.raise("chicago");
    now = 4000;
    revisions.raise("chicago");
    now = 5000;
    expect(revisions.staleMs("chicago", rendered)).toBe(4000);
    expect(revisions.staleMs("chicago", rendered + 1)).toBe(1000);
    expect(revisions.staleMs("chicago", rendered + 2)).toBeNull();
  });

  it("treats a page that missed a change of over a minute ago as infinitely stale", () => {
    let now = 0;
    const revisions = createRevisions(() => now);
    revisions.raise("chicago");
    now = 60_001;
    revisions.raise("chicago");
    expect(revisions.staleMs("chicago", 0)).toBe(Number.POSITIVE_INFINITY);
    expect(revisions.staleMs("chicago", 1)).toBe(0);
  });
});
