import { basename, dirname } from "node:path";
import type { StaffStory } from "../../store/stories/staffStories.ts";
import type { StoryFile } from "../../stories/content.ts";
import {
  addStory,
  correctStory,
  publishStory,
  requireStory,
  revertStory,
  type StoryEditing,
  scheduleStory,
  updateStory,
  withdrawStory,
} from "../../stories/editStories.ts";
import { parseStoryFile } from "../../stories/storyFile.ts";
import { readStoryText } from "../../stories/storyFolder.ts";
import { storeStoryImages } from "../../stories/storyImages.ts";
import { print, type StoryContext, UsageError } from "../command.ts";
import { parseTime } from "../newsroom/time.ts";

/** `stories add FILE.md` */
export async function runAdd(context: StoryContext): Promise<number> {
  const [path = ""] = context.arguments;
  return report(await addStory(context, await readStory(context, path)));
}

/** `stories update SLUG FILE.md` */
export async function runUpdate(context: StoryContext): Promise<number> {
  const [slug = "", path = ""] = context.arguments;
  await requireStory(context.database, context.edition.id, slug);
  return report(await updateStory(context, slug, await readStory(context, path)));
}

/** `stories publish SLUG` */
export async function runPublish(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  return report(await publishStory(context, slug));
}

/** `stories schedule SLUG TIME` */
export async function runSchedule(context: StoryContext): Promise<number> {
  const [slug = "", time = ""] = context.arguments;
  return report(await scheduleStory(context, slug, parseTime(time)));
}

/** `stories correct SLUG [FILE.md] --text TEXT` */
export async function runCorrect(context: StoryContext): Promise<number> {
  const [slug = "", path] = context.arguments;
  const text = context.options.text?.trim();
  if (!text) throw new UsageError("stories correct needs --text with the correction that readers see.");
  await requireStory(context.database, context.edition.id, slug);
  return report(await correctStory(context, slug, text, path === undefined ? null : await readStory(context, path)));
}

/** `stories withdraw SLUG [--line TEXT]` */
export async function runWithdraw(context: StoryContext): Promise<number> {
  const [slug = ""] = context.arguments;
  return report(await withdrawStory(context, slug, context.options.line?.trim() || null));
}

/** `stories revert SLUG VERSION` */
export async function runRevert(context: StoryContext): Promise<number> {
  const [slug = "", version = ""] = context.arguments;
  if (!/^\d{1,9}$/.test(version)) throw new UsageError("stories revert needs the number of a version.");
  return report(await revertStory(context, slug, Number(version)));
}

/** Reads a story's file, and stores the images beside it. */
async function readStory({ database, edition }: StoryEditing, path: string): Promise<StoryFile> {
  const source = await readStoryText(dirname(path), basename(path));
  const sections = edition.sections.map(({ slug }) => slug);
  const file = parseStoryFile(path, source, sections);
  return { ...file, content: await storeStoryImages(database, file.content, { path, source }) };
}

function report(story: StaffStory): number {
  const { slug, state, version, publish_at, expires_at } = story;
  const times = [publish_at && `appears at ${publish_at}`, expires_at && `ends at ${expires_at}`].filter(Boolean);
  print([`${slug}: ${state}, version ${version}`, ...times].join("; "));
  return 0;
}
