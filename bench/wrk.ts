import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** Result of a run of wrk. `p50` and `p99` are response times in ms. */
export interface Load {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses with a status other than 2xx and 3xx. */
  failed: number;
}

/**
 * Requests one URL as fast as possible on a number of connections, with wrk (https://github.com/wg/wrk).
 *
 * @param seconds a whole number
 * @param host the `Host` header, if it differs from the URL's
 * @throws {Error} if wrk fails
 */
export async function runWrk(url: string, connections: number, seconds: number, host?: string): Promise<Load> {
  const load = ["--latency", "-t1", `-c${connections}`, `-d${seconds}s`];
  const options = [...load, "-H", "Accept-Encoding: br, gzip", ...(host ? ["-H", `Host: ${host}`] : []), url];
  const child = spawn("wrk", options, { stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const output = await text(child.stdout);
  const [status] = await exited;
  if (status !== 0) throw new Error(`wrk exited with status ${status}.`);
  const latency = (share: number) => toMs(new RegExp(`^\\s+${share}%\\s+(\\S+)`, "m").exec(output)?.[1] ?? "");
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50: latency(50),
    p99: latency(99),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0),
  };
}

/** Parses a duration as wrk prints it: "980.00us", "1.20ms", "1.10s". */
function toMs(duration: string): number {
  const units = { us: 0.001, ms: 1, s: 1000 };
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(duration) ?? [];
  return Number(number) * units[unit as keyof typeof units];
}
