import { describe, expect, it } from "vitest";
import { maskAddress, parseAddress, toAddressKey, toEnvelopeAddress } from "./mailAddress.ts";

describe("parseAddress", () => {
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
  ])("accepts %s", (typed) => {
    expect(parseAddress(typed)).toMatchObject({ email: typed.trim().replace(/\.$/, "").normalize("NFC") });
  });

  it.each([
    ["", "Please enter"],
    ["rosa", "no @"],
    ["@example.com", "nothing before"],
    ["rosa@", "nothing after"],
    ["rosa@example", "no dot"],
    ["rosa delgado@example.com", "a space"],
    ["rosa@exa mple.com", "a space"],
    ["rosa@example,com", "a comma"],
    ["rosa.@example.com", "extra dot"],
    ["ro..sa@example.com", "extra dot"],
    ["rosa@a@example.com", "more than one @"],
    ["rosa<b>@example.com", "The character <"],
    ["rosa@-a.example", "No mail server"],
    ["rosa@a..example", "No mail server"],
    ["rosa@192.0.2.1", "No mail server"],
    ["rosa@[127.0.0.1]", "number of a public mail server"],
    ["rosa@[IPv6:::1]", "number of a public mail server"],
    [`${"a".repeat(65)}@example.com`, "up to 64"],
    [`a@${"b.".repeat(126)}example`, "up to 254"],
    ["rosa@example.com\r\nBcc: all@example.com", "invisible"],
    ["rosa\u202e@example.com", "invisible"],
    ['"a\r\nb"@example.com', "invisible"],
  ])("rejects %j with a reason", (typed, fault) => {
    expect(parseAddress(typed)).toEqual({ fault: expect.stringContaining(fault) });
  });
});

describe("toAddressKey", () => {
  it("returns one key for all spellings of an address, and different ones for different addresses", () => {
    for (const same of ["rosa@bücher.example", "ROSA@BÜCHER.example", '"rosa"@xn--bcher-kva.EXAMPLE'])
      expect(toAddressKey(same)).toBe("rosa@xn--bcher-kva.example");
    for (const other of ["ro.sa@example.com", "rosa+a@example.com"]) expect(toAddressKey(other)).toBe(other);
  });
});

describe("toEnvelopeAddress", () => {
  it("converts the domain to ASCII and keeps the local part", () => {
    expect(toEnvelopeAddress("Rosa@bücher.example")).toBe("Rosa@xn--bcher-kva.example");
  });
});

describe("maskAddress", () => {
  it("shows the first letter and the domain", () => {
    expect(maskAddress("rosa@example.com")).toBe("r…@example.com");
  });
});
