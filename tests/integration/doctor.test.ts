import { once } from "node:events";
import { mkdir, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { findFreePort } from "../support/freePort.ts";
import { type MailHost, startMailHost } from "../support/mailHost.ts";
import { waitForPolls } from "../support/pollLog.ts";
import { isInstalled, startNginx } from "../support/reverseProxy.ts";
import { createSectionFeed, feedPath } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { openDatabase, storeUrlIn } from "../support/stores.ts";

const HOUR_MS = 60 * 60_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let mailHost: MailHost;
let site: Site;
let env: Record<string, string>;

/** Runs `doctor`. Returns its status and output, and a function for the messages about one subject. */
async function examine(change: Record<string, string> = {}) {
  const { status, output, errors } = await broadsheet(["doctor"], { ...env, ...change });
  expect(errors).toBe("");
  const find = (subject: string) => output.split("\n").flatMap((line) => line.split(`  ${subject}: `)[1] ?? []);
  return { status, output, find };
}

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  mailHost = await startMailHost();
  host.serve(feedPath("local"), {
    body: createSectionFeed(host, "local"),
    headers: { date: new Date(Date.now() - HOUR_MS).toUTCString() },
  });
  const feeds = (section: string) =>
    section === "local" ? [host.url(feedPath("local")), host.url("/gone.xml"), host.url("/away.xml")] : [];
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds, relays: [] });
  const data = join(folder.path, "data");
  await mkdir(data);
  const port = String(await findFreePort());
  env = {
    EDITIONS_DIR: editions,
    DATA_DIR: data,
    DATABASE_URL: storeUrlIn(data),
    HOST: "127.0.0.1",
    PORT: port,
    SMTP_URL: mailHost.url,
    ALLOW_PRIVATE_HOSTS: host.allowed,
    SITE_URL: `http://127.0.0.1:${port}`,
    DESK: "on",
    DESK_PORT: String(await findFreePort()),
  };
  site = await startSite({ editions, data, env });
  await waitForPolls(site, 1);
});

afterAll(async () => {
  await site?.stop();
  await mailHost?.close();
  await host?.close();
  await folder?.remove();
});

it("finds a server, its mail server and its store in order, and failing feeds and a wrong clock", async () => {
  await site.logs((log) => (log.match(/"msg":"feed failed"/g)?.length ?? 0) >= 2);
  const { find, output } = await examine();
  expect(find("mail")).toEqual([`The mail server 127.0.0.1:${mailHost.port} responds and accepts the sign-in.`]);
  expect(find("store")).toEqual([expect.stringMatching(/has all migrations of this version\.$/)]);
  expect(find("server")[0]).toMatch(/^The server responds|^The server reports on lastPoll/);
  expect(find("feeds")).toEqual([expect.stringMatching(/^2 of 3 feeds fail/)]);
  expect(find("clock")).toEqual([expect.stringMatching(/^The clock is 3\d\d\d s ahead of that of 127\.0\.0\.1/)]);
  expect(find("versions")).toEqual([expect.stringMatching(/^Broadsheet \d.* Node \d/)]);
  expect(output).toMatch(/Faults: \d, warnings: \d, not checked: \d\.\n$/);
});

it("finds a desk that responds, one on a site's host name, and one that does not respond", async () => {
  const examineDesk = async (change: Record<string, string>) => (await examine(change)).find("desk");
  expect(await examineDesk({})).toEqual([
    `The desk responds at http://localhost:${env.DESK_PORT}, for this machine alone; DESK_URL opens it to others.`,
  ]);
  expect(await examineDesk({ DESK_PORT: env.PORT ?? "" })).toEqual([
    `The desk does not respond at http://localhost:${env.PORT}.`,
  ]);
  const shared = { DESK_URL: "https://news.example", SITE_URL: "https://news.example" };
  expect(await examineDesk(shared)).toEqual([
    expect.stringMatching(/^The desk shares the host name news\.example with a site/),
  ]);
  expect(await examineDesk({ DESK_URL: "https://desk.invalid" })).toEqual([
    expect.stringMatching(/^https:\/\/desk\.invalid does not respond/),
  ]);
  expect(await examineDesk({ DESK: "off" })).toEqual(["The desk is off."]);
});

it("finds a mail server that refuses the password, without printing it", async () => {
  const { find, output } = await examine({ SMTP_URL: `smtp://news:secret@127.0.0.1:${mailHost.port}` });
  expect(find("mail")).toEqual([`The mail server 127.0.0.1:${mailHost.port} rejects the user name and password.`]);
  expect(output).not.toContain("secret");
});

it("finds a proxy that passes on the addresses which clients claim", async () => {
  // There is no proxy. The command runs on the server's machine, so the server considers the command a proxy.
  const { status, find } = await examine();
  expect([status, find("proxy")]).toEqual([1, [expect.stringMatching(/^The proxy passes on the X-Forwarded-For/)]]);
});

const hasNginx = isInstalled("nginx", "-v") && isInstalled("openssl", "version");

