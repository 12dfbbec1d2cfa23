import { describe, expect, it } from "vitest";
import { keyOf, mailboxOf, maskedAddress, readAddress } from "./address.ts";
import { suggestAddress } from "./suggest.ts";

describe("an address", () => {
  it.each([
    "rosa@example.com",
    "Rosa.Delgado+news@mail.example.co.uk",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    '"rosa delgado"@example.com',
    '"a@b\\"c"@example.com',
    '""@example.com',
    "1@2.example",
    "rosa@[93.184.216.34]",
    "rosa@[IPv6:2606:4700::1111]",
    "josé@bücher.example",
    "用户@例え.テスト",
    "rosa@xn--bcher-kva.example",
    "rosa@a-b.example",
    `${"a".repeat(64)}@example.com`,
    `a@${"b".repeat(63)}.example`,
    "δοκιμή@παράδειγμα.δοκιμή",
    "  rosa@example.com. ",
  ])("that RFC 5321 and IDNA allow is taken: %s", (typed) => {
    expect(readAddress(typed)).toMatchObject({ email: typed.trim().replace(/\.$/, "").normalize("NFC") });
  });

  it.each([
    ["", "Please write"],
    ["rosa", "no @"],
    ["@example.com", "nothing before"],
    ["rosa@", "nothing after"],
    ["rosa@example", "no dot"],
    ["rosa delgado@example.com", "a space"],
    ["rosa@exa mple.com", "a space"],
    ["rosa@example,com", "a comma"],
    ["rosa.@example.com", "dot too many"],
    ["ro..sa@example.com", "dot too many"],
    ["rosa@a@example.com", "more than one @"],
    ["rosa<b>@example.com", "The character <"],
    ["rosa@-a.example", "No mail server"],
    ["rosa@a..example", "No mail server"],
    ["rosa@192.0.2.1", "No mail server"],
    ["rosa@[127.0.0.1]", "no public mail server"],
    ["rosa@[IPv6:::1]", "no public mail server"],
    [`${"a".repeat(65)}@example.com`, "up to 64"],
    [`a@${"b.".repeat(126)}example`, "up to 254"],
    ["rosa@example.com\r\nBcc: all@example.com", "invisible"],
    ["rosa\u202e@example.com", "invisible"],
    ['"a\r\nb"@example.com', "invisible"],
  ])("that they do not allow is refused with what is wrong: %j", (typed, fault) => {
    expect(readAddress(typed)).toEqual({ fault: expect.stringContaining(fault) });
  });

  it("has one key however it is written, and no other's", () => {
    for (const same of ["rosa@bücher.example", "ROSA@BÜCHER.example", '"rosa"@xn--bcher-kva.EXAMPLE'])
      expect(keyOf(same)).toBe("rosa@xn--bcher-kva.example");
    for (const other of ["ro.sa@example.com", "rosa+a@example.com"]) expect(keyOf(other)).toBe(other);
    expect(mailboxOf("Rosa@bücher.example")).toBe("Rosa@xn--bcher-kva.example");
    expect(maskedAddress("rosa@example.com")).toBe("r…@example.com");
  });
});

describe("a mistyped well-known domain", () => {
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
  ])("%s is taken for %s", (typed, meant) => expect(suggestAddress(typed)).toBe(meant));

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
  ])("%s is taken for nothing else", (typed) => expect(suggestAddress(typed)).toBeNull());
});
