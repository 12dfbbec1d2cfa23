import { parseArgs } from "node:util";
import { saveWithKills } from "../tests/support/killedDesk.ts";
import { startPostgres } from "../tests/support/postgresServer.ts";
import { temporaryFolder } from "../tests/support/site.ts";
import { describeMachine } from "./machine.ts";
import { formatWhole, printTable } from "./table.ts";

/**
 * `npm run bench:desk`: simulates two editors per story, each of whom saves ten times a second. Meanwhile, kills the
 * desk at irregular intervals, and starts it again. Counts confirmed saves that were lost, saves that were stored
 * twice, and texts that were overwritten. Runs on SQLite, then on PostgreSQL.
 */
const { values } = parseArgs({
  options: {
    editors: { type: "string", default: "20" },
    rate: { type: "string", default: "10" },
    seconds: { type: "string", default: "20" },
    kills: { type: "string", default: "3" },
  },
});
const options = {
  editors: Number(values.editors),
  rate: Number(values.rate),
  seconds: Number(values.seconds),
  kills: Number(values.kills),
};
process.stdout.write(`${describeMachine()}\n`);
const server = await startPostgres();
const rows: string[][] = [];
for (const engine of ["SQLite", "PostgreSQL"]) {
  const folder = await temporaryFolder();
  const storeUrl =
    engine === "SQLite" ? `sqlite:${folder.path}/broadsheet.db` : await server.createDatabase("desk_autosaves");
  const saved = await saveWithKills({ folder: folder.path, storeUrl, ...options });
  await folder.remove();
  const { kills, confirmed, unanswered, rate, longestMs, lost, doubled, overwritten } = saved;
  const counts = [kills, confirmed, unanswered, rate, longestMs, lost.length, doubled.length, overwritten.length];
  rows.push([engine, ...counts.map((count) => formatWhole(Math.round(count)))]);
}
await server.stop();
const head = [
  "",
  "kills",
  "confirmed saves",
  "unanswered",
  "saves per s",
  "longest save, ms",
  "lost",
  "doubled",
  "overwritten",
];
printTable(head, rows);
