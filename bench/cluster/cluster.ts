import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import type { Random } from "../../core/random.ts";
import { send } from "../../tests/support/varnish.ts";
import type { Check } from "../checks.ts";
import { quantile } from "../quantile.ts";
import { startReaders } from "../readers/readers.ts";
import type { ReaderReport } from "../readers/readerThread.ts";
import { startWriters } from "../readers/writers.ts";
import { checkArticles, checkFetches, checkIndexes, checkMails, findMissingImages, type Span } from "./checks.ts";
import { type ClusterFault, FAULTS, type Outcome } from "./faults.ts";
import { type Freshness, startPublishing } from "./freshness.ts";
import { until } from "./nodes.ts";
import type { Stage } from "./stage.ts";

/** Durations in ms. */
interface Plan {
  /** Time without faults at the start and at the end. */
  restMs: number;
  holdMs: readonly [number, number];
  pauseMs: readonly [number, number];
  publishMs: number;
  writeMs: number;
  requestsPerSecond: number;
  /** Pages that readers request, each in turn. */
  pages: number;
  /** Duration of the time with faults; null to make each fault once. */
  durationMs: number | null;
  faults: readonly ClusterFault[];
}

interface PageOfBench {
  path: string;
  host: string;
}

/** Effects of all occurrences of a fault. */
interface Observation {
  outcomes: Outcome[];
  failures: string[];
}

export interface Report {
  readers: ReaderReport;
  observations: ReadonlyMap<string, Observation>;
  /** When stories appeared. */
  freshness: Freshness;
  checks: readonly Check[];
}

export const AT_REST = "(at rest)";
const MAX_P99_RATIO = 2;
const MAX_COMMIT_TO_PAGES_MS = 1000;
const MAX_NEXT_POLL_MS = { kill: 1000, freeze: 6000 };
const PAGES_PER_EDITION = 6;
const FILL_INTERVAL_MS = 500;

/** @param length in minutes; a short run makes each fault once, and a check each kind of fault */
export function createPlan(length: number | "short" | "check"): Plan {
  const common = { writeMs: 1000, requestsPerSecond: 50, durationMs: null, faults: FAULTS };
  if (length === "check") {
    const faults = [...new Map(FAULTS.toReversed().map((fault) => [fault.kind, fault])).values()];
    const times: Pick<Plan, "holdMs" | "pauseMs"> = { holdMs: [500, 1500], pauseMs: [200, 500] };
    return {
      ...common,
      ...times,
      restMs: 500,
      publishMs: 2500,
      requestsPerSecond: 10,
      pages: PAGES_PER_EDITION,
      faults,
    };
  }
  if (length === "short")
    return { ...common, restMs: 8000, holdMs: [2000, 7000], pauseMs: [500, 1000], publishMs: 1500, pages: 30 };
  const durationMs = length * 60_000;
  const times: Pick<Plan, "holdMs" | "pauseMs"> = { holdMs: [2000, 8000], pauseMs: [500, 2000] };
  const writeMs = Math.max(1000, durationMs / 400);
  return { ...common, ...times, restMs: 30_000, publishMs: 1000, pages: 300, writeMs, durationMs };
}

