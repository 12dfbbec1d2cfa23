import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { broadsheet } from "../support/commandLine.ts";
import { isInstalled } from "../support/reverseProxy.ts";
import { temporaryFolder } from "../support/site.ts";

const MAIL = "smtp://news:secret@mail.herald.example:587";
const OWN_EDITION = `name: The Herald
place: Herald
language: en-US
timeZone: America/Chicago
newsroomEmail: desk@herald.example
hosts: [herald.example]
sections: [{ slug: local, name: Local, feeds: [] }]
`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let root: string;
let edition: string;

const setUp = (...args: string[]) => broadsheet(["setup", "--root", root, ...args]);
const answers = () => [
  ...["--host", "herald.example", "--edition", edition, "--mail", MAIL, "--proxy", "nginx", "--backups", "yes"],
];
const read = (path: string) => readFile(join(root, path), "utf8");

/** Returns the mode, modification time and content of each file below `root`, by path. */
async function readFiles(): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const contents = files.map(async (file) => {
    const { mode, mtimeMs } = await stat(file);
    return [file.slice(root.length), `${mode.toString(8)} ${mtimeMs} ${await readFile(file, "utf8")}`] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}

beforeAll(async () => {
  folder = await temporaryFolder();
  root = join(folder.path, "machine");
  edition = join(folder.path, "herald");
  await mkdir(edition);
  await writeFile(join(edition, "edition.yaml"), OWN_EDITION);
});

afterAll(() => folder.remove());

it("names an answer that is missing or invalid, before it writes anything", async () => {
  const missing = await setUp("--edition", edition);
  expect([missing.status, missing.errors]).toEqual([2, expect.stringContaining("setup needs --host.")]);
  const invalid = await setUp(...answers(), "--mail", "smtp://news:pa#ss@mail.herald.example");
  expect([invalid.status, invalid.errors]).toEqual([2, expect.stringContaining("--mail: found")]);
  expect(invalid.errors).not.toContain("pa#ss");
  await expect(stat(root)).rejects.toThrow();
});

it("shows and writes every file of a machine, with its host name and the installation's folder", async () => {
  const { status, output, errors } = await setUp(...answers());
  expect([status, errors]).toEqual([0, ""]);
  const files = await readFiles();
  const units = ["broadsheet.service", "broadsheet-backup.service", "broadsheet-backup.timer"];
  const paths = [
    ...["/etc/broadsheet.env", "/usr/local/bin/broadsheet", "/etc/nginx/sites-available/broadsheet"],
    ...[...units, "broadsheet-alarm.service", "broadsheet-alarm.timer"].map((unit) => `/etc/systemd/system/${unit}`),
  ];
  expect(Object.keys(files)).toEqual(expect.arrayContaining(paths));
  for (const path of paths) {
    expect(output).toContain(`${path}: new`);
    expect(files[path]).not.toMatch(/news\.example|\/opt\/broadsheet/);
  }
  expect(files["/etc/broadsheet.env"]).toMatch(/^100640 /);
  expect(await read("/etc/broadsheet.env")).toContain(`\nSITE_URL=https://herald.example\n`);
  expect(await read("/etc/broadsheet.env")).toContain(`\nSMTP_URL=${MAIL}\n`);
  expect(output).not.toContain("secret");
  expect(await read("/etc/systemd/system/broadsheet.service")).toMatch(
    new RegExp(`^ExecStart=${process.cwd()}/.+ serve$`, "m"),
  );
  expect(await read("/etc/systemd/system/broadsheet-alarm.service")).toContain("alarm desk@herald.example");
  expect(await read("/var/lib/broadsheet/editions/herald/edition.yaml")).toBe(OWN_EDITION);
  expect(output).toContain("Not run: systemctl enable --now ");
});

it("changes nothing when it is run again, also with the present answers as defaults", async () => {
  const before = await readFiles();
  const again = await setUp(...answers());
  expect([again.status, again.output.match(/: unchanged\.$/gm)?.length]).toEqual([
    0,
    again.output.match(/: (unchanged|new|differs)/g)?.length,
  ]);
  const asked = await broadsheet(["setup", "--root", root], {}, "\n\n\n\n\n");
  expect([asked.status, asked.errors]).toEqual([0, expect.stringContaining("[herald.example]")]);
  expect(asked.errors).not.toContain("secret");
  expect(await readFiles()).toEqual(before);
});

it("shows the differences of an edited file, and replaces it only with --yes", async () => {
  const path = "/etc/systemd/system/broadsheet.service";
  const original = await read(path);
  const edited = original.replace("MemoryMax=768M", "MemoryMax=2G");
  await writeFile(join(root, path), edited);
  const kept = await setUp(...answers());
  expect(kept.output).toContain("| - MemoryMax=2G\n  | + MemoryMax=768M\n");
  expect(kept.output).toContain(`${path}: left as it was.`);
  expect(await read(path)).toBe(edited);
  await setUp(...answers(), "--yes");
  expect([await read(path), await read(`${path}.old`)]).toEqual([original, edited]);
});

it("keeps settings that it does not ask for, and changes one that it does", async () => {
  const path = "/etc/broadsheet.env";
  await setUp(...answers(), "--alarm", "night@herald.example", "--yes");
  await setUp(...answers());
  expect(await read("/etc/systemd/system/broadsheet-alarm.service")).toContain("alarm night@herald.example");
  await writeFile(join(root, path), `${await read(path)}# Ours\nPAGE_CACHE_MB=128\n`);
  await setUp(...answers(), "--mail", "none", "--yes");
  expect(await read(path)).toContain("# Ours\nPAGE_CACHE_MB=128\n");
  expect(await read(path)).not.toContain("SMTP_URL");
});

const hasSocket = existsSync("deploy/broadsheet.socket");

it.skipIf(!hasSocket)("lets the socket unit and the proxy follow HOST and PORT", async () => {
  const path = "/etc/broadsheet.env";
  const before = await read(path);
  await writeFile(join(root, path), `${before}PORT=8080\n`);
  await setUp(...answers(), "--mail", "none", "--yes");
  expect(await read("/etc/systemd/system/broadsheet.socket")).toMatch(/^ListenStream=127\.0\.0\.1:8080$/m);
  expect(await read("/etc/nginx/sites-available/broadsheet")).toContain("server 127.0.0.1:8080;");
});

it("creates a new edition, and names a shipped example in EDITIONS", async () => {
  const texts = ["--name", "The Own Post", "--place", "Own", "--time-zone", "America/Chicago"];
  const proxy = ["--host", "own.example", "--mail", "none", "--proxy", "caddy", "--backups", "no"];
  root = join(folder.path, "other");
  const created = await setUp(...proxy, "--edition", "own", ...texts);
  expect([created.status, created.errors]).toEqual([0, ""]);
  expect(await read("/var/lib/broadsheet/editions/own/edition.yaml")).toContain("hosts: [own.localhost, own.example]");
  expect(await read("/etc/caddy/Caddyfile")).toMatch(/^own\.example \{$/m);
  await expect(stat(join(root, "/etc/systemd/system/broadsheet-backup.timer"))).rejects.toThrow();

  root = join(folder.path, "example");
  await setUp(...proxy, "--edition", "editions/madison");
  expect(await read("/etc/broadsheet.env")).toMatch(/^EDITIONS=madison$/m);
});

const verifiers = [
  ["systemd-analyze", "--version"],
  ["caddy", "version"],
] as const;
const canVerify = verifiers.every(([program, option]) => isInstalled(program, option));

it.skipIf(!canVerify)(`writes files that systemd and Caddy accept${canVerify ? "" : " (not installed)"}`, async () => {
  const units = join(folder.path, "machine/etc/systemd/system");
  const files = (await readdir(units)).filter((name) => /\.(service|timer|socket)$/.test(name));
  const verified = spawnSync("systemd-analyze", ["verify", ...files.map((name) => join(units, name))], {
    encoding: "utf8",
  });
  // Ignores errors about the units' user, who does not exist on this machine.
  const faults = verified.stderr.split("\n").filter((line) => line.includes(units) && !/user|User/.test(line));
  expect(faults).toEqual([]);
  const caddyfile = join(folder.path, "other/etc/caddy/Caddyfile");
  const env = { ...process.env, HOME: folder.path, XDG_DATA_HOME: folder.path };
  expect(spawnSync("caddy", ["validate", "--config", caddyfile, "--adapter", "caddyfile"], { env }).status).toBe(0);
});
