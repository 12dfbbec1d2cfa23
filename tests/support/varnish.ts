import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { join, resolve as resolvePath } from "node:path";
import { createInterface } from "node:readline";
import { findFreePort } from "./freePort.ts";
import { isInstalled } from "./reverseProxy.ts";

/** Varnish with the configuration in `deploy`. */
export interface Varnish {
  port: number;
  /**
   * Waits until probes after this call have found every server healthy, or every server sick. The result of an earlier
   * probe may be outdated, and Varnish sends nothing for 250 ms to a server that rejected a connection.
   */
  waitForSite(state: "healthy" | "sick"): Promise<void>;
  stop(): Promise<void>;
}

export interface PlainResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as sent: still compressed. */
  body: Buffer;
}

interface PlainRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** Address of this machine from which the request comes. */
  from?: string;
}

/** Returns the reason why Varnish cannot run; null if it can. */
export function findVarnishSkipReason(): string | null {
  if (!isInstalled("varnishd", "-V")) return "varnish is not installed";
  const { stderr } = spawnSync("varnishd", ["-C", "-f", resolvePath("deploy/varnish.vcl")], { encoding: "utf8" });
  return /could not find vmod/i.test(stderr) ? "varnish-modules is not installed" : null;
}

/** @param folder an existing folder for Varnish's working files */
export async function startVarnish(folder: string, sitePort: number): Promise<Varnish> {
  const source = await readFile("deploy/varnish.vcl", "utf8");
  const forTests = source
    .replace('.port = "3000"', `.port = "${sitePort}"`)
    // Lengthens the timeouts, since a site on a busy machine may be slow without being sick.
    .replace(".timeout = 2s", ".timeout = 100s")
    .replace(".first_byte_timeout = 20s", ".first_byte_timeout = 100s");
  return runVarnish(folder, forTests);
}

/**
 * Starts Varnish for several servers on this machine, with the configuration that `deploy/clusterVcl.sh` prints.
 *
 * @param folder an existing folder for Varnish's working files
 * @param ports ports of three servers
 * @param isPatient true to consider a hanging server healthy, for tests on a busy machine
 */
export async function startVarnishOfCluster(
  folder: string,
  ports: readonly number[],
  isPatient = false,
): Promise<Varnish> {
  const { stdout } = spawnSync("sh", ["deploy/clusterVcl.sh"], { encoding: "utf8" });
  let server = 0;
  const source = stdout
    .replace(".timeout = 1s", isPatient ? ".timeout = 100s" : "$&")
    .replaceAll('"172.30.57.0"/24', '"127.0.0.1"')
    .replaceAll(/"172\.30\.57\.1\d";\n {2}\.port = "3000"/g, () => `"127.0.0.1";\n  .port = "${ports[server++]}"`);
  return runVarnish(folder, source, "256m");
}

async function runVarnish(folder: string, vcl: string, memory = "64m"): Promise<Varnish> {
  const port = await findFreePort();
  const file = join(folder, "varnish.vcl");
  await writeFile(file, vcl);
  const parameters = ["http_gzip_support=off", "thread_pools=1", "thread_pool_min=10"].flatMap((value) => [
    "-p",
    value,
  ]);
  const workFolder = join(folder, "varnish");
  const child = spawn(
    "varnishd",
    [
      "-F",
      "-j",
      "none",
      "-n",
      workFolder,
      "-f",
      file,
      "-s",
      `malloc,${memory}`,
      "-a",
      `127.0.0.1:${port}`,
      ...parameters,
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
  const ended = once(child, "exit");
  while (spawnSync("varnishadm", ["-n", workFolder, "ping"]).status !== 0)
    if (child.exitCode !== null) throw new Error(`varnishd ended with status ${child.exitCode}:\n${output}`);
  const probes = spawn("varnishlog", ["-n", workFolder, "-g", "raw", "-i", "Backend_health"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const servers = vcl.match(/^backend /gm)?.length;
  const waiting = new Set<(probe: string) => void>();
  createInterface(probes.stdout).on("line", (probe) => {
    for (const check of waiting) check(probe);
  });
  return {
    port,
    waitForSite: (state) =>
      new Promise((resolve) => {
        const agreeing = new Set<string>();
        const check = (probe: string) => {
          // The last flag is H if the probe succeeded, for example `boot.broadsheet Still healthy 4---X-RH 3 2 3`.
          const [, server = "", other, flag] = probe.match(/(\S+) (?:Still|Back|Went) (healthy|sick) \S*(\S) /) ?? [];
          if (other === state && (flag === "H") === (state === "healthy")) agreeing.add(server);
          else agreeing.delete(server);
          if (agreeing.size !== servers) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
      }),
    async stop() {
      probes.kill();
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Sends a request on a new connection and returns the response unchanged. */
export function send(
  port: number,
  path: string,
  { method = "GET", headers = {}, body = "", from = "127.0.0.1" }: PlainRequest = {},
): Promise<PlainResponse> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, localAddress: from, agent: false };
    request({ ...options, headers: { host: "news.example", ...headers } }, async (response) => {
      try {
        const bytes = Buffer.concat(await response.toArray());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes });
      } catch (error) {
        reject(error);
      }
    })
      .on("error", reject)
      .end(body);
  });
}
