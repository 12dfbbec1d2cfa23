import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { findFreePort } from "./freePort.ts";

/** A reverse proxy with its configuration from `deploy`, but with other ports and a certificate of its own. */
export interface ReverseProxy {
  httpPort: number;
  httpsPort: number;
  stop(): Promise<void>;
}

export function isInstalled(program: string, option: string): boolean {
  return spawnSync(program, [option]).error === undefined;
}

/**
 * @param folder empty folder for the configuration and logs
 * @param deskPort port of the desk; undefined for no desk behind the proxy
 */
export async function startNginx(folder: string, sitePort: number, deskPort?: number): Promise<ReverseProxy> {
  await mkdir(folder, { recursive: true });
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  const [certificate, key] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  execFileSync(
    "openssl",
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=news.example", "-keyout", key, "-out", certificate],
    { stdio: "ignore" },
  );
  const source = await readConfigurations("nginx.conf", "nginx.desk.conf", deskPort);
  const server = source
    .replaceAll(/listen \[::\]:.*;\n/g, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${httpPort};`)
    .replaceAll("listen 443 ssl", `listen 127.0.0.1:${httpsPort} ssl`)
    .replace("127.0.0.1:3000", `127.0.0.1:${sitePort}`)
    .replace("/var/lib/nginx", folder)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+\/fullchain\.pem/g, certificate)
    .replaceAll(/\/etc\/letsencrypt\/live\/[\w.]+\/privkey\.pem/g, key);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  // Only the user who runs the tests may read the folder, so nginx must run as this user.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${user} daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${temporary.join(" ")} ${server} }`;
  const file = join(folder, "nginx.conf");
  await writeFile(file, main);
  execFileSync("nginx", ["-t", "-q", "-c", file, "-p", folder]);
  return watch(spawn("nginx", ["-c", file, "-p", folder], { stdio: "ignore" }), httpPort, httpsPort);
}

/**
 * @param folder empty folder for the configuration and certificates
 * @param deskPort port of the desk; undefined for no desk behind the proxy
 */
export async function startCaddy(folder: string, sitePort: number, deskPort?: number): Promise<ReverseProxy> {
  await mkdir(folder, { recursive: true });
  const [httpPort, httpsPort] = [await findFreePort(), await findFreePort()];
  const source = await readConfigurations("Caddyfile", "Caddyfile.desk", deskPort);
  const file = join(folder, "Caddyfile");
  await writeFile(
    file,
    `{\n\tadmin off\n\tskip_install_trust\n\tlocal_certs\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n${source.replace("127.0.0.1:3000", `127.0.0.1:${sitePort}`)}`,
  );
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  execFileSync("caddy", ["validate", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore", env });
  const child = spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore", env });
  return watch(child, httpPort, httpsPort);
}

/** Reads the site's configuration and, if the desk has a port, the desk's. */
async function readConfigurations(site: string, desk: string, deskPort: number | undefined): Promise<string> {
  const source = await readFile(`deploy/${site}`, "utf8");
  if (deskPort === undefined) return source;
  return source + (await readFile(`deploy/${desk}`, "utf8")).replace("127.0.0.1:3001", `127.0.0.1:${deskPort}`);
}

/** Waits until the proxy responds over TLS. */
async function watch(child: ChildProcess, httpPort: number, httpsPort: number): Promise<ReverseProxy> {
  const ended = once(child, "exit");
  for (let isUp = false; !isUp; )
    isUp = await Promise.race([
      requestThrough(httpsPort, "/healthz").then(
        ({ status }) => status === 200,
        () => new Promise<boolean>((resolve) => setTimeout(resolve, 100, false)),
      ),
      ended.then(() => {
        throw new Error(`${child.spawnargs.join(" ")} ended.`);
      }),
    ]);
  return {
    httpPort,
    httpsPort,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

interface ProxyRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Requests a path of news.example, or of the host in `headers`, over TLS. Accepts any certificate. */
export function requestThrough(
  port: number,
  path: string,
  { method = "GET", headers = {}, body = "" }: ProxyRequest = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, method, servername: "news.example", rejectUnauthorized: false };
    request({ ...options, headers: { host: "news.example", ...headers } }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, text: bytes.toString() });
    })
      .on("error", reject)
      .end(body);
  });
}
