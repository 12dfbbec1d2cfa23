import { setPriority } from "node:os";
import { setImmediate } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { openFetchTools } from "../feeds/fetch/fetchTools.ts";
import { startPolling } from "../feeds/poller.ts";
import { queueFeedImages } from "../images/candidates.ts";
import { type Job, startJob } from "../jobs/job.ts";
import { createLog, logConsole } from "../log.ts";
import { hideNewStories } from "../rules/hide.ts";
import { startRules } from "../rules/rulesJob.ts";
import { classifyDamage, type ErrorCodes } from "../store/engines/damage.ts";
import { connectDatabase, getStorePath, openLeaderDatabase, SERVER_LIMITS } from "../store/open.ts";
import { createIndexer, type Indexer } from "../store/search/indexer.ts";
import { openSearchIndexes, type SearchIndex } from "../store/search/searchIndex.ts";
import type { Term } from "../store/session.ts";
import type { FromWorker, ToWorker, WorkerInput } from "./pollWorker.ts";
import { startArticleExpiry } from "./retention.ts";
import { startIntegrityChecks } from "./storeIntegrity.ts";

/** Time, in ms, for which the thread keeps normal priority: pages may show skeletons until the first polls end. */
const FIRST_POLLS_MS = 8000;
/** Interval, in ms, of checks for articles that other processes changed. */
const INDEXING_INTERVAL_MS = 1000;
/** Nice value that gives a third of the CPU share of normal priority: enough for news to arrive on a busy machine. */
const NICENESS = 5;

run(workerData as WorkerInput);

