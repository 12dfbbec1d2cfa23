import { createBrowserParts } from "./browserParts.ts";
import { claimKeptCopies, listKeptStories } from "./keptDatabase.ts";
import { saveInBackground } from "./openSaver.ts";

/**
 * Sends to the server the unsaved copies of stories that a person's closed pages left on this device. A copy that the
 * server rejects stays until its story is opened.
 *
 * @param isOpen returns true for a story that is open on a screen, since the screen sends the story's text
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
