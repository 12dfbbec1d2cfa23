import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { TIP } from "../support/contactMessage.ts";
import { NOT_DURABLE, startPostgres } from "../support/postgresServer.ts";
import { readUntil } from "../support/readUntil.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import { queryStore } from "../support/stores.ts";
import { openTcpProxy, type TcpProxy } from "../support/tcpProxy.ts";

let postgres: Awaited<ReturnType<typeof startPostgres>>;
/** Proxy between the site and the database. */
let network: TcpProxy;
let site: SharedSite;

beforeAll(async () => {
  // A separate database server, since a test stops it.
  postgres = await startPostgres(NOT_DURABLE);
  const url = new URL(await postgres.createDatabase("site"));
  network = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(network.port);
  site = await startSharedSite({
    databaseUrl: url.href,
    change: (edition) => edition.set("language", "es"),
  });
});

afterAll(async () => {
  await site?.stop();
  await network?.close();
  await postgres?.stop();
});

const getPage = async (path: string) => (await fetch(site.url + path)).text();

const send = (path: string, fields: Record<string, string>) =>
  fetch(site.url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

/** Posts a form 12 times at once from one network, and counts the responses by status. */
async function post(path: string, fields: Record<string, string>): Promise<Record<number, number>> {
  const responses = await Promise.all(Array.from({ length: 12 }, () => send(path, fields)));
  const byStatus = Map.groupBy(responses, ({ status }) => status);
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]));
}

it("shows polled stories on the front page, in sections, feeds and archives, and each on its page", async () => {
  for (const path of ["/", "/sports", "/sports/atom.xml", "/archive/2026/04/20", "/text/sports", "/sources"])
    expect([path, await getPage(path)]).toEqual([path, expect.stringContaining("sports")]);
  for (const path of ["/sports", "/sports/atom.xml", "/archive/2026/04/20", "/text/sports"])
    expect([path, await getPage(path)]).toEqual([path, expect.stringContaining("Morning sports story 1")]);
  const page = await getPage("/article/morning-sports-story-1");
  expect(page).toContain("What the sports desk has of story 1.");
});

it("accepts messages and sign-ups, within their limits", async () => {
  expect(await post("/contact", TIP)).toEqual({ 303: 5, 429: 7 });
  const { output } = await broadsheet(["messages"], site.env);
  expect(output.match(/Rosa Delgado/g)).toHaveLength(5);
  expect(await post("/newsletter", { email: "rosa@reader.example" })).toEqual({ 303: 3, 429: 9 });
});

it("applies what a command changes in the store", async () => {
  const path = "/article/morning-health-story-2";
  const getStatus = async () => (await fetch(site.url + path)).status;
  const isFound = async () => (await getPage("/search?q=health+story+2")).includes(`href="${path}"`);
  expect(await getStatus()).toBe(200);
  await readUntil(isFound, Boolean);
  expect((await broadsheet(["takedown", "morning-health-story-2"], site.env)).status).toBe(0);
  await readUntil(getStatus, (status) => status === 410);
  expect(await isFound()).toBe(false);
  expect((await broadsheet(["takedown", "morning-health-story-2", "--undo"], site.env)).status).toBe(0);
  await readUntil(getStatus, (status) => status === 200);
});

it("answers 503 while the database is stopped, with what readers wrote, and goes on when it is back", async () => {
  const cached = await getPage("/sports");
  await postgres.pause();

  for (const path of ["/article/morning-culture-story-3", "/health", "/nothing/here", "/search?q=culture"]) {
    const response = await fetch(site.url + path);
    expect([path, response.status, response.headers.get("retry-after")]).toEqual([path, 503, "5"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const html = await response.text();
    expect(html, path).toMatch(
      /<html lang="es"[\s\S]*The Chicago Meridian[\s\S]*<h1>Algo salió mal<\/h1>[\s\S]*<footer/,
    );
    expect(html, path).not.toMatch(/ECONN|Connection terminated|postgres/);
  }
  // The page's text is in a file, but every page shows alerts, which are in the store.
  expect((await fetch(`${site.url}/faq`)).status).toBe(503);
  const feed = await fetch(`${site.url}/health/atom.xml`);
  expect([feed.status, feed.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await feed.text()).toContain("Esta página no se cargó.");
  expect(await getPage("/sports")).toBe(cached);
  // Failures caused by the database are warnings (level 40), since the site itself needs no repair.
  for (const message of ["page failed", "request failed"]) {
    let lines: string[] = [];
    await site.logs((log) => {
      lines = log.split("\n").filter((line) => line.includes(`"msg":"${message}"`));
      return lines.length > 0;
    });
    expect(lines.filter((line) => !line.startsWith('{"level":40,'))).toEqual([]);
  }

  const message = await send("/contact", TIP);
  expect([message.status, message.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await message.text()).toContain(TIP.message);
  const signUp = await send("/newsletter", { email: "ana@reader.example" });
  expect(signUp.status).toBe(503);
  expect(await signUp.text()).toContain('value="ana@reader.example"');

  await postgres.resume();
  const hasText = (path: string, text: string) =>
    readUntil(
      () => getPage(path),
      (page) => page.includes(text),
    );
  await hasText("/readyz", '"store":{"ok":true');
  expect(await getPage("/article/morning-culture-story-3")).toContain("What the culture desk has of story 3.");
  expect((await send("/newsletter", { email: "ana@reader.example" })).status).toBe(303);
});

it("serves cached pages while the network swallows all bytes, and goes on over new connections", async () => {
  const cached = await getPage("/sports");
  network.cut();

  const failed = await readUntil(
    () => fetch(`${site.url}/readyz`),
    ({ status }) => status === 503,
  );
  expect(((await failed.json()) as { failed: string[] }).failed).toContain("store");
  const uncached = await fetch(`${site.url}/article/morning-culture-story-4`);
  expect([uncached.status, uncached.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await getPage("/sports")).toBe(cached);

  network.forget();
  await readUntil(
    () => getPage("/readyz"),
    (report) => report.includes('"store":{"ok":true'),
  );
  await readUntil(
    () => getPage("/article/morning-culture-story-4"),
    (page) => page.includes("What the culture desk has of story 4."),
  );
  expect((await broadsheet(["takedown", "morning-culture-story-4"], site.env)).status).toBe(0);
  await readUntil(
    async () => (await fetch(`${site.url}/article/morning-culture-story-4`)).status,
    (status) => status === 410,
  );
  const { DATABASE_URL = "" } = site.env;
  const now = new Date().toISOString();
  await queryStore(DATABASE_URL, sql`update feeds set next_poll_at = ${now} where next_poll_at < '9999'`);
  await readUntil(
    () => queryStore(DATABASE_URL, sql`select 1 from feeds where last_attempt_at < ${now} limit 1`),
    ({ length }) => length === 0,
  );
});
