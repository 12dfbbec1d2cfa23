import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { formatEditorTime } from "../../core/editorTimes.ts";
import { broadsheet } from "../support/commandLine.ts";
import { TIP } from "../support/contactMessage.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { findFreePort } from "../support/freePort.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { queryStore } from "../support/stores.ts";

const NEWSROOM = "newsroom@chicagomeridian.example";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let site: Site;
let mailHost: MailHost | undefined;

async function tearDown(): Promise<void> {
  await site.stop();
  await mailHost?.close();
  mailHost = undefined;
  await folder.remove();
}

const getEditions = () => join(folder.path, "editions");

/** Starts a site with the editions in the test's folder. If the folder has none, writes one first. */
async function open(env: Record<string, string> = {}): Promise<void> {
  if (!existsSync(getEditions())) await writeTestEdition(getEditions(), NO_FEEDS);
  site = await startSite({ editions: getEditions(), data: folder.path, env });
}

function post(fields: Record<string, string>, client = "203.0.113.7"): Promise<Response> {
  const headers = { "x-forwarded-for": client };
  return fetch(`${site.url}/contact`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
    redirect: "manual",
  });
}

const getStore = () => `sqlite:${join(folder.path, "broadsheet.db")}`;

async function printMessages(): Promise<string> {
  const { output } = await broadsheet(["messages"], { DATABASE_URL: getStore(), EDITIONS_DIR: getEditions() });
  return output;
}

const waitForMailed = (count: number) =>
  site.logs((log) => (log.match(/"msg":"message mailed"/g)?.length ?? 0) >= count);

// These tests share a site. Messages are limited per network, so each test that stores messages has its own networks.
describe("without a mail server", () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    await open();
  });
  afterAll(tearDown);

  describe("the contact form", () => {
    it("returns the typed fields with error messages", async () => {
      const response = await post({
        ...TIP,
        name: "  ",
        email: "rosa at reader",
        subject: "Complaint",
        message: "Why?",
      });
      expect(response.status).toBe(422);
      const page = await response.text();
      for (const text of [
        "Your message hasn’t been sent yet. Please check the marked fields below.",
        "Please enter your name.",
        "This doesn’t look like an email address. It should look like name@example.com.",
        "Please choose a subject.",
        'value="rosa at reader"',
        ">Why?</textarea>",
      ])
        expect(page).toContain(text);
      expect(page).not.toContain("Please enter your message.");

      const long = await (await post({ ...TIP, message: "a".repeat(10_001) })).text();
      expect(long).toContain("Your message has 10,001 characters. It can have up to 10,000.");
      const chosen = await (await post({ ...TIP, email: "" })).text();
      expect(chosen).toMatch(/<option selected="">Tip<\/option>/);
      expect((await post({ ...TIP, message: "a".repeat(200_000) })).status).toBe(413);
      const noForm = await fetch(`${site.url}/contact`, { method: "POST", body: "{}" });
      expect(noForm.status).toBe(422);
      expect(await printMessages()).toBe("No messages yet.\n");
    });

    it("stores nothing if the honeypot field is filled", async () => {
      const response = await post({ ...TIP, website: "https://spam.example" });
      expect([response.status, response.headers.get("location")]).toEqual([303, "/contact/sent#sent"]);
      expect(await printMessages()).toBe("No messages yet.\n");
    });

    it("accepts five messages per hour from one address and returns the sixth to the reader", async () => {
      for (let count = 0; count < 5; count++) expect((await post(TIP)).status).toBe(303);
      const sixth = await post(TIP);
      expect(sixth.status).toBe(429);
      const page = await sixth.text();
      expect(page).toContain("we have received 5 messages from your connection in the past hour");
      expect(page).toContain("Nobody says where.</textarea>");
      expect((await post(TIP, "2001:db8:1:1::5")).status).toBe(303);
      expect((await printMessages()).match(/Rosa Delgado/g)).toHaveLength(6);
    });

    it("removes line breaks and control characters that could falsify a list or a mail", async () => {
      await post({ ...TIP, name: "Rosa\r\nBcc: all@reader.example", message: "\u001b[2J\u202egone" }, "198.51.100.7");
      const list = await printMessages();
      expect(list).toContain("Tip  Rosa Bcc: all@reader.example <rosa@reader.example>");
      expect(list).toContain("  | [2Jgone");
    });
  });

  it("the contact page shows the four desks, the building, the hours and the opinion section", async () => {
    const page = await (await fetch(`${site.url}/contact`)).text();
    for (const text of ["General", "Tips", "Advertising", "Subscriptions", "Visit us", "Submit to the opinion section"])
      expect(page).toContain(`${text}</h2>`);
    for (const text of [
      "Monday to Friday 9 to 5 CST",
      "Replies in 24 to 48 hours",
      'id="opinion"',
      '<svg class="',
      'width="1" height="789"',
      "<title>Contact Us | The Chicago Meridian</title>",
    ])
      expect(page).toContain(text);
  });

  it("the partner documents are shown as images and served as PDF, inline or as downloads", async () => {
    const page = await (await fetch(`${site.url}/partner`)).text();
    for (const id of ["media-kit", "advertising-guidelines", "content-licensing"]) {
      for (const image of [`/media/${id}.webp`, `/media/${id}-2.webp`]) expect(page).toContain(`src="${image}"`);
      for (const [path, disposition] of [
        [`/media/${id}.pdf`, null],
        [`/media/${id}.pdf?download`, `attachment; filename="${id}.pdf"`],
      ]) {
        expect(page).toContain(`href="${path}"`);
        const response = await fetch(site.url + path);
        expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
        expect(response.headers.get("content-disposition")).toBe(disposition);
        expect((await response.text()).slice(0, 5)).toBe("%PDF-");
      }
      expect((await fetch(`${site.url}/media/${id}.webp`)).headers.get("content-type")).toBe("image/webp");
    }
  });

  it("the partner documents fail the check if a file is missing, or link to a drive if the edition names one", async () => {
    const file = join(getEditions(), "chicago", "partner.yaml");
    const source = await readFile(file, "utf8");
    await writeFile(file, source.replace("id: media-kit", "id: press-kit"));
    const check = await broadsheet(["check"], { EDITIONS_DIR: getEditions() });
    expect([check.status, check.output]).toEqual([1, expect.stringContaining("press-kit.pdf: this file is missing")]);

    await writeFile(file, source.replace("id: media-kit", "id: press-kit\n    driveId: 1aB_c-9"));
    await site.logs((log) => log.includes('"changed":["chicago"],"msg":"editions reloaded"'));
    const page = await (await fetch(`${site.url}/partner`)).text();
    expect(page).toContain('href="https://drive.google.com/file/d/1aB_c-9/view"');
    expect(page).toContain('href="https://drive.google.com/uc?export=download&amp;id=1aB_c-9"');
    expect(page).toContain('href="https://drive.google.com/file/d/1aB_c-9/preview"');
    expect(page).not.toContain("<iframe");
  });
});

