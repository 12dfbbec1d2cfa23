import { withWriterLock } from "../../store/engines/engine.ts";
import type { DeleteBatch } from "../../store/oldRecords.ts";
import { deleteRevisions, listCopiesToThin, listRevisions, setThinAt } from "../../store/stories/storyCopies.ts";
import { getNextThinning, listDispensable } from "./thinning.ts";

/** Number of stories whose autosaves are thinned out per batch. */
const STORIES_PER_BATCH = 20;
/** Maximum number of a story's autosaves that are read: enough for a day with a save every five seconds. */
const MAX_REVISIONS = 20_000;

/** Deletes dispensable autosaves of up to `STORIES_PER_BATCH` stories. @param now ISO 8601 */
export const thinCopies: DeleteBatch = (database, now, batchSize) =>
  withWriterLock(database, async (transaction) => {
    const copies = await listCopiesToThin(transaction, now, STORIES_PER_BATCH);
    let deleted = 0;
    let isLast = copies.length < STORIES_PER_BATCH;
    for (const { story_id, revision, base_revision } of copies) {
      if (deleted >= batchSize) break;
      const revisions = await listRevisions(transaction, story_id, MAX_REVISIONS);
      const kept = new Set([0, revision, base_revision]);
      const dispensable = listDispensable(revisions, kept, Date.parse(now));
      const batch = dispensable.slice(0, batchSize - deleted);
      if (batch.length > 0) await deleteRevisions(transaction, story_id, batch);
      deleted += batch.length;
      if (batch.length === dispensable.length)
        await setThinAt(transaction, story_id, getNextThinning(revisions, Date.parse(now)));
      else isLast = false;
    }
    return { deleted, isLast: isLast && deleted < batchSize };
  });
