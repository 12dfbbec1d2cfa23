import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Random } from "../../core/random.ts";
import { toMessage } from "../../core/toMessage.ts";
import { send } from "../../tests/support/varnish.ts";
import type { Check } from "../checks.ts";
import { quantile } from "../quantile.ts";
import { AT_REST, startReaders } from "../readers/readers.ts";
import type { ReaderReport, RequestedPage } from "../readers/readerThread.ts";
import { startWriters } from "../readers/writers.ts";
import { checkArticles, checkFetches, checkIndexes, checkMails, findMissingImages } from "./checks.ts";
import { type ClusterFault, FAULTS, type Outcome } from "./faults.ts";
import { type Freshness, startPublishing } from "./freshness.ts";
import { until } from "./nodes.ts";
import { type ClusterPlan, PAGES_PER_EDITION } from "./plan.ts";
import type { Period, Stage } from "./stage.ts";

/** Effects of all occurrences of a fault. */
interface Observation {
  outcomes: Outcome[];
  failures: string[];
}

export interface Report {
  readers: ReaderReport;
  observations: ReadonlyMap<string, Observation>;
  /** Times until stories appeared on pages. */
  freshness: Freshness;
  checks: readonly Check[];
}

const MAX_P99_RATIO = 2;
const MAX_COMMIT_TO_PAGES_MS = 1000;
const MAX_NEXT_POLL_MS = { kill: 1000, freeze: 6000 };
const FILL_INTERVAL_MS = 500;

/** Causes the faults of a plan, and returns the measurements and checks. */
export async function runCluster(stage: Stage, plan: ClusterPlan, random: Random): Promise<Report> {
  const { nodes, publishers } = stage;
  const { maxFaultsMs } = plan;
  const isReportOnly = maxFaultsMs === null;
  const observations = new Map<string, Observation>();
  const spans: Period[] = [];
  await waitUntilStored(stage);
  const pages = choosePages(stage, plan.pages);
  await waitUntilCached(stage, pages);
  const readers = startReaders(
    { url: stage.url, pages, rate: plan.requestsPerSecond },
    maxFaultsMs === null ? "short" : "long",
  );
  // Warms up the caches of Varnish and the nodes: waits until readers have requested each page three times.
  await wait((plan.pages / plan.requestsPerSecond) * 3000);
  const publishing = startPublishing(stage, () => random.integer(0, publishers.count - 1), {
    publishMs: plan.publishMs,
    isReportOnly,
  });
  const writers = startWriters({ url: stage.url, intervalMs: plan.writeMs, isProxied: true });
  readers.startPhase(AT_REST);
  await wait(plan.restMs);
  const startedAt = performance.now();
  for (const fault of plan.faults) {
    await causeFault(fault);
    readers.startPhase(AT_REST);
    await wait(random.integer(...plan.pauseMs));
  }
  const faultsMs = performance.now() - startedAt;
  await wait(plan.restMs);
  await Promise.all([publishing.stop(), writers.stop()]);
  const report = await readers.report();
  await readers.stop();

  const mails = await checkMails(stage);
  const lost = writers.check(mails);
  const fetches = checkFetches(stage, spans);
  const { accepted, refused, unknown } = writers.counts();
  const { fromCommit, photos, missing } = publishing.result;
  const toPages = quantile(fromCommit, 0.99);
  const ratio = (report.phases.all?.p99 ?? Number.NaN) / (report.phases[AT_REST]?.p99 ?? Number.NaN);
  const checks: Check[] = [
    {
      claim: `${describeCounts(plan.faults)}, in ${formatMinutes(faultsMs)} minutes${maxFaultsMs === null ? "" : `; expected ${formatMinutes(maxFaultsMs)}`}`,
      isReportOnly,
      violations: faultsMs <= (maxFaultsMs ?? Infinity) ? [] : ["longer"],
    },
    { claim: "every fault was survived", violations: [...observations.values()].flatMap(({ failures }) => failures) },
    { claim: "no errors on cached pages, and no front page without its sections", violations: report.violations },
    {
      claim: `articles: none lost or doubled (${publishers.titles.length} published)`,
      violations: await checkArticles(stage),
    },
    { claim: "every story appears on the pages of all nodes", violations: missing },
    { claim: "the search index of each node has all articles", violations: await checkIndexes(stage) },
    { claim: "all photos are stored", violations: await findMissingImages(stage, photos) },
    {
      claim: `no fetch twice beyond those in flight (${publishers.fetches.flat().length} fetches; ${fetches.repeated} repeated after a fault)`,
      violations: fetches.violations,
    },
    {
      claim: `messages and sign-ups: none lost or doubled (${accepted} accepted, ${refused} refused, ${unknown} unanswered)`,
      violations: lost,
    },
    { claim: `mails: none lost (${mails.messages.length + mails.signUps.length})`, violations: mails.lost },
    {
      claim: `mails: at most one doubled per fault (${mails.doubled.length})`,
      violations: mails.doubled.length > spans.length ? mails.doubled : [],
    },
    {
      claim: `p99 of cached pages during faults: ${ratio.toFixed(1)} × at rest; expected ${MAX_P99_RATIO}`,
      isReportOnly,
      violations: ratio <= MAX_P99_RATIO ? [] : ["slower"],
    },
    {
      claim: `a commit is on the pages of all nodes after ${toPages.toFixed(0)} ms (p99 of ${fromCommit.length}); expected ${MAX_COMMIT_TO_PAGES_MS}`,
      isReportOnly,
      violations: toPages <= MAX_COMMIT_TO_PAGES_MS ? [] : ["later"],
    },
    ...(["kill", "freeze"] as const).map((kind): Check => {
      const longest = Math.max(0, ...findNextPolls(kind));
      return {
        claim: `next poll at most ${longest} ms after a ${kind}; expected ${MAX_NEXT_POLL_MS[kind]}`,
        isReportOnly,
        violations: longest <= MAX_NEXT_POLL_MS[kind] ? [] : ["later"],
      };
    }),
  ];
  const statuses = await Promise.all(nodes.map((node) => node.site().stop()));
  checks.push({
    claim: "all processes end cleanly",
    violations: statuses.filter((status) => status !== 0).map((status) => `exit status ${status}`),
  });
  return { readers: report, observations, freshness: publishing.result, checks };

  function findNextPolls(kind: keyof typeof MAX_NEXT_POLL_MS): number[] {
    return FAULTS.filter((fault) => fault.kind === kind).flatMap(({ name }) =>
      (observations.get(name)?.outcomes ?? []).flatMap(({ nextPollMs }) => nextPollMs ?? []),
    );
  }

  async function causeFault(fault: ClusterFault): Promise<void> {
    process.stderr.write(`${new Date().toISOString()} ${fault.name}\n`);
    readers.startPhase(fault.name);
    const observation = observations.getOrInsertComputed(fault.name, () => ({ outcomes: [], failures: [] }));
    const from = Date.now();
    try {
      observation.outcomes.push(await fault.run({ stage, random, holdMs: random.integer(...plan.holdMs) }));
    } catch (error) {
      observation.failures.push(`${fault.name}: ${toMessage(error)}`);
    }
    spans.push({ from, to: Date.now() });
  }
}

