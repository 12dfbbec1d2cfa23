import { EditorError } from "../../editorError.ts";
import type { StaffStoryState } from "../../store/schema/newsroomSchema.ts";
import { StoredJsonError } from "../../store/storedJson.ts";
import { listActions } from "../../store/stories/editorLog.ts";
import { listStaffStories, listVersions, type StaffStory } from "../../store/stories/staffStories.ts";
import { readNewestContent } from "../../stories/copies/shownContent.ts";
import { diffLines } from "../../stories/lineDiff.ts";
import { findContent } from "../../stories/publication.ts";
import { getSubject, parseLoggedStory, requireStory } from "../../stories/storyEditing.ts";
import { formatStoryFile } from "../../stories/storyFile.ts";
import { print, type StoryContext, UsageError } from "../command.ts";
import { printableTime } from "../newsroom/timeOption.ts";

const STATES: readonly StaffStoryState[] = ["draft", "scheduled", "published", "withdrawn", "expired"];
/** Length of a printed time such as "2026-11-26 06:30", in characters. */
const TIME_LENGTH = 16;
/** Number of unchanged lines printed before and after each change. */
const CONTEXT_LINES = 2;

/** `stories list [--state STATE]`: prints the newsroom's stories, in all states or in one. */
export async function printStories(context: StoryContext): Promise<number> {
  const { database, edition, options } = context;
  const state = STATES.find((name) => name === options.state);
  if (options.state !== undefined && !state) throw new UsageError(`The states are ${STATES.join(", ")}.`);
  const stories = await listStaffStories(database, edition.id, state);
  for (const story of stories) {
    const { title, sponsor } = await readTitle(context, story);
    const time = printableTime(context, story.state === "scheduled" ? story.publish_at : story.published_at);
    const by = sponsor ? [`(${sponsor.kind}: ${sponsor.name})`] : [];
    print([story.state.padEnd(9), time.padEnd(TIME_LENGTH), story.slug, title, ...by].join("  "));
  }
  if (stories.length === 0) print("There are no stories.");
  return 0;
}

/**
 * Returns the title and the sponsor of a story. For a story that is damaged in the store, returns a placeholder, so
 * that the list continues; `stories show` describes the damage.
 */
async function readTitle({ database, edition }: StoryContext, story: StaffStory) {
  try {
    return await readNewestContent(database, edition, story);
  } catch (error) {
    if (error instanceof StoredJsonError) return { title: "(damaged in the store)", sponsor: undefined };
    throw error;
  }
}

/** `stories show SLUG`: prints the story in the format that `stories add` reads. */
export async function printStory(context: StoryContext): Promise<number> {
  const story = await find(context);
  const content = await readNewestContent(context.database, context.edition, story);
  print(formatStoryFile({ content }).trimEnd());
  return 0;
}

/** `stories history SLUG`: prints who did what to the story, and its versions. */
export async function printHistory(context: StoryContext): Promise<number> {
  const story = await find(context);
  const { database, edition } = context;
  for (const logged of await listActions(database, edition.id, getSubject(story))) {
    const { version, state, slug } = parseLoggedStory(logged);
    print(
      `${printableTime(context, logged.at)}  ${logged.editor}  ${logged.action}  version ${version}, ${state}, ${slug}`,
    );
  }
  for (const { number, saved_at, saved_by } of await listVersions(database, story.id))
    print(`version ${number}  ${printableTime(context, saved_at)}  ${saved_by}`);
  return 0;
}

/** `stories diff SLUG [FROM] [TO]`: prints the changes between two versions, by default the last two. */
export async function printDiff(context: StoryContext): Promise<number> {
  const story = await find(context);
  const [, from = String(Math.max(1, story.version - 1)), to = String(story.version)] = context.arguments;
  const [before, after] = await Promise.all([read(context, story, from), read(context, story, to)]);
  const lines = diffLines(before, after);
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1).some(({ sign }) => sign !== " "),
  );
  for (const [index, { sign, line }] of lines.entries()) if (isNear[index]) print(sign + line);
  return 0;
}

async function read({ database }: StoryContext, story: StaffStory, version: string): Promise<string> {
  const content = /^\d{1,9}$/.test(version) ? await findContent(database, story.id, Number(version)) : undefined;
  if (!content) throw new EditorError(`${story.slug} has versions 1 to ${story.version}.`);
  return formatStoryFile({ content });
}

function find({ database, edition, arguments: [slug = ""] }: StoryContext): Promise<StaffStory> {
  return requireStory(database, edition.id, slug);
}
