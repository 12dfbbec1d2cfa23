import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { BENCHMARKS } from "./benchmarks.ts";

/** Folder with a file for each recorded run. The files' names sort by time. */
export const RESULTS = join(import.meta.dirname, "results");

/** A recorded run of `npm run bench -- --record`. */
const recordedRunSchema = z.object({
  /** Time at which the run started, as ISO 8601. */
  startedAt: z.string(),
  commit: z.string(),
  /** Processor, cores, Node version and load at the start. */
  machine: z.string(),
  benchmarks: z.array(
    z.object({
      title: z.string(),
      command: z.string(),
      seconds: z.number(),
      /** Output of the benchmark. */
      output: z.string(),
    }),
  ),
});

export type RecordedRun = z.infer<typeof recordedRunSchema>;

const INTRO = `# Performance

<!-- Written by \`npm run bench -- --record\` or \`node tools/reference.ts\` from bench/benchmarks.ts and the newest complete run in bench/results/; a test compares them. -->

\`npm run bench\` builds once and runs the benchmarks below, one after the other; \`-- --record\` also writes their figures to \`bench/results/\` and this page. Each prints ratios to something measured in the same run, such as nginx, a plain loop or the other engine, or CPU time, since other work on a machine changes durations. Nothing in \`bench/\` asserts a duration.

What can be counted is asserted by \`npm run budgets\`, a part of \`npm test\`: a first visit costs at most 18 kB of HTML, 119 kB of JavaScript, 11 kB of CSS and 64 kB of fonts with brotli, no request to a third party and a layout shift of 0.01; Lighthouse gives 1.00 for best practices and SEO, and with \`LONG_TESTS=1\` for accessibility, whose rules axe checks in every run.

Faults are measured by \`npm run drill -- --minutes 60\` (one server) and \`npm run bench:cluster\` (three, [cluster.md](cluster.md)), and hostile feeds by \`npm run fuzz\`. More benchmarks: \`bench:newsletter\`, \`bench:newsletter-kills\`, \`bench:radio\`, \`node bench/sitemaps.ts\`.
`;

/** Returns the content of docs/performance.md. */
export async function formatPerformancePage(): Promise<string> {
  const newest = await readNewestCompleteRun();
  const from = newest
    ? `The figures are of one run of commit ${newest.commit} at ${newest.startedAt} on this machine: ${newest.machine}.`
    : "No complete run is recorded.";
  const sections = BENCHMARKS.map(({ title, run, measures, goal }) => {
    const recorded = newest?.benchmarks.find((benchmark) => benchmark.title === title);
    return [
      `## ${title}`,
      measures,
      `Command: \`${formatCommand(run)}\``,
      ...(goal ? [`Goal: ${goal}.`] : []),
      ...(recorded ? [`\`\`\`text\n${recorded.output}\n\`\`\``] : []),
    ].join("\n\n");
  });
  return `${[INTRO.trimEnd(), from, ...sections].join("\n\n")}\n`;
}

export function formatCommand(run: readonly string[]): string {
  return ["node", `bench/${run[0]}`, ...run.slice(1)].join(" ");
}

/** Returns the newest run with all benchmarks; undefined if no run has all benchmarks. */
async function readNewestCompleteRun(): Promise<RecordedRun | undefined> {
  const names = (await readdir(RESULTS)).filter((name) => name.endsWith(".json")).toSorted();
  for (const name of names.toReversed()) {
    const run = recordedRunSchema.parse(JSON.parse(await readFile(join(RESULTS, name), "utf8")));
    const titles = new Set(run.benchmarks.map(({ title }) => title));
    if (BENCHMARKS.every(({ title }) => titles.has(title))) return run;
  }
  return undefined;
}
