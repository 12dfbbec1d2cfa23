import { describe, expect, it } from "vitest";
import { explainRefusal } from "./refusals.ts";

const REQUEST = { bucket: "news", host: "s3.example", task: "storing objects in" };
const explain = (status: number, code: string, more = "") =>
  explainRefusal({ status, text: `<Error><Code>${code}</Code>${more}</Error>` }, REQUEST);

describe("explainRefusal", () => {
  it.each([
    [404, "NoSuchBucket", "There is no bucket news at s3.example. Create it, or correct IMAGES_URL."],
    [403, "InvalidAccessKeyId", "s3.example does not know the access key ID."],
    [400, "ExpiredToken", "s3.example rejects the session token: it is invalid, or has expired."],
    [403, "RequestTimeTooSkewed", "The clock of this machine differs from that of s3.example by more than 15 minutes."],
    [403, "AccessDenied", "s3.example does not permit storing objects in the bucket news (AccessDenied)."],
  ])("explains %i %s", (status, code, sentence) => {
    expect(explain(status, code)).toBe(sentence);
  });

  it("names the bucket's region", () => {
    const sentence = "The bucket news is in another region, eu-west-1. Correct the region in IMAGES_URL.";
    expect(explain(400, "AuthorizationHeaderMalformed", "<Region>eu-west-1</Region>")).toBe(sentence);
    expect(explainRefusal({ status: 301, text: "", region: "eu-west-1" }, REQUEST)).toBe(
      "The bucket news is elsewhere, in the region eu-west-1. Correct IMAGES_URL.",
    );
  });

  it.each([
    [404, "NoSuchKey"],
    [400, "EntityTooLarge"],
    [503, "SlowDown"],
  ])("explains nothing for %i %s, which concerns one object or passes", (status, code) => {
    expect(explain(status, code)).toBeNull();
  });
});
