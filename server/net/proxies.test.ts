import { describe, expect, it } from "vitest";
import { createProxyReader, isProxyRange } from "./proxies.ts";

describe("createProxyReader", () => {
  it.each([
    // Each row: trusted proxies, peer, X-Forwarded-For, expected client.
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
    expect(createProxyReader(trusted)(peer, { "x-forwarded-for": forwardedFor }).client).toBe(client);
  });

  it("trusts a peer without an address only if the server listens on a Unix socket", () => {
    const headers = { "x-forwarded-for": "6.6.6.6, 198.51.100.1" };
    expect(createProxyReader(["loopback"], true)("", headers).client).toBe("198.51.100.1");
    expect(createProxyReader(["loopback"])("", headers).client).toBe("");
  });
});

describe("the protocol and host", () => {
  const CDN = "173.245.48.9";
  it.each([
    // Each row: headers from a peer on this machine, expected protocol, expected host.
    [{}, "http", undefined],
    [{ "x-forwarded-proto": "https", "x-forwarded-host": "news.example" }, "https", "news.example"],
    [{ "x-forwarded-proto": "HTTPS" }, "https", undefined],
    [{ "x-forwarded-proto": "gopher" }, "http", undefined],
    // Trusted proxies append values at the right. All values to the left of these were sent by the client.
    [{ "x-forwarded-for": "6.6.6.6, 198.51.100.1", "x-forwarded-proto": "https, http" }, "http", undefined],
    [{ "x-forwarded-for": `198.51.100.1, ${CDN}`, "x-forwarded-proto": "https, http" }, "https", undefined],
    [{ "x-forwarded-for": `198.51.100.1, ${CDN}`, "x-forwarded-host": "news.example" }, "http", "news.example"],
    [{ forwarded: 'for="[2001:db8::1]:4711";proto=https;host="news.example:8443"' }, "https", "news.example:8443"],
    [{ forwarded: "proto=http;host=evil.example, For=198.51.100.1;Proto=https" }, "https", "evil.example"],
    [{ forwarded: "proto=https", "x-forwarded-for": "198.51.100.1" }, "http", undefined],
  ] as const)("of %j are %s and %s", (headers, protocol, host) =>
    expect(createProxyReader(["loopback", "173.245.48.0/20"])("127.0.0.1", headers)).toMatchObject({ protocol, host }),
  );

  it("are not those that an untrusted peer sends", () =>
    expect(
      createProxyReader(["loopback"])("203.0.113.7", { "x-forwarded-proto": "https", "x-forwarded-host": "a.example" }),
    ).toEqual({ client: "203.0.113.7", protocol: "http", host: undefined }));

  it("come with the client from Forwarded", () =>
    expect(createProxyReader(["loopback"])("::1", { forwarded: 'for=6.6.6.6, for="[2001:db8::1]:4711"' }).client).toBe(
      "2001:db8::1",
    ));
});

describe("isProxyRange", () => {
  it.each(["loopback", "10.0.0.1", "10.0.0.0/8", "2001:db8::/32"])("accepts %s", (text) =>
    expect(isProxyRange(text)).toBe(true),
  );
  it.each(["localhost", "10.0.0.0/33", "10.0.0", "::/129", ""])("rejects %j", (text) =>
    expect(isProxyRange(text)).toBe(false),
  );
});

it.each(["a", 'for="', '"\\', "for=", "a=,"])("reads a Forwarded header of repeated %j once", (part) => {
  const read = createProxyReader(["loopback"]);
  const forwarded = `${part.repeat(100_000)},for=192.0.2.60`;
  expect(read("127.0.0.1", { forwarded }).protocol).toBe("http");
});
