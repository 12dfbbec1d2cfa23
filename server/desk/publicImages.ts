import { setTimeout as wait } from "node:timers/promises";
import { listImagesByUrl } from "../store/articles/images.ts";
import type { Database } from "../store/schema/schema.ts";

/** Longest wait for images, in ms. After this time, the preview shows default pictures for missing images. */
const TIMEOUT_MS = 6000;
const CHECK_MS = 150;

const OWN_IMAGE = /own:media\/[\w-]+/g;

/** Waits until the site can show the images of a story's content, so that the first preview contains them. */
export async function waitForImages(database: Database, content: object, wake: () => void): Promise<void> {
  const urls = [...new Set(JSON.stringify(content).match(OWN_IMAGE))];
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; await wait(CHECK_MS)) {
    const images = await listImagesByUrl(database, urls);
    if (images.every(({ width }) => width !== null)) return;
    wake();
  }
}
