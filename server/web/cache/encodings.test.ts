import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { chooseEncoding, encode, encodeOnce } from "./encodings.ts";

describe("chooseEncoding", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate, zstd", "zstd"],
    ["GZIP", "gzip"],
    ["x-gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["br;q=0, *", "zstd"],
    ["identity, gzip;q=0.5", "identity"],
    ["*;q=0", "identity"],
    ["gzip;q=0", "identity"],
    ["deflate", "identity"],
    ["", "identity"],
    [undefined, "identity"],
  ])("answers %j with %s", (accept, encoding) => {
    expect(chooseEncoding(accept)).toBe(encoding);
  });
});

describe("encode", () => {
  it.each(["quick", "better", "thorough"] as const)("says the same in every encoding, %s", async (effort) => {
    const body = Buffer.from("The river stands high. ".repeat(200));
    const { br, zstd, gzip, identity } = await encode(body, effort);
    for (const back of [brotliDecompressSync(br), zstdDecompressSync(zstd), gunzipSync(gzip), identity])
      expect(back.equals(body)).toBe(true);
    expect(Math.max(br.length, zstd.length, gzip.length)).toBeLessThan(body.length / 10);
  });
});

describe("encodeOnce", () => {
  const body = Buffer.from("The river stands high. ".repeat(200));

  it.each([
    ["gzip, deflate, br, zstd", "zstd", zstdDecompressSync],
    ["gzip, br", "br", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    [undefined, "identity", (bytes: Buffer) => bytes],
  ] as const)("answers %j with %s", async (accept, expected, back) => {
    const { encoding, bytes } = await encodeOnce(body, accept);
    expect(encoding).toBe(expected);
    expect(back(bytes).equals(body)).toBe(true);
  });

  it("leaves what is short as it is", async () => {
    const short = Buffer.from("The river stands high.");
    expect(await encodeOnce(short, "br")).toEqual({ encoding: "identity", bytes: short });
  });
});
