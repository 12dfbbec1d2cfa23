import { mkdir, statfs } from "node:fs/promises";
import type { Logger } from "pino";
import { startJob } from "../jobs/job.ts";
import { type DiskLevel, getDiskLevel } from "./diskLevel.ts";

export type FreeDisk = Awaited<ReturnType<typeof watchFreeDisk>>;

interface Parts {
  /** Folders that the site writes to. The free space of their disks is measured. Missing folders are created. */
  folders: readonly string[];
  /** DISK_FLOOR_MB; 0 turns the limit off. */
  floorMb: number;
  log: Logger;
}

const INTERVAL_MS = 10_000;

const MESSAGES: Record<DiskLevel, string> = {
  enough: "free disk above DISK_FLOOR_MB again: images and article bodies are stored",
  low: "free disk below DISK_FLOOR_MB: no images are downloaded",
  critical:
    "free disk below half of DISK_FLOOR_MB: no images are downloaded, and new articles are stored without bodies",
};

/** Measures the free disk space immediately and every 10 s, and derives which kinds of data may be stored. */
export async function watchFreeDisk({ folders, floorMb, log }: Parts) {
  const listeners: (() => void)[] = [];
  let level: DiskLevel = "enough";
  await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true })));
  await update();
  const job = startJob({ name: "free disk", intervalMs: INTERVAL_MS, run: update, log, startsLater: true });

  async function update(): Promise<void> {
    const freeMb = await measureMb();
    const next = getDiskLevel(level, freeMb, floorMb);
    if (next === level) return;
    level = next;
    log[next === "enough" ? "info" : "warn"]({ freeMb, floorMb }, MESSAGES[next]);
    for (const listener of listeners) listener();
  }

  /** Returns the free space on the fullest disk, in MB, without the space that is reserved for root. */
  async function measureMb(): Promise<number> {
    const stats = await Promise.all(folders.map((folder) => statfs(folder)));
    return Math.floor(Math.min(...stats.map(({ bavail, bsize }) => bavail * bsize)) / 1e6);
  }

  return {
    floorMb,
    measureMb,
    hasRoomForImages: () => level === "enough",
    hasRoomForBodies: () => level !== "critical",
    /** Adds a listener that is called when `hasRoomForImages` or `hasRoomForBodies` changes its result. */
    onChange: (listener: () => void) => void listeners.push(listener),
    stop: job.stop,
  };
}
