import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { print } from "../command.ts";
import { NGINX_FILE, type SetupAnswers } from "./setupFiles.ts";

/** The machine that `setup` configures, or a folder in place of a machine. */
export interface Machine {
  /** Folder below which `setup` writes all files; "/" to set up the machine itself. */
  root: string;
  /** True if `setup` may write files and folders. */
  isWritten: boolean;
  /** True if `setup` creates users and starts services, which requires root. False if `root` is not "/". */
  isReal: boolean;
}

const SERVER_USER = "broadsheet";
const STATE_FOLDERS = ["/var/lib/broadsheet", "/var/lib/broadsheet/editions"];
const STATE_MODE = 0o700;
const NGINX_LINK = "/etc/nginx/sites-enabled/broadsheet";

/** Creates the server's user and its folders. */
export async function prepareMachine(machine: Machine): Promise<void> {
  if (findServerIds() === null || machine.root !== "/")
    runCommand(machine, "useradd", [
      "--system",
      "--user-group",
      "--home-dir",
      "/var/lib/broadsheet",
      "--shell",
      "/usr/sbin/nologin",
      SERVER_USER,
    ]);
  for (const path of STATE_FOLDERS) {
    const folder = join(machine.root, path);
    if (await stat(folder).catch(() => null)) continue;
    if (!machine.isWritten) {
      print(`Would create ${path}.`);
      continue;
    }
    await mkdir(folder, { recursive: true, mode: STATE_MODE });
    await chmod(folder, STATE_MODE);
    runCommand(machine, "chown", [`${SERVER_USER}:`, path]);
  }
}

/** Makes systemd and the proxy load their files, and enables and starts the units. Returns false if any step failed. */
export async function enableServices(
  machine: Machine,
  { proxy, host }: SetupAnswers,
  units: readonly string[],
): Promise<boolean> {
  if (!runCommand(machine, "systemctl", ["daemon-reload"])) return false;
  // Stops a server that was started without the socket unit, since it holds the port on which that unit listens.
  const [socket] = units.filter((unit) => unit.endsWith(".socket"));
  if (socket && machine.isReal && spawnSync("systemctl", ["is-active", "--quiet", socket]).status !== 0)
    runCommand(machine, "systemctl", ["stop", "broadsheet.service"]);
  const isEnabled = runCommand(machine, "systemctl", ["enable", "--now", ...units]);
  if (proxy === "caddy") return runCommand(machine, "systemctl", ["reload-or-restart", "caddy"]) && isEnabled;
  if (proxy !== "nginx") return isEnabled;
  if (await stat(join(machine.root, `/etc/letsencrypt/live/${host}/fullchain.pem`)).catch(() => null)) {
    if (machine.isWritten && !(await stat(join(machine.root, NGINX_LINK)).catch(() => null))) {
      await mkdir(join(machine.root, "/etc/nginx/sites-enabled"), { recursive: true });
      await symlink(NGINX_FILE, join(machine.root, NGINX_LINK)).catch(() => {});
    }
    return runCommand(machine, "systemctl", ["reload", "nginx"]) && isEnabled;
  }
  print("nginx does not start without a certificate. Get one, then run setup again:");
  print(`  certbot certonly --nginx -d ${host} --deploy-hook 'systemctl reload nginx'`);
  return isEnabled;
}

/** Returns the user and group ids of the server's user; null if there is no such user. */
export function findServerIds(): { uid: number; gid: number } | null {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((line) => line.startsWith(`${SERVER_USER}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return line ? { uid: Number(uid), gid: Number(gid) } : null;
}

/** Runs a command if the machine is real; otherwise prints it. Returns false if the command failed. */
function runCommand({ isReal }: Machine, program: string, args: readonly string[]): boolean {
  const line = [program, ...args].join(" ");
  if (!isReal) {
    print(`Not run: ${line}`);
    return true;
  }
  print(`Running: ${line}`);
  const { status, error } = spawnSync(program, args, { stdio: ["ignore", "inherit", "inherit"] });
  if (status === 0) return true;
  const isMissing = (error as NodeJS.ErrnoException | undefined)?.code === "ENOENT";
  if (isMissing && program === "systemctl")
    print("Failed: this system has no systemd. Let its service manager run broadsheet serve at boot.");
  else print(`Failed: ${line}${error ? ` (${error.message})` : ""}. Correct this, and run setup again.`);
  return false;
}
