import { type Check, printChecks } from "../checks.ts";
import { describeMachineAndLoad } from "../machine.ts";
import { AT_REST } from "../readers/readers.ts";
import type { ReaderReport } from "../readers/readerThread.ts";
import { formatWhole, printTable } from "../table.ts";

/** Effects observed during all occurrences of one fault. */
export interface Observation {
  times: number;
  /** Names of the failed checks of /readyz. */
  failed: Set<string>;
  /** Messages of warnings and errors that were not logged before the first fault. */
  messages: Set<string>;
  /** Longest time, in seconds, from the end of the fault until /readyz reported success. */
  readySeconds: number;
  /** Highest memory use of the site's process and its children together, in MB. */
  peakMb: number;
}

export interface Report {
  readers: ReaderReport;
  /** Observations by the name of the fault. */
  observations: ReadonlyMap<string, Observation>;
  checks: readonly Check[];
}

/** Returns the messages of all warnings and errors in a log. */
export function findMessages(log: string): string[] {
  return Array.from(log.matchAll(/^\{"level":[456]0.*"msg":"([^"]+)"\}$/gm), ([, message = ""]) => message);
}

/** Prints the tables and the checks. @returns false if a check failed */
export function printReport({ readers: { phases }, observations, checks }: Report): boolean {
  process.stdout.write(`\n${describeMachineAndLoad()}\n\n`);
  const rest = phases[AT_REST]?.p99 ?? Number.NaN;
  const rows = Object.entries(phases).map(([name, { requests, refused, busy, p50, p99 }]) => {
    const { times, failed, readySeconds, peakMb } = observations.get(name) ?? {};
    return [
      name,
      times === undefined ? "" : formatWhole(times),
      ...(name === "all" ? ["", "", ""] : [requests, refused, busy].map(formatWhole)),
      ...[p50.toFixed(1), p99.toFixed(1), (p99 / rest).toFixed(1)],
      [...(failed ?? [])].join(", "),
      readySeconds === undefined ? "" : readySeconds.toFixed(1),
      peakMb === undefined ? "" : formatWhole(peakMb),
    ];
  });
  printTable(
    [
      ...["fault", "times", "requests", "refused", "busy", "p50 ms", "p99 ms", "ratio"],
      ...["/readyz", "ready after s", "peak MB"],
    ],
    rows,
  );
  process.stdout.write("\nIn the log:\n");
  for (const [name, { messages }] of observations)
    process.stdout.write(`${name}: ${[...messages].join("; ") || "nothing"}\n`);
  process.stdout.write("\n");
  return printChecks(checks);
}
