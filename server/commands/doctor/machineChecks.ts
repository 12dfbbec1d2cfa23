import { constants } from "node:fs";
import { access, readdir, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import packageFile from "../../../package.json" with { type: "json" };
import { createOutbound } from "../../feeds/fetch/fetchTools.ts";
import { findLastAttempt } from "../../store/feeds/dueTimes.ts";
import { getStorePath } from "../../store/open.ts";
import type { Check, Finding, Patient } from "./finding.ts";
import { fault, ok, unknown, warning } from "./finding.ts";

const ENVIRONMENT_FILE = "/etc/broadsheet.env";
const HOUR_MS = 60 * 60_000;
/** Tolerated difference between two clocks, in ms. Neither readers nor mail servers notice it. */
const MAX_CLOCK_DIFFERENCE_MS = 60_000;
/** Maximum age of the newest backup, in ms: two days, and an hour because the duration of a backup varies. */
const MAX_BACKUP_AGE_MS = 49 * HOUR_MS;
/** Free disk space below which a warning is reported, as a multiple of DISK_FLOOR_MB. */
const LOW_DISK_FACTOR = 5;
const MAX_NAMES = 5;
const LEFTOVER = /^(before-|replaced-|\.backup-|\.restore-)/;
const READABLE_BY_ALL = 0o004;

export const MACHINE_CHECKS: readonly Check[] = [
  { subject: "environment", run: checkEnvironmentFile },
  { subject: "versions", run: checkVersions },
  { subject: "disk", run: checkDisk },
  { subject: "clock", run: checkClock },
  { subject: "backups", run: checkBackups },
  { subject: "leftovers", run: checkLeftovers },
];

async function checkEnvironmentFile(): Promise<Finding> {
  const stats = await stat(ENVIRONMENT_FILE).catch(() => null);
  if (!stats) return unknown(`There is no ${ENVIRONMENT_FILE}; the settings are those of this command's environment.`);
  if (
    await access(ENVIRONMENT_FILE, constants.R_OK).then(
      () => false,
      () => true,
    )
  )
    return fault(
      `This user cannot read ${ENVIRONMENT_FILE}, so this command's settings differ from the server's.`,
      `Run it as root: /usr/local/bin/broadsheet doctor. The server's user reads the file through its group: chgrp broadsheet ${ENVIRONMENT_FILE} && chmod 640 ${ENVIRONMENT_FILE}.`,
    );
  if (stats.mode & READABLE_BY_ALL)
    return warning(`All users can read the passwords in ${ENVIRONMENT_FILE}.`, `chmod 640 ${ENVIRONMENT_FILE}`);
  return ok(`${ENVIRONMENT_FILE} is readable.`);
}

async function checkVersions({ report }: Patient): Promise<Finding> {
  const { version } = packageFile;
  const header = (process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }).header;
  const glibc = header.glibcVersionRuntime;
  const installed = `Broadsheet ${version}, Node ${process.versions.node}${glibc ? `, glibc ${glibc}` : ""}`;
  if (report?.version === undefined || report.version === version) return ok(`${installed}.`);
  return warning(`${installed}, but the server runs version ${report.version}.`, "systemctl restart broadsheet");
}

async function checkDisk({ config }: Patient): Promise<Finding[]> {
  const floorMb = config.DISK_FLOOR_MB;
  return Promise.all(
    listFolders(config).map(async (folder) => {
      const stats = await statfs(folder).catch(() => null);
      if (!stats)
        return fault(`${folder}: there is no such folder.`, "Run broadsheet setup, or set DATA_DIR and DATABASE_URL.");
      const freeMb = Math.floor((stats.bavail * stats.bsize) / 1e6);
      const remedy = `Delete what du -xh --max-depth=2 ${folder} shows to be large, lower PICTURES_MAX_MB, set ARTICLES_KEEP_DAYS, or use a larger disk.`;
      const sentence = `${folder}: ${freeMb} MB free; DISK_FLOOR_MB is ${floorMb}`;
      if (freeMb < floorMb) return fault(`${sentence}: images and bodies of stories are not stored.`, remedy);
      if (freeMb < floorMb * LOW_DISK_FACTOR) return warning(`${sentence}.`, remedy);
      return ok(`${sentence}.`);
    }),
  );
}

