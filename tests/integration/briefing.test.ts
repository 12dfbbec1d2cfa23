import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import PostalMime, { type Email } from "postal-mime";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openParsers } from "../../server/isolation/parsers.ts";
import { readBounceMailbox } from "../../server/newsletter/bounces/mailbox.ts";
import { composeComplaint, composeStatusReport } from "../support/bounceReports.ts";
import { startBriefingFeeds } from "../support/briefingFeeds.ts";
import { broadsheet, type CommandResult } from "../support/commandLine.ts";
import { type FaultyMailHost, startFaultyMailHost } from "../support/faultyMailHost.ts";
import type { FeedHost } from "../support/feedHost.ts";
import { startImapHost } from "../support/imapHost.ts";
import { lintMail } from "../support/mailLint.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase } from "../support/stores.ts";
import { generateDkimKey, verifyDkim } from "../support/verifyDkim.ts";

const TOKEN = "a-secret-for-the-test";
/** Subscriber to all sections. */
const ALL = "rosa@reader.example";
/** Subscriber to sports. */
const SPORTS = "sam@reader.example";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let feeds: FeedHost;
let mailHost: FaultyMailHost;
let site: Site;
const dkimKey = generateDkimKey();
let env: Record<string, string>;
let dryRun: CommandResult;
let sent: CommandResult;
let statusesBefore: number[];
let signUpPageBefore: string;
/** Paths of the archive and of today's issue. */
let issuePaths: [string, string];

/** Waits until the site has today's issue. Once a second, the site checks for changes by other processes. */
const waitForIssue = () =>
  readUntil(
    async () => (await fetch(`${site.url}${issuePaths[1]}`)).status,
    (status) => status === 200,
  );

const newsletter = (...args: string[]) => broadsheet(["newsletter", ...args], env);

async function parseMail(address: string): Promise<{ mail: Email; source: string; from: string }> {
  const { source, from } = mailHost.findLast(address) ?? { source: "", from: "" };
  return { mail: await PostalMime.parse(source), source, from };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  const briefingFeeds = await startBriefingFeeds(folder.path);
  feeds = briefingFeeds.host;
  issuePaths = ["/newsletter/archive", `/newsletter/${Temporal.Now.plainDateISO(briefingFeeds.timeZone)}`];
  mailHost = await startFaultyMailHost({
    keepsSources: true,
    fault: (address) => (address.startsWith("gone") ? "no-mailbox" : null),
  });
  site = await startSite({
    editions: briefingFeeds.editions,
    data: folder.path,
    env: { ALLOW_PRIVATE_HOSTS: feeds.allowed, BOUNCES_TOKEN: TOKEN },
  });
  await waitForPolls(site, 2);
  env = {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    EDITIONS_DIR: briefingFeeds.editions,
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
  // Requests pages before the first issue is sent, so that the site caches copies that it must update later.
  signUpPageBefore = await (await fetch(`${site.url}/newsletter`)).text();
  statusesBefore = await Promise.all(issuePaths.map(async (path) => (await fetch(site.url + path)).status));
  sent = await newsletter("send");
});

afterAll(async () => {
  await site?.stop();
  await mailHost?.close();
  await feeds?.close();
  await folder.remove();
});

