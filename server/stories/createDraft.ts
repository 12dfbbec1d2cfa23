import { chooseLanguage } from "../../core/language/languages.ts";
import { requireCapability } from "../people/capabilities.ts";
import { withWriterLock } from "../store/engines/engine.ts";
import { insertFirstRevision, storeCopy } from "./copies/workingCopy.ts";
import { addStory } from "./editStories.ts";
import { runOnce } from "./onceByKey.ts";
import type { StoryEditing } from "./storyEditing.ts";

/** Titles, by language, of a new draft's first version. The command line shows them while the draft is empty. */
const STAND_INS = { en: "Untitled story", es: "Nota sin título", xa: "Untitled story" };

/**
 * Adds an empty draft. Every version needs a title and a section, so the draft's first version has a stand-in title and
 * the edition's first section. The working copy, which the desk shows, has only the byline.
 *
 * @returns the draft's id
 */
export async function createDraft(editing: StoryEditing, key: string, byline: string[] = []): Promise<number> {
  const { database, edition, actor, now } = editing;
  requireCapability(actor, edition.id, "write own drafts");
  const action = `add story in ${edition.id}`;
  return withWriterLock(database, async (transaction) =>
    runOnce(transaction, { request: { key }, actor, action, now }, async () => {
      const empty = { title: "", deck: "", sections: [], byline: [], place: "", topics: [], body: "" };
      const title = STAND_INS[chooseLanguage(edition.language)];
      const sections = edition.sections.slice(0, 1).map(({ slug }) => slug);
      const content = { ...empty, title, sections };
      const { id, version } = await addStory({ ...editing, database: transaction }, { content });
      const shared = {
        storyId: id,
        revision: 0,
        baseVersion: version,
        baseRevision: -1,
        content: { ...empty, byline },
      };
      const copy = { ...shared, savedAt: now, savedBy: actor.name, thinAt: null, isStored: true };
      await insertFirstRevision(transaction, copy);
      await storeCopy(transaction, copy);
      return id;
    }),
  );
}
