import { expect, it } from "vitest";
import { verdictOf, wordsOf } from "./answers.ts";

it.each([
  ["gone", "RCPT TO", "550 5.1.1 no such user"],
  ["gone", "RCPT TO", "550 unknown"],
  ["refused", "RCPT TO", "550 5.7.1 your network is blocked"],
  ["refused", "RCPT TO", "552 5.2.2 mailbox full"],
  ["refused", "DATA", "554 5.7.1 looks like spam"],
  ["later", "RCPT TO", "450 4.2.0 greylisted"],
  ["later", "DATA", "452 4.3.1 no room"],
  ["away", "RCPT TO", "421 4.3.2 closing"],
  // Whoever sends, and how it says who it is, is the same for everybody: nobody's subscription ends by it.
  ["away", "MAIL FROM", "550 5.7.1 sender not allowed"],
  ["away", "AUTH PLAIN", "535 5.7.8 wrong password"],
] as const)("is %s where the server answers to %s: %s", (verdict, command, response) => {
  const error = Object.assign(new Error(response), { command, response, responseCode: Number.parseInt(response, 10) });
  expect(verdictOf(error)).toBe(verdict);
});

it("is away where there is no answer", () => {
  expect(verdictOf(Object.assign(new Error("connect ECONNREFUSED"), { command: "CONN" }))).toBe("away");
});

it("is kept without the address that it names", () => {
  const error = Object.assign(new Error("no"), { response: "550 5.1.1 <rosa@reader.example>: no such\r\n user" });
  expect(wordsOf(error)).toBe("550 5.1.1 (address): no such user");
});