describe("the briefing", () => {
  it("is sent to each subscriber with the chosen sections", async () => {
    expect(dryRun.output).toContain("To: 3 subscribers with 2 choices of sections\nNothing was sent.");
    expect(sent.output).toContain("2 sent, 0 deferred, 1 rejected, 0 no longer wanted");
    const { mail } = await parseMail(ALL);
    expect(mail.subject).toBe("First story of the Lake desk — told “plainly”");
    const { text = "" } = mail;
    for (const words of ["LOCAL NEWS", "SPORTS", "Second story of the Lake desk", "Third story of the Ball desk"])
      expect(text).toContain(words);
    // The mail has three stories per section, and the hero only once.
    expect(text).not.toContain("Fifth story");
    expect(text.match(/First story of the Lake/g)).toHaveLength(1);
    const sportsText = (await parseMail(SPORTS)).mail.text ?? "";
    expect(sportsText).not.toContain("LOCAL NEWS");
    expect(sportsText).toContain("First story of the Ball desk");
  });

  it("has the headers that mailbox providers require", async () => {
    const { mail, source, from } = await parseMail(ALL);
    const getHeader = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(getHeader("from")).toBe('"The Chicago Meridian" <briefing@chicagomeridian.example>');
    expect(getHeader("to")).toBe(ALL);
    expect(getHeader("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(getHeader("list-unsubscribe")).toMatch(/^<http.*\/newsletter\/unsubscribe\/[\w-]+>$/);
    expect(getHeader("list-id")).toContain("<briefing.chicagomeridian.example>");
    expect(getHeader("feedback-id")).toMatch(/^\d{4}-\d\d-\d\d:chicago:briefing:broadsheet$/);
    expect(getHeader("auto-submitted")).toBe("auto-generated");
    const token = /^bounces\+([0-9a-f]{20})@chicagomeridian\.example$/.exec(from)?.[1];
    expect(getHeader("message-id")).toContain(`<${token}.`);
    expect(
      source.split("\r\n").filter((line) => line.length > 100 && !/^List-Unsubscribe|^Message-ID|^ h=/.test(line)),
    ).toEqual([]);
    expect(mail.html).toContain(`>Also: Second story of the Lake desk`);
  });

  it("has a DKIM signature that covers the one-click headers", async () => {
    const { source } = await parseMail(ALL);
    expect(verifyDkim(source, dkimKey)).toEqual({
      domain: "chicagomeridian.example",
      selector: "broadsheet",
      isBodyValid: true,
      areHeadersValid: true,
      signedHeaders: expect.arrayContaining(["from", "to", "message-id", "list-unsubscribe", "list-unsubscribe-post"]),
    });
    const forged = verifyDkim(source.replace("Ball desk", "Bell desk").replace("Subject: ", "Subject: Not "), dkimKey);
    expect(forged).toMatchObject({ isBodyValid: false, areHeadersValid: false });
    const noKey = await broadsheet(["newsletter", "test", "desk@reader.example"], {
      ...env,
      DKIM_KEY_FILE: join(folder.path, "list.csv"),
    });
    expect([noKey.status, noKey.errors]).toEqual([1, expect.stringContaining("holds no RSA private key")]);
  });

  it("uses only HTML and CSS that Gmail, Outlook and Apple Mail support", async () => {
    const { mail } = await parseMail(ALL);
    expect(lintMail(mail.html ?? "")).toEqual([]);
    expect(lintMail(`<div style="display: flex">${mail.html}</div>`)).not.toEqual([]);
    const images = [...(mail.html ?? "").matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag);
    expect(images).toHaveLength(1);
    expect(images[0]).toMatch(/alt="First story of the Lake desk/);
  });

  it("links only to pages that exist", async () => {
    const { mail } = await parseMail(ALL);
    const inHtml = Array.from((mail.html ?? "").matchAll(/(?:href|src)="([^"]+)"/g), ([, href]) => href ?? "");
    const inText = (mail.text ?? "").match(/https?:\/\/\S+/g) ?? [];
    const links = [...new Set([...inHtml, ...inText])];
    expect(links.length).toBeGreaterThan(12);
    expect(links.filter((link) => !link.startsWith(`${site.url}/`))).toEqual([]);
    await waitForIssue();
    const responses = await Promise.all(
      links.map(async (link) => {
        const response = await fetch(link);
        await response.arrayBuffer();
        return { link, status: response.status, type: response.headers.get("content-type") };
      }),
    );
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(responses.find(({ link }) => link.endsWith(".jpg"))?.type).toBe("image/jpeg");
  });

  it("shows the photo once the server has fetched it", async () => {
    const { mail } = await parseMail(ALL);
    const src = /<img\b[^>]*src="([^"]+)"/.exec(mail.html ?? "")?.[1] ?? "";
    // Until the photo is converted, the response is a drawn skyline that may be cached for a minute.
    const isPhoto = async () => (await fetch(src)).headers.get("cache-control")?.includes("max-age=86400") ?? false;
    await readUntil(isPhoto, Boolean);
    const { channels } = await sharp(await (await fetch(src)).bytes()).stats();
    // Every pixel of the feed's photo has the color #3f6f8a.
    for (const [channel, value] of [0x3f, 0x6f, 0x8a].entries())
      expect(Math.abs((channels[channel]?.mean ?? 0) - value)).toBeLessThan(4);
  });

  it("is sent once a day, even if the command runs again", async () => {
    const again = await newsletter("send");
    expect([again.status, mailHost.acceptedFor.get(ALL)]).toEqual([1, 1]);
  });

  it("appears in the archive, whose pages were cached without it", async () => {
    expect(statusesBefore).toEqual([200, 404]);
    expect(signUpPageBefore).toContain("An issue as it would read now");
    expect(signUpPageBefore).toContain("First story of the Lake desk");
    const fetchArchive = async () => (await fetch(`${site.url}/newsletter/archive`)).text();
    const list = await readUntil(fetchArchive, (page) => page.includes("First story"));
    await waitForIssue();
    const href = /href="(\/newsletter\/\d{4}-\d\d-\d\d)"/.exec(list)?.[1];
    expect(list).toContain("First story of the Lake desk");
    const page = await (await fetch(site.url + href)).text();
    expect(page).toContain("Second story of the Lake desk");
    expect(page).toContain(`<link rel="canonical" href="${site.url}${href}"`);
    expect((await fetch(`${site.url}/newsletter/1999-01-01`)).status).toBe(404);
    const signUpPage = await (await fetch(`${site.url}/newsletter`)).text();
    expect(signUpPage).toContain('href="/newsletter/archive"');
    expect(signUpPage).toContain("The latest issue");
    expect(signUpPage).toContain(`href="${href}"`);
    expect(signUpPage).toContain("Second story of the Lake desk");
  });

  it("can be previewed and sent to one address before it is sent to all", async () => {
    const [html, text] = await Promise.all(
      ["briefing.html", "briefing.txt"].map((name) => readFile(join(folder.path, name), "utf8")),
    );
    expect(lintMail(html ?? "")).toEqual([]);
    const withoutTokens = (mail = "") => mail.replaceAll(/(preferences|unsubscribe)\/\S+/g, "$1").trim();
    expect(withoutTokens(text)).toBe(withoutTokens((await parseMail(ALL)).mail.text));
    expect((await parseMail("desk@reader.example")).mail.subject).toBe((await parseMail(ALL)).mail.subject);
    expect(sent.output).toMatch(/^\d{4}-\d\d-\d\d: First story of the Lake desk/);
    // If there are no new stories, the command sends the newest issue again.
    const again = await newsletter("test", "desk2@reader.example");
    expect([again.status, again.output]).toEqual([
      0,
      expect.stringMatching(/^There is nothing new.*\nThis is the issue/),
    ]);
    const unknown = await newsletter("preview", "--sections", "sports,gardening");
    expect([unknown.status, unknown.errors]).toEqual([2, expect.stringContaining('no section "gardening" to choose')]);
  });
});

describe("bounces", () => {
  const post = (body: string, type: string, token = TOKEN) =>
    fetch(`${site.url}/api/newsletter/bounces`, {
      method: "POST",
      body,
      headers: { "content-type": type, authorization: `Bearer ${token}` },
    });

  it("are rejected without the bearer token and ignored for unknown deliveries", async () => {
    const { from } = await parseMail(ALL);
    const body = JSON.stringify({ delivery: from, kind: "bounce" });
    expect((await post(body, "application/json", "something else")).status).toBe(401);
    const unknown = JSON.stringify([{ delivery: `bounces+${"0".repeat(20)}@x.example`, kind: "complaint" }]);
    expect(await (await post(unknown, "application/json")).json()).toEqual({ suppressed: 0, noted: 0, unknown: 1 });
    expect((await post("{}", "application/json")).status).toBe(422);
  });

  it("suppress a subscriber whose mailbox does not exist, but not one whose mailbox is full", async () => {
    const { from, source } = await parseMail(ALL);
    const full = composeStatusReport({ to: from, original: source, status: "5.2.2", diagnostic: "452 mailbox full" });
    expect(await (await post(full, "message/rfc822")).json()).toEqual({ suppressed: 0, noted: 1, unknown: 0 });

    const file = join(folder.path, "gone.eml");
    await writeFile(
      file,
      composeStatusReport({ to: from, original: source, status: "5.1.1", diagnostic: "550 no such user" }),
    );
    expect((await newsletter("bounces", file)).output).toContain("550 no such user: the address gets no more mail");
  });

  it("are read from a mailbox, in which all mails are marked as seen", async () => {
    const { from, source } = await parseMail(ALL);
    const autoReply = "From: rosa@reader.example\r\nSubject: I am on vacation\r\n\r\nBack on Monday.\r\n";
    const full = composeStatusReport({ to: from, original: source, status: "5.2.2", diagnostic: "452 mailbox full" });
    const mailbox = await startImapHost([autoReply, full]);
    const database = await openDatabase(env.DATABASE_URL ?? "");
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const parsers = openParsers();
    await readBounceMailbox({ url: mailbox.url, database, parsers, log }, new AbortController().signal);
    await parsers.close();
    await database.destroy();
    await mailbox.close();
    expect(JSON.parse(lines[0] ?? "{}")).toMatchObject({ read: 2, noted: 1, others: 1, suppressed: 0 });
    expect([...mailbox.seen]).toEqual([1, 2]);
  });

  it("suppress a subscriber who complained, even if the report is addressed to another mailbox", async () => {
    const { source } = await parseMail(SPORTS);
    const response = await post(composeComplaint(source), "message/rfc822");
    expect(await response.json()).toEqual({ suppressed: 1, noted: 0, unknown: 0 });
    const list = (await newsletter("export")).output;
    expect(list).toMatch(/sam@reader\.example,suppressed.*Complaint/);
    expect(list).toMatch(/rosa@reader\.example,suppressed.*no such user/);
    expect(list).toMatch(/gone@reader\.example,suppressed.*5\.1\.1/);
  });
});
