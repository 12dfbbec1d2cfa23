import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { describe, expect, it } from "vitest";
import { classifySmtpError, getRejectionCode, summarizeReply } from "./smtpReplies.ts";
import { openTransport } from "./transport.ts";

describe("getRejectionCode", () => {
  it.each([
    ["the recipient", 550, 550],
    ["the content", 451, 451],
    ["the password", 535, null],
    ["the sender", 553, null],
    ["the connection", 421, null],
  ])("reads a rejection of %s with %i as %s", async (rejected, code, expected) => {
    const reply = (subject: string) =>
      subject === rejected ? Object.assign(new Error("no"), { responseCode: code }) : null;
    const server = new SMTPServer({
      disabledCommands: ["STARTTLS"],
      allowInsecureAuth: true,
      onConnect: (_session, done) => done(reply("the connection")),
      onAuth: (_auth, _session, done) => done(reply("the password"), { user: "us" }),
      onMailFrom: (_address, _session, done) => done(reply("the sender")),
      onRcptTo: (_address, _session, done) => done(reply("the recipient")),
      onData(stream, _session, done) {
        stream.resume().on("end", () => done(reply("the content")));
      },
    });
    server.on("error", () => {});
    server.listen(0, "127.0.0.1");
    await once(server.server, "listening");
    const { port } = server.server.address() as AddressInfo;
    const transport = openTransport({ smtpUrl: `smtp://us:secret@127.0.0.1:${port}`, inbox: null });
    const error = await transport
      ?.send({ from: "a@site.example", to: "b@reader.example", text: "One" })
      .catch((error) => error);
    expect(error).toBeInstanceOf(Error);
    expect(getRejectionCode(error)).toBe(expected);
    transport?.close();
    server.close();
  });
});

describe("classifySmtpError", () => {
  it.each([
    ["no-mailbox", "RCPT TO", "550 5.1.1 no such user"],
    ["no-mailbox", "RCPT TO", "550 unknown"],
    ["rejected", "RCPT TO", "550 5.7.1 your network is blocked"],
    ["rejected", "RCPT TO", "552 5.2.2 mailbox full"],
    ["rejected", "DATA", "554 5.7.1 looks like spam"],
    ["deferred", "RCPT TO", "450 4.2.0 greylisted"],
    ["deferred", "DATA", "452 4.3.1 no room"],
    ["unavailable", "RCPT TO", "421 4.3.2 closing"],
    // Sender and login are the same for every message, so their rejection must not end a subscription.
    ["unavailable", "MAIL FROM", "550 5.7.1 sender not allowed"],
    ["unavailable", "AUTH PLAIN", "535 5.7.8 wrong password"],
  ] as const)("returns %s if the reply to %s is %s", (expected, command, response) => {
    const responseCode = Number.parseInt(response, 10);
    expect(classifySmtpError(Object.assign(new Error(response), { command, response, responseCode }))).toBe(expected);
  });

  it("returns unavailable if there is no reply", () => {
    const error = Object.assign(new Error("connect ECONNREFUSED"), { command: "CONN" });
    expect(classifySmtpError(error)).toBe("unavailable");
  });
});

describe("summarizeReply", () => {
  it("removes addresses and line breaks", () => {
    expect(summarizeReply("550 5.1.1 <rosa@reader.example>: no such\r\n user")).toBe(
      "550 5.1.1 (address): no such user",
    );
  });
});
