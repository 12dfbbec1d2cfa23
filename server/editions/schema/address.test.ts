import { describe, expect, it } from "vitest";
import { getPublicUrl, getSiblingUrl, getSiteAddress } from "./address.ts";

const listed = { url: undefined, hosts: ["localhost", "news.example", "www.news.example"], default: true };
const local = { ...listed, hosts: ["localhost"] };
const other = { url: undefined, hosts: ["harbor.example"], default: false };

describe("getSiteAddress", () => {
  it.each([
    // edition, requested origin, expected `siteUrl`, expected `hasAddress`
    [{ ...listed, url: "https://news.example" }, "http://made-up.example", "https://news.example", true],
    [listed, "https://www.news.example", "https://www.news.example", true],
    [listed, "http://127.0.0.1:3000", "http://127.0.0.1:3000", true],
    [listed, "http://[::1]:3000", "http://[::1]:3000", true],
    [listed, "http://made-up.example", "https://news.example", false],
    [listed, undefined, "https://news.example", false],
    [local, "http://made-up.example", "", false],
    [other, "http://127.0.0.1:3000", "https://harbor.example", false],
  ])("of %j for a request to %s is %s", (edition, origin, siteUrl, hasAddress) =>
    expect(getSiteAddress(edition, origin)).toEqual({ siteUrl, hasAddress }),
  );
});

describe("getPublicUrl", () => {
  it.each([
    [listed, "http://www.news.example:3000", "http://www.news.example:3000"],
    [listed, "http://localhost:6666", "https://news.example"],
    [listed, "http://made-up.example", "https://news.example"],
    [local, "http://localhost:3000", "http://localhost:3000"],
    [local, "http://made-up.example", "http://localhost"],
    [local, undefined, "http://localhost"],
  ])("of %j after a request to %s is %s", (edition, origin, url) => expect(getPublicUrl(edition, origin)).toBe(url));
});

describe("getSiblingUrl", () => {
  it("is the sibling's url, else its host with the protocol and port of the current site", () => {
    expect(getSiblingUrl({ ...other, url: "https://quay.example" }, "http://news.example")).toBe(
      "https://quay.example",
    );
    expect(getSiblingUrl(other, "https://news.example:8443")).toBe("https://harbor.example:8443");
    expect(getSiblingUrl(other, "")).toBe("http://harbor.example");
  });
});
