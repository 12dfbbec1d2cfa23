import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import PostalMime, { type Email } from "postal-mime";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBounceMailbox } from "../../server/newsletter/bounces/mailbox.ts";
import { openDatabase } from "../../server/store/open.ts";
import { startMorning } from "../support/briefingDay.ts";
import { broadsheet, type Ran } from "../support/commandLine.ts";
import { makeDkimKey, verifyDkim } from "../support/dkim.ts";
import { type FaultyMailHost, startFaultyMailHost } from "../support/faultyMailHost.ts";
import type { FeedHost } from "../support/feedHost.ts";
import { startImapHost } from "../support/imapHost.ts";
import { lintMail } from "../support/mailLint.ts";
import { feedsPolled } from "../support/polled.ts";
import { complaintAbout, statusReportOf } from "../support/reports.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

const TOKEN = "a-secret-for-the-test";
const ALL = "rosa@reader.example";
const SPORTS = "sam@reader.example";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let feeds: FeedHost;
let mailHost: FaultyMailHost;
let site: Site;
const dkimKey = makeDkimKey();
let env: Record<string, string>;
let dryRun: Ran;
let sent: Ran;
let before: number[];

/** Where today's issue will stand. */
const dayPages = () => ["/newsletter/archive", `/newsletter/${Temporal.Now.plainDateISO("America/Chicago")}`];

const newsletter = (...words: string[]) => broadsheet(["newsletter", ...words], env);

async function mailFor(address: string): Promise<{ mail: Email; source: string; from: string }> {
  const { source, from } = mailHost.lastFor(address) ?? { source: "", from: "" };
  return { mail: await PostalMime.parse(source), source, from };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const morning = await startMorning(folder.path);
  feeds = morning.host;
  mailHost = await startFaultyMailHost({
    keepsSources: true,
    fault: (address) => (address.startsWith("gone") ? "gone" : null),
  });
  site = await startSite({
    editions: morning.editions,
    data: folder.path,
    env: { ALLOW_PRIVATE_HOSTS: feeds.allowed, BOUNCES_TOKEN: TOKEN },
  });
  await feedsPolled(site, 2);
  env = {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    EDITIONS_DIR: morning.editions,
    SMTP_URL: mailHost.url,
    SITE_URL: site.url,
    DKIM_KEY_FILE: join(folder.path, "dkim.pem"),
  };
  await writeFile(join(folder.path, "dkim.pem"), dkimKey);
  const list = join(folder.path, "list.csv");
  await writeFile(
    list,
    `email,days,sections\n${ALL},every-day,\n${SPORTS},every-day,sports\ngone@reader.example,every-day,\n`,
  );
  await newsletter("import", list, "--confirmed");
  [dryRun] = await Promise.all([
    newsletter("send", "--dry-run"),
    newsletter("preview", "--out", folder.path),
    newsletter("test", "desk@reader.example"),
  ]);
  // Whatever is kept of the days before an issue gives way to it.
  before = await Promise.all(dayPages().map(async (path) => (await fetch(site.url + path)).status));
  sent = await newsletter("send");
});

afterAll(async () => {
  await site?.stop();
  await mailHost?.close();
  await feeds?.close();
  await folder.remove();
});

