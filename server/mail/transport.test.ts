import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MailPool, openMailPool } from "./transport.ts";

/** Message that exceeds the buffers of streams and so is sent in several chunks. */
const RAW = Buffer.from(`Subject: One\r\n\r\n${"A line of text.\r\n".repeat(20_000)}`);
const MAIL = { from: "a@site.example", to: "b@reader.example" };

let server: SMTPServer;
let pool: MailPool | null;
let receivedBytes: number;
let accepted: number;

beforeEach(async () => {
  receivedBytes = 0;
  accepted = 0;
  server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onData(stream, _session, done) {
      stream.on("data", (chunk: Buffer) => {
        receivedBytes += chunk.length;
      });
      stream.on("end", () => {
        accepted++;
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  pool = openMailPool({ smtpUrl: `smtp://127.0.0.1:${port}`, inbox: null }, 1);
});

afterEach(() => {
  pool?.close();
  server.close();
});

describe("openMailPool", () => {
  it.each([
    ["a buffer", () => RAW],
    ["a stream", () => Readable.from([RAW.subarray(0, 1000), RAW.subarray(1000)])],
  ])("withholds the end of %s until it may be sent", async (_name, createRaw) => {
    let receivedBefore = 0;
    const reply = await pool?.send({ ...MAIL, raw: createRaw() }, async () => {
      // smtp-server holds back the last bytes, since they may belong to the end mark.
      while (receivedBytes < RAW.length - 10) await new Promise((resolve) => setImmediate(resolve));
      receivedBefore = accepted;
      return true;
    });
    expect(reply).toMatch(/^250/);
    expect([receivedBefore, accepted, receivedBytes]).toEqual([0, 1, RAW.length]);
  });

  it("never ends a message that may not be sent, and sends the next one", async () => {
    await expect(pool?.send({ ...MAIL, raw: RAW }, async () => false)).rejects.toThrow("leased to another process");
    expect(await pool?.send({ ...MAIL, raw: RAW }, async () => true)).toMatch(/^250/);
    expect(accepted).toBe(1);
  });
});
