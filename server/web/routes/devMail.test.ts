import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openMailPool, openTransport } from "../../mail/transport.ts";
import { addDevMailRoutes } from "./devMail.ts";

let inbox: string;
let site: Hono;

beforeEach(async () => {
  inbox = await mkdtemp(join(tmpdir(), "broadsheet-"));
  site = new Hono();
  addDevMailRoutes(site, inbox);
});

afterEach(() => rm(inbox, { recursive: true }));

const read = async (path: string) => (await site.request(path)).text();

it("shows stored mails rendered and as source, without running scripts", async () => {
  expect(await read("/dev/mail")).toContain("Nothing was sent yet.");
  const transport = openTransport({ smtpUrl: undefined, inbox });
  await transport?.send({
    from: "a@site.example",
    to: "rosa@reader.example",
    subject: "One <b> & two",
    text: "Read https://site.example/x",
    html: "<p>Read<script>alert(1)</script></p>",
  });
  transport?.close();
  const list = await read("/dev/mail");
  expect(list).toContain("rosa@reader.example");
  const [, path = ""] = /href="(\/dev\/mail\/[^"]+)">One &lt;b&gt; &amp; two/.exec(list) ?? [];
  const mail = await read(path);
  expect(mail).toContain('<a href="https://site.example/x">');
  expect(mail).toContain(`<iframe sandbox src="${path}/html"`);
  expect(await read(`${path}/html`)).toContain("<p>Read");
  expect(await read(`${path}/source`)).toMatch(/^Subject: One <b> & two$/m);
  expect((await site.request("/dev/mail/none")).status).toBe(404);
});

it("shows mails of the pool as they would be sent", async () => {
  const pool = openMailPool({ smtpUrl: undefined, inbox }, 1);
  const raw = "From: a@site.example\r\nTo: rosa@reader.example\r\nSubject: =?utf-8?Q?=C3=9C?=\r\n\r\nText\r\n";
  const envelope = { from: "bounces@site.example", to: "rosa@reader.example" };
  await pool?.send({ ...envelope, raw: Buffer.from(raw) }, async () => true);
  pool?.close();
  const [, path = ""] = /href="(\/dev\/mail\/[^"]+)">Ü</.exec(await read("/dev/mail")) ?? [];
  expect(await read(`${path}/source`)).toBe(raw);
});
