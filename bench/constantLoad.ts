import { Agent, get } from "node:http";
import { quantile } from "./quantile.ts";

/** Numbers of requests, and response times in ms, by type of page. */
export type LoadResults = Map<string, { requests: number; failed: number; p50: number; p99: number; max: number }>;

export interface ConstantLoad {
  /** Requests pages until `work` resolves. */
  during(work: Promise<unknown>): Promise<LoadResults>;
}

/**
 * Creates a load of requests for a site's front page, a section and articles, on keep-alive connections.
 *
 * @param rate requests per second, sent even if earlier ones have no response yet
 */
export async function createConstantLoad(site: string, rate: number): Promise<ConstantLoad> {
  const agent = new Agent({ keepAlive: true });
  const front = await (await fetch(site)).text();
  const stories = [...new Set(Array.from(front.matchAll(/href="(\/article\/[^"]+)"/g), ([, path = ""]) => path))];
  const pages: [string, () => string][] = [
    ["front page", () => "/"],
    ["section", () => "/local"],
    ["article", createRotation(stories)],
  ];

  async function during(work: Promise<unknown>): Promise<LoadResults> {
    const times = new Map(pages.map(([name]) => [name, [] as { ms: number; isOk: boolean }[]]));
    const pending: Promise<void>[] = [];
    let sent = 0;
    const started = performance.now();
    const timer = setInterval(() => {
      // A response time starts when the request is due, even if this process is busy at that time.
      for (; sent < ((performance.now() - started) / 1000) * rate; sent++) {
        const [name, path] = pages[sent % pages.length] as (typeof pages)[number];
        const due = started + (sent / rate) * 1000;
        const record = (isOk: boolean) => void times.get(name)?.push({ ms: performance.now() - due, isOk });
        pending.push(request(site + path(), agent).then(record));
      }
    }, 5);
    await work;
    clearInterval(timer);
    await Promise.all(pending);
    const all = [...times.values()].flat();
    return new Map([...times, ["all", all] as const].map(([name, list]) => [name, summarize(list)]));
  }

  return { during };
}

/** Resolves to true for a complete response with status 200. */
function request(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = get(url, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", () => resolve(false));
    });
    sent.on("error", () => resolve(false));
  });
}

function summarize(list: readonly { ms: number; isOk: boolean }[]) {
  const times = list.map(({ ms }) => ms);
  const failed = list.filter(({ isOk }) => !isOk).length;
  return {
    requests: times.length,
    failed,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    max: quantile(times, 1),
  };
}

function createRotation(paths: readonly string[]): () => string {
  let turn = 0;
  return () => paths[turn++ % paths.length] ?? "/";
}
