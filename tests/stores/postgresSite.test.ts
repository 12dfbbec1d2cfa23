import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { TIP } from "../support/contactMessage.ts";
import { readUntil } from "../support/readUntil.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import { toStoreUrl } from "../support/stores.ts";

let site: SharedSite;

beforeAll(async () => {
  site = await startSharedSite();
});

afterAll(() => site?.stop());

const getPage = async (path: string) => (await fetch(site.url + path)).text();

/** Posts a form 12 times at once from one network, and counts the responses by status. */
async function post(path: string, fields: Record<string, string>): Promise<Record<number, number>> {
  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      fetch(site.url + path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" }),
    ),
  );
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

it("connects again after the database has closed its connections", async () => {
  const client = new Client(await toStoreUrl(site.env.DATABASE_URL ?? ""));
  await client.connect();
  const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  await client.end();
  expect(rowCount).toBeGreaterThan(1);
  // A request that takes a connection in the moment of its end may still fail.
  const hasText = (path: string, text: string) =>
    readUntil(
      () => getPage(path),
      (page) => page.includes(text),
    );
  await hasText("/readyz", '"store":{"ok":true');
  await hasText("/article/morning-culture-story-3", "Morning culture story 3");
});
