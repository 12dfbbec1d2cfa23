import { EditorError } from "../editorError.ts";
import { requireCapability } from "../people/capabilities.ts";
import { findArticleBySlug } from "../store/articles/articles.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { recordAction } from "../store/stories/editorLog.ts";
import { findPin, removePin, setPin } from "../store/stories/pins.ts";
import type { StoryEditing } from "./storyEditing.ts";

/**
 * Pins a story of the newsroom or of a feed to a slot of the front page.
 *
 * @param slot "hero", or a place in a section's block: the section's slug for the first place, the slug with "/2" to
 * "/5" for others
 * @param until ISO 8601; after this time, the slot shows the story that it would show without the pin
 * @throws {EditorError} if the edition has no such story
 */
export async function pinStory(
  { database, edition, actor, now }: StoryEditing,
  slug: string,
  slot: string,
  until: string,
): Promise<void> {
  requireCapability(actor, edition.id, "arrange the front page");
  await withWriterLock(database, async (transaction) => {
    const found = await findArticleBySlug(transaction, edition.id, slug);
    if (!found || found.isTakenDown) throw new EditorError(`The site has no story ${slug}.`);
    const before = (await findPin(transaction, edition.id, slot)) ?? null;
    const after = { edition: edition.id, slot, article_id: found.article.id, until };
    await setPin(transaction, after);
    await recordAction(transaction, {
      edition: edition.id,
      at: now,
      editor: actor.name,
      action: "pin",
      subject: `slot ${slot}`,
      before,
      after,
    });
  });
}

/** Removes the pin of a slot of the front page. @throws {EditorError} if nothing is pinned there */
export async function unpin({ database, edition, actor, now }: StoryEditing, slot: string): Promise<void> {
  requireCapability(actor, edition.id, "arrange the front page");
  await withWriterLock(database, async (transaction) => {
    const before = await removePin(transaction, edition.id, slot);
    if (!before) throw new EditorError(`Nothing is pinned to ${slot}.`);
    await recordAction(transaction, {
      edition: edition.id,
      at: now,
      editor: actor.name,
      action: "unpin",
      subject: `slot ${slot}`,
      before,
      after: null,
    });
  });
}
