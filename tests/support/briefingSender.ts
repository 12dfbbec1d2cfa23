import { setTimeout as wait } from "node:timers/promises";
import { pino } from "pino";
import { loadEditions } from "../../server/editions/loading/load.ts";
import { openBriefings } from "../../server/newsletter/briefings.ts";
import { listUnfinishedIssues } from "../../server/store/newsletter/issues.ts";
import { openDatabase } from "./stores.ts";

/** Process that sends a database's unfinished issues with the server's own code, and exits when all are sent. */
const [, , databaseUrl = "", smtpUrl = "", editionsFolder = "", holder = "", instant = ""] = process.argv;
const database = await openDatabase(databaseUrl);
const loaded = await loadEditions(editionsFolder, "https://chicagomeridian.example");
const offset = Date.parse(instant) - Date.now();
const briefings = await openBriefings({
  editions: { all: () => loaded },
  database,
  radio: () => null,
  smtpUrl,
  sign: (bytes) => bytes,
  log: pino({ level: "warn" }, pino.destination(2)),
  now: () => Date.now() + offset,
  timing: { leaseMs: 4000, retriesMs: [100, 300], reconnectsMs: [20, 100], maxAgeMs: 3_600_000 },
  holder,
});
for (;;) {
  await briefings.sendDue();
  if ((await listUnfinishedIssues(database)).length === 0) break;
  await wait(200);
}
await briefings.stop();
await database.destroy();