/** Returns the folders that contain the data and the store, without duplicates. */
function listFolders({ DATA_DIR, DATABASE_URL }: Patient["config"]): string[] {
  const store = getStorePath(DATABASE_URL);
  return [...new Set([resolve(DATA_DIR), ...(store ? [dirname(store)] : [])])];
}

/** Compares this machine's clock with the clock of a feed's host, and with the stored time of the last poll. */
async function checkClock({ config, editions, database }: Patient): Promise<Finding> {
  const remedy = "Let the system set it: timedatectl set-ntp true.";
  const lastAt = database && (await findLastAttempt(database).catch(() => null));
  if (lastAt && lastAt - Date.now() > MAX_CLOCK_DIFFERENCE_MS)
    return fault(`The clock is behind: a feed was already polled at ${new Date(lastAt).toISOString()}.`, remedy);
  const feeds = editions.flatMap(({ sections }) => sections.flatMap((section) => section.feeds));
  const url = feeds.find((feed) => /^https?:/.test(feed.url) && !feed.private)?.url;
  if (url === undefined) return unknown("No edition has a feed whose host's clock could be compared.");
  const outbound = createOutbound(config, () => editions);
  const date = await outbound.get(url).then(
    ({ headers }) => Date.parse(headers.date ?? ""),
    () => Number.NaN,
  );
  await outbound.close();
  if (Number.isNaN(date)) return unknown(`${new URL(url).host} does not respond, so the clock was not compared.`);
  const difference = Math.round((Date.now() - date) / 1000);
  if (Math.abs(difference) * 1000 <= MAX_CLOCK_DIFFERENCE_MS) return ok(`The clock agrees with ${new URL(url).host}.`);
  const direction = difference > 0 ? "ahead of" : "behind";
  return fault(`The clock is ${Math.abs(difference)} s ${direction} that of ${new URL(url).host}.`, remedy);
}

async function checkBackups({ config }: Patient): Promise<Finding> {
  if (getStorePath(config.DATABASE_URL) === null)
    return unknown("The store is in PostgreSQL, and doctor cannot see its backups: docs/cluster.md.");
  const folder = `${resolve(config.DATA_DIR)}-backups`;
  const remedy = "systemctl enable --now broadsheet-backup.timer, then systemctl status broadsheet-backup.";
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => error);
  if (names instanceof Error && names.code === "EACCES") return unknown(`This user cannot list ${folder}.`);
  const archives = names instanceof Error ? [] : names.filter((name) => name.endsWith(".tar.gz"));
  const times = await Promise.all(archives.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  if (times.length === 0) return warning(`There is no backup in ${folder}.`, remedy);
  const hours = Math.floor((Date.now() - Math.max(...times)) / HOUR_MS);
  if (hours * HOUR_MS > MAX_BACKUP_AGE_MS) return fault(`The newest backup in ${folder} is ${hours} h old.`, remedy);
  return ok(`The newest of ${times.length} backups is ${hours} h old. Keep copies on another machine.`);
}

/** Reports the number, size and paths of the files that upgrades and restores left behind. */
async function checkLeftovers({ config }: Patient): Promise<Finding> {
  const found: { path: string; bytes: number }[] = [];
  for (const folder of listFolders(config))
    for (const name of await readdir(folder).catch(() => []))
      if (LEFTOVER.test(name)) found.push({ path: join(folder, name), bytes: await measure(join(folder, name)) });
  if (found.length === 0) return ok("Nothing is left over from upgrades and restores.");
  const mb = Math.ceil(found.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6);
  const names = found.slice(0, MAX_NAMES).map(({ path }) => path);
  const more = found.length > MAX_NAMES ? [`${found.length - MAX_NAMES} more`] : [];
  return warning(
    `${found.length} files and folders left over from upgrades and restores take ${mb} MB: ${[...names, ...more].join(", ")}.`,
    "Delete those that you no longer need to go back: rm -r.",
  );
}

async function measure(path: string): Promise<number> {
  const stats = await stat(path).catch(() => null);
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  const sizes = await Promise.all((await readdir(path).catch(() => [])).map((name) => measure(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