/** Returns the number of faults of each kind, such as "26 kills, 26 freezes". */
function describeCounts(faults: readonly ClusterFault[]): string {
  const kinds = Map.groupBy(faults, ({ kind }) => kind);
  return [...kinds].map(([kind, { length }]) => `${length} ${kind}${length === 1 ? "" : "s"}`).join(", ");
}

function formatMinutes(ms: number): string {
  return (ms / 60_000).toFixed(1);
}

/** Returns pages, evenly distributed over all editions. */
function choosePages({ editions }: Stage, count: number): Required<RequestedPage>[] {
  const paths = ["/", "/local", "/sports", "/about", "/rss.xml", "/text"].slice(0, PAGES_PER_EDITION);
  const all = paths.flatMap((path) => editions.map(({ host }) => ({ path, host })));
  return all.slice(0, count);
}

/** Waits until Varnish has cached each page: `x-varnish` then has two ids, for the request and for the fetch. */
async function waitUntilCached({ url }: Stage, pages: readonly Required<RequestedPage>[]): Promise<void> {
  const port = Number(new URL(url).port);
  for (const { path, host } of pages)
    await until(`${host}${path} cached`, async () => {
      const { status, headers } = await send(port, path, { headers: { host } });
      return status === 200 && String(headers["x-varnish"]).includes(" ");
    });
}

/** Waits until the first stories of all feeds are stored. */
async function waitUntilStored({ database, publishers }: Stage): Promise<void> {
  const startedAt = performance.now();
  for (let stored = 0, before = performance.now(); stored < publishers.titles.length; await wait(FILL_INTERVAL_MS)) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from articles`.execute(database);
    const count = rows[0]?.count ?? 0;
    if (count > stored) before = performance.now();
    stored = count;
    if (performance.now() - before > 60_000)
      throw new Error(`${stored} of ${publishers.titles.length} stories are stored, and no more come.`);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stderr.write(`${publishers.titles.length} stories of ${publishers.count} feeds stored in ${seconds} s\n`);
}
