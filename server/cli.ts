import { text } from "node:stream/consumers";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { z } from "zod";
import packageFile from "../package.json" with { type: "json" };
import { BOOLEAN, InputError, print, STRING, STRINGS, UsageError } from "./commands/command.ts";
import { COMMANDS, getHelpFor } from "./commands/help.ts";
import { ConfigError, readConfig } from "./config.ts";
import { findNearest } from "./editions/yaml/nearest.ts";
import { EditionError } from "./editions/yaml/yaml.ts";
import { loadEnvironmentFile, splitArguments } from "./environmentFile.ts";
import { formatEnvironmentTable } from "./environmentTable.ts";
import { explainFileError } from "./fileErrors.ts";
import { StoreError } from "./store/open.ts";
import { StoredJsonError } from "./store/storedJson.ts";

/** Options that describe a new edition. */
const EDITION_TEXTS = {
  name: STRING,
  place: STRING,
  region: STRING,
  "time-zone": STRING,
  language: STRING,
  motif: STRING,
  feed: STRINGS,
} as const;

const NEWSROOM_COMMANDS = {
  stories: () => import("./commands/stories/storyCommands.ts"),
  letters: () => import("./commands/newsroom/letterCommands.ts"),
  alerts: () => import("./commands/newsroom/alertCommands.ts"),
  people: () => import("./commands/newsroom/peopleCommands.ts"),
  rules: () => import("./commands/newsroom/ruleCommands.ts"),
  review: () => import("./commands/newsroom/reviewCommands.ts"),
};

/** Errors whose message fully explains them to operators. Other errors, except file errors, print a stack trace. */
const EXPLAINED_ERRORS = [ConfigError, EditionError, InputError, StoredJsonError, StoreError];

// A program that stops reading the output, such as `head`, must not end a command that changes the store.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { rest } = splitArguments(args);
  try {
    if (rest.includes("--help")) return await run(["help", ...rest.filter((arg) => !arg.startsWith("-"))]);
    return await run(loadEnvironmentFile(args));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS")) {
      // Drops the rest of Node's message, which is advice about arguments that begin with a hyphen.
      const [line] = message.split(/\. To specify|\n/, 1);
      const command = COMMANDS.find((name) => name === rest[0]) ?? "";
      process.stderr.write(`broadsheet: ${line}\nSee npx broadsheet ${command && `${command} `}--help.\n`);
      return 2;
    }
    const isExplained = EXPLAINED_ERRORS.some((type) => error instanceof type);
    const explanation = isExplained ? message : explainFileError(error);
    if (explanation === null) throw error;
    process.stderr.write(`${explanation}\n`);
    return 1;
  }
}

