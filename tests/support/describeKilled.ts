import type { Killed } from "./killedSenders.ts";

/** Describes the result of sending an issue while its senders are killed. */
export function describeKilled({
  kills,
  reached,
  twice,
  explained,
  missed,
  inDoubt,
  faults,
  states,
  suppressed,
}: Killed) {
  return [
    `${kills} kills; ${reached} addresses have the issue, ${missed.length} that should have it do not`,
    `accepted twice: ${twice.length}, of which ${explained.length} stood in the window at a kill (${twice.join(", ") || "none"})`,
    `in the window at each kill: ${inDoubt.join(" ")}`,
    `faults of the mail server: ${[...faults].map(([fault, count]) => `${count} ${fault}`).join(", ")}`,
    `the ledger: ${Object.entries(states)
      .map(([state, count]) => `${count} ${state}`)
      .join(", ")}; ${suppressed} addresses suppressed`,
  ].join("\n");
}
