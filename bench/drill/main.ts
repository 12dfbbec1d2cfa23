/**
 * `npm run drill -- --minutes 60 --seed 1`: causes faults in everything around a site, in random order, while readers
 * request pages and send messages, and feeds publish stories. Prints the observations of each fault and the checks, and
 * exits with status 1 if a check fails. `--short` causes each fault once and briefly. Needs a build; Linux only.
 */
import { parseArgs } from "node:util";
import { createRandom } from "../../core/random.ts";
import { createPlan, runDrill } from "./drill.ts";
import { printReport } from "./report.ts";
import { openStage } from "./stage.ts";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "60" },
    seed: { type: "string", default: "1" },
    short: { type: "boolean", default: false },
  },
});
// Faults have their own random sequence, so the number of stories, which differs by machine, cannot change faults.
const random = createRandom(`faults ${values.seed}`);
const stage = await openStage(createRandom(`stories ${values.seed}`), values.short ? "short" : "long");
try {
  const plan = createPlan(values.short ? null : Number(values.minutes));
  process.exitCode = printReport(await runDrill(stage, plan, random)) ? 0 : 1;
} finally {
  await stage.close();
}