describe("with a mail server, the contact form", () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    mailHost = await startMailHost();
    await open({ SMTP_URL: mailHost.url });
  });
  afterAll(tearDown);

  it("stores a message, mails it to the newsroom and thanks the reader", async () => {
    const response = await post(TIP);
    expect([response.status, response.headers.get("location")]).toEqual([303, "/contact/sent#sent"]);
    const thanks = await (await fetch(`${site.url}/contact/sent`)).text();
    expect(thanks).toContain("Thank you. We have your message.");

    await waitForMailed(1);
    const [mail] = mailHost?.mails ?? [];
    expect(mail).toMatchObject({ from: NEWSROOM, to: [NEWSROOM] });
    expect(mail?.source).toContain("Reply-To: Rosa Delgado <rosa@reader.example>");
    expect(mail?.source).toContain("Subject: Tip: Rosa Delgado");
    expect(mail?.source).toContain("The swings at Palmer Park are gone.\r\nNobody says where.");
    // Matches the date as a person writes it, in the edition's time zone.
    expect(mail?.source).toMatch(
      /Tip, through the contact form, [A-Z][a-z]+ \d{1,2}, \d{4}, (\d{1,2}(:\d\d)? [ap]\.m\.|noon|midnight)/,
    );
    const list = await printMessages();
    const [row] = await queryStore<{ received_at: string }>(getStore(), sql`select received_at from messages`);
    const received = formatEditorTime(row?.received_at ?? "", "America/Chicago");
    expect(list).toContain(`1  ${received}  chicago  Tip  Rosa Delgado <rosa@reader.example>\n  mailed `);
    expect(list).toContain("  | Nobody says where.");
  });

  it("publishes a message as a letter if its writer permits that", async () => {
    const letter = { ...TIP, subject: "Opinion", message: "# Swings *now*.\n\nPlease." };
    const form = await (await post({ ...letter, mayPrint: "on", place: " " })).text();
    expect(form).toContain("Please enter your city or neighborhood");
    expect((await post({ ...letter, name: "No Leave", place: "Pilsen" })).status).toBe(303);
    expect((await post({ ...TIP, name: "A Tip", mayPrint: "on" })).status).toBe(303);
    expect((await post({ ...letter, mayPrint: "on", place: "Palmer Square" })).status).toBe(303);
    await waitForMailed(4);
    const leaves = mailHost?.mails.filter(({ source }) =>
      source.includes("of Palmer Square, gives permission to publish this"),
    );
    expect(leaves).toHaveLength(1);

    const env = { DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}` };
    const run = async (...args: string[]) => (await broadsheet(["letters", ...args], env)).output;
    const list = await run();
    expect(list).toMatch(/^4 .* Rosa Delgado, Palmer Square\n {2}\| # Swings/m);
    expect(list).not.toMatch(/No Leave|A Tip/);
    expect(await run("publish", "1")).toContain("There is no letter 1.");
    expect(await run("publish", "4", "--title", "Bring Back the Swings")).toContain("bring-back-the-swings: published");
    expect(await run("publish", "4")).toContain("Letter 4 is already published as the story bring-back-the-swings.");
    const response = await readUntil(
      () => fetch(`${site.url}/article/bring-back-the-swings`),
      ({ status }) => status === 200,
    );
    const page = await response.text();
    for (const part of ["<p># Swings *now*.</p>", "<p>Rosa Delgado, Palmer Square</p>\n</div>", '<a href="/opinion"'])
      expect(page).toContain(part);
    expect(page).not.toContain("PALMER SQUARE");
    expect(page).not.toContain(TIP.email);
  });
});

describe("the contact form", () => {
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(tearDown);

  it("keeps a message while the mail server is down and mails it once after a restart", async () => {
    const port = await findFreePort();
    await open({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    expect((await post(TIP)).status).toBe(303);
    await site.logs((log) => log.includes("message not mailed"));
    expect(await printMessages()).toMatch(/not mailed yet; tried \d+ times, last error: .*ECONNREFUSED/);
    await site.stop();

    mailHost = await startMailHost(port);
    await open({ SMTP_URL: mailHost.url });
    await waitForMailed(1);
    expect((await post({ ...TIP, name: "Second Reader" })).status).toBe(303);
    await waitForMailed(2);
    expect(mailHost.mails.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1])).toEqual([
      "Tip: Rosa Delgado",
      "Tip: Second Reader",
    ]);
    expect((await printMessages()).match(/mailed 2/g)).toHaveLength(2);
  });

  it("mails other messages if one newsroom's address is rejected", async () => {
    const editions = await writeTestEdition(getEditions(), NO_FEEDS);
    await cp(join(editions, "chicago"), join(editions, "harbor"), { recursive: true });
    const file = join(editions, "harbor", "edition.yaml");
    const source = (await readFile(file, "utf8"))
      .replace(NEWSROOM, "full@harbor.example")
      .replace(/hosts: .*/, "hosts: [127.0.0.1]")
      .replace("default: true", "default: false");
    await writeFile(file, source);
    mailHost = await startMailHost();
    mailHost.reject("full@harbor.example");
    await open();
    await post(TIP);
    await fetch(`${site.url.replace("127.0.0.1", "localhost")}/contact`, {
      method: "POST",
      body: new URLSearchParams({ ...TIP, name: "City Reader" }),
    });
    await site.stop();
    // Nobody gets the messages to an edition that was removed, which are older.
    await queryStore(
      getStore(),
      sql`insert into messages (id, edition, name, email, subject, body, received_at, attempts)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 100)
        select -i, 'removed', name, email, subject, body, received_at, 0 from n, messages where edition = 'harbor'`,
    );

    await open({ SMTP_URL: mailHost.url });
    await waitForMailed(1);
    expect(mailHost.mails.map(({ to }) => to)).toEqual([[NEWSROOM]]);
    expect(await printMessages()).toMatch(
      /City Reader <rosa@reader\.example>\n {2}mailed [\s\S]*harbor {2}Tip {2}Rosa Delgado .*\n {2}not mailed yet; tried 1 times, last error: .*550/,
    );
  });
});
