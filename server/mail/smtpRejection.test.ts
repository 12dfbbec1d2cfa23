import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { refusalOf } from "./smtpRejection.ts";
import { openPost } from "./transport.ts";

it.each([
  ["the recipient", 550, 550],
  ["the content", 451, 451],
  ["the password", 535, null],
  ["the sender", 553, null],
  ["the connection", 421, null],
])("%s refused with %i is, for the mail, %s", async (what, code, expected) => {
  const answer = (about: string) => (about === what ? Object.assign(new Error("no"), { responseCode: code }) : null);
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onConnect: (_session, done) => done(answer("the connection")),
    onAuth: (_auth, _session, done) => done(answer("the password"), { user: "us" }),
    onMailFrom: (_address, _session, done) => done(answer("the sender")),
    onRcptTo: (_address, _session, done) => done(answer("the recipient")),
    onData(stream, _session, done) {
      stream.resume().on("end", () => done(answer("the content")));
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const post = openPost({ smtpUrl: `smtp://us:secret@127.0.0.1:${port}`, inbox: null });
  const error = await post
    ?.send({ from: "a@site.example", to: "b@reader.example", text: "One" })
    .catch((error) => error);
  expect(error).toBeInstanceOf(Error);
  expect(refusalOf(error)).toBe(expected);
  post?.close();
  server.close();
});
