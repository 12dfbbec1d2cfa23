import { basename, dirname } from "node:path";
import { articlePath } from "../../../core/addresses.ts";
import type { StaffStory } from "../../store/stories/staffStories.ts";
import type { StoryFile } from "../../stories/content.ts";
import {
  addStory,
  correctStory,
  deleteDraft,
  publishStory,
  revertStory,
  scheduleStory,
  TitleChangeError,
  updateStory,
  withdrawStory,
} from "../../stories/editStories.ts";
import { createPreview } from "../../stories/previews.ts";
import { requireStory } from "../../stories/storyEditing.ts";
import { createFileContext, parseStoryFile } from "../../stories/storyFile.ts";
import { readStoryText } from "../../stories/storyFolder.ts";
import { storeStoryImages } from "../../stories/storyImages.ts";
import { fail, getPageUrl, print, type StoryContext, UsageError } from "../command.ts";
import { confirm } from "../dialog.ts";
import { printableTime, readTimeOption } from "../newsroom/timeOption.ts";

/** `stories add FILE.md`: adds a story as a draft, or in the state that the file's head sets. */
export async function runAdd(context: StoryContext): Promise<number> {
  const [path = ""] = context.arguments;
  return report(context, await addStory(context, await readStory(context, path)));
}

/** `stories update SLUG FILE.md [--new-title]`: saves a new version of a story. */
export async function runUpdate(context: StoryContext): Promise<number> {
  const [slug = "", path = ""] = context.arguments;
  await requireStory(context.database, context.edition.id, slug);
  const file = await readStory(context, path);
  return withTitle(context, (isTitleConfirmed) => updateStory(context, slug, file, { isTitleConfirmed }));
}

/** `stories publish SLUG`: publishes a story immediately. */
export async function runPublish(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  return report(context, await publishStory(context, slug));
}

/** `stories schedule SLUG TIME`: publishes a story at a time. TIME may consist of several arguments. */
export async function runSchedule(context: StoryContext): Promise<number> {
  const [slug = "", ...words] = context.arguments;
  return report(context, await scheduleStory(context, slug, readTimeOption(context, "TIME", words.join(" "))));
}

/** `stories correct SLUG [FILE.md] --text TEXT [--new-title]`: adds a correction, and FILE.md as a new version. */
export async function runCorrect(context: StoryContext): Promise<number> {
  const [slug = "", path] = context.arguments;
  const text = context.options.text?.trim();
  if (!text) throw new UsageError("stories correct needs --text TEXT, the correction that readers see.");
  await requireStory(context.database, context.edition.id, slug);
  const file = path === undefined ? null : await readStory(context, path);
  const correct = (isTitleConfirmed: boolean) => correctStory(context, slug, { text, file, isTitleConfirmed });
  return withTitle(context, correct);
}

/** `stories withdraw SLUG [--line TEXT]`: withdraws a published story. Readers see TEXT or a default line instead. */
export async function runWithdraw(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  return report(context, await withdrawStory(context, slug, context.options.line?.trim() || null));
}

/** `stories revert SLUG VERSION`: saves an earlier version of a story as the newest. */
export async function runRevert(context: StoryContext): Promise<number> {
  const [slug = "", version = ""] = context.arguments;
  if (!/^\d{1,9}$/.test(version)) throw new UsageError("stories revert needs the number of a version.");
  return report(context, await revertStory(context, slug, Number(version)));
}

/** `stories delete SLUG`: deletes a draft. */
export async function runDelete(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  await deleteDraft(context, slug);
  print(`${slug}: deleted`);
  return 0;
}

/** `stories preview SLUG [--until TIME]`: prints a secret address that shows the story until TIME, or for 3 days. */
export async function runPreview(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  const { until = "in 3 days" } = context.options;
  const { path, expiresAt } = await createPreview(context, slug, readTimeOption(context, "--until", until));
  print(getPageUrl(context, path));
  print(`Whoever has this address can read the story until ${printableTime(context, expiresAt)}.`);
  return 0;
}

/**
 * Saves a version with `save`. If the version's title is new and --new-title is missing, asks for confirmation at a
 * terminal; without a terminal, saves nothing.
 */
async function withTitle(
  context: StoryContext,
  save: (isTitleConfirmed: boolean) => Promise<StaffStory>,
): Promise<number> {
  const isTitleConfirmed = context.options["new-title"] !== undefined;
  try {
    return report(context, await save(isTitleConfirmed));
  } catch (error) {
    if (!(error instanceof TitleChangeError)) throw error;
    const answer = await confirm(`${error.message} A new title gives the story a new address. Save it?`);
    if (answer === true) return report(context, await save(true));
    return fail(
      answer === false ? "Nothing was saved." : `${error.message} Nothing was saved; --new-title confirms it.`,
    );
  }
}

/** Reads and parses a story's file, and stores the story's images. */
async function readStory({ database, edition, now }: StoryContext, path: string): Promise<StoryFile> {
  const source = await readStoryText(dirname(path), basename(path));
  const file = parseStoryFile(path, source, createFileContext(edition, now));
  return { ...file, content: await storeStoryImages(database, file.content, { path, source }) };
}

function report(context: StoryContext, story: StaffStory): number {
  const { slug, state, version, publish_at, expires_at } = story;
  const times = [
    publish_at && `appears at ${printableTime(context, publish_at)}`,
    expires_at && `ends at ${printableTime(context, expires_at)}`,
  ].filter(Boolean);
  print([`${slug}: ${state}, version ${version}`, ...times].join("; "));
  if (state === "published") print(getPageUrl(context, articlePath(slug)));
  return 0;
}
