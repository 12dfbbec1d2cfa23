import { readRequest } from "../core/search/request.ts";
import type { Search } from "../server/news/search/views.ts";
import { hostileQueries } from "../tests/support/hostileQueries.ts";
import { processorTime, quantile } from "./figures.ts";
import { printTable, whole } from "./table.ts";

const QUERIES = 10_000;
/** So many of the slowest are printed. */
const NAMED = 5;

/** Asks for ten thousand things that nobody asks for, and says how long the slowest answers took. */
export async function measureFuzz(search: Search): Promise<void> {
  const asked: { query: Record<string, string>; clock: number; processor: number }[] = [];
  for (const query of hostileQueries(QUERIES)) {
    const [before, began] = [processorTime(), performance.now()];
    await search.find(readRequest(new URLSearchParams(query)));
    const clock = performance.now() - began;
    asked.push({ query, clock, processor: processorTime() - before });
  }
  const at = (share: number) =>
    (["clock", "processor"] as const).map((one) =>
      quantile(
        asked.map((times) => times[one]),
        share,
      ).toFixed(1),
    );
  process.stdout.write(`\n${whole(QUERIES)} hostile queries, no error\n`);
  printTable(
    ["share of them", "clock, ms", "processor, ms"],
    [0.5, 0.95, 0.99, 0.999, 1].map((share) => [`${share * 100} %`, ...at(share)]),
  );
  const slowest = asked.sort((a, b) => b.processor - a.processor).slice(0, NAMED);
  for (const { query, processor } of slowest)
    process.stdout.write(`${processor.toFixed(1)} ms: ${JSON.stringify(query).slice(0, 120)}\n`);
}
