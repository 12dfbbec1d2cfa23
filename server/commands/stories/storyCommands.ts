import { userInfo } from "node:os";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import { StoryError } from "../../stories/editing.ts";
import { chooseEdition, fail, loadServedEditions, openStore, type StoryContext, UsageError } from "../command.ts";

interface Command {
  /** Names of the arguments in messages; those in brackets are optional. */
  arguments: string[];
  /** Options in addition to --edition and --as. */
  options?: ParseArgsOptionsConfig;
  run(context: StoryContext): Promise<number>;
}

const writing = () => import("./writingCommands.ts");
const reading = () => import("./readingCommands.ts");
const pins = () => import("./pinCommands.ts");
const imports = () => import("./importCommand.ts");
const files = () => import("./folderCommands.ts");

const COMMANDS: Record<string, Command> = {
  list: {
    ...{ arguments: [], options: { state: { type: "string" } } },
    run: async (context) => (await reading()).listStories(context),
  },
  show: { arguments: ["SLUG"], run: async (context) => (await reading()).printStory(context) },
  add: { arguments: ["FILE.md"], run: async (context) => (await writing()).add(context) },
  update: { arguments: ["SLUG", "FILE.md"], run: async (context) => (await writing()).update(context) },
  publish: { arguments: ["SLUG"], run: async (context) => (await writing()).publish(context) },
  schedule: { arguments: ["SLUG", "TIME"], run: async (context) => (await writing()).schedule(context) },
  correct: {
    ...{ arguments: ["SLUG", "[FILE.md]"], options: { text: { type: "string" } } },
    run: async (context) => (await writing()).correct(context),
  },
  withdraw: {
    ...{ arguments: ["SLUG"], options: { line: { type: "string" } } },
    run: async (context) => (await writing()).withdraw(context),
  },
  revert: { arguments: ["SLUG", "VERSION"], run: async (context) => (await writing()).revert(context) },
  history: { arguments: ["SLUG"], run: async (context) => (await reading()).printHistory(context) },
  diff: {
    arguments: ["SLUG", "[VERSION]", "[VERSION]"],
    run: async (context) => (await reading()).printDiff(context),
  },
  pin: {
    ...{ arguments: ["SLUG"], options: { slot: { type: "string" }, until: { type: "string" } } },
    run: async (context) => (await pins()).pin(context),
  },
  unpin: { arguments: ["SLOT"], run: async (context) => (await pins()).removePin(context) },
  pins: { arguments: [], run: async (context) => (await pins()).listPins(context) },
  import: {
    arguments: ["FOLDER_OR_FILE"],
    options: {
      ...{ section: { type: "string", multiple: true }, map: { type: "string" }, default: { type: "string" } },
      ...{ media: { type: "string" }, site: { type: "string" } },
    },
    run: async (context) => (await imports()).importStories(context),
  },
  export: { arguments: ["FOLDER"], run: async (context) => (await files()).exportFolder(context) },
};

/** Runs `npx broadsheet stories COMMAND`. */
export async function runStoryCommand([name = "list", ...rest]: string[], config: Config): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`stories needs one of: ${Object.keys(COMMANDS).join(", ")}.`);
  const { values, positionals } = parseArgs({
    args: rest,
    options: { edition: { type: "string" }, as: { type: "string" }, ...command.options },
    allowPositionals: true,
  });
  const required = command.arguments.filter((argument) => !argument.startsWith("["));
  if (positionals.length < required.length || positionals.length > command.arguments.length)
    throw new UsageError(`stories ${name} takes ${command.arguments.join(" ") || "no argument"}.`);
  const { section, ...single } = values as Record<string, string | undefined> & { section?: string[] };
  const options: StoryContext["options"] = single;
  const edition = chooseEdition(await loadServedEditions(config), options.edition);
  await using database = await openStore(config);
  const editor = options.as?.trim() || userInfo().username;
  try {
    const now = new Date().toISOString();
    const sectionFlags = section ?? [];
    return await command.run({ arguments: positionals, options, sectionFlags, config, edition, database, editor, now });
  } catch (error) {
    if (!(error instanceof StoryError)) throw error;
    return fail(error.message);
  }
}
