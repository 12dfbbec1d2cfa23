import { describe, expect, it } from "vitest";
import { formatSearchRequest, parseSearchRequest } from "./request.ts";

const read = (query: string) => parseSearchRequest(new URLSearchParams(query));

describe("parseSearchRequest", () => {
  it("ignores values that make no sense", () => {
    expect(read("q=+mayor+&order=upwards&pictures=yes&from=")).toEqual(read("q=mayor"));
  });

  it("removes controls and overrides of the direction", () => {
    expect(read("q=ma%E2%80%AEyor%00&source=The%07+Wire")).toEqual(read("q=mayor&source=The+Wire"));
  });

  it("cuts values off after 400 characters", () => {
    expect(read(`q=${"a".repeat(10_000)}`).text).toHaveLength(400);
  });
});

describe("formatSearchRequest", () => {
  it.each(["", "q=city+hall&section=local&from=2026-01-01&pictures=1&order=date", "source=The+Wire&after=1.2.3"])(
    "writes what was read from %j",
    (query) => expect(formatSearchRequest(read(query))).toBe(query),
  );
});
