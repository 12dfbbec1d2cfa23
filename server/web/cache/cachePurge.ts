import type { Logger } from "pino";
import { type Job, startJob } from "../../jobs/job.ts";
import type { Outbound } from "../../net/outbound.ts";

/** Purges caches in front of this server by the `Surrogate-Key` of responses. */
export interface CachePurge {
  /**
   * Marks responses with these keys as outdated. A cache may serve an outdated response until it has fetched a new one.
   * Resolves when each cache has been tried once. Does not wait for a cache whose last purge failed.
   */
  soft(keys: readonly string[]): Promise<void>;
  /** Removes responses with these keys. Resolves when each cache has been tried once. */
  hard(keys: readonly string[]): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  urls: readonly string[];
  /** Bearer token; undefined if the caches need none. */
  token: string | undefined;
  outbound: Pick<Outbound, "purge">;
  log: Logger;
}

type Kind = "hard" | "soft";

/** Interval, in ms, of each queue's job. Each failure doubles the interval. */
const JOB_INTERVAL_MS = 1000;
/** Maximum number of keys per request: Fastly allows 256, and Varnish 8 kB of headers. */
const MAX_KEYS = 100;
const KINDS: readonly Kind[] = ["hard", "soft"];

/** Creates one queue per cache, so that an unresponsive cache does not delay purges of the others. */
export function createCachePurge({ urls, token, outbound, log }: Parts): CachePurge {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const queues = urls.map((url) => createQueue(url));

  function createQueue(url: string): Job & { add(kind: Kind, keys: readonly string[]): Promise<void> } {
    const pending = { hard: new Set<string>(), soft: new Set<string>() };
    let waiting: (() => void)[] = [];
    let isFailing = false;
    const { origin } = new URL(url);
    const job = startJob({
      name: `purge of ${origin}`,
      intervalMs: JOB_INTERVAL_MS,
      startsLater: true,
      run: sendPending,
      log,
    });

    async function sendPending(): Promise<void> {
      const tried = waiting;
      waiting = [];
      try {
        for (const kind of KINDS) while (pending[kind].size > 0) await sendBatch(kind);
        isFailing = false;
      } catch (error) {
        isFailing = true;
        throw error;
      } finally {
        for (const resolve of tried) resolve();
      }
    }

    async function sendBatch(kind: Kind): Promise<void> {
      const keys = [...pending[kind]].slice(0, MAX_KEYS);
      // Removes the keys first: if a page changes during the request, its key is added again for another purge.
      for (const key of keys) pending[kind].delete(key);
      try {
        const mode: Record<string, string> = kind === "soft" ? { "fastly-soft-purge": "1" } : {};
        const { status } = await outbound.purge(url, { "surrogate-key": keys.join(" "), ...mode, ...authorization });
        if (status < 200 || status >= 300) throw new Error(`The cache at ${origin} responded with status ${status}.`);
      } catch (error) {
        for (const key of keys) pending[kind].add(key);
        throw error;
      }
    }

    return {
      ...job,
      async add(kind, keys) {
        for (const key of keys) pending[kind].add(key);
        // While the cache fails, the job retries with growing delays. A soft purge does not wait for the next retry. A
        // hard purge is tried now.
        if (isFailing && kind === "soft") return;
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        job.trigger();
        await promise;
      },
    };
  }

  async function add(kind: Kind, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await Promise.all(queues.map((queue) => queue.add(kind, keys)));
  }

  return {
    soft: (keys) => add("soft", keys),
    hard: (keys) => add("hard", keys),
    async stop() {
      await Promise.all(queues.map((queue) => queue.stop()));
    },
  };
}
