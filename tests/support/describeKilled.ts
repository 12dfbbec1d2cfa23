import type { KillResult } from "./killedSenders.ts";

/** Formats the result of a run with killed senders. */
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
}: KillResult) {
  return [
    `${kills} kills; ${reached} addresses received the issue, ${missed.length} missed it`,
    `accepted twice: ${twice.length}, of which ${explained.length} were in doubt at a kill (${twice.join(", ") || "none"})`,
    `in doubt at each kill: ${inDoubt.join(" ")}`,
    `mail server faults: ${[...faults].map(([fault, count]) => `${count} ${fault}`).join(", ")}`,
    `deliveries: ${Object.entries(states)
      .map(([state, count]) => `${count} ${state}`)
      .join(", ")}; ${suppressed} addresses suppressed`,
  ].join("\n");
}
