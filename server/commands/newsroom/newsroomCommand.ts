import { userInfo } from "node:os";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import { EditorError } from "../../stories/editStories.ts";
import { chooseNewsroom, fail, loadServedEditions, openStore, type StoryContext, UsageError } from "../command.ts";

/** A command for editors, such as `stories publish`. */
export interface NewsroomCommand {
  /** Names of the arguments, for messages. Names in brackets are optional arguments. */
  arguments: string[];
  /** Options in addition to --edition and --as. */
  options?: ParseArgsOptionsConfig;
  run(context: StoryContext): Promise<number>;
}

/**
 * Runs `npx broadsheet NOUN COMMAND` for one edition, in the name of an editor. The default command is `list`.
 *
 * @param noun such as "stories"
 */
export async function runNewsroomCommand(
  noun: string,
  commands: Record<string, NewsroomCommand>,
  [name = "list", ...rest]: string[],
  config: Config,
): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`${noun} needs one of: ${Object.keys(commands).join(", ")}.`);
  const { values, positionals } = parseArgs({
    args: rest,
    options: { edition: { type: "string" }, as: { type: "string" }, ...command.options },
    allowPositionals: true,
  });
  const required = command.arguments.filter((argument) => !argument.startsWith("["));
  if (positionals.length < required.length || positionals.length > command.arguments.length)
    throw new UsageError(`${noun} ${name} takes ${command.arguments.join(" ") || "no argument"}.`);
  const options: Record<string, string> = {};
  const lists: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(values as Record<string, string | boolean | string[]>))
    if (typeof value === "string") options[name] = value;
    else if (typeof value === "boolean") options[name] = "on";
    else lists[name] = value;
  const editions = await loadServedEditions(config);
  const edition = chooseNewsroom(editions, options.edition);
  await using database = await openStore(config);
  const editor = options.as?.trim() || userInfo().username;
  try {
    const now = new Date().toISOString();
    const input = { arguments: positionals, options, lists, config };
    return await command.run({ ...input, edition, editions, database, editor, now });
  } catch (error) {
    if (!(error instanceof EditorError)) throw error;
    return fail(error.message);
  }
}
