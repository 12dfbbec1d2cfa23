import { joinByline } from "../../../core/byline.ts";
import { EditorError } from "../../editorError.ts";
import { toUnpublishedStory } from "../../news/previewPage.ts";
import { hasBriefing } from "../../newsletter/briefedEdition.ts";
import { getNextDueTime } from "../../newsletter/issues/issueSchedule.ts";
import { findNewestIssue } from "../../store/newsletter/issues.ts";
import type { Database } from "../../store/schema/schema.ts";
import { findMediaDetails } from "../../store/stories/mediaLibrary.ts";
import { findMediaName } from "../../store/stories/storyMedia.ts";
import { checkStory } from "../../stories/checks/checkStory.ts";
import type { LinkChecker } from "../../stories/checks/linkChecks.ts";
import { composeCopy } from "../../stories/previews.ts";
import { requireStoryById } from "../../stories/storyEditing.ts";
import type { Desk } from "../deskContext.ts";
import type { Checks } from "./apiTypes.ts";
import type { EditionEnv } from "./route.ts";
import { readStoryView } from "./storyView.ts";

interface CheckTools extends Pick<EditionEnv["Variables"], "edition" | "editing"> {
  checkLink: LinkChecker;
}

/** Checks a story's working copy, and returns where and when readers will find the story. */
export async function readChecks(
  { database, site, transport, getSiteUrl }: Desk,
  { edition, editing, checkLink }: CheckTools,
  id: number,
): Promise<Checks> {
  const { copy, slug, copySlug, publishedAt } = await readStoryView(editing, id, getSiteUrl(edition));
  const [checked, nextBriefing, card] = await Promise.all([
    checkStory(copy.content, {
      edition,
      findImage: (key) => findImage(database, edition.id, key),
      checkLink,
      findStatus: (path) => site.findStatus(edition, path),
      now: editing.now,
    }),
    transport === null ? null : findNextBriefing(database, edition, editing.now),
    readCard(database, edition, id, editing.now),
  ]);
  const isMoved = publishedAt !== null && copySlug !== slug;
  return {
    ...checked,
    url: site.getStoryUrl(edition, copySlug),
    formerUrl: isMoved ? site.getStoryUrl(edition, slug) : null,
    nextBriefing,
    card,
  };
}

async function readCard(
  database: Database,
  edition: EditionEnv["Variables"]["edition"],
  id: number,
  now: string,
): Promise<Checks["card"]> {
  const story = await requireStoryById(database, edition.id, id);
  const shown = toUnpublishedStory(edition, await composeCopy(database, edition, story, now));
  if (!shown) throw new EditorError("This edition has no section.");
  return { title: shown.title, deck: shown.deck, byline: joinByline(shown) };
}

async function findImage(database: Database, edition: string, key: string) {
  const [name, details] = await Promise.all([findMediaName(database, key), findMediaDetails(database, edition, key)]);
  return name === undefined ? undefined : { name, isDecorative: details?.is_decorative === 1 };
}

async function findNextBriefing(
  database: Database,
  edition: EditionEnv["Variables"]["edition"],
  now: string,
): Promise<string | null> {
  if (!hasBriefing(edition)) return null;
  const last = await findNewestIssue(database, edition.id);
  const dueMs = getNextDueTime(edition.newsletter, edition.timeZone, Date.parse(now), last?.date ?? null);
  return new Date(dueMs).toISOString();
}
