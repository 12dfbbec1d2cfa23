import type { Logger } from "pino";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import packageJson from "../../package.json" with { type: "json" };
import type { ClusterState } from "../cluster/election.ts";
import type { Health } from "../health/health.ts";
import type { LogOutput } from "../logOutput.ts";
import { countDueImages, findPollState, listMailQueues } from "../store/queues.ts";
import type { Database } from "../store/schema/schema.ts";
import { LED_ROLES } from "../store/session.ts";
import type { RequestCounts } from "./requestCounts.ts";

export type Metrics = ReturnType<typeof createMetrics>;

interface Parts {
  requests: RequestCounts;
  /** Counts of requests that the app handled. Cached responses are hits; rendered pages and files are misses. */
  cache: { counts(): { hits: number; misses: number } };
  radio: { countListeners(): number };
  health: Health;
  getCluster: () => ClusterState;
  freeDisk: { measureMb(): Promise<number> };
  output: Pick<LogOutput, "countDropped">;
  /** A separate connection with a short lock timeout. */
  database: Database;
  editions: () => readonly { id: string }[];
  log: Logger;
}

/** Upper bounds of the histogram's buckets in seconds. Rendering a page takes 2 to 20 ms. */
const RENDER_BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/**
 * Creates the metrics for Prometheus. Counts, queues and checks are read at each scrape. Labels have few values. The
 * values come from the code or an edition, never from a request.
 */
export function createMetrics(parts: Parts) {
  const { requests, cache, radio, health, freeDisk, output, getCluster, database, editions, log } = parts;
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames, registers });
  // Adds event-loop delay, memory, garbage collection, processor time and open files.
  collectDefaultMetrics({ register: registry });

  gauge("broadsheet_info", "Version of Broadsheet; always 1.", "version").set({ version: packageJson.version }, 1);
  const responses = counter("broadsheet_requests_total", "Requests by route pattern and status.", "route", "status");
  const cacheHits = counter("broadsheet_cache_hits_total", "Requests answered from the page cache.");
  const cacheMisses = counter("broadsheet_cache_misses_total", "Requests for which a page or file was rendered.");
  const renders = new Histogram({
    name: "broadsheet_render_seconds",
    help: "Time to render a page.",
    buckets: RENDER_BUCKETS,
    registers,
  });
  const feeds = gauge("broadsheet_feeds", "Followed feeds by the outcome of their last poll.", "outcome");
  const pollLag = gauge("broadsheet_poll_lag_seconds", "Time since the feed that is overdue longest was due.");
  const lastPoll = gauge(
    "broadsheet_last_poll_timestamp_seconds",
    "Time of the last successful poll; 0 if there was none.",
  );
  const images = gauge("broadsheet_images_queue", "Images that are due for download.");
  const mails = gauge("broadsheet_mail_queue", "Mails that wait to be sent.", "kind");
  const oldestMail = gauge("broadsheet_mail_oldest_seconds", "Time that the oldest unsent mail has waited.", "kind");
  const listeners = gauge("broadsheet_radio_listeners", "Current listeners of the radio stations.");
  const freeBytes = gauge("broadsheet_free_disk_bytes", "Free space on the fullest disk that the site writes to.");
  const nodes = gauge("broadsheet_nodes", "Servers that are connected to the database; 1 on SQLite.");
  const leads = gauge("broadsheet_leads", "1 for each role that this server leads, else 0.", "role");
  const droppedLines = counter("broadsheet_log_lines_dropped_total", "Log lines that could not be written.");
  const ready = gauge("broadsheet_ready", "1 for each check of /readyz that passes, else 0.", "check");

  function updateCounts(): void {
    responses.reset();
    for (const { route, status, number } of requests.list()) responses.inc({ route, status: String(status) }, number);
    const { hits, misses } = cache.counts();
    cacheHits.reset();
    cacheHits.inc(requests.getCached() + hits);
    cacheMisses.reset();
    cacheMisses.inc(misses);
    droppedLines.reset();
    droppedLines.inc(output.countDropped());
    listeners.set(radio.countListeners());
    const cluster = getCluster();
    nodes.set(cluster.nodes);
    for (const role of LED_ROLES) leads.set({ role }, cluster.leaders.get(role) === cluster.node ? 1 : 0);
  }

  async function updateFromStore(): Promise<void> {
    const now = new Date().toISOString();
    const { outcomes, overdueSince, lastSuccessAt } = await findPollState(database, now);
    for (const [outcome, number] of Object.entries(outcomes)) feeds.set({ outcome }, number);
    pollLag.set(getAgeSeconds(overdueSince));
    lastPoll.set(lastSuccessAt === null ? 0 : Date.parse(lastSuccessAt) / 1000);
    images.set(await countDueImages(database, now));
    const ids = editions().map(({ id }) => id);
    for (const { kind, length, oldestAt } of await listMailQueues(database, ids, now)) {
      mails.set({ kind }, length);
      oldestMail.set({ kind }, getAgeSeconds(oldestAt));
    }
  }

  async function updateHealth(): Promise<void> {
    const { checks } = await health.check();
    for (const [check, { ok }] of Object.entries(checks)) ready.set({ check }, ok ? 1 : 0);
    freeBytes.set((await freeDisk.measureMb()) * 1e6);
  }

  return {
    contentType: registry.contentType,
    /** Returns all metrics in Prometheus' text format. Metrics that cannot be read keep their last values. */
    async scrape(): Promise<string> {
      updateCounts();
      for (const update of [updateFromStore, updateHealth])
        await update().catch((error) => log.warn({ err: error }, "some metrics could not be read"));
      return registry.metrics();
    },
    /** Adds the time of a render, in ms, to the histogram. */
    addRender: (ms: number) => renders.observe(ms / 1000),
  };
}

function getAgeSeconds(instant: string | null): number {
  return instant === null ? 0 : (Date.now() - Date.parse(instant)) / 1000;
}