describe("the briefing", () => {
  it("goes to each subscriber with their sections, and to nobody whose server refuses them", async () => {
    expect(dryRun.output).toContain("To: 3 subscribers, in 2 choices of sections\nNothing was sent.");
    expect(sent.output).toContain("2 sent, 0 to be tried again, 1 refused, 0 not wanted any more");
    const { mail } = await mailFor(ALL);
    expect(mail.subject).toBe("First story of the Lake desk — told “plainly”");
    const { text = "" } = mail;
    for (const words of ["LOCAL NEWS", "SPORTS", "Second story of the Lake desk", "Third story of the Ball desk"])
      expect(text).toContain(words);
    // Three of a section, and the hero not again.
    expect(text).not.toContain("Fifth story");
    expect(text.match(/First story of the Lake/g)).toHaveLength(1);
    const ofSports = (await mailFor(SPORTS)).mail.text ?? "";
    expect(ofSports).not.toContain("LOCAL NEWS");
    expect(ofSports).toContain("First story of the Ball desk");
  });

  it("carries what mailboxes want to know of it", async () => {
    const { mail, source, from } = await mailFor(ALL);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(header("from")).toBe('"The Chicago Meridian" <briefing@chicagomeridian.example>');
    expect(header("to")).toBe(ALL);
    expect(header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(header("list-unsubscribe")).toMatch(/^<http.*\/newsletter\/unsubscribe\/[\w-]+>$/);
    expect(header("list-id")).toContain("<briefing.chicagomeridian.example>");
    expect(header("feedback-id")).toMatch(/^\d{4}-\d\d-\d\d:chicago:briefing:broadsheet$/);
    expect(header("auto-submitted")).toBe("auto-generated");
    const code = /^bounces\+([0-9a-f]{20})@chicagomeridian\.example$/.exec(from)?.[1];
    expect(header("message-id")).toContain(`<${code}.`);
    expect(
      source.split("\r\n").filter((line) => line.length > 100 && !/^List-Unsubscribe|^Message-ID|^ h=/.test(line)),
    ).toEqual([]);
    expect(mail.html).toContain(`>Also: Second story of the Lake desk`);
  });

  it("is signed, with the headers of the one click", async () => {
    const { source } = await mailFor(ALL);
    expect(verifyDkim(source, dkimKey)).toEqual({
      ...{ domain: "chicagomeridian.example", selector: "broadsheet", isBody: true, isHead: true },
      covered: expect.arrayContaining(["from", "to", "message-id", "list-unsubscribe", "list-unsubscribe-post"]),
    });
    const forged = verifyDkim(source.replace("Ball desk", "Bell desk").replace("Subject: ", "Subject: Not "), dkimKey);
    expect(forged).toMatchObject({ isBody: false, isHead: false });
    const noKey = await broadsheet(["newsletter", "test", "desk@reader.example"], {
      ...env,
      DKIM_KEY_FILE: join(folder.path, "list.csv"),
    });
    expect([noKey.status, noKey.errors]).toEqual([1, expect.stringContaining("holds no RSA private key")]);
  });

  it("is shown as it is meant by Gmail, Outlook and Apple Mail", async () => {
    const { mail } = await mailFor(ALL);
    expect(lintMail(mail.html ?? "")).toEqual([]);
    expect(lintMail(`<div style="display: flex">${mail.html}</div>`)).not.toEqual([]);
    const pictures = [...(mail.html ?? "").matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
    expect(pictures).toHaveLength(1);
    expect(pictures[0]).toMatch(/alt="First story of the Lake desk/);
  });

  it("leads nowhere but to pages that exist", async () => {
    const { mail } = await mailFor(ALL);
    const inHtml = Array.from((mail.html ?? "").matchAll(/(?:href|src)="([^"]+)"/g), ([, href]) => href ?? "");
    const inText = (mail.text ?? "").match(/https?:\/\/\S+/g) ?? [];
    const links = [...new Set([...inHtml, ...inText])];
    expect(links.length).toBeGreaterThan(12);
    expect(links.filter((link) => !link.startsWith(`${site.url}/`))).toEqual([]);
    const answers = await Promise.all(
      links.map(async (link) => {
        const answer = await fetch(link);
        await answer.arrayBuffer();
        return { link, status: answer.status, type: answer.headers.get("content-type") };
      }),
    );
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.find(({ link }) => link.endsWith(".jpg"))?.type).toBe("image/jpeg");
  });

  it("shows the photograph itself once we have it", async () => {
    const { mail } = await mailFor(ALL);
    const src = /<img\b[^>]*src="([^"]+)"/.exec(mail.html ?? "")?.[1] ?? "";
    // Until then it is a drawing, which nobody may keep for long.
    const isKept = async () => (await fetch(src)).headers.get("cache-control")?.includes("max-age=86400") ?? false;
    await vi.waitUntil(isKept, { timeout: 60_000 });
    const { channels } = await sharp(await (await fetch(src)).bytes()).stats();
    // The blue of the feed's photograph, all over.
    for (const [at, value] of [0x3f, 0x6f, 0x8a].entries())
      expect(Math.abs((channels[at]?.mean ?? 0) - value)).toBeLessThan(4);
  });

  it("is one a day, whoever asks for another", async () => {
    const again = await newsletter("send");
    expect([again.status, mailHost.kept.get(ALL)]).toEqual([1, 1]);
  });

  it("stays in the archive, whose pages were kept without it", async () => {
    expect(before).toEqual([200, 404]);
    const archive = async () => (await fetch(`${site.url}/newsletter/archive`)).text();
    await vi.waitUntil(async () => (await archive()).includes("First story"), { timeout: 60_000 });
    const list = await archive();
    expect((await fetch(`${site.url}${dayPages()[1]}`)).status).toBe(200);
    const href = /href="(\/newsletter\/\d{4}-\d\d-\d\d)"/.exec(list)?.[1];
    expect(list).toContain("First story of the Lake desk");
    const page = await (await fetch(site.url + href)).text();
    expect(page).toContain("Second story of the Lake desk");
    expect(page).toContain(`<link rel="canonical" href="${site.url}${href}"`);
    expect((await fetch(`${site.url}/newsletter/1999-01-01`)).status).toBe(404);
    expect(await (await fetch(`${site.url}/newsletter`)).text()).toContain('href="/newsletter/archive"');
  });

  it("is shown to the operator before it is sent, and mailed to one address, of which nothing is kept", async () => {
    const [html, text] = await Promise.all(
      ["briefing.html", "briefing.txt"].map((name) => readFile(join(folder.path, name), "utf8")),
    );
    expect(lintMail(html ?? "")).toEqual([]);
    const withoutTokens = (mail = "") => mail.replaceAll(/(preferences|unsubscribe)\/\S+/g, "$1").trim();
    expect(withoutTokens(text)).toBe(withoutTokens((await mailFor(ALL)).mail.text));
    expect((await mailFor("desk@reader.example")).mail.subject).toBe((await mailFor(ALL)).mail.subject);
    expect(sent.output).toMatch(/^\d{4}-\d\d-\d\d: First story of the Lake desk/);
    // Nothing is new by now, and a mail can be looked at nevertheless.
    const again = await newsletter("test", "desk2@reader.example");
    expect([again.status, again.output]).toEqual([
      0,
      expect.stringMatching(/^There is nothing new.*\nThis is the issue/),
    ]);
    const foreign = await newsletter("preview", "--sections", "sports,gardening");
    expect([foreign.status, foreign.errors]).toEqual([2, expect.stringContaining('no section "gardening" to choose')]);
  });
});

