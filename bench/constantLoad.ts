import { Agent, get } from "node:http";

/** How long pages took, in milliseconds, by kind of page. */
export type Latencies = Map<string, { requests: number; failed: number; p50: number; p99: number; longest: number }>;

export interface Readers {
  /** Asks for pages at a constant rate until something is done. */
  during(work: Promise<unknown>): Promise<Latencies>;
}

/**
 * Readers of a site's front page, of a section and of its stories, on connections that stay open.
 *
 * @param rate how many come a second, whether or not those before them have been answered
 */
export async function startReaders(site: string, rate: number): Promise<Readers> {
  const agent = new Agent({ keepAlive: true });
  const front = await (await fetch(site)).text();
  const stories = [...new Set(Array.from(front.matchAll(/href="(\/article\/[^"]+)"/g), ([, path = ""]) => path))];
  const pages: [string, () => string][] = [
    ["front page", () => "/"],
    ["section", () => "/local"],
    ["article", turns(stories)],
  ];

  async function during(work: Promise<unknown>): Promise<Latencies> {
    const times = new Map(pages.map(([name]) => [name, [] as { ms: number; isGood: boolean }[]]));
    const pending: Promise<void>[] = [];
    let sent = 0;
    const started = performance.now();
    const timer = setInterval(() => {
      // A reader whose turn came while this process was busy has been waiting since then.
      for (; sent < ((performance.now() - started) / 1000) * rate; sent++) {
        const [name, path] = pages[sent % pages.length] as (typeof pages)[number];
        const due = started + (sent / rate) * 1000;
        const note = (isGood: boolean) => void times.get(name)?.push({ ms: performance.now() - due, isGood });
        pending.push(ask(site + path(), agent).then(note));
      }
    }, 5);
    await work;
    clearInterval(timer);
    await Promise.all(pending);
    const all = [...times.values()].flat();
    return new Map([...times, ["all", all] as const].map(([name, list]) => [name, summary(list)]));
  }

  return { during };
}

/** @returns whether the page came whole, with status 200 */
function ask(url: string, agent: Agent): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", () => resolve(false));
    });
    request.on("error", () => resolve(false));
  });
}

function summary(list: readonly { ms: number; isGood: boolean }[]) {
  const times = list.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  const failed = list.filter(({ isGood }) => !isGood).length;
  return { requests: times.length, failed, p50: at(0.5), p99: at(0.99), longest: at(1) };
}

function turns(paths: readonly string[]): () => string {
  let turn = 0;
  return () => paths[turn++ % paths.length] ?? "/";
}
