import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import type { Config } from "../../config.ts";
import {
  BOOLEAN,
  chooseEdition,
  loadServedEditions,
  type NewsletterContext,
  openStore,
  STRING,
  UsageError,
} from "../command.ts";

interface Command {
  /** Options in addition to --edition. */
  options?: ParseArgsOptionsConfig;
  /** Description of the argument, if the command takes one. */
  argument?: string;
  run(context: NewsletterContext): Promise<number>;
}

// Loaded on demand: commands for subscribers start faster without the modules that render and send issues.
const subscribers = () => import("./subscriberCommands.ts");
const issues = () => import("./issueCommands.ts");

const COMMANDS: Record<string, Command> = {
  import: {
    argument: "a CSV file",
    options: { confirmed: BOOLEAN },
    run: async (context) => (await subscribers()).importSubscribers(context),
  },
  export: { run: async (context) => (await subscribers()).exportSubscribers(context) },
  suppress: { argument: "an email address", run: async (context) => (await subscribers()).suppressAddress(context) },
  status: { run: async (context) => (await subscribers()).printNewsletterStatus(context) },
  preview: {
    options: { out: STRING, sections: STRING },
    run: async (context) => (await issues()).previewBriefing(context),
  },
  test: { argument: "an email address", run: async (context) => (await issues()).sendTest(context) },
  send: { options: { "dry-run": BOOLEAN }, run: async (context) => (await issues()).sendBriefing(context) },
  bounces: { argument: "a file with one mail", run: async (context) => (await subscribers()).processBounce(context) },
};

/** Runs `npx broadsheet newsletter COMMAND`. */
export async function runNewsletterCommand([name = "", ...rest]: string[], config: Config): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new UsageError(`newsletter needs one of: ${Object.keys(COMMANDS).join(", ")}.`);
  const { values, positionals } = parseArgs({
    args: rest,
    options: { edition: STRING, ...command.options },
    allowPositionals: true,
  });
  if (positionals.length !== (command.argument ? 1 : 0))
    throw new UsageError(`newsletter ${name} takes ${command.argument ?? "no argument"}.`);
  const edition = chooseEdition(await loadServedEditions(config), values.edition);
  await using database = await openStore(config);
  const options = values as NewsletterContext["options"];
  return await command.run({ argument: positionals[0] ?? "", options, edition, database, config });
}
