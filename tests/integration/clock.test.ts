import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { NO_FEEDS, writeTestEdition } from "../support/editions.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { isPostgres, queryStore } from "../support/stores.ts";

const DAY_MS = 24 * 60 * 60_000;
const YEARS_AHEAD = 10 * 365 * 24 * 60 * 60;

/** Result of printing the path of the library that sets a process's clock (Debian package `faketime`). */
const library = spawnSync("faketime", ["-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
const preload = library.status === 0 ? library.stdout.trim().split(":").at(-1) : undefined;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let editions: string;
let env: Record<string, string>;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  editions = await writeTestEdition(join(folder.path, "editions"), NO_FEEDS);
  env = {
    DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
    EDITIONS_DIR: editions,
    LD_PRELOAD: preload ?? "",
    FAKETIME_TIMESTAMP_FILE: join(folder.path, "clock"),
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    FAKETIME_NO_CACHE: "1",
  };
  await setClock(0);
});
afterAll(async () => {
  await site?.kill();
  await folder.remove();
});

const setClock = (aheadSeconds: number) => writeFile(join(folder.path, "clock"), `+${aheadSeconds}\n`);
const start = () => startSite({ editions, data: folder.path, env, hasOwnProcess: true });
const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function addStory(title: string, head: string): Promise<void> {
  const file = join(folder.path, "story.md");
  await writeFile(file, `---\ntitle: ${title}\nsections: [local]\n${head}\n---\n\nText.\n`);
  const { LD_PRELOAD: _, ...commandEnv } = env;
  const { status, output, errors } = await broadsheet(["stories", "add", file, "--as", "Eve"], commandEnv);
  expect(status, output + errors).toBe(0);
}

/** Returns the rows that the site would change or delete if it trusted a wrong clock. */
async function readStore(): Promise<unknown> {
  const read = (query: ReturnType<typeof sql<{ found: string }>>) => queryStore(env.DATABASE_URL ?? "", query);
  return {
    stories: (await read(sql`select slug || ' ' || state as found from staff_stories order by slug`)).map(
      (row) => row.found,
    ),
    messages: (await read(sql`select name as found from messages`)).map((row) => row.found),
    signUps: (await read(sql`select email as found from subscribers`)).map((row) => row.found),
  };
}

async function waitForClock(isRight: boolean): Promise<void> {
  const read = async () => {
    const response = await fetch(`${site.url}/readyz`);
    return ((await response.json()) as { checks: { clock: { ok: boolean } } }).checks.clock.ok;
  };
  await expect.poll(read, { timeout: 30_000, interval: 300 }).toBe(isRight);
}

it.skipIf(isPostgres || preload === undefined)(
  "keeps everything while the clock is ten years ahead, also at a start, until an operator says that it is right",
  async () => {
    site = await start();
    await addStory("Tonight", `publishAt: ${at(0.5)}\nexpiresAt: ${at(1)}`);
    await addStory("Live", `publishAt: ${at(-1)}\nexpiresAt: ${at(1)}`);
    const form = {
      name: "Rosa",
      email: "rosa@reader.example",
      subject: "",
      message: "Hello there, this is a message.",
    };
    await queryStore(
      env.DATABASE_URL ?? "",
      sql`insert into messages (edition, name, email, subject, body, received_at, attempts)
        values ('chicago', ${form.name}, ${form.email}, 'News tip', ${form.message}, ${at(0)}, 0)`,
    );
    await queryStore(
      env.DATABASE_URL ?? "",
      sql`insert into subscribers (edition, email, email_key, secret, source, status, days, created_at, changed_at)
        values ('chicago', 'ada@reader.example', 'ada@reader.example', 'x', 'form', 'pending', 'every-day', ${at(0)}, ${at(0)})`,
    );
    await expect
      .poll(async () => (await fetch(`${site.url}/article/live`)).status, { timeout: 10_000, interval: 200 })
      .toBe(200);
    const stored = await readStore();
    expect(stored).toEqual({
      stories: ["live published", "tonight scheduled"],
      messages: ["Rosa"],
      signUps: ["ada@reader.example"],
    });

    await setClock(YEARS_AHEAD);
    await waitForClock(false);
    await site.stop();
    // Restarts the site, since it deletes old rows when it starts.
    site = await start();
    await waitForClock(false);
    expect(site.written()).toContain('"msg":"clock jumped: ');
    expect(await readStore()).toEqual(stored);
    const seen = await broadsheet(["clock"], env, "", () => {});
    expect([seen.status, seen.output]).toEqual([1, expect.stringContaining("The clock is not trusted")]);

    await setClock(0);
    await waitForClock(true);
    await site.logs((log) => log.includes('"msg":"clock is trusted again"'));
    expect((await fetch(`${site.url}/article/live`)).status).toBe(200);
    expect(await readStore()).toEqual(stored);

    await setClock(YEARS_AHEAD);
    await waitForClock(false);
    // The command is a separate process, but reads the same wrong clock.
    expect((await broadsheet(["clock", "trust"], env, "", () => {})).status).toBe(0);
    await waitForClock(true);
    await expect.poll(readStore, { timeout: 30_000, interval: 300 }).toMatchObject({
      stories: ["live expired", "tonight expired"],
    });
  },
  120_000,
);
