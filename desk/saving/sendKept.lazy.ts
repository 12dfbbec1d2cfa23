import { createBrowserParts } from "./browserParts.ts";
import { claimKeptCopies, listKeptStories } from "./keptDatabase.ts";
import { saveInBackground } from "./openSaver.ts";

/**
 * Sends a person's unsaved copies of stories to the server. Closed pages left these copies on this device. A copy that
 * the server rejects stays on the device until its story is opened.
 *
 * @param isOpen returns true for a story that a screen shows. The screen itself sends the copies of this story.
 */
export async function sendKept(person: number, isOpen: (edition: string, id: string) => boolean): Promise<void> {
  for (const story of await listKeptStories(person)) {
    const [owner = "", edition = "", id = ""] = story.split("/");
    if (isOpen(edition, id)) continue;
    const parts = createBrowserParts({ person: owner, edition, id });
    for (const copy of await claimKeptCopies(story))
      saveInBackground(story, copy, { ...parts, getBody: () => copy.content.body, applyMerged() {} });
  }
}
