import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import { type Job, startJob } from "../jobs/job.ts";

interface Parts {
  /** Folder with the current build's folder `assets`; null while Vite serves its files. */
  build: string | null;
  /** DATA_DIR. */
  dataFolder: string;
  /** Returns false while too little disk space is free. */
  hasRoom: () => boolean;
  log: Logger;
}

/** Builds in the archive. Their files are in one folder, since a file's name has a hash of its content. */
const buildsSchema = z.array(
  z.object({
    files: z.array(z.string()),
    /** When another build was first served, in ms since 1970; null for the current build. */
    replacedAt: z.number().nullable(),
  }),
);

/** Time for which the files of a replaced build are served: pages that are open in browsers load them when needed. */
const KEEP_MS = 24 * 60 * 60_000;
/** Maximum number of replaced builds, for somebody who deploys all day. A build takes 2 MB. */
const MAX_REPLACED = 10;
const INTERVAL_MS = 60 * 60_000;

/** Opens an archive of builds. Each is added while it is served, since an upgrade overwrites its files. */
export async function openBuildArchive({ build, dataFolder, hasRoom, log }: Parts) {
  const folder = resolve(dataFolder, "builds");
  let job: Job | undefined;
  // On a full disk, the site starts without the folder.
  await mkdir(folder, { recursive: true }).catch((error) => log.warn({ err: error }, "build not archived"));
  return {
    /** Folder with the folder `assets` of the archive. */
    folder,
    /** Archives the current build, and from then on deletes files of replaced builds in time. */
    start(): void {
      if (build === null) return;
      const run = async () => {
        if (hasRoom()) await archiveBuild(join(build, "assets"), folder, Date.now());
      };
      job = startJob({ name: "build archive", intervalMs: INTERVAL_MS, run, log });
    },
    async stop(): Promise<void> {
      await job?.stop();
    },
  };
}

/** Adds a build's files, and deletes those of builds that were replaced a day ago. @param now ms since 1970 */
export async function archiveBuild(build: string, folder: string, now: number): Promise<void> {
  const archive = join(folder, "assets");
  const list = join(folder, "builds.json");
  await mkdir(archive, { recursive: true });
  const [files, archived] = [(await readdir(build)).sort(), new Set(await readdir(archive))];
  for (const file of files) if (!archived.has(file)) await addFile(join(build, file), join(archive, file));

  const replaced = (await readBuilds(list))
    .filter((known) => known.files.join() !== files.join())
    .map((known) => ({ ...known, replacedAt: known.replacedAt ?? now }))
    // A time in the future is from before the clock was set back.
    .filter(({ replacedAt }) => Math.abs(now - replacedAt) < KEEP_MS)
    .slice(0, MAX_REPLACED);
  const builds = [{ files, replacedAt: null }, ...replaced];
  await writeFile(`${list}.part`, JSON.stringify(builds));
  await rename(`${list}.part`, list);
  const kept = new Set(builds.flatMap((known) => known.files));
  for (const file of archived) if (!kept.has(file)) await rm(join(archive, file), { force: true });
}

/**
 * Hard-links a file, which takes a tenth of the CPU time of a copy, or copies it if the archive is on another file
 * system. The content under a name never changes, so a build that overwrites the file changes nothing in the archive.
 */
async function addFile(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    // Renamed when complete, so that a killed process leaves no partial file under this name.
    await copyFile(from, `${to}.part`);
    await rename(`${to}.part`, to);
  }
}

/** Returns no builds if the list is missing or damaged; their files are deleted then. */
async function readBuilds(list: string): Promise<z.infer<typeof buildsSchema>> {
  try {
    return buildsSchema.parse(JSON.parse(await readFile(list, "utf8")));
  } catch {
    return [];
  }
}
