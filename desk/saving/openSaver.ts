import type { KeptCopy } from "./keptCopies.ts";
import { claimKeptCopies } from "./keptDatabase.ts";
import { createSaver, type Saver } from "./saver.ts";
import type { SaverParts } from "./saverParts.ts";

/** Savers of screens that were left, by story, until all is saved. */
const left = new Map<string, Saver>();

/**
 * Starts a saver, from what another screen of this page or a closed page has left of the story. Returns a function that
 * ends it with its screen.
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
    // A text that could not be saved stays for the next screen of the story.
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

/** Saves what a closed page has left, without a screen. The server merges it. */
export function saveInBackground(kept: KeptCopy, parts: Omit<SaverParts, "id" | "copy">): void {
  const saver = createSaver({ ...parts, id: kept.id, copy: { ...kept.base, savedAt: "" } });
  saver.leave();
  saver.start(kept);
}