it.skipIf(!hasNginx)(
  `accepts the headers of nginx, but not a certificate of its own${hasNginx ? "" : " (no nginx)"}`,
  async () => {
    const nginx = await startNginx(join(folder.path, "nginx"), Number(env.PORT), Number(env.DESK_PORT));
    const { find } = await examine({ SITE_URL: `https://127.0.0.1:${nginx.httpsPort}` });
    const desk = await examine({ SITE_URL: "", DESK_URL: `https://127.0.0.1:${nginx.httpsPort}` });
    await nginx.stop();
    expect(desk.find("desk")).toEqual([expect.stringMatching(/^Browsers reject the certificate of .*SELF_SIGNED/)]);
    expect(find("proxy")).toEqual([expect.stringMatching(/its proxy replaces the headers that clients send\.$/)]);
    expect(find("certificate")).toEqual([expect.stringMatching(/^Browsers reject .*SELF_SIGNED/)]);
  },
);

it("finds several faults of a machine at once, each with a remedy", async () => {
  const other: Server = createServer((_request, response) => response.end("hello")).listen(0, "127.0.0.1");
  await once(other, "listening");
  const data = join(folder.path, "other");
  await mkdir(join(data, "replaced-2026-01-01"), { recursive: true });
  await mkdir(`${data}-backups`);
  await writeFile(join(data, "before-abc.tar.gz"), "x".repeat(3_000_000));
  const archive = join(`${data}-backups`, "2026-01-01.tar.gz");
  await writeFile(archive, "");
  await utimes(archive, new Date(Date.now() - 72 * HOUR_MS), new Date(Date.now() - 72 * HOUR_MS));
  const editions = join(folder.path, "broken");
  await mkdir(join(editions, "own"), { recursive: true });
  await writeFile(join(editions, "own/edition.yaml"), "name: 1\n");
  await writeFile(join(data, "broken.db"), "no database ".repeat(1000));
  const port = String(await findFreePort());
  const { status, output, find } = await examine({
    DATA_DIR: data,
    DATABASE_URL: `sqlite:${join(data, "broken.db")}`,
    EDITIONS_DIR: editions,
    PORT: String((other.address() as AddressInfo).port),
    SITE_URL: "https://nowhere.invalid",
    SMTP_URL: `smtp://news:secret@127.0.0.1:${port}`,
    DISK_FLOOR_MB: "999999999",
    PAGE_CACHE_MB: "lots",
  });
  other.close();
  expect(status).toBe(1);
  const expected: Record<string, RegExp> = {
    settings: /^PAGE_CACHE_MB: found "lots"; expected/,
    editions: /own\/edition\.yaml:1: /,
    store: /broken\.db: file is not a database/,
    disk: /MB free; DISK_FLOOR_MB is 999999999: images/,
    server: /^A program other than Broadsheet responds/,
    DNS: /nowhere\.invalid/,
    proxy: /^https:\/\/nowhere\.invalid does not respond from this machine/,
    certificate: /^https:\/\/nowhere\.invalid does not respond/,
    mail: /^The mail server 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/,
    backups: /is 72 h old\.$/,
    leftovers:
      /^2 files and folders left over from upgrades and restores take 3 MB: .*before-abc\.tar\.gz, .*replaced-2026-01-01\.$/,
  };
  for (const [subject, sentence] of Object.entries(expected)) expect(find(subject)[0]).toMatch(sentence);
  expect(output).not.toContain("secret");
  const faults = output.match(/^FAULT .*\n {9}→ \S/gm)?.length;
  expect(faults).toBe(output.match(/^FAULT /gm)?.length);
});

it("says calmly what is missing where nothing is set up yet", async () => {
  const empty = join(folder.path, "empty");
  const { status, find } = await examine({
    DATA_DIR: empty,
    DATABASE_URL: `sqlite:${join(empty, "news.db")}`,
    SITE_URL: "",
    SMTP_URL: "",
    PORT: String(await findFreePort()),
    DNS_SERVERS: "127.0.0.1:9",
    ALLOW_PRIVATE_HOSTS: "",
  });
  expect(status).toBe(1);
  expect(find("store")[0]).toMatch(/there is no such database\.$/);
  expect(find("disk")[0]).toMatch(/there is no such folder\.$/);
  expect(find("server")[0]).toMatch(/^No server listens at/);
  expect(find("DNS")).toEqual(["No public address is set."]);
  expect(find("mail")[0]).toMatch(/^SMTP_URL is not set: messages and sign-ups of chicago are stored/);
  expect(find("clock")[0]).toMatch(/does not respond, so the clock was not compared\.$/);
});

it("finds a store that is ahead of the clock", async () => {
  const database = await openDatabase(env.DATABASE_URL ?? "");
  const later = new Date(Date.now() + HOUR_MS).toISOString();
  await database.updateTable("feeds").set({ last_attempt_at: later }).execute();
  await database.destroy();
  expect((await examine()).find("clock")[0]).toMatch(/^The clock is behind: a feed was already polled at/);
});
