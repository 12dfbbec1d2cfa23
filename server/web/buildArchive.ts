import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { ignoreMissing } from "../files/missingFiles.ts";
import { type Job, startJob } from "../jobs/job.ts";

interface Parts {
  /** Folder that contains the current build's `assets`; null while Vite serves them. */
  build: string | null;
  /** Folder that DATA_DIR names. */
  dataFolder: string;
  /** Returns false while too little disk space is free. */
  hasRoom: () => boolean;
  /** Returns false while the clock may be wrong, so that files must not be deleted by age. */
  mayDelete: () => Promise<boolean>;
  log: Logger;
}

/** Archived builds. All share one folder of files: a file's name has a hash of its content, so names never collide. */
const buildsSchema = z.array(
  z.object({
    files: z.array(z.string()),
    /** Time at which another build was first served instead, in ms since 1970; null for the current build. */
    replacedAt: z.number().nullable(),
  }),
);

/** Time, in ms, for which a replaced build's files are served. Pages that were opened earlier may still load them. */
const KEEP_MS = 24 * 60 * 60_000;
/** Maximum number of replaced builds to keep, since a day may have many deployments. A build takes 2 MB. */
const MAX_REPLACED = 10;
const INTERVAL_MS = 60 * 60_000;

/** Opens the archive of builds. A build is archived while it is served, since an upgrade overwrites its files. */
export async function openBuildArchive({ build, dataFolder, hasRoom, mayDelete, log }: Parts) {
  const folder = resolve(dataFolder, "builds");
  let job: Job | undefined;
  // On a full disk, the folder cannot be created, but the site must start.
  await mkdir(folder, { recursive: true }).catch((error) => log.warn({ err: error }, "build not archived"));
  return {
    /** Folder that contains the archive's `assets`. */
    folder,
    /** Archives the current build now, and deletes expired files every hour. */
    start(): void {
      if (build === null) return;
      const run = async () => {
        if (hasRoom() && (await mayDelete())) await archiveBuild(join(build, "assets"), folder, Date.now());
      };
      job = startJob({ name: "build archive", intervalMs: INTERVAL_MS, run, log });
    },
    async stop(): Promise<void> {
      await job?.stop();
    },
  };
}

/** Archives the files of the folder `build`, and deletes the files of expired builds. @param now ms since 1970 */
export async function archiveBuild(build: string, folder: string, now: number): Promise<void> {
  const archive = join(folder, "assets");
  const list = join(folder, "builds.json");
  await mkdir(archive, { recursive: true });
  const [files, archived] = [(await readdir(build)).sort(), new Set(await readdir(archive))];
  for (const file of files) if (!archived.has(file)) await addFile(join(build, file), join(archive, file));

  const replaced = (await readBuilds(list))
    .filter((known) => known.files.join() !== files.join())
    .map((known) => ({ ...known, replacedAt: known.replacedAt ?? now }))
    // Uses the absolute value of the age, since `replacedAt` is in the future if the clock was set back.
    .filter(({ replacedAt }) => Math.abs(now - replacedAt) < KEEP_MS)
    .slice(0, MAX_REPLACED);
  const builds = [{ files, replacedAt: null }, ...replaced];
  await writeFile(`${list}.part`, JSON.stringify(builds));
  await rename(`${list}.part`, list);
  const kept = new Set(builds.flatMap((known) => known.files));
  for (const file of archived) if (!kept.has(file)) await rm(join(archive, file), { force: true });
}

/** Hard-links a file, or copies it if `to` is on another file system. Linking takes a tenth of a copy's CPU time. */
async function addFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Copies under a temporary name first, so that a killed process leaves no partial file at `to`.
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
  }
}

/** Reads the list of builds; returns [] if it is missing or damaged. @throws if the list can't be read */
async function readBuilds(list: string): Promise<z.infer<typeof buildsSchema>> {
  const source = await readFile(list, "utf8").catch(ignoreMissing);
  if (source === undefined) return [];
  try {
    return buildsSchema.parse(JSON.parse(source));
  } catch {
    return [];
  }
}
