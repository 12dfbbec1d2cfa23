import { rm } from "node:fs/promises";
import { PICTURE_FORMATS, widthsOf } from "../../core/picture.ts";
import { bytesOfPictures, dropPicture, leastUsedPictures, markPicturesUsed } from "../store/images.ts";
import type { Database } from "../store/schema.ts";
import { pictureFile } from "./files.ts";

/** Keeps pictures within the disk that they may take: those that nobody has asked for the longest go first. */
export interface DiskBudget {
  /** A picture was asked for. */
  used(key: string): void;
  /** Removes what is too much, down to a tenth under the limit, so that not every new picture costs an old one. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

/** How often the store hears which pictures were asked for. */
const TELL_MS = 60_000;
const AT_A_TIME = 50;

export function openDiskBudget(database: Database, folder: string, maxBytes: number): DiskBudget {
  const asked = new Set<string>();
  const timer = setInterval(() => void tell(), TELL_MS).unref();
  let tidying: Promise<void> | null = null;

  async function tell(): Promise<void> {
    const keys = [...asked];
    asked.clear();
    await markPicturesUsed(database, keys, new Date().toISOString());
  }

  async function removeOldest(): Promise<void> {
    let taken = await bytesOfPictures(database);
    if (taken <= maxBytes) return;
    await tell();
    while (taken > maxBytes * 0.9) {
      const oldest = await leastUsedPictures(database, AT_A_TIME);
      if (oldest.length === 0) return;
      for (const { key, width, bytes } of oldest) {
        if (taken <= maxBytes * 0.9) return;
        for (const kept of widthsOf(width))
          for (const format of PICTURE_FORMATS) await rm(pictureFile(folder, key, kept, format), { force: true });
        await dropPicture(database, key);
        taken -= bytes;
      }
    }
  }

  return {
    used: (key) => void asked.add(key),
    async tidy() {
      tidying ??= removeOldest().finally(() => {
        tidying = null;
      });
      await tidying;
    },
    async close() {
      clearInterval(timer);
      await tidying;
      await tell();
    },
  };
}
