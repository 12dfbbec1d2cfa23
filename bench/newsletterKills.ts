import { parseArgs } from "node:util";
import { describeKilled } from "../tests/support/describeKilled.ts";
import { sendWithKills } from "../tests/support/killedSenders.ts";
import { temporaryFolder } from "../tests/support/site.ts";

/**
 * `npm run bench:newsletter-kills`: two senders send an issue to many subscribers through a faulty mail server. Kills
 * the senders at random moments, and counts missing and duplicate mails.
 */
const { values } = parseArgs({
  options: {
    subscribers: { type: "string", default: "20000" },
    kills: { type: "string", default: "50" },
    rate: { type: "string", default: "1000" },
  },
});
const folder = await temporaryFolder();
const started = performance.now();
const killed = await sendWithKills({
  folder: folder.path,
  subscribers: Number(values.subscribers),
  kills: Number(values.kills),
  rate: Number(values.rate),
});
await folder.remove();
process.stdout.write(`${describeKilled(killed)}\n${Math.round((performance.now() - started) / 1000)} s in total\n`);
