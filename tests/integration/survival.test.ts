import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync } from "node:fs";
import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TIP } from "../support/contactMessage.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { exchange, openRaw } from "../support/rawConnection.ts";
import { readUntil } from "../support/readUntil.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, lockStore, queryStore, storeUrlIn } from "../support/stores.ts";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let site: Site | undefined;

async function setUp(): Promise<void> {
  folder = await temporaryFolder();
  editions = join(folder.path, "editions");
  await writeTestEdition(editions, NO_FEEDS);
}

async function tearDown(): Promise<void> {
  await site?.stop();
  site = undefined;
  await folder.remove();
}

async function start(env: Record<string, string> = {}): Promise<Site> {
  site = await startSite({ editions, data: folder.path, env });
  return site;
}

/** Requests a page. Returns the status, and the whole response as text. */
async function visit(url: string, host?: string): Promise<{ status: number; response: string }> {
  const { origin, hostname } = new URL(url);
  const connection = await openRaw(origin);
  connection.write(
    `GET ${url.slice(origin.length)} HTTP/1.1\r\nHost: ${host ?? hostname}\r\nConnection: close\r\n\r\n`,
  );
  const response = await connection.ended();
  return { status: Number(response.split(" ")[1]), response };
}

function post(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
}

describe("a shared site", () => {
  let shared: Site;
  beforeAll(async () => {
    await setUp();
    shared = await start();
  });
  afterAll(tearDown);

  describe("while another process holds the store locked", () => {
    it("serves pages without delay, asks senders to try again, and takes what they send afterwards", async () => {
      const { url, written } = shared;
      await visit(`${url}/`);
      const lock = await lockStore(storeUrlIn(folder.path));
      const posted = Promise.all([
        post(`${url}/contact`, TIP),
        post(`${url}/newsletter`, { email: "rosa@reader.example" }),
      ]);
      let isAnswered = false;
      void posted.then(() => {
        isAnswered = true;
      });
      // While the two POST requests wait for the writer lock, the server renders a page, and then serves cached pages.
      let before = 0;
      await readUntil(
        async () => {
          expect((await visit(url + (before === 0 ? "/search?q=park" : "/"))).status).toBe(200);
          if (!isAnswered) before++;
        },
        () => isAnswered,
      );
      expect(before).toBeGreaterThan(3);
      const [message, signUp] = await posted;
      expect([message.status, signUp.status]).toEqual([503, 503]);
      const form = await message.text();
      expect(form).toContain("Your message wasn’t sent: we can’t store it right now. Please try again");
      expect(form).toContain(TIP.message);
      expect(await signUp.text()).toContain("We can’t store your address right now. Please try again");

      await lock.release();
      expect((await post(`${url}/contact`, TIP)).status).toBe(303);
      expect(await queryStore(storeUrlIn(folder.path), sql`select count(*) as count from messages`)).toEqual([
        { count: 1 },
      ]);
      expect(written()).not.toMatch(/unhandled|uncaught/);
    });
  });

  describe.skipIf(isPostgres)("a client that asks for too much", () => {
    it("is asked to come back, while cached pages are served", async () => {
      const { url, pid } = shared;
      const connections = await Promise.all(Array.from({ length: 200 }, () => openRaw(url)));
      // Once this page arrives, the server has accepted all earlier connections.
      await visit(`${url}/`);
      // All requests arrive while the process is stopped, as if many clients sent them at once.
      process.kill(pid, "SIGSTOP");
      for (const [number, connection] of connections.entries())
        connection.write(`GET /search?q=bridge+${number} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
      process.kill(pid, "SIGCONT");
      const [page, ...searches] = await Promise.all([visit(`${url}/`), ...connections.map(({ ended }) => ended())]);
      expect(page.status).toBe(200);
      const refused = searches.filter((response) => response.startsWith("HTTP/1.1 503 "));
      expect(refused.length).toBeGreaterThan(0);
      for (const response of refused) expect(response).toMatch(/^retry-after: 5\r$/im);
      const found = searches.filter((response) => response.startsWith("HTTP/1.1 200 "));
      expect(found.length).toBeGreaterThanOrEqual(32);
      expect(found.length + refused.length).toBe(200);
      expect((await visit(`${url}/search?q=bridge+1`)).status).toBe(200);
    });

    it("is refused if it names two hosts (RFC 9112, section 3.2)", async () => {
      const { url } = shared;
      const twoHosts = "GET / HTTP/1.1\r\nHost: one.example\r\nHost: two.example\r\n\r\n";
      expect(await exchange(url, twoHosts)).toMatch(/^HTTP\/1\.1 400 /);
    });

    it("can go on using its connection after a body that is too long, or that no route reads", async () => {
      const { url } = shared;
      const post = (path: string, length: number) =>
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${length}\r\n\r\n${"a".repeat(length)}`;
      for (const [request, status] of [
        [post("/contact", 200_000), 413],
        [post("/robots.txt", 100_000), 405],
        [post("/", 100_000), 405],
      ] as const) {
        const connection = await openRaw(url);
        const countAnswers = (responses: string) => responses.match(/HTTP\/1\.1 \d/g)?.length ?? 0;
        connection.write(request);
        expect(await connection.until((responses) => countAnswers(responses) === 1)).toContain(`HTTP/1.1 ${status} `);
        // Sends requests for 0.7 s. If the server closed the connection after the error response, a request would fail.
        let answers = 1;
        const end = performance.now() + 700;
        await readUntil(
          async () => {
            answers++;
            connection.write("GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            const responses = await Promise.race([
              connection.until((responses) => countAnswers(responses) === answers),
              connection.ended(),
            ]);
            expect(countAnswers(responses)).toBe(answers);
          },
          () => performance.now() > end,
        );
        await connection.finish();
      }
    });

    it("is answered and disconnected after a body without a stated length that is too long", async () => {
      const connection = await openRaw(shared.url);
      const chunk = `8000\r\n${"a".repeat(0x8000)}\r\n`;
      connection.write("POST /contact HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n");
      connection.write(chunk.repeat(5));
      expect(await connection.ended()).toMatch(/^HTTP\/1\.1 413 .*^connection: close\r$/ims);
    });
  });

  describe.skipIf(isPostgres)("a change of an edition's files", () => {
    it("passes over an editor's lock link, and keeps the last valid files while one cannot be read", async () => {
      const { url, logs } = shared;
      const pages = join(editions, "chicago/pages");
      await symlink("editor@host.1234:1700000000", join(pages, ".#about.md"));
      await logs((log) => log.includes('"msg":"editions reloaded"'));
      await symlink("nowhere", join(pages, "lost.md"));
      await logs((log) => /"faults":\[".*lost\.md.*"msg":"edition not reloaded; its last valid files stay"/.test(log));
      expect((await visit(`${url}/about`)).status).toBe(200);
      await rm(join(pages, "lost.md"));
      await writeTestEdition(editions, NO_FEEDS);
      await logs((log) => log.split('"msg":"editions reloaded"').length > 2);
      expect((await visit(`${url}/`)).status).toBe(200);
    });
  });
});

describe.skipIf(isPostgres)("a site of its own", () => {
  beforeEach(setUp);
  afterEach(tearDown);

  it.skipIf(!existsSync("/dev/full"))("on a full disk serves pages without a log, and ends at SIGTERM", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, ["build/bundle/main.js"], {
      stdio: ["ignore", full, "ignore", "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: "0",
        DNS_SERVERS: "127.0.0.1:9",
        EDITIONS_DIR: editions,
        DATA_DIR: folder.path,
        DATABASE_URL: `sqlite:${join(folder.path, "full.db")}`,
      },
    });
    const ended = once(child, "exit");
    const [{ port }] = (await once(child, "message")) as [{ port: number }];
    expect((await visit(`http://127.0.0.1:${port}/`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    closeSync(full);
  });

  it("lets no client name itself anew for each message, unless a trusted proxy does", async () => {
    const { url } = await start({ TRUSTED_PROXIES: "198.51.100.1" });
    const send = (number: number) =>
      fetch(`${url}/contact`, {
        method: "POST",
        body: new URLSearchParams({ ...TIP, message: `Tip ${number}` }),
        headers: { "x-forwarded-for": `203.0.113.${number}` },
        redirect: "manual",
      });
    const statuses: number[] = [];
    for (let number = 0; number < 6; number++) statuses.push((await send(number)).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
  });
});

describe.skipIf(isPostgres)("of two editions, an invalid one", () => {
  const harbor = () => join(editions, "harbor/edition.yaml");
  const setDefault = (isDefault: boolean) =>
    writeTestEdition(editions, { ...NO_FEEDS, change: (edition) => edition.set("default", isDefault) });

  beforeEach(async () => {
    await setUp();
    await writeTestEdition(editions, { ...NO_FEEDS, id: "harbor", host: "harbor.example" });
  });

  afterEach(tearDown);

  it("answers 503 at its hosts until it is repaired, while the other one is published", async () => {
    const valid = await readFile(harbor(), "utf8");
    await writeFile(harbor(), valid.replace("count: 4", "count: many"));
    const { url, logs } = await start();
    expect((await visit(`${url}/`, "chicago.example")).status).toBe(200);
    for (const path of ["/", "/local", "/rss.xml", "/media/about.jpg"]) {
      const { status, response } = await visit(url + path, "harbor.example");
      expect([path, status]).toEqual([path, 503]);
      expect(response).toMatch(/retry-after: 300/i);
      expect(response).not.toContain("Meridian");
    }
    expect((await visit(`${url}/healthz`, "harbor.example")).status).toBe(200);
    await writeFile(harbor(), valid);
    await logs((log) => /"editions":\["chicago","harbor"\],"changed":\["harbor"\],"msg":"editions reloaded"/.test(log));
    expect((await visit(`${url}/`, "harbor.example")).status).toBe(200);
  });

  it("does not pass its hosts, or those of no edition, to another one that is not the default", async () => {
    await setDefault(false);
    const { url } = await start();
    expect((await visit(`${url}/`, "harbor.example")).status).toBe(200);
    expect((await visit(`${url}/`, "unknown.example")).status).toBe(503);
  });

  it("keeps the site from starting only if the other one is invalid, too", async () => {
    await cp(join(editions, "chicago"), join(editions, "third"), { recursive: true });
    const { url } = await start();
    expect((await visit(`${url}/`)).status).toBe(200);
    await site?.stop();
    for (const id of ["chicago", "harbor", "third"]) await writeFile(join(editions, id, "edition.yaml"), "name: 1\n");
    await expect(start()).rejects.toThrow(/harbor\/edition\.yaml/);
  });
});
