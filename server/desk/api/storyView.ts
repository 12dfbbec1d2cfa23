import { articlePath } from "../../../core/addresses.ts";
import { getServerTexts } from "../../../core/language/catalogs.ts";
import { slugify } from "../../../core/slug.ts";
import type { Database } from "../../store/schema/schema.ts";
import { listCorrectionsOfArticle, type StaffStory } from "../../store/stories/staffStories.ts";
import { findFailure } from "../../store/stories/storyFailures.ts";
import { findSubmission, listComments } from "../../store/stories/storyReview.ts";
import { isChanged, readWorkingCopy, toCopyContent } from "../../stories/copies/workingCopy.ts";
import { findOverdueReason } from "../../stories/overdue.ts";
import { readContent } from "../../stories/publication.ts";
import { findFreeSlug } from "../../stories/saveVersion.ts";
import { requireStoryById, type StoryEditing } from "../../stories/storyEditing.ts";
import { requireMayRead } from "../../stories/storyRights.ts";
import type { StoryView } from "./apiTypes.ts";

/** Returns the data of the story screen. @param siteUrl address of the edition's site */
export async function readStoryView(editing: StoryEditing, storyId: number, siteUrl: string): Promise<StoryView> {
  const { database, edition, actor, now } = editing;
  const story = await requireStoryById(database, edition.id, storyId);
  await requireMayRead(database, actor, story);
  const copy = await readWorkingCopy(database, story);
  const [submission, comments, failure, corrections] = await Promise.all([
    findSubmission(database, storyId),
    listComments(database, storyId),
    findFailure(database, storyId),
    story.article_id === null ? [] : listCorrectionsOfArticle(database, story.article_id),
  ]);
  const { state, slug, version } = story;
  const { revision, baseVersion, content, savedAt, savedBy } = copy;
  return {
    id: storyId,
    state,
    slug,
    version,
    publishAt: story.publish_at,
    publishedAt: story.published_at,
    updatedAt: story.updated_at,
    correctedAt: corrections.at(-1)?.correctedAt ?? null,
    withdrawnLine: story.withdrawn_line,
    usualWithdrawnLine: getServerTexts(edition.language).staffStories.withdrawn,
    submittedAt: submission?.submitted_at ?? null,
    isChanged: state !== "draft" && isChanged(copy),
    overdue: findOverdueReason(story, failure ?? null, Date.parse(now)),
    url: siteUrl + articlePath(slug),
    copySlug: await findCopySlug(database, editing, story, content.title),
    copy: { revision, baseVersion, content, savedAt, savedBy },
    published: state === "published" ? toCopyContent(await readContent(database, story), story) : null,
    submission: submission ? { at: submission.submitted_at, by: submission.submitted_by, note: submission.note } : null,
    comments: comments.map(({ id, written_at: at, written_by: by, body: text, resolved_by: resolvedBy }) => {
      return { id, at, by, text, resolvedBy };
    }),
  };
}

/** Returns the slug that the story will get when its working copy is published. @param title title of the copy */
async function findCopySlug(
  database: Database,
  { edition }: StoryEditing,
  story: StaffStory,
  title: string,
): Promise<string> {
  const { title: current } = await readContent(database, story);
  if (slugify(title) === "" || slugify(title) === slugify(current)) return story.slug;
  return findFreeSlug(database, edition, title, story);
}
