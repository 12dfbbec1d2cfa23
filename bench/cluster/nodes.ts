import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../../tests/support/freePort.ts";
import { scaleLimit } from "../../tests/support/scaleLimit.ts";
import { type Site, startSite } from "../../tests/support/site.ts";
import { openTcpProxy, type TcpProxy } from "../../tests/support/tcpProxy.ts";

/** One of the cluster's servers. It reaches the database through a proxy, which can cut the server off. */
export interface Node {
  number: number;
  /** URL of the node. It stays the same when the node's process is replaced. */
  url: string;
  port: number;
  data: string;
  /** The running process; if none is running, the one that ran before. */
  site(): Site;
  proxy: TcpProxy;
  /** Counter that rises at the start and end of the node's faults. Measurements during which it rises are discarded. */
  epoch: number;
  isFaulty: boolean;
  start(): Promise<void>;
  /** Returns the output of all processes of the node so far. */
  written(): string;
}

interface NodeOptions {
  number: number;
  folder: string;
  editions: string;
  /** URL of the database. */
  database: string;
  env: Record<string, string>;
}

const READY_TIMEOUT_MS = scaleLimit(120_000);
const INTERVAL_MS = 50;

/** Prepares a node without starting it. */
export async function createNode({ number, folder, editions, database, env }: NodeOptions): Promise<Node> {
  const url = new URL(database);
  const proxy = await openTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  const port = await findFreePort();
  const data = join(folder, `node-${number}`);
  const sites: Site[] = [];
  return {
    number,
    url: `http://127.0.0.1:${port}`,
    port,
    data,
    proxy,
    epoch: 0,
    isFaulty: false,
    site: () => sites.at(-1) as Site,
    written: () => sites.map((site) => site.written()).join(""),
    async start() {
      sites.push(
        await startSite({
          editions,
          data,
          env: { ...env, PORT: String(port), DATABASE_URL: url.href },
          hasOwnProcess: true,
        }),
      );
    },
  };
}

/** Returns a node's name in the election; null while it does not respond. */
export async function readName(node: Node): Promise<string | null> {
  try {
    const response = await fetch(`${node.url}/readyz`, { signal: AbortSignal.timeout(scaleLimit(5000)) });
    const { checks } = (await response.json()) as { checks: { roles: { detail: string } } };
    return /^this is (\w+)/.exec(checks.roles.detail)?.[1] ?? null;
  } catch {
    return null;
  }
}

/** Waits until `holds` returns true. @throws {Error} with the name of the `condition`, after two minutes */
export async function until(condition: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + READY_TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`within ${READY_TIMEOUT_MS / 1000} s: not ${condition}`);
    await wait(INTERVAL_MS);
  }
}
