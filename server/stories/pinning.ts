import { EditorError } from "../editorError.ts";
import { requireCapability } from "../people/capabilities.ts";
import { findArticleBySlug } from "../store/articles/articles.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { logAction } from "../store/stories/editorLog.ts";
import { findPin, removePin, setPin } from "../store/stories/pins.ts";
import type { StoryEditing } from "./storyEditing.ts";

/**
 * Pins a story of the newsroom or of a feed to a slot of the front page.
 *
 * @param slot "hero", or a place in a section's block: the section's slug for the first place, the slug with "/2" to
 * "/5" for others
 * @param until end of the pin, ISO 8601
 * @throws {EditorError} if the edition has no such story
 */
export async function pinStory(editing: StoryEditing, slug: string, slot: string, until: string): Promise<void> {
  const { database, edition, actor } = editing;
  requireCapability(actor, edition.id, "arrange the front page");
  await withWriterLock(database, async (transaction) => {
    const found = await findArticleBySlug(transaction, edition.id, slug);
    if (!found || found.isTakenDown) throw new EditorError(`The site has no story ${slug}.`);
    const before = (await findPin(transaction, edition.id, slot)) ?? null;
    const after = { edition: edition.id, slot, article_id: found.article.id, until };
    await setPin(transaction, after);
    await logAction(transaction, editing, { action: "pin", subject: `slot ${slot}`, before, after });
  });
}

/** Removes the pin of a slot of the front page. @throws {EditorError} if nothing is pinned to the slot */
export async function unpin(editing: StoryEditing, slot: string): Promise<void> {
  const { database, edition, actor } = editing;
  requireCapability(actor, edition.id, "arrange the front page");
  await withWriterLock(database, async (transaction) => {
    const before = await removePin(transaction, edition.id, slot);
    if (!before) throw new EditorError(`Nothing is pinned to ${slot}.`);
    await logAction(transaction, editing, { action: "unpin", subject: `slot ${slot}`, before, after: null });
  });
}