/** Runs the worker that pollWorker.ts starts. It has its own database connection and HTTP client. */
function run(input: WorkerInput): void {
  const { config } = input;
  setTimeout(lowerPriority, FIRST_POLLS_MS).unref();
  const log = createLog(config.LOG_LEVEL, { write: (line) => send({ kind: "log", line }) });
  logConsole(log);
  const database = connectDatabase(config.DATABASE_URL, { ...SERVER_LIMITS, onError: sendError });
  const path = getStorePath(config.DATABASE_URL);
  const searchIndexes = openSearchIndexes(config.DATA_DIR, log);
  const indexers = new Map<SearchIndex, Indexer>();
  const publications = new Map<number, () => void>();
  let listeners: (() => void)[] = [];
  let { editions, hasRoomForBodies } = input;
  let polls = 0;

  const tools = openFetchTools(config, () => editions);
  let polling: ReturnType<typeof startTerm> | null = null;
  deleteOtherIndexes();
  setTerm(input.term);
  if (input.isFollowing) followFeeds();
  const indexing = startJob({ name: "search index", intervalMs: INDEXING_INTERVAL_MS, run: updateIndexes, log });
  const onFault = (fault: string) => send({ kind: "damage", fault });
  const integrity = path === null ? undefined : startIntegrityChecks({ path, onFault, log });
  parentPort?.on("message", receive);

  function receive(message: ToWorker): void {
    if (message.kind === "stop") return void stop();
    if (message.kind === "published") {
      publications.get(message.poll)?.();
      publications.delete(message.poll);
      return;
    }
    if (message.kind === "bodies") {
      hasRoomForBodies = message.hasRoom;
      return;
    }
    if (message.kind === "term") return void setTerm(message.term);
    if (message.kind === "following") return void followFeeds();
    if (message.kind === "changes") return void indexing.trigger();
    editions = message.editions;
    deleteOtherIndexes();
    for (const listener of listeners) listener();
  }

  /**
   * Starts polling for a term of leadership; null stops polling. Running polls of an ended term fail when they store
   * their results.
   */
  function setTerm(term: Term | null): void {
    polling?.stop().catch((error) => log.warn({ err: error }, "polling not stopped cleanly"));
    polling = term && startTerm(term);
  }

  /** Polls new feeds, and starts deleting the stories of feeds that are no longer followed. */
  function followFeeds(): void {
    polling?.follow();
  }

  function startTerm(term: Term) {
    const leader = openLeaderDatabase(config.DATABASE_URL, database, term);
    const termListeners: (() => void)[] = [];
    const poller = startPolling({
      editions: { all: () => editions, onChange: (listener) => void termListeners.push(listener) },
      database: leader.database,
      tools,
      log,
      hasRoomForBodies: () => hasRoomForBodies,
      onWritten: (transaction, feedUrl, ids, at) => hideNewStories(transaction, editions, feedUrl, ids, at),
      async onPolled(feedUrl, hasNews) {
        if (hasNews)
          await queueFeedImages(feedUrl, editions, leader.database).catch((error) =>
            log.error({ feed: feedUrl, err: error }, "image candidates of a feed not stored"),
          );
        await publish();
      },
    });
    let jobs: Job[] = [];
    listeners = termListeners;
    return {
      follow() {
        poller.trigger();
        jobs = [
          startArticleExpiry({
            database: leader.database,
            keepDays: config.ARTICLES_KEEP_DAYS,
            editorLogKeepDays: config.EDITOR_LOG_KEEP_DAYS,
            log,
          }),
          startRules({ editions: () => editions, database: leader.database, log }),
        ];
        // After a change of the editions, the jobs run again, since feeds, rights or rules may have changed.
        listeners = [...termListeners, ...jobs.map(({ trigger }) => trigger)];
      },
      async stop() {
        listeners = [];
        await Promise.all([poller.stop(), ...jobs.map((job) => job.stop())]);
        await leader.close();
      },
    };
  }

  /** Returns an index for each language of the editions. */
  function listIndexes(): SearchIndex[] {
    return [...new Set(editions.map(searchIndexes.for))];
  }

  function deleteOtherIndexes(): void {
    try {
      searchIndexes.deleteOthers(listIndexes());
    } catch (error) {
      log.warn({ err: error }, "search indexes of other languages not deleted");
    }
  }

  function listIndexers(): Indexer[] {
    // A node that serves no pages needs no search indexes.
    if (!config.ROLES.includes("web")) return [];
    return listIndexes().map((index) =>
      indexers.getOrInsertComputed(index, () => createIndexer({ store: database, index, log })),
    );
  }

  /** Indexes articles that other processes changed. Builds new indexes in steps. Polls can run between the steps. */
  async function updateIndexes(signal: AbortSignal): Promise<void> {
    for (let isBuilding = true; isBuilding && !signal.aborted; ) {
      isBuilding = false;
      for (const indexer of listIndexers()) {
        await indexer.apply();
        await setImmediate();
        if (!signal.aborted && (await indexer.step())) isBuilding = true;
      }
    }
  }

  async function applyChanges(): Promise<void> {
    await Promise.all(listIndexers().map((indexer) => indexer.apply()));
  }

  /** Reports a poll to the main thread. Resolves when the pages that show the poll's result have been rendered. */
  async function publish(): Promise<void> {
    // Ignores errors, which the indexing job logs before it retries. Pages must not wait for a retry.
    await applyChanges().catch(() => {});
    const poll = ++polls;
    const published = new Promise<void>((resolve) => publications.set(poll, resolve));
    send({ kind: "polled", poll });
    await published;
  }

  async function stop() {
    // Lets polls end although their results were not published. The results are already stored.
    for (const resolve of publications.values()) resolve();
    await Promise.all([tools.close(), polling?.stop(), indexing.stop(), integrity?.stop()]);
    // Indexes the articles of the latest polls now. Otherwise they would wait until the next start.
    await applyChanges().catch(() => {});
    await Promise.all([database.destroy(), searchIndexes.close()]);
    process.exit();
  }
}

/** Reports an error of the store to the main thread if the error may mean that the store is damaged. */
function sendError({ message = "", errcode, code }: ErrorCodes): void {
  if (classifyDamage({ errcode, code }) !== null) send({ kind: "storeError", error: { message, errcode, code } });
}

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/** Gives the main thread precedence. Does so only on Linux: elsewhere, a priority applies to the whole process. */
function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // Without permission, the thread stays at normal priority.
  }
}
