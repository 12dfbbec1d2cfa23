import { describe, expect, it } from "vitest";
import { datedBytes, wireOf } from "./rawResponse.ts";

const NOON = Date.parse("2026-04-20T12:00:00Z");

describe("an answer's bytes", () => {
  it("tell the second in which they are sent", () => {
    const wire = wireOf(200, ["x-one", "1"], Buffer.from("News"));
    expect(datedBytes(wire, NOON).toString()).toBe(
      "HTTP/1.1 200 OK\r\nx-one: 1\r\nDate: Mon, 20 Apr 2026 12:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\nNews",
    );
    expect(datedBytes(wire, NOON + 1999).toString()).toContain("\r\nDate: Mon, 20 Apr 2026 12:00:01 GMT\r\n");
    expect(datedBytes(wire, NOON).subarray(wire.bodyAt).toString()).toBe("News");
  });

  it("stay as they are while a slow reader waits for them", () => {
    const wire = wireOf(200, [], Buffer.from("News"));
    const held = datedBytes(wire, NOON);
    wire.isHeld = true;
    expect(datedBytes(wire, NOON + 1000).toString()).toContain("12:00:01");
    expect(held.toString()).toContain("12:00:00");
  });

  it.each([
    ["x-one", "1\r\nx-two: 2"],
    ["x one", "1"],
  ])("have no header %j: %j", (name, value) => expect(() => wireOf(200, [name, value], null)).toThrow(TypeError));
});