/** Each command imports its own modules, since loading all modules takes longer than most commands. */
async function run([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case "check": {
      const { values, positionals } = parse(args, { fetch: BOOLEAN });
      const { runCheck } = await import("./commands/siteCommands.ts");
      return runCheck(positionals, readConfig(process.env), values.fetch === true);
    }
    case "new": {
      const { values, positionals } = parse(args, { ...EDITION_TEXTS, url: STRING, from: STRING });
      const [id, ...others] = positionals;
      if (!id || others.length > 0)
        throw new UsageError("new needs the name of one folder to create, such as madison.");
      const { createEdition } = await import("./commands/newEdition/newCommand.ts");
      return createEdition(id, values, readConfig(process.env));
    }
    case "preview": {
      const { values, positionals } = parse(args, { port: STRING });
      const [folder, ...others] = positionals;
      if (!folder || others.length > 0) throw new UsageError("preview needs the folder of one edition.");
      const { runPreview } = await import("./commands/previewCommand.ts");
      return runPreview(folder, values.port ?? "3000");
    }
    case "setup": {
      const own = { host: STRING, edition: STRING, mail: STRING, alarm: STRING, proxy: STRING, backups: STRING };
      const { values, positionals } = parse(args, { ...own, ...EDITION_TEXTS, root: STRING, yes: BOOLEAN });
      if (positionals.length > 0) throw new UsageError("setup takes options, but no argument.");
      const { setUp } = await import("./commands/setup/setupCommand.ts");
      const { host, edition, mail, alarm, proxy, backups, root, yes, ...texts } = values;
      return setUp({ host, edition, mail, alarm, proxy, backups }, texts, { root, yes });
    }
    case "doctor": {
      if (parse(args, {}).positionals.length > 0) throw new UsageError("doctor takes no argument.");
      const { runDoctor } = await import("./commands/doctor/doctorCommand.ts");
      return runDoctor(process.env);
    }
    case "alarm": {
      const [address, ...others] = parse(args, {}).positionals;
      if (!address || others.length > 0) throw new UsageError("alarm needs one mail address.");
      const { runAlarm } = await import("./commands/alarmCommand.ts");
      return runAlarm(address, readConfig(process.env));
    }
    case "migrate": {
      if (parse(args, {}).positionals.length > 0) throw new UsageError("migrate takes no argument.");
      const { migrateStore } = await import("./commands/siteCommands.ts");
      return migrateStore(readConfig(process.env));
    }
    case "clock": {
      const [command, ...others] = parse(args, {}).positionals;
      if ((command !== undefined && command !== "trust") || others.length > 0)
        throw new UsageError("clock takes only the argument trust.");
      const { runClockCommand } = await import("./commands/clockCommand.ts");
      return runClockCommand(command === "trust", readConfig(process.env));
    }
    case "parse": {
      const { values, positionals } = parse(args, { "content-type": STRING, url: STRING });
      if (positionals.length === 0) throw new UsageError("parse needs a file.");
      const { parseFiles } = await import("./commands/feedCommands.ts");
      return parseFiles(positionals, { contentType: values["content-type"], url: values.url });
    }
    case "fetch": {
      const { values, positionals } = parse(args, { json: BOOLEAN });
      const config = readConfig(process.env);
      const { checkUrls, fetchFeeds } = await import("./commands/feedCommands.ts");
      if (values.json) return printJson(await checkUrls([...positionals, ...(await readJsonInput())], config));
      if (positionals.length === 0) throw new UsageError("fetch needs the URL of a feed.");
      return fetchFeeds(positionals, config);
    }
    case "feeds":
      return runFeedCommand(parse(args, { all: BOOLEAN }));
    case "messages":
      return runMessagesCommand(parse(args, {}).positionals);
    case "newsletter": {
      const { runNewsletterCommand } = await import("./commands/newsletter/newsletterCommands.ts");
      return runNewsletterCommand(args, readConfig(process.env));
    }
    case "editions":
      return runEditionsCommand(parse(args, { json: BOOLEAN }));
    case "backup": {
      const { values, positionals } = parse(args, { images: BOOLEAN });
      const [file, ...others] = positionals;
      if (!file || others.length > 0) throw new UsageError("backup needs the name of one file to create.");
      const { backUp } = await import("./commands/backup/backupCommand.ts");
      return backUp(file, values.images ?? false, readConfig(process.env));
    }
    case "restore": {
      const { values, positionals } = parse(args, { force: BOOLEAN });
      const [file, ...others] = positionals;
      if (!file || others.length > 0) throw new UsageError("restore needs one file.");
      const { restore } = await import("./commands/backup/restoreCommand.ts");
      return restore(file, values.force ?? false, readConfig(process.env));
    }
    case "compact": {
      if (parse(args, {}).positionals.length > 0) throw new UsageError("compact takes no argument.");
      const { compact } = await import("./commands/compactCommand.ts");
      return compact(readConfig(process.env));
    }
    case "move": {
      const [from = "", to = "", ...others] = parse(args, {}).positionals;
      if (!to || others.length > 0) throw new UsageError("move needs the URLs of two stores.");
      const { moveDatabase } = await import("./commands/moveCommand.ts");
      return moveDatabase(from, to);
    }
    case "stories":
    case "letters":
    case "alerts":
    case "people":
    case "rules":
    case "review": {
      const { runNewsroomCommand } = await import("./commands/newsroom/newsroomCommand.ts");
      const { COMMANDS } = await NEWSROOM_COMMANDS[command]();
      return runNewsroomCommand(command, COMMANDS, args, readConfig(process.env));
    }
    case "takedown": {
      const { isTakedownKind, runTakedownCommand } = await import("./commands/takedownCommand.ts");
      const { values, positionals } = parse(args, { undo: BOOLEAN, reason: STRING });
      const [first = ""] = positionals;
      // A single argument is a slug, even if it is "story".
      const hasKind = positionals.length > 1 && isTakedownKind(first);
      const [kind, subject, ...others] = hasKind ? positionals : ["story", ...positionals];
      if (!isTakedownKind(kind) || !subject || others.length > 0)
        throw new UsageError("takedown needs a story, a source or an image: takedown [story|source|image] NAME.");
      if (values.undo && values.reason !== undefined) throw new UsageError("takedown --undo takes no --reason.");
      return runTakedownCommand(kind, subject, values, readConfig(process.env));
    }
    case "clean": {
      const { values } = parse(args, { json: BOOLEAN, base: STRING });
      if (!values.json) throw new UsageError("clean needs --json.");
      const { cleanHtml } = await import("./feeds/clean/cleanHtml.ts");
      return printJson((await readJsonInput()).map((html) => cleanHtml(html, values.base ?? null)));
    }
    case "date": {
      if (!parse(args, { json: BOOLEAN }).values.json) throw new UsageError("date needs --json.");
      const { parseDate } = await import("./feeds/dates/parseDate.ts");
      return printJson((await readJsonInput()).map((date) => parseDate(date)));
    }
    case "environment":
      print(formatEnvironmentTable());
      return 0;
    case "serve":
      // If `serve` is the first argument, bin/broadsheet.js runs server/main.ts instead.
      throw new UsageError("serve must be the first argument.");
    case "--version":
      print(packageFile.version);
      return 0;
    case "-h":
    case "help":
      process.stdout.write(getHelpFor(args[0]));
      return 0;
    case undefined:
      throw new UsageError("a command is missing.");
    default:
      throw new UsageError(explainUnknownCommand(command));
  }
}

