import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The program that ends TLS in front of the server. */
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
  /** Name of the edition if it is an example, which is served only by name. */
  example?: string | undefined;
}

/** A file that `setup` writes. */
export interface SetupFile {
  /** Absolute path on the machine. */
  path: string;
  content: string;
  mode: number;
  /** True for a file that the server's group may read. */
  isOfGroup?: boolean;
}

export const ENVIRONMENT_FILE = "/etc/broadsheet.env";
export const CADDY_FILE = "/etc/caddy/Caddyfile";
export const NGINX_FILE = "/etc/nginx/sites-available/broadsheet";
const UNIT_FOLDER = "/etc/systemd/system";
/** Values in the files of `deploy/` that stand for those of a machine. */
const EXAMPLE_ROOT = "/opt/broadsheet";
const EXAMPLE_HOST = "news.example";
const EXAMPLE_ADDRESS = "newsroom@news.example";
const READABLE = 0o644;

/** Returns the units that `setup` enables, in order. @param root folder of the installation */
export function listUnits(root: string, { hasBackups, alarm }: SetupAnswers): string[] {
  return [
    ...(existsSync(join(root, "deploy/broadsheet.socket")) ? ["broadsheet.socket"] : []),
    "broadsheet.service",
    ...(hasBackups ? ["broadsheet-backup.timer"] : []),
    ...(alarm ? ["broadsheet-alarm.timer"] : []),
  ];
}

/**
 * Returns the files of a machine, made from those in `deploy/`.
 *
 * @param root folder of the installation
 * @param environment content of the present environment file; "" if there is none
 */
export async function createFiles(root: string, answers: SetupAnswers, environment: string): Promise<SetupFile[]> {
  const { host, mail, alarm, proxy, hasBackups, example } = answers;
  const read = async (name: string) => fillIn(await readFile(join(root, "deploy", name), "utf8"), root, answers);
  const units = [
    ...listUnits(root, answers),
    ...(hasBackups ? ["broadsheet-backup.service"] : []),
    ...(alarm ? ["broadsheet-alarm.service"] : []),
  ];
  const template = await read("broadsheet.env");
  const files: SetupFile[] = [
    {
      path: ENVIRONMENT_FILE,
      content: mergeEnvironment(environment || template, {
        ...(readHost(environment) === host || !environment ? {} : { SITE_URL: `https://${host}` }),
        SMTP_URL: mail,
        ...(example ? { EDITIONS: example } : {}),
      }),
      mode: 0o640,
      isOfGroup: true,
    },
    { path: "/usr/local/bin/broadsheet", content: await read("broadsheet"), mode: 0o755 },
  ];
  for (const unit of units) files.push({ path: join(UNIT_FOLDER, unit), content: await read(unit), mode: READABLE });
  if (proxy === "caddy") files.push({ path: CADDY_FILE, content: await read("Caddyfile"), mode: READABLE });
  if (proxy === "nginx") files.push({ path: NGINX_FILE, content: await read("nginx.conf"), mode: READABLE });
  return files;
}

/** Replaces the examples in a file of `deploy/`, and removes the instruction to do that by hand. */
function fillIn(source: string, root: string, { host, alarm }: SetupAnswers): string {
  return source
    .replace(/,?(\n#)? and replace (newsroom@)?news\.example/, "")
    .replaceAll(EXAMPLE_ADDRESS, alarm)
    .replaceAll(EXAMPLE_HOST, host)
    .replaceAll(EXAMPLE_ROOT, root);
}

/** Sets variables in the text of an environment file, and keeps all other lines. "" removes a variable. */
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

/** Returns the host name of the site in the text of an environment file. */
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
