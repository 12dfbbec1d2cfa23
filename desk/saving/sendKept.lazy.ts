import { createBrowserParts } from "./browserParts.ts";
import { claimKeptCopies, listKeptStories } from "./keptDatabase.ts";
import { saveInBackground } from "./openSaver.ts";

/**
 * Sends what closed pages have left of stories that are not open. What the server refuses stays on the device until its
 * story is opened.
 */
export async function sendKept(ofPerson: string | number, isOpen: (story: string) => boolean): Promise<void> {
  for (const story of await listKeptStories(ofPerson)) {
    if (isOpen(story)) continue;
    const [person = "", edition = "", id = ""] = story.split("/");
    const parts = createBrowserParts({ person, edition, id });
    for (const copy of await claimKeptCopies(story))
      saveInBackground(copy, { ...parts, getBody: () => copy.content.body, applyMerged() {} });
  }
}