function explainUnknownCommand(command: string): string {
  const nearest = findNearest(command, COMMANDS);
  return `there is no command "${command}"${nearest ? `; did you mean ${nearest}?` : "."}`;
}

async function runFeedCommand({ values, positionals }: { values: { all?: boolean }; positionals: string[] }) {
  const config = readConfig(process.env);
  const { checkFeeds, printFeeds, pollAllNow, pollNow } = await import("./commands/feedCommands.ts");
  const [command, ...urls] = positionals;
  if (values.all) {
    if (command !== "poll" || urls.length > 0) throw new UsageError("--all is for feeds poll without a URL.");
    return pollAllNow(config);
  }
  if (command === undefined) return printFeeds(config);
  if (command === "check") return checkFeeds(urls, config);
  if (command === "poll" && urls[0]) return pollNow(urls[0], config);
  throw new UsageError("After feeds, only check [URL…], poll URL or poll --all may follow.");
}

async function runEditionsCommand({ values, positionals }: { values: { json?: boolean }; positionals: string[] }) {
  const config = readConfig(process.env);
  const [command, argument, ...others] = positionals;
  if (command === undefined) {
    const { printEditionsTable } = await import("./commands/editionsTable.ts");
    return printEditionsTable(config, values.json ?? false);
  }
  if (values.json) throw new UsageError("--json is for editions without a subcommand.");
  const { printVersions, pushEditions, rollBackEditions } = await import("./commands/editionsCommands.ts");
  if (command === "push" && argument && others.length === 0) return pushEditions(argument, config);
  if (command === "list" && argument === undefined) return printVersions(config);
  if (command === "rollback" && /^(\d{1,15})?$/.test(argument ?? "") && others.length === 0)
    return rollBackEditions(argument ? Number(argument) : undefined, config);
  throw new UsageError("After editions, only push FOLDER, list or rollback [VERSION] may follow; VERSION is a number.");
}

async function runMessagesCommand([command, id = "", ...others]: string[]): Promise<number> {
  const config = readConfig(process.env);
  const { printMessages, removeMessage } = await import("./commands/siteCommands.ts");
  if (command === undefined) return printMessages(config);
  if (command === "delete" && /^\d{1,15}$/.test(id) && others.length === 0) return removeMessage(Number(id), config);
  throw new UsageError("After messages, only delete ID may follow; ID is the number of a message.");
}

function parse<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  return parseArgs({ args, options, allowPositionals: true });
}

/** @throws {InputError} if standard input is not a JSON array of strings */
async function readJsonInput(): Promise<string[]> {
  const source = await text(process.stdin);
  try {
    return z.array(z.string()).parse(JSON.parse(source));
  } catch {
    const start = JSON.stringify(source.slice(0, 40));
    throw new InputError(`Standard input must be a JSON array of strings; it begins with ${start}.`);
  }
}

function printJson(value: unknown): number {
  print(JSON.stringify(value));
  return 0;
}
