import { describe, expect, it } from "vitest";
import { formatS3Location, parseS3Location, toBucketUrl } from "./location.ts";

describe("parseS3Location", () => {
  it("reads the bucket, the prefix, the endpoint and the region", () => {
    expect(parseS3Location("s3://news-photos")).toEqual({
      bucket: "news-photos",
      prefix: "",
      endpoint: null,
      region: null,
    });
    const location = parseS3Location("s3://news/site/photos/?endpoint=https://s3.example:9000/&region=eu-west-1");
    expect(location).toEqual({
      bucket: "news",
      prefix: "site/photos/",
      endpoint: "https://s3.example:9000",
      region: "eu-west-1",
    });
    expect(location && formatS3Location(location)).toBe("s3://news/site/photos");
  });

  it.each([
    "https://news.s3.amazonaws.com",
    "s3:///photos",
    "s3://n",
    "s3://AKIA:secret@news",
    "s3://news?accessKeyId=AKIA",
    "s3://news/a//b",
    "s3://news/caf%C3%A9",
    "s3://news?endpoint=ftp://s3.example",
    "s3://news?endpoint=https://user:password@s3.example",
    "s3://news?region=eu west",
  ])("rejects %s", (text) => {
    expect(parseS3Location(text)).toBeNull();
  });
});

describe("toBucketUrl", () => {
  it.each([
    ["s3://news", "https://news.s3.eu-west-1.amazonaws.com"],
    ["s3://news.example", "https://s3.eu-west-1.amazonaws.com/news.example"],
    ["s3://news?endpoint=http://127.0.0.1:9000", "http://127.0.0.1:9000/news"],
  ])("turns %s into %s", (text, url) => {
    const location = parseS3Location(text);
    expect(location && toBucketUrl(location, "eu-west-1")).toBe(url);
  });
});
