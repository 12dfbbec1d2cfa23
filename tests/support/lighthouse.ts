import { createServer } from "node:net";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";

type Category = "performance" | "accessibility" | "best-practices" | "seo";

/** Categories whose scores do not depend on the machine's load. bench/browser.ts measures speed. */
export const FLAWLESS = ["accessibility", "best-practices", "seo"] as const satisfies readonly Category[];

export interface Audited {
  /** Scores from 0 to 1. */
  scores: Partial<Record<Category, number>>;
  /** Ids of the audits that lowered a score. */
  faults: string[];
}

/** Maximum number of attempts. On a busy machine, the browser may lose the beginning of its trace. */
const TRIES = 8;

/** Audits pages with Lighthouse on a simulated mid-range phone with an empty cache. Returns the medians of all runs. */
export async function auditPages(
  urls: readonly string[],
  categories: readonly Category[],
  rounds = 1,
): Promise<ReadonlyMap<string, Audited>> {
  const port = await freePort();
  const { CHROME_PATH: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  const audited = new Map<string, Audited>();
  for (const url of urls) {
    const results: Audited[] = [];
    while (results.length < rounds) results.push(await auditPage(url, categories, port));
    const medians = categories.map((name) => {
      const scores = results.map((result) => result.scores[name] ?? 0).sort((a, b) => a - b);
      return [name, scores[Math.floor(rounds / 2)] ?? 0] as const;
    });
    const faults = [...new Set(results.flatMap((result) => result.faults))];
    audited.set(url, { scores: Object.fromEntries(medians), faults });
  }
  await browser.close();
  return audited;
}

async function auditPage(url: string, categories: readonly Category[], port: number): Promise<Audited> {
  let reason = "";
  for (let trial = 0; trial < TRIES; trial++) {
    const options = { port, onlyCategories: [...categories], logLevel: "silent" as const, ...getPauses(categories) };
    const result = (await lighthouse(url, options))?.lhr;
    const scores = categories.flatMap((name) => {
      const score = result?.categories[name]?.score;
      return typeof score === "number" ? [[name, score] as const] : [];
    });
    if (!result || scores.length < categories.length) {
      reason = result?.runtimeError?.message ?? "no answer";
      continue;
    }
    const weighed = categories.flatMap((name) => result.categories[name]?.auditRefs ?? []);
    const faults = weighed.filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1);
    return { scores: Object.fromEntries(scores), faults: faults.map(({ id }) => id) };
  }
  throw new Error(`${url}: ${reason}`);
}

/** Returns options that skip Lighthouse's waits for a quiet page; no options if Lighthouse measures speed. */
function getPauses(categories: readonly Category[]) {
  if (categories.includes("performance")) return {};
  return { pauseAfterFcpMs: 0, pauseAfterLoadMs: 0, cpuQuietThresholdMs: 0, disableFullPageScreenshot: true };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
