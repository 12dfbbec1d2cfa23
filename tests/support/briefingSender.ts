import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { loadEditions } from "../../server/editions/load.ts";
import { openBriefings } from "../../server/newsletter/briefings.ts";
import { unfinishedIssues } from "../../server/store/newsletter/issues.ts";
import { openDatabase } from "../../server/store/open.ts";

/** A process that sends what is unfinished in a store, by the server's own parts, and ends when all is sent. */
const [, , databaseUrl = "", smtpUrl = "", editionsFolder = "", holder = "", instant = ""] = process.argv;
const database = await openDatabase(databaseUrl);
const loaded = await loadEditions(editionsFolder);
const offset = Date.parse(instant) - Date.now();
const briefings = await openBriefings({
  editions: { all: () => loaded },
  database,
  radio: () => null,
  smtpUrl,
  siteUrl: "https://chicagomeridian.example",
  sign: (bytes) => bytes,
  log: pino({ level: "warn" }, pino.destination(2)),
  now: () => Date.now() + offset,
  timing: { lease: 500, retries: [100, 300], reconnects: [20, 100], day: 3_600_000 },
  holder,
});
for (;;) {
  await briefings.tick();
  if ((await unfinishedIssues(database)).length === 0) break;
  await wait(20);
}
await briefings.stop();
await database.destroy();