describe("a bounce", () => {
  const post = (body: string, type: string, token = TOKEN) =>
    fetch(`${site.url}/api/newsletter/bounces`, {
      method: "POST",
      body,
      headers: { "content-type": type, authorization: `Bearer ${token}` },
    });

  it("is believed from nobody without the token, and of no delivery that is not ours", async () => {
    const { from } = await mailFor(ALL);
    const body = JSON.stringify({ delivery: from, kind: "bounce" });
    expect((await post(body, "application/json", "something else")).status).toBe(401);
    const foreign = JSON.stringify([{ delivery: `bounces+${"0".repeat(20)}@x.example`, kind: "complaint" }]);
    expect(await (await post(foreign, "application/json")).json()).toEqual({ suppressed: 0, noted: 0, unknown: 1 });
    expect((await post("{}", "application/json")).status).toBe(422);
  });

  it("of a full mailbox is noted, and of a mailbox that is gone ends the mails", async () => {
    const { from, source } = await mailFor(ALL);
    const full = statusReportOf({ to: from, original: source, status: "5.2.2", diagnostic: "452 mailbox full" });
    expect(await (await post(full, "message/rfc822")).json()).toEqual({ suppressed: 0, noted: 1, unknown: 0 });

    const file = join(folder.path, "gone.eml");
    await writeFile(
      file,
      statusReportOf({ to: from, original: source, status: "5.1.1", diagnostic: "550 no such user" }),
    );
    expect((await newsletter("bounces", file)).output).toContain("550 no such user: the address gets no more mail");
  });

  it("is read from a mailbox, and marked as seen there with whatever else lies in it", async () => {
    const { from, source } = await mailFor(ALL);
    const away = "From: rosa@reader.example\r\nSubject: I am on vacation\r\n\r\nBack on Monday.\r\n";
    const full = statusReportOf({ to: from, original: source, status: "5.2.2", diagnostic: "452 mailbox full" });
    const mailbox = await startImapHost([away, full]);
    const database = await openDatabase(env.DATABASE_URL ?? "");
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    await startBounceMailbox({ url: mailbox.url, database, log }).stop();
    await database.destroy();
    await mailbox.close();
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ read: 2, noted: 1, others: 1, suppressed: 0 });
    expect([...mailbox.seen]).toEqual([1, 2]);
  });

  it("that is a complaint ends the mails, though it names no address of ours", async () => {
    const { source } = await mailFor(SPORTS);
    const answer = await post(complaintAbout(source), "message/rfc822");
    expect(await answer.json()).toEqual({ suppressed: 1, noted: 0, unknown: 0 });
    const list = (await newsletter("export")).output;
    expect(list).toMatch(/sam@reader\.example,suppressed.*Complaint/);
    expect(list).toMatch(/rosa@reader\.example,suppressed.*no such user/);
    expect(list).toMatch(/gone@reader\.example,suppressed.*5\.1\.1/);
  });
});
