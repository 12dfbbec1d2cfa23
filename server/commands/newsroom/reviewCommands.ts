import { reviewStory } from "../../rules/editorActions.ts";
import { listWaitingArticles } from "../../store/rules/hiddenEntries.ts";
import { print, type StoryContext } from "../command.ts";
import type { NewsroomCommand } from "./newsroomCommand.ts";
import { printableTime } from "./timeOption.ts";

/** Subcommands of `npx broadsheet review`. */
export const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], run: list },
  approve: { arguments: ["SLUG"], run: (context) => decide(context, "approved") },
  reject: { arguments: ["SLUG"], run: (context) => decide(context, "rejected") },
};

/** `review list`: prints the stories that wait for an editor, the oldest first. */
async function list(context: StoryContext): Promise<number> {
  const { database, edition, now } = context;
  const waiting = await listWaitingArticles(database, edition.id, now);
  for (const { slug, title, firstSeenAt } of waiting)
    print(`${printableTime(context, firstSeenAt)}  ${slug}  ${title}`);
  if (waiting.length === 0) print("No story waits for an editor.");
  return 0;
}

async function decide(context: StoryContext, decision: "approved" | "rejected"): Promise<number> {
  const [slug = ""] = context.arguments;
  await reviewStory(context, slug, decision);
  print(`${slug}: ${decision}`);
  return 0;
}
