import { describe, expect, it } from "vitest";
import { serializeResponse, withCurrentDate } from "./rawResponse.ts";

const NOON = Date.parse("2026-04-20T12:00:00Z");

describe("serializeResponse", () => {
  it("writes head and body with the second in which they are sent", () => {
    const response = serializeResponse(200, ["x-one", "1"], Buffer.from("News"));
    expect(withCurrentDate(response, NOON).toString()).toBe(
      "HTTP/1.1 200 OK\r\nx-one: 1\r\nDate: Mon, 20 Apr 2026 12:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=75\r\n\r\nNews",
    );
    expect(withCurrentDate(response, NOON + 1999).toString()).toContain("\r\nDate: Mon, 20 Apr 2026 12:00:01 GMT\r\n");
    expect(withCurrentDate(response, NOON).subarray(response.bodyAt).toString()).toBe("News");
  });

  it("leaves bytes unchanged while a slow client waits for them", () => {
    const response = serializeResponse(200, [], Buffer.from("News"));
    const sent = withCurrentDate(response, NOON);
    response.isInUse = true;
    expect(withCurrentDate(response, NOON + 1000).toString()).toContain("12:00:01");
    expect(sent.toString()).toContain("12:00:00");
  });

  it.each([
    ["x-one", "1\r\nx-two: 2"],
    ["x one", "1"],
  ])("rejects the header %j: %j", (name, value) =>
    expect(() => serializeResponse(200, [name, value], null)).toThrow(TypeError),
  );
});
