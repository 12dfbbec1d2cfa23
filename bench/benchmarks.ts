/** A benchmark of docs/performance.md, which `npm run bench` runs. */
export interface Benchmark {
  title: string;
  /** Name of the script in bench/, and its arguments. */
  run: readonly string[];
  /** Description of the measurement and its method, in Markdown. */
  measures: string;
  /** Description of the goal, in Markdown; undefined if there is no goal. */
  goal?: string;
}

/** All benchmarks, in the order of docs/performance.md. Together, they take about a quarter of an hour. */
export const BENCHMARKS: readonly Benchmark[] = [
  {
    title: "Serving",
    run: ["serve.ts"],
    measures:
      "Cached pages beside nginx with one worker and the same brotli bytes, in turn, with wrk; the front page when it is rendered for each request; cached pages while fifty feeds change every second.",
    goal: "at least 0.5 of nginx's rate, a p99 of at most twice nginx's, and at most three times the p99 at rest while feeds change ([decision 11](decisions/0011-cached-responses.md))",
  },
  {
    title: "Rendering",
    run: ["render.ts"],
    measures:
      "The front page, not cached, beside a loop that only calls `renderToString` for the same components and data.",
    goal: "0.45 of the loop's rate",
  },
  {
    title: "A first visit in a browser",
    run: ["browser.ts"],
    measures:
      "Chromium at a quarter of the machine's speed over slow 4G, beside a client-rendered page (`bench/clientRendered`) that loads the same feeds through a relay.",
    goal: "total blocking time of at most 0.7 of that page's ([decision 31](decisions/0031-first-visit.md))",
  },
  {
    title: "Start",
    run: ["start.ts", "--articles", "0,100000"],
    measures: "From the start of the process to its first front page, by the number of stored articles.",
    goal: "with 100,000 articles, and with 1,000,000 (`--articles 0,1000000`), at most 1.2 times as long as without",
  },
  {
    title: "Memory",
    run: ["memory.ts"],
    measures: "Resident memory of the server's process, at its peak and 60 s after its pages were visited.",
    goal: "350 MB at the peak, 200 MB at rest",
  },
  {
    title: "Growth of the store",
    run: ["storeGrowth.ts", "--articles", "10000,100000", "--staff-stories", "10000", "--editions", "1,10"],
    measures:
      "Queries behind pages by the number of articles and of staff stories; one process with many editions of 200 feeds each ([decision 48](decisions/0048-network.md)).",
    goal: "1.5 times and 5 ms, also with 1,000,000 articles; with 50 editions, a start of 3 s and 12 MB for each",
  },
  {
    title: "Search",
    run: ["search.ts", "--articles", "50000", "--hostile", "1000"],
    measures:
      "From the parameters of an address to the stories of a page, with the word frequencies of real news; then hostile queries, none of which may fail ([decision 13](decisions/0013-search.md)).",
    goal: "a p95 of 25 ms with 200,000 articles, of 60 ms with 1,000,000",
  },
  {
    title: "PostgreSQL",
    run: ["postgres.ts", "--articles", "20000"],
    measures: "What pages read and polls write, on PostgreSQL and on SQLite in turn.",
    goal: "pages in at most twice SQLite's time, articles stored at half its rate or more",
  },
  {
    title: "Polling",
    run: ["ingest.ts", "--feeds", "1000", "--editions", "5"],
    measures:
      "Recorded feeds from socket to store, beside two parsers that only parse; then a round of generated feeds while pages are requested.",
  },
  {
    title: "Hostile documents",
    run: ["hostileDocuments.ts"],
    measures:
      "CPU time of the main thread between two timers while hostile alerts, calendars and station answers arrive.",
    goal: "50 ms",
  },
  {
    title: "Images",
    run: ["images.ts"],
    measures: "Conversions, pages meanwhile, and stored images beside nginx ([decision 4](decisions/0004-images.md)).",
  },
];
