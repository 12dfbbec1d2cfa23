import { printChecks } from "../checks.ts";
import { describeMachineAndLoad } from "../machine.ts";
import { quantile } from "../quantile.ts";
import { AT_REST } from "../readers/readers.ts";
import { formatWhole, printTable } from "../table.ts";
import type { Report } from "./cluster.ts";

/** Prints the tables and the checks. @returns false if a check failed */
export function printReport({
  readers: { phases },
  observations,
  freshness: { fromCommit, fromPublication },
  checks,
}: Report): boolean {
  process.stdout.write(`\n${describeMachineAndLoad()}\n\n`);
  const rest = phases[AT_REST]?.p99 ?? Number.NaN;
  const rows = Object.entries(phases).map(([name, { requests, busy, p50, p99 }]) => {
    const outcomes = observations.get(name)?.outcomes;
    const takeovers = outcomes?.flatMap(({ takeoverMs }) => takeoverMs ?? []) ?? [];
    const polls = outcomes?.flatMap(({ nextPollMs }) => nextPollMs ?? []) ?? [];
    return [
      name,
      outcomes ? formatWhole(outcomes.length) : "",
      ...[takeovers, polls].flatMap((list) => [formatQuantile(list, 0.5), formatQuantile(list, 1)]),
      ...(name === "all" ? ["", ""] : [requests, busy].map(formatWhole)),
      ...[p50.toFixed(1), p99.toFixed(1), (p99 / rest).toFixed(1)],
    ];
  });
  printTable(
    [
      ...["fault", "times", "takeover p50 ms", "max", "next poll p50 ms", "max"],
      ...["requests", "uncached 503", "p50 ms", "p99 ms", "ratio"],
    ],
    rows,
  );
  process.stdout.write("\n");
  printTable(
    ["on the pages of all nodes", "stories", "p50 ms", "p99 ms", "max ms"],
    (
      [
        ["from the commit", fromCommit],
        ["from the publication", fromPublication],
      ] as const
    ).map(([name, times]) => [
      name,
      formatWhole(times.length),
      ...[0.5, 0.99, 1].map((share) => formatQuantile(times, share)),
    ]),
  );
  process.stdout.write("\n");
  return printChecks(checks);
}

function formatQuantile(values: readonly number[], share: number): string {
  return values.length === 0 ? "" : formatWhole(quantile(values, share));
}
