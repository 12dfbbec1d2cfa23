import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { type Random, shuffle } from "../../core/random.ts";
import { toMessage } from "../../core/toMessage.ts";
import { broadsheet } from "../../tests/support/commandLine.ts";
import { SECTIONS } from "../../tests/support/sectionFeeds.ts";
import type { Check } from "../checks.ts";
import type { FaultPlan } from "../faultPlan.ts";
import { AT_REST, startReaders } from "../readers/readers.ts";
import { startWriters } from "../readers/writers.ts";
import { checkArticles, listStoreFaults, readArticles } from "./checks.ts";
import { holdSlowClients, requestUncached } from "./clients.ts";
import { type DrillFault, GENTLE_RESTART, SLOW_CLIENTS, UNCACHED_CLIENTS, until } from "./faults.ts";
import { startMonitor } from "./monitor.ts";
import { findMessages, type Observation, type Report } from "./report.ts";
import type { Stage } from "./stage.ts";
import { ALL_FAULTS } from "./truthFaults.ts";

interface DrillPlan extends FaultPlan {
  /** Time, in ms, of requests that bring heaps, caches and pools to their working size before the measurements. */
  fillMs: number;
  /** Duration of the time with faults, in ms; null to cause each fault once. */
  durationMs: number | null;
}

/** Share of the run after which the process is not restarted, so that growth of its memory shows at the end. */
const MAX_RESTART_SHARE = 2 / 3;
const MAX_P99_RATIO = 3;
const MAX_MEMORY_GROWTH = 1.1;
const MAX_TREE_MB = 512;

/** Creates the plan of a run. @param minutes null for a short run, which causes each fault once */
export function createPlan(minutes: number | null): DrillPlan {
  if (minutes === null)
    return {
      fillMs: 200,
      restMs: 500,
      holdMs: [300, 600],
      pauseMs: [200, 200],
      publishMs: 2000,
      writeMs: 500,
      requestsPerSecond: 15,
      durationMs: null,
    };
  const durationMs = minutes * 60_000;
  return {
    fillMs: 40_000,
    restMs: 120_000,
    holdMs: [10_000, 30_000],
    pauseMs: [5000, 15_000],
    publishMs: 5000,
    // Keeps writers within the server's limits during the whole run, including 300 s at rest.
    writeMs: Math.max(1000, (durationMs + 300_000) / 400),
    requestsPerSecond: 50,
    durationMs,
  };
}

