import { describe, expect, it } from "vitest";
import { createClientFinder, isProxyRange } from "./proxies.ts";

describe("createClientFinder", () => {
  it.each([
    // trusted, peer, X-Forwarded-For, client
    [["loopback"], "203.0.113.7", undefined, "203.0.113.7"],
    [["loopback"], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    [["loopback"], "10.0.0.8", "198.51.100.1", "10.0.0.8"],
    [["loopback"], "127.0.0.1", "198.51.100.1", "198.51.100.1"],
    [["loopback"], "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
    [["loopback"], "::1", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
    [["loopback"], "127.0.0.1", undefined, null],
    [["loopback"], "127.0.0.1", "", null],
    [["loopback"], "127.0.0.1", "6.6.6.6, unknown", "unknown"],
    // A content delivery network in front of nginx on this machine.
    [["loopback", "173.245.48.0/20"], "127.0.0.1", "6.6.6.6, 198.51.100.1, 173.245.48.9", "198.51.100.1"],
    [["10.0.0.0/8"], "10.1.2.3", "2001:db8::5", "2001:db8::5"],
    [["10.0.0.0/8"], "127.0.0.1", "198.51.100.1", "127.0.0.1"],
    [["2001:db8::/32"], "2001:db8::1", "198.51.100.1", "198.51.100.1"],
    [[], "127.0.0.1", "198.51.100.1", "127.0.0.1"],
  ])("trusting %j, finds behind %s with %j the client %s", (trusted, peer, forwardedFor, client) => {
    expect(createClientFinder(trusted)(peer, forwardedFor)).toBe(client);
  });
});

describe("isProxyRange", () => {
  it.each(["loopback", "10.0.0.1", "10.0.0.0/8", "2001:db8::/32"])("accepts %s", (text) =>
    expect(isProxyRange(text)).toBe(true),
  );
  it.each(["localhost", "10.0.0.0/33", "10.0.0", "::/129", ""])("rejects %j", (text) =>
    expect(isProxyRange(text)).toBe(false),
  );
});
