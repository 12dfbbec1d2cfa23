import { addAlert, endAlert } from "../../alerts/alerts.ts";
import { ALERT_LEVELS } from "../../store/schema/newsroomSchema.ts";
import { type Alert, listAlerts } from "../../store/stories/alerts.ts";
import { print, STRING, type StoryContext, UsageError } from "../command.ts";
import type { NewsroomCommand } from "./newsroomCommand.ts";
import { printableTime, readTimeOption } from "./timeOption.ts";

/** Maximum number of ended alerts that `list` prints. */
const MAX_ENDED = 10;

/** Subcommands of `npx broadsheet alerts`. */
export const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], run: list },
  add: {
    arguments: [],
    options: { text: STRING, link: STRING, level: STRING, from: STRING, until: STRING },
    run: add,
  },
  end: { arguments: ["ID"], run: end },
};

async function list(context: StoryContext): Promise<number> {
  const { database, edition } = context;
  const alerts = await listAlerts(database, edition.id, MAX_ENDED);
  for (const alert of alerts) print(toLine(context, alert));
  if (alerts.length === 0) print("There are no alerts.");
  return 0;
}

async function add(context: StoryContext): Promise<number> {
  const { text, link = null, level, from, until } = context.options;
  if (text === undefined) throw new UsageError("alerts add needs --text TEXT, the line at the top of every page.");
  if (level === undefined) throw new UsageError(`alerts add needs --level LEVEL: ${ALERT_LEVELS.join(", ")}.`);
  if (until === undefined)
    throw new UsageError('alerts add needs --until TIME, when the alert ends, such as --until "today 6 pm".');
  const start = from === undefined ? context.now : readTimeOption(context, "--from", from);
  const end = readTimeOption(context, "--until", until);
  print(toLine(context, await addAlert(context, { text, link, level, from: start, until: end })));
  return 0;
}

async function end(context: StoryContext): Promise<number> {
  const [id = ""] = context.arguments;
  if (!/^\d{1,15}$/.test(id)) throw new UsageError("alerts end needs the number of an alert.");
  print(toLine(context, await endAlert(context, Number(id))));
  return 0;
}

function toLine(context: StoryContext, { id, state, level, starts_at, ends_at, line, link }: Alert): string {
  const times = [printableTime(context, starts_at), printableTime(context, ends_at)];
  return [id, state, level, ...times, line, link].filter((part) => part !== null).join("  ");
}
