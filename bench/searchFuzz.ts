import { readRequest } from "../core/search/request.ts";
import type { Search } from "../server/search/views.ts";
import { hostileQueries } from "../tests/support/hostileQueries.ts";

const QUERIES = 10_000;

/** Asks for ten thousand things that nobody asks for, and says how long the slowest answer took. */
export async function measureFuzz(search: Search): Promise<void> {
  const times: { ms: number; query: string }[] = [];
  for (const query of hostileQueries(QUERIES)) {
    const began = performance.now();
    await search.find(readRequest(new URLSearchParams(query)));
    times.push({ ms: performance.now() - began, query: JSON.stringify(query).slice(0, 100) });
  }
  times.sort((a, b) => a.ms - b.ms);
  const at = (share: number) => times[Math.floor(QUERIES * share)]?.ms.toFixed(1);
  const slowest = times.at(-1);
  process.stdout.write(
    `\n${QUERIES} hostile queries, no error; p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99.9 ${at(0.999)} ms, the slowest ${slowest?.ms.toFixed(1)} ms: ${slowest?.query}\n`,
  );
}