/** Makes the faults of a plan, and returns the measurements and checks. */
export async function runCluster(stage: Stage, plan: Plan, random: Random): Promise<Report> {
  const { nodes, publishers } = stage;
  const observations = new Map<string, Observation>();
  const spans: Span[] = [];
  await waitUntilStored(stage);
  const pages = choosePages(stage, plan.pages);
  await waitUntilCached(stage, pages);
  const readers = startReaders(
    { url: stage.url, pages, rate: plan.requestsPerSecond },
    plan.durationMs === null ? "short" : "long",
  );
  // Three rounds through all pages, so that the nodes' caches have them, too.
  await wait((plan.pages / plan.requestsPerSecond) * 3000);
  const publishing = startPublishing(stage, () => random.integer(0, publishers.count - 1), plan.publishMs);
  const writers = startWriters({ url: stage.url, intervalMs: plan.writeMs, isProxied: true });
  readers.startPhase(AT_REST);
  await wait(plan.restMs);
  for (const fault of deal(plan, random)) {
    await makeFault(fault);
    readers.startPhase(AT_REST);
    await wait(random.integer(...plan.pauseMs));
  }
  await wait(plan.restMs);
  await Promise.all([publishing.stop(), writers.stop()]);
  const report = await readers.report();
  await readers.stop();

  const mails = await checkMails(stage);
  const lost = writers.check(mails);
  const fetches = checkFetches(stage, spans);
  const { accepted, refused, unknown } = writers.counts();
  const { fromCommit, photos, faults: unpublished } = publishing.result;
  const toPages = quantile(fromCommit, 0.99);
  const ratio = (report.phases.all?.p99 ?? Number.NaN) / (report.phases[AT_REST]?.p99 ?? Number.NaN);
  const isReportOnly = plan.durationMs === null;
  const checks: Check[] = [
    { claim: "every fault was survived", faults: [...observations.values()].flatMap(({ failures }) => failures) },
    { claim: "no errors on cached pages, and no front page without its sections", faults: report.faults },
    {
      claim: `articles: none lost or doubled (${publishers.titles.length} published)`,
      faults: await checkArticles(stage),
    },
    { claim: "every story appears on the pages of all nodes", faults: unpublished },
    { claim: "the search index of each node has all articles", faults: await checkIndexes(stage) },
    { claim: "all photos are stored", faults: await findMissingImages(stage, photos) },
    {
      claim: `no fetch twice beyond those in flight (${publishers.fetches.flat().length} fetches; ${fetches.repeated} repeated after a fault)`,
      faults: fetches.faults,
    },
    {
      claim: `messages and sign-ups: none lost or doubled (${accepted} accepted, ${refused} refused, ${unknown} unanswered)`,
      faults: lost,
    },
    { claim: `mails: none lost (${mails.messages.length + mails.signUps.length})`, faults: mails.lost },
    {
      claim: `mails: at most one doubled per fault (${mails.doubled.length})`,
      faults: mails.doubled.length > spans.length ? mails.doubled : [],
    },
    {
      claim: `p99 of cached pages during faults: ${ratio.toFixed(1)} × at rest; allowed is ${MAX_P99_RATIO}`,
      ...{ isReportOnly, faults: ratio <= MAX_P99_RATIO ? [] : ["slower"] },
    },
    {
      claim: `a commit is on the pages of all nodes after ${toPages.toFixed(0)} ms (p99 of ${fromCommit.length}); allowed are ${MAX_COMMIT_TO_PAGES_MS}`,
      ...{ isReportOnly, faults: toPages <= MAX_COMMIT_TO_PAGES_MS ? [] : ["later"] },
    },
    ...(["kill", "freeze"] as const).map((kind): Check => {
      const longest = Math.max(0, ...findNextPolls(kind));
      return {
        claim: `next poll at most ${longest} ms after a ${kind}; allowed are ${MAX_NEXT_POLL_MS[kind]}`,
        ...{ isReportOnly, faults: longest <= MAX_NEXT_POLL_MS[kind] ? [] : ["later"] },
      };
    }),
  ];
  const statuses = await Promise.all(nodes.map((node) => node.site().stop()));
  checks.push({
    claim: "all processes end cleanly",
    faults: statuses.filter((status) => status !== 0).map((status) => `exit status ${status}`),
  });
  return { readers: report, observations, freshness: publishing.result, checks };

  function findNextPolls(kind: keyof typeof MAX_NEXT_POLL_MS): number[] {
    return FAULTS.filter((fault) => fault.kind === kind).flatMap(({ name }) =>
      (observations.get(name)?.outcomes ?? []).flatMap(({ nextPollMs }) => nextPollMs ?? []),
    );
  }

  async function makeFault(fault: ClusterFault): Promise<void> {
    process.stderr.write(`${new Date().toISOString()} ${fault.name}\n`);
    readers.startPhase(fault.name);
    const observation = observations.getOrInsertComputed(fault.name, () => ({ outcomes: [], failures: [] }));
    const from = Date.now();
    try {
      observation.outcomes.push(await fault.run({ stage, random, holdMs: random.integer(...plan.holdMs) }));
    } catch (error) {
      observation.failures.push(`${fault.name}: ${(error as Error).message}`);
    }
    spans.push({ from, to: Date.now() });
  }
}

/** Yields each fault once or, for a longer run, again and again, in random order. */
function* deal({ durationMs, faults }: Plan, random: Random): Generator<ClusterFault> {
  const startedAt = performance.now();
  do {
    const shuffled = faults
      .map((fault) => ({ fault, place: random.integer(0, 1e9) }))
      .sort((a, b) => a.place - b.place);
    for (const { fault } of shuffled) {
      if (durationMs !== null && performance.now() - startedAt > durationMs) return;
      yield fault;
    }
  } while (durationMs !== null);
}

/** Returns pages of all editions, evenly. */
function choosePages({ editions }: Stage, count: number): PageOfBench[] {
  const paths = ["/", "/local", "/sports", "/about", "/rss.xml", "/text"].slice(0, PAGES_PER_EDITION);
  const all = paths.flatMap((path) => editions.map(({ host }) => ({ path, host })));
  return all.slice(0, count);
}

/** Waits until Varnish has cached each page: `x-varnish` then names the request and the one that fetched the page. */
async function waitUntilCached({ url }: Stage, pages: readonly PageOfBench[]): Promise<void> {
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
