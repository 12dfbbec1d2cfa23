import { createServer } from "node:net";
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";

type Category = "performance" | "accessibility" | "best-practices" | "seo";

export interface Audited {
  /** From 0 to 1. */
  scores: Partial<Record<Category, number>>;
  /** What cost points, as Lighthouse calls it. */
  faults: string[];
}

/** Has Lighthouse look at pages as a telephone of the middle sees them, each with a browser that was never there. */
export async function auditPages(
  urls: readonly string[],
  categories: readonly Category[],
): Promise<ReadonlyMap<string, Audited>> {
  const port = await freePort();
  const { CHROME_PATH: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", `--remote-debugging-port=${port}`],
  });
  const audited = new Map<string, Audited>();
  for (const url of urls) {
    const options = { port, onlyCategories: [...categories], logLevel: "silent" as const };
    let result = (await lighthouse(url, options))?.lhr;
    // On a busy machine the browser may lose the beginning of its own record; Lighthouse asks to be run again.
    while (result?.runtimeError?.code === "NO_NAVSTART") result = (await lighthouse(url, options))?.lhr;
    if (!result || result.runtimeError) throw new Error(`${url}: ${result?.runtimeError?.message ?? "no answer"}`);
    const scores = categories.map((name) => [name, result.categories[name]?.score ?? 0] as const);
    const weighed = categories.flatMap((name) => result.categories[name]?.auditRefs ?? []);
    const faults = weighed.filter(({ id, weight }) => weight > 0 && (result.audits[id]?.score ?? 1) < 1);
    audited.set(url, { scores: Object.fromEntries(scores), faults: faults.map(({ id }) => id) });
  }
  await browser.close();
  return audited;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
