import { addAlert, endAlert } from "../../alerts/alerts.ts";
import type { Config } from "../../config.ts";
import { type Alert, listAlerts } from "../../store/stories/alerts.ts";
import { print, type StoryContext, UsageError } from "../command.ts";
import { type NewsroomCommand, runNewsroomCommand } from "./newsroomCommand.ts";
import { parseTime } from "./time.ts";

const STRING = { type: "string" } as const;
/** Maximum number of ended alerts that `list` prints. */
const MAX_ENDED = 10;

const COMMANDS: Record<string, NewsroomCommand> = {
  list: { arguments: [], run: list },
  add: {
    arguments: [],
    options: { text: STRING, link: STRING, level: STRING, from: STRING, until: STRING },
    run: add,
  },
  end: { arguments: ["ID"], run: end },
};

/** Runs `npx broadsheet alerts COMMAND`. */
export function runAlertCommand(args: string[], config: Config): Promise<number> {
  return runNewsroomCommand("alerts", COMMANDS, args, config);
}

async function list({ database, edition }: StoryContext): Promise<number> {
  const alerts = await listAlerts(database, edition.id, MAX_ENDED);
  for (const alert of alerts) print(toLine(alert));
  if (alerts.length === 0) print("There are no alerts.");
  return 0;
}

async function add(context: StoryContext): Promise<number> {
  const { text, link = null, level, from, until } = context.options;
  if (text === undefined || level === undefined || until === undefined)
    throw new UsageError("alerts add needs --text, --level and --until.");
  const start = from === undefined ? context.now : parseTime(from);
  print(toLine(await addAlert(context, { text, link, level, from: start, until: parseTime(until) })));
  return 0;
}

async function end(context: StoryContext): Promise<number> {
  const [id = ""] = context.arguments;
  if (!/^\d{1,15}$/.test(id)) throw new UsageError("alerts end needs the number of an alert.");
  print(toLine(await endAlert(context, Number(id))));
  return 0;
}

function toLine({ id, state, level, starts_at, ends_at, line, link }: Alert): string {
  return [id, state, level, starts_at, ends_at, line, link].filter((part) => part !== null).join("  ");
}
