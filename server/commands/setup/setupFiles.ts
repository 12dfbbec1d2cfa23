import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The web server that terminates TLS in front of Broadsheet's server. */
export type FrontProxy = "caddy" | "nginx" | "none";

/** The answers to the questions of `setup`. */
export interface SetupAnswers {
  /** Host name of the site, without a scheme. */
  host: string;
  /** Value of SMTP_URL; "" for none. */
  mail: string;
  /** Receiver of alarms; "" for none. */
  alarm: string;
  proxy: FrontProxy;
  hasBackups: boolean;
  /** Id of the edition if it is an example: the server serves examples only if EDITIONS names them. */
  example?: string | undefined;
}

/** A file that `setup` writes. */
export interface SetupFile {
  /** Absolute path on the machine. */
  path: string;
  content: string;
  mode: number;
  /** True for a file that the server's group may read and that other users may not. */
  isOfGroup?: boolean;
}

export const ENVIRONMENT_FILE = "/etc/broadsheet.env";
export const CADDY_FILE = "/etc/caddy/Caddyfile";
export const NGINX_FILE = "/etc/nginx/sites-available/broadsheet";
const UNIT_FOLDER = "/etc/systemd/system";
/** Placeholders in the files of `deploy/`. `setup` replaces them with the values of a machine. */
const EXAMPLE_ROOT = "/opt/broadsheet";
const EXAMPLE_HOST = "news.example";
const EXAMPLE_ADDRESS = "newsroom@news.example";
/** Address of the server in the proxies' files and the socket unit. */
const EXAMPLE_LISTENER = "127.0.0.1:3000";
const READABLE = 0o644;

/**
 * Returns the path by which systemd units name the installation's folder. If /opt/broadsheet is a link to the folder,
 * returns /opt/broadsheet, so that the units stay valid when an update changes the link.
 */
export function findStableRoot(root: string): string {
  const isLinked = existsSync(EXAMPLE_ROOT) && realpathSync(EXAMPLE_ROOT) === realpathSync(root);
  return isLinked ? EXAMPLE_ROOT : root;
}

/** Returns the systemd units that `setup` enables, in this order. @param root folder of the installation */
export function listUnits(root: string, { hasBackups, alarm }: SetupAnswers): string[] {
  return [
    ...(existsSync(join(root, "deploy/broadsheet.socket")) ? ["broadsheet.socket"] : []),
    "broadsheet.service",
    ...(hasBackups ? ["broadsheet-backup.timer"] : []),
    ...(alarm ? ["broadsheet-alarm.timer"] : []),
  ];
}

/**
 * Returns the files that `setup` writes on a machine, made from the files in `deploy/`.
 *
 * @param root folder of the installation
 * @param environment content of the existing environment file; "" if there is none
 */
export async function createFiles(root: string, answers: SetupAnswers, environment: string): Promise<SetupFile[]> {
  const { host, mail, alarm, proxy, hasBackups, example } = answers;
  const read = async (name: string) => fillIn(await readFile(join(root, "deploy", name), "utf8"), root, answers);
  const units = [
    ...listUnits(root, answers),
    ...(hasBackups ? ["broadsheet-backup.service"] : []),
    ...(alarm ? ["broadsheet-alarm.service"] : []),
  ];
  const settings = mergeEnvironment(environment || (await read("broadsheet.env")), {
    ...(readHost(environment) === host || !environment ? {} : { SITE_URL: `https://${host}` }),
    SMTP_URL: mail,
    ...(example ? { EDITIONS: example } : {}),
  });
  const listener = getListener(settings);
  const readWithPort = async (name: string) =>
    (await read(name)).replaceAll(EXAMPLE_LISTENER, `127.0.0.1:${listener.port}`);
  const files: SetupFile[] = [
    {
      path: ENVIRONMENT_FILE,
      content: settings,
      mode: 0o640,
      isOfGroup: true,
    },
    { path: "/usr/local/bin/broadsheet", content: await read("broadsheet"), mode: 0o755 },
  ];
  for (const unit of units) {
    const content = (await read(unit)).replace(/^ListenStream=.*/m, `ListenStream=${listener.stream}`);
    files.push({ path: join(UNIT_FOLDER, unit), content, mode: READABLE });
  }
  if (proxy === "caddy") files.push({ path: CADDY_FILE, content: await readWithPort("Caddyfile"), mode: READABLE });
  if (proxy === "nginx") files.push({ path: NGINX_FILE, content: await readWithPort("nginx.conf"), mode: READABLE });
  return files;
}

/** Returns the server's address from its settings; `stream` has the form of `ListenStream` in a socket unit. */
function getListener(settings: string): { port: string; stream: string } {
  const port = readVariable(settings, "PORT") || "3000";
  const host = readVariable(settings, "HOST") ?? "";
  if (host.startsWith("unix:")) return { port, stream: host.slice("unix:".length) };
  return { port, stream: [host.includes(":") ? `[${host}]` : host, port].filter(Boolean).join(":") };
}

/** Replaces the placeholders in a file of `deploy/`, and removes its instruction to replace them by hand. */
function fillIn(source: string, root: string, { host, alarm }: SetupAnswers): string {
  return source
    .replace(/,?(\n#)? and replace (newsroom@)?news\.example/, "")
    .replaceAll(EXAMPLE_ADDRESS, alarm)
    .replaceAll(EXAMPLE_HOST, host)
    .replaceAll(EXAMPLE_ROOT, root);
}

/** Sets variables in the text of an environment file, and keeps all other lines. The value "" removes a variable. */
function mergeEnvironment(source: string, values: Record<string, string>): string {
  const lines = source.trimEnd().split("\n");
  for (const [name, value] of Object.entries(values)) {
    const at = lines.findLastIndex((line) => line.startsWith(`${name}=`));
    if (at >= 0 && readValue(lines[at] ?? "") === value) continue;
    if (at >= 0) lines.splice(at, 1, ...(value ? [`${name}=${value}`] : []));
    else if (value) lines.push(`${name}=${value}`);
  }
  return `${lines.join("\n")}\n`;
}

/** Returns the host name in SITE_URL from the text of an environment file; undefined if there is none. */
export function readHost(source: string): string | undefined {
  return URL.parse(readVariable(source, "SITE_URL") ?? "")?.hostname;
}

/** Returns the value of a variable in the text of an environment file; undefined if it is not set. */
export function readVariable(source: string, name: string): string | undefined {
  const line = source.split("\n").findLast((line) => line.startsWith(`${name}=`));
  return line === undefined ? undefined : readValue(line);
}

function readValue(line: string): string {
  return line
    .slice(line.indexOf("=") + 1)
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2");
}
