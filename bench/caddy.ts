import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { get } from "node:https";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/**
 * Starts a Caddy process with TLS. Its configuration contains a copy of `deploy/Caddyfile` per server behind Caddy.
 *
 * @param folder Caddy's working folder
 * @param servers URL of each server behind Caddy, and the port at which Caddy accepts requests for this server
 */
export async function startCaddy(
  folder: string,
  servers: readonly { port: number; upstream: string }[],
): Promise<{ pid: number; stop(): void }> {
  await mkdir(folder, { recursive: true });
  const source = await readFile("deploy/Caddyfile", "utf8");
  const sites = servers.map(({ port, upstream }) =>
    source.replace(/^news\.example/m, `https://localhost:${port}`).replace("127.0.0.1:3000", new URL(upstream).host),
  );
  const config = join(folder, "Caddyfile");
  await writeFile(
    config,
    `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\tauto_https disable_redirects\n}\n${sites.join("\n")}`,
  );
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  const child = spawn("caddy", ["run", "--config", config, "--adapter", "caddyfile"], { stdio: "ignore", env });
  for (const { port } of servers) while (!(await isUp(port))) await wait(50);
  return { pid: child.pid ?? 0, stop: () => void child.kill() };
}

/** Resolves to true if the proxy responds over TLS. */
function isUp(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    get({ host: "localhost", port, rejectUnauthorized: false }, (response) =>
      response.resume().on("end", () => resolve(true)),
    ).on("error", () => resolve(false));
  });
}