/** Causes the faults of a plan, and returns the observations and checks. */
export async function runDrill(stage: Stage, plan: DrillPlan, random: Random): Promise<Report> {
  const failures: string[] = [];
  const observations = new Map<string, Observation>();
  const { publisher, file } = stage;

  await waitUntilStored(stage);
  const paths = await findPaths(stage.url);
  const takenDown = await takeDown(stage, paths);
  const readers = startReaders(
    { url: stage.url, pages: paths.map((path) => ({ path })), rate: plan.requestsPerSecond },
    plan.durationMs === null ? "short" : "long",
  );
  const monitor = startMonitor(stage);
  const publishing = setInterval(() => publisher.publish(), plan.publishMs);
  const writers = startWriters({ url: stage.url, intervalMs: plan.writeMs });
  // Sends every kind of request before measuring memory. Then measures under the same load as at the end, since an idle
  // process would release memory that it needs again for work.
  await requestUncached(stage.url, UNCACHED_CLIENTS, plan.fillMs);
  await holdSlowClients(stage.url, SLOW_CLIENTS, plan.fillMs / 4);
  readers.startPhase(AT_REST);
  const memoryBefore = await monitor.measureMemoryMb(plan.restMs);
  const usualMessages = new Set(findMessages(stage.site().written()));
  const articles = new Map<string, string>();
  for (const fault of chooseFaults(plan, random)) {
    const obstacle = fault.getObstacle?.(stage);
    if (obstacle) {
      if (!observations.has(fault.name)) process.stdout.write(`Left out: ${fault.name}: ${obstacle}\n`);
      observations.set(fault.name, createObservation());
      continue;
    }
    const error = await causeFault(fault);
    if (error) failures.push(`${fault.name}: ${error}`);
    for (const [title, slug] of readArticles(file).slugs) if (!articles.has(title)) articles.set(title, slug);
    // Other programs' load on the machine changes, so the measurement at rest includes the times between faults.
    readers.startPhase(AT_REST);
    await wait(random.integer(...plan.pauseMs));
  }
  const memoryAfter = await monitor.measureMemoryMb(plan.restMs);
  clearInterval(publishing);
  await writers.stop();
  readers.startPhase("(end)");
  const missing = await waitUntilStored(stage).then(
    () => [],
    (error: Error) => [error.message],
  );
  const { status } = await fetch(`${stage.url}${takenDown}`);
  const report = await readers.report();
  await Promise.all([readers.stop(), monitor.stop()]);
  const exitStatus = await stage.site().stop();

  const ratio = (report.phases.all?.p99 ?? Number.NaN) / (report.phases[AT_REST]?.p99 ?? Number.NaN);
  const growth = memoryAfter / memoryBefore;
  const peakMb = Math.max(...observations.values().map((one) => one.peakMb));
  const { accepted, refused, unknown } = writers.counts();
  const store = new DatabaseSync(file);
  const readKeys = (sql: string) => Array.from(store.prepare(sql).all(), ({ key }) => String(key));
  const lost = writers.check({
    messages: readKeys("select body as key from messages"),
    signUps: readKeys("select email as key from subscribers"),
  });
  store.close();
  const refusals = report.phases[GENTLE_RESTART]?.refused ?? 0;
  const isReportOnly = plan.durationMs === null;
  const checks: Check[] = [
    { claim: "every fault was noticed and mended", violations: [...failures, ...missing] },
    { claim: "no 5xx on a cached page, and no front page without its sections", violations: report.violations },
    {
      claim: `messages and sign-ups: none lost or doubled (${accepted} accepted, ${refused} refused, ${unknown} unanswered)`,
      violations: lost,
    },
    {
      claim: `articles: none lost, doubled or replaced (${publisher.titles.length} published)`,
      violations: checkArticles(file, publisher.titles, articles),
    },
    { claim: "the store and its search index are consistent", violations: listStoreFaults(file) },
    {
      claim: "no request is refused by a restart with a socket unit",
      violations: refusals > 0 ? [`${refusals} refused`] : [],
    },
    { claim: "a story that was taken down stays so", violations: status === 410 ? [] : [`status ${status}`] },
    { claim: "the process ends cleanly", violations: exitStatus === 0 ? [] : [`exit status ${exitStatus}`] },
    {
      claim: `p99 of cached pages: ${ratio.toFixed(1)} × at rest; expected ${MAX_P99_RATIO}`,
      isReportOnly,
      violations: ratio <= MAX_P99_RATIO ? [] : ["slower"],
    },
    {
      claim: `memory: ${memoryBefore.toFixed(0)} MB at the start, ${memoryAfter.toFixed(0)} MB at the end; expected a tenth more`,
      isReportOnly,
      violations: growth <= MAX_MEMORY_GROWTH ? [] : ["more"],
    },
    {
      claim: `memory of the process and its children: ${peakMb.toFixed(0)} MB at most; expected ${MAX_TREE_MB}`,
      isReportOnly,
      violations: peakMb <= MAX_TREE_MB ? [] : ["more"],
    },
  ];
  return { readers: report, observations, checks };

  /** Causes a fault and observes its effects. @returns the error if the site did not behave as it should, or null */
  async function causeFault(fault: DrillFault): Promise<string | null> {
    process.stderr.write(`${new Date().toISOString()} ${fault.name}\n`);
    const phase = monitor.startPhase();
    readers.startPhase(fault.name);
    const observation = observations.getOrInsertComputed(fault.name, createObservation);
    observation.times++;
    try {
      await fault.run({ stage, monitor, phase, readers, random, holdMs: random.integer(...plan.holdMs) });
      const mendedAt = performance.now();
      await until("/readyz reports success", () => monitor.failed()?.length === 0);
      observation.readySeconds = Math.max(observation.readySeconds, (performance.now() - mendedAt) / 1000);
      return null;
    } catch (error) {
      return toMessage(error);
    } finally {
      observation.peakMb = Math.max(observation.peakMb, phase.peakMb);
      for (const name of phase.failed) observation.failed.add(name);
      for (const message of findMessages(phase.log()))
        if (!usualMessages.has(message)) observation.messages.add(message);
    }
  }
}

/** Yields all faults in random order, once or, for a longer run, again and again. */
function* chooseFaults({ durationMs }: DrillPlan, random: Random): Generator<DrillFault> {
  if (durationMs === null) return yield* shuffle(ALL_FAULTS, random);
  const startedAt = performance.now();
  for (;;)
    for (const fault of shuffle(ALL_FAULTS, random)) {
      const share = (performance.now() - startedAt) / durationMs;
      if (share > 1) return;
      if (share < MAX_RESTART_SHARE || !fault.isRestart) yield fault;
    }
}

/** Makes all feeds due, and waits until every published story is stored. @throws {Error} after 90 s */
async function waitUntilStored({ publisher, file }: Stage): Promise<void> {
  const findMissing = () => {
    const { slugs } = readArticles(file);
    return publisher.titles.filter((title) => !slugs.has(title));
  };
  publisher.makeAllDue();
  await until("all stories are stored", () => findMissing().length === 0);
}

/** Returns paths of pages and feeds, with the front page repeated often. */
async function findPaths(url: string): Promise<string[]> {
  const front = await (await fetch(url)).text();
  const articles = [...new Set(Array.from(front.matchAll(/href="(\/article\/[^"]+)"/g), ([, path = ""]) => path))];
  const sections = SECTIONS.slice(0, 6).map((section) => `/${section}`);
  const others = [...sections, ...articles.slice(0, 6), "/about", "/text", "/rss.xml", "/feed.json", "/robots.txt"];
  return others.flatMap((path, index) => (index % 3 === 0 ? ["/", path] : [path]));
}

/** Takes down a story that readers do not request. @returns its path */
async function takeDown({ file }: Stage, paths: readonly string[]): Promise<string> {
  const slug =
    readArticles(file)
      .slugs.values()
      .find((one) => !paths.includes(`/article/${one}`)) ?? "";
  const { status, errors } = await broadsheet(["takedown", slug], { DATABASE_URL: `sqlite:${file}` });
  if (status !== 0) throw new Error(errors);
  return `/article/${slug}`;
}

function createObservation(): Observation {
  return { times: 0, failed: new Set(), messages: new Set(), readySeconds: 0, peakMb: 0 };
}
