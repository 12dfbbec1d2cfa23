import type { KeptCopy } from "./keptCopies.ts";
import { claimKeptCopies } from "./keptDatabase.ts";
import { createSaver, type Saver } from "./saver.ts";
import type { SaverParts } from "./saverParts.ts";

/** Savers of closed screens, by story, until everything is saved. */
const left = new Map<string, Saver>();

/**
 * Starts a story's saver. If an earlier screen of this page has left an unsaved copy of the story, the saver begins
 * with this copy. Otherwise, it begins with an unsaved copy that a closed page has left, if any. Returns a function to
 * call when the screen closes. The function saves unsaved changes in the background.
 */
export function openSaver(story: string, saver: Saver, parts: SaverParts): () => void {
  const former = left.get(story);
  left.delete(story);
  void start();
  return () => {
    saver.leave();
    left.set(story, saver);
    const forget = () => {
      if (left.get(story) === saver) left.delete(story);
    };
    // If saving fails, the saver stays in `left`, so that the story's next screen can take over the unsaved copy.
    saver.flush().then(forget, () => {});
  };

  async function start(): Promise<void> {
    const handedOver = await former?.stop();
    if (handedOver) {
      saver.start(handedOver);
      return;
    }
    const [newest, ...others] = await claimKeptCopies(story);
    saver.start(newest ?? null);
    for (const copy of others) saveInBackground(copy, parts);
  }
}

/**
 * Saves an unsaved copy that a closed page has left. The copy's story need not be open on a screen, since the server
 * merges the copy.
 */
export function saveInBackground(kept: KeptCopy, parts: Omit<SaverParts, "id" | "copy">): void {
  const saver = createSaver({ ...parts, id: kept.id, copy: { ...kept.base, savedAt: "" } });
  saver.leave();
  saver.start(kept);
}
