import type { KeptCopy } from "./keptCopies.ts";
import { claimKeptCopies } from "./keptDatabase.ts";
import { createSaver, type Saver } from "./saver.ts";
import type { SaverParts } from "./saverParts.ts";

/** Savers without a screen, by story, until everything is saved. */
const left = new Map<string, Set<Saver>>();

/**
 * Starts a story's saver. If this page has an unsaved copy of the story without a screen, the saver begins with this
 * copy. Otherwise, it begins with an unsaved copy that a closed page has left, if any. Returns a function to
 * call when the screen closes. The function saves unsaved changes in the background.
 */
export function openSaver(story: string, saver: Saver, parts: SaverParts): () => void {
  const former = [...(left.get(story) ?? [])].reverse();
  left.delete(story);
  void start();
  return () => {
    saver.leave();
    keepUntilSaved(story, saver);
  };

  async function start(): Promise<void> {
    const handedOver = (await Promise.all(former.map((each) => each.stop()))).filter((copy) => copy !== null);
    const [newest, ...others] = handedOver.length > 0 ? handedOver : await claimKeptCopies(story);
    saver.start(newest ?? null);
    for (const copy of others) saveInBackground(story, copy, parts);
  }
}

/**
 * Saves an unsaved copy that a closed page has left. The copy's story need not be open on a screen, since the server
 * merges the copy.
 */
export function saveInBackground(story: string, kept: KeptCopy, parts: Omit<SaverParts, "id" | "copy">): void {
  const saver = createSaver({ ...parts, id: kept.id, copy: { ...kept.base, savedAt: "" } });
  saver.leave();
  saver.start(kept);
  keepUntilSaved(story, saver);
}

function keepUntilSaved(story: string, saver: Saver): void {
  const savers = left.get(story) ?? new Set();
  left.set(story, savers.add(saver));
  // If saving fails, the saver stays in `left`, and the next screen of the story takes over its text.
  saver.flush().then(
    () => savers.delete(saver),
    () => {},
  );
}
