import { describe, expect, it } from "vitest";
import { suggestAddress } from "./suggestAddress.ts";

describe("suggestAddress", () => {
  it.each([
    ["a@gmial.com", "a@gmail.com"],
    ["a@gmai.com", "a@gmail.com"],
    ["a@gmail.con", "a@gmail.com"],
    ["a@gmial.con", "a@gmail.com"],
    ["a@gmail,com", "a@gmail.com"],
    ["a@gmailcom", "a@gmail.com"],
    ["a@gmail", "a@gmail.com"],
    ["a@yaho.com", "a@yahoo.com"],
    ["a@hotmial.com", "a@hotmail.com"],
    ["a@outlok.com", "a@outlook.com"],
    ["a@icoud.com", "a@icloud.com"],
    ["a@comcast.ner", "a@comcast.net"],
    ["a@aol.con", "a@aol.com"],
    ["a@oal.com", "a@aol.com"],
  ])("corrects %s to %s", (typed, meant) => expect(suggestAddress(typed)).toBe(meant));

  it.each([
    "a@gmail.com",
    "a@GMAIL.com",
    "a@mail.com",
    "a@ymail.com",
    "a@example.com",
    "a@aon.com",
    "a@bbc.co.uk",
    "a",
    "",
  ])("returns null for %s", (typed) => expect(suggestAddress(typed)).toBeNull());
});
