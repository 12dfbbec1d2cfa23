import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDatabase } from "../../server/store/open.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { startSite, temporaryFolder } from "../support/site.ts";

const DAY_MS = 24 * 60 * 60_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let databaseUrl: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  databaseUrl = `sqlite:${join(folder.path, "broadsheet.db")}`;
});
afterEach(() => folder.remove());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

/** Runs statements on the store, as another process does. */
function changeStore(change: (store: DatabaseSync) => void): void {
  const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 5000 });
  change(store);
  store.close();
}

describe("contact messages", () => {
  const addMessage = (store: DatabaseSync, edition: string, name: string, days: number) =>
    store
      .prepare(
        "insert into messages (edition, name, email, subject, body, received_at, attempts) values (?,?,?,?,?,?,0)",
      )
      .run(edition, name, "rosa@reader.example", "Tip", "The swings are gone.", daysAgo(days));
  const list = async () => (await broadsheet(["messages"], { DATABASE_URL: databaseUrl })).output;

  it("are deleted after the keepDays of their edition's contact.yaml, and those of former editions after a year", async () => {
    const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: () => [], relays: [] });
    const file = join(editions, "chicago", "contact.yaml");
    await writeFile(file, (await readFile(file, "utf8")).replace(/^keepDays: .*$/m, "keepDays: 30"));
    await (await openDatabase(databaseUrl)).destroy();
    changeStore((store) => {
      for (const [edition, name, days] of [
        ["chicago", "Old Reader", 31],
        ["chicago", "New Reader", 29],
        ["former", "Former Old Reader", 366],
        ["former", "Former New Reader", 364],
      ] as const)
        addMessage(store, edition, name, days);
    });
    const site = await startSite({ editions, data: folder.path });
    await site.logs((log) => log.split('"msg":"old messages deleted"').length === 3);
    expect(site.written()).toMatch(/"edition":"chicago","days":30,"deleted":1,"unsent":1,"msg":"old messages deleted"/);
    await site.stop();
    const left = await list();
    for (const name of ["New Reader", "Former New Reader"]) expect(left).toContain(`  Tip  ${name} <`);
    expect(left.match(/rosa@reader/g)).toHaveLength(2);
  });

  it("are deleted by their number at once", async () => {
    await (await openDatabase(databaseUrl)).destroy();
    changeStore((store) => {
      for (const name of ["First", "Second"]) addMessage(store, "chicago", name, 0);
    });
    const run = (...args: string[]) => broadsheet(["messages", ...args], { DATABASE_URL: databaseUrl });
    const [number = ""] = /^\d+(?= .*First)/m.exec(await list()) ?? [];
    const deleted = await run("delete", number);
    expect([deleted.status, deleted.output]).toEqual([0, expect.stringContaining(`Message ${number} is deleted`)]);
    expect(await list()).not.toContain("First");
    expect(await list()).toContain("Second");
    expect((await run("delete", number)).status).toBe(1);
    expect((await run("delete", "all")).status).toBe(2);
  });
});
