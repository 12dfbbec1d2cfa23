import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

export interface Load {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  /** Answers that were no 2xx or 3xx, or none. */
  failed: number;
}

/** Asks for one address over and over with wrk (https://github.com/wg/wrk), from some connections at once. */
export async function wrk(url: string, connections: number, seconds: number, host?: string): Promise<Load> {
  const load = ["--latency", "-t1", `-c${connections}`, `-d${seconds}s`];
  const words = [...load, "-H", "Accept-Encoding: br, gzip", ...(host ? ["-H", `Host: ${host}`] : []), url];
  const child = spawn("wrk", words, { stdio: ["ignore", "pipe", "inherit"] });
  const said = await text(child.stdout);
  const latency = (share: number) => milliseconds(new RegExp(`^\\s+${share}%\\s+(\\S+)`, "m").exec(said)?.[1] ?? "");
  return {
    requests: Number(/(\d+) requests in/.exec(said)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(said)?.[1]),
    p50: latency(50),
    p99: latency(99),
    failed: Number(/Non-2xx or 3xx responses: (\d+)/.exec(said)?.[1] ?? 0),
  };
}

/** "1.20ms", "980.00us", "1.10s" */
function milliseconds(text: string): number {
  const units = { us: 0.001, ms: 1, s: 1000 };
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(number) * units[unit as keyof typeof units];
}
