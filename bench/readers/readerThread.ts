import { Agent, get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { toMessage } from "../../core/toMessage.ts";
import { SECTIONS } from "../../tests/support/sectionFeeds.ts";
import { quantile } from "../quantile.ts";

/** Requests pages at a constant rate, in a separate thread, which other work of the benchmark does not delay. */

export interface RequestedPage {
  path: string;
  /** Hostname of the page's edition; by default the server's address. */
  host?: string;
}

export interface ReaderInput {
  url: string;
  pages: readonly RequestedPage[];
  /** Number of requests per second, sent even if earlier ones have no response yet. */
  rate: number;
  /** Time, in ms, after which a request without a response is a violation. */
  timeoutMs: number;
}

export type ReaderCommand =
  /** Counts later requests under a new name. */
  | { kind: "phase"; name: string }
  /** Announces that the server will end. Connections may fail until the command `up`. */
  | { kind: "down" }
  | { kind: "up" }
  | { kind: "report" };

export interface Phase {
  requests: number;
  /** Requests that failed because the server was down. */
  refused: number;
  /** Number of responses with status 503 for pages that the server's current process had not served before. */
  busy: number;
  /** Response times, in ms, of pages that the server's current process has served before. */
  p50: number;
  p99: number;
}

export interface ReaderReport {
  phases: Record<string, Phase>;
  /** One line per response that readers must never get. */
  violations: string[];
}

interface Counts {
  requests: number;
  refused: number;
  busy: number;
  times: number[];
}

const TICK_MS = 5;
const MAX_VIOLATIONS = 100;

const { url, pages, rate, timeoutMs } = workerData as ReaderInput;
const agent = new Agent({ keepAlive: true });
const phases = new Map<string, Counts>();
const violations: string[] = [];
let phase = "(warm-up)";
let isDown = false;
/** Number of times that the server has been ended. */
let ends = 0;
/** Pages that the server's current process has served, so that they are in its cache. */
let served = new Set<string>();
const startedAt = performance.now();
let sent = 0;

setInterval(() => {
  // A response time starts when the request is due, even if this thread is busy at that time.
  for (; sent < ((performance.now() - startedAt) / 1000) * rate; sent++)
    void request(pages[sent % pages.length] ?? { path: "/" }, startedAt + (sent / rate) * 1000);
}, TICK_MS);

parentPort?.on("message", (message: ReaderCommand) => {
  if (message.kind === "phase") phase = message.name;
  if (message.kind === "down") {
    isDown = true;
    ends++;
    parentPort?.postMessage({ kind: "noted" });
  }
  if (message.kind === "up") {
    isDown = false;
    served = new Set();
  }
  if (message.kind === "report") parentPort?.postMessage(createReport());
});

async function request({ path, host = "" }: RequestedPage, dueAt: number): Promise<void> {
  const page = host + path;
  const name = phase;
  const counts = phases.getOrInsertComputed(name, () => ({ requests: 0, refused: 0, busy: 0, times: [] }));
  const before = { isDown, ends, isServed: served.has(page) };
  counts.requests++;
  try {
    const { status, body } = await load(path, host);
    const ms = performance.now() - dueAt;
    const isSameProcess = !before.isDown && before.ends === ends;
    if (status === 200) {
      if (isSameProcess) served.add(page);
      if (before.isServed && isSameProcess) counts.times.push(ms);
      const defect = path === "/" ? checkFrontPage(body) : null;
      if (defect) addViolation(`${name}: ${page} ${defect}`);
    } else if (status === 503 && !before.isServed) counts.busy++;
    else addViolation(`${name}: ${page} returned status ${status}`);
  } catch (error) {
    if (before.isDown || before.ends !== ends) counts.refused++;
    else addViolation(`${name}: ${page} failed: ${toMessage(error)}`);
  }
}

function load(path: string, host: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url + path, { agent, timeout: timeoutMs, ...(host && { headers: { host } }) }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.on("error", reject);
    });
    request.on("timeout", () => request.destroy(new Error(`no response within ${timeoutMs / 1000} s`)));
    // The server may close an idle connection just as a request uses it. Clients then retry on another connection (RFC
    // 9112, section 9.3.1).
    request.on("error", (error) =>
      request.reusedSocket && isReset(error) ? resolve(load(path, host)) : reject(error),
    );
  });
}

function isReset(error: NodeJS.ErrnoException): boolean {
  return error.code === "ECONNRESET";
}

/** Returns the defect of a front page; null if the page is complete. */
function checkFrontPage(body: string): string | null {
  const missing = SECTIONS.filter((section) => !body.includes(`aria-labelledby="block-${section}"`));
  if (missing.length > 0) return `has no ${missing.join(", ")}`;
  return body.endsWith("</html>") ? null : "was cut off";
}

function addViolation(violation: string): void {
  if (violations.length < MAX_VIOLATIONS) violations.push(violation);
}

function createReport(): ReaderReport {
  const summaries = [...phases].map(([name, { times, ...counts }]) => [
    name,
    { ...counts, p50: quantile(times, 0.5), p99: quantile(times, 0.99) },
  ]);
  const all = [...phases].flatMap(([name, { times }]) => (name.startsWith("(") ? [] : times));
  const total = { requests: 0, refused: 0, busy: 0, p50: quantile(all, 0.5), p99: quantile(all, 0.99) };
  return { phases: { ...Object.fromEntries(summaries), all: total }, violations };
}
