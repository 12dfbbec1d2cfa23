import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCursor, writeCursor } from "./paging.ts";

describe("readCursor", () => {
  it("reads what writeCursor wrote", () => {
    const cursors = fc.record({
      ceiling: fc.maxSafeNat(),
      score: fc.nat(999_999_999),
      key: fc.maxSafeNat(),
    });
    fc.assert(
      fc.property(cursors, (cursor) => {
        expect(readCursor(writeCursor(cursor))).toEqual(cursor);
      }),
    );
  });

  it.each([null, "", "1.2", "1.2.3.4", "-1.2.3", "1.2.x", "9999999999999999.1.1", "1.1e3.1"])("rejects %j", (text) => {
    expect(readCursor(text)).toBeNull();
  });
});
