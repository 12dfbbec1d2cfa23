import { text } from "node:stream/consumers";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { z } from "zod";
import packageFile from "../package.json" with { type: "json" };
import { InputError, print, UsageError } from "./commands/command.ts";
import { ConfigError, formatEnvironmentTable, readConfig } from "./config.ts";
import { EditionError } from "./editions/yaml.ts";
import { loadEnvironmentFile } from "./environmentFile.ts";
import { StoreError } from "./store/open.ts";

const HELP = `Usage: npx broadsheet COMMAND

  serve                    run the production server until SIGTERM or SIGINT
  check                    validate all editions and print errors with file and line; try the storage of IMAGES_URL
      --fetch                fetch all feeds, too; a web page is an error that names the page's feed
  new ID                   write the folder of a new edition, and ask for what it needs and the flags do not say
      --name, --place, --region, --time-zone, --language, --url TEXT
      --feed ADDRESS         a feed, a site or an OPML file; may be repeated
      --from FILE            an OPML file, as feed readers export it
  preview FOLDER           serve one edition on this machine; open pages reload as files are saved
      --port PORT            3000 by default
  migrate                  create the store, or migrate that of an earlier version, as a start of the server does
  parse FILE…              parse feed files and print one JSON line per file
      --content-type TYPE    Content-Type header of the files
      --url URL              URL of the feed
  fetch URL…               fetch feeds as the server does and print every attempt
  fetch --json             read a JSON array of URLs from standard input and print which of them the server may fetch,
                           without sending requests
  feeds                    print the state of every feed: transport, interval, last success, errors
  feeds check [URL…]       fetch the given feeds, or all of the editions, and print the results
  feeds poll URL           make the running server fetch a feed or a calendar now
  messages                 print the messages from the contact form, newest first
  messages delete ID       delete the message with this number from the store
  newsletter preview       print the briefing as it would be sent now
      --out FOLDER           write it to briefing.html and briefing.txt
      --sections A,B         for a subscriber of these sections
  newsletter test ADDRESS  send it to one address
  newsletter send          compose today's briefing now, whatever the hour, and send it
      --dry-run              print the subject and the number of recipients without sending
  newsletter bounces FILE  process a bounce or a complaint, a mail with its headers
  newsletter import FILE   add the addresses in a CSV file (email, days, sections); each gets a mail to confirm
      --confirmed            they have agreed already: send them the next briefing without asking
  newsletter export        print the subscribers as CSV
  newsletter suppress ADDRESS  never send mail to an address again
  newsletter status        print the numbers of subscribers and waiting mails, and the last issue
      --edition ID           edition for any newsletter command, if not the default one
  editions                 print address, sections, feeds, newest story, subscribers and faults of each edition
      --json                 as a JSON array
  editions push FOLDER     validate the editions in a folder, and make them the current version in the store
  editions list            print the versions in the store, newest first
  editions rollback [VERSION]  make the version before the current one, or the given one, current again
  backup FILE              write the store and the editions to one archive, while the server runs
      --images               and the images, which a restored site downloads again without it
  restore FILE             put the store and the editions of an archive where the server reads them
      --force                also if there is a store, which is kept in a folder beside it
  move FROM TO             copy the store to another database, sqlite:FILE or postgres://…, while the server is stopped
  stories                  print the newsroom's own stories; --state STATE for one state
  stories add FILE.md      add a story, Markdown with a YAML head; a draft, or scheduled with publishAt in the head
  stories show SLUG        print a story as such a file
  stories update SLUG FILE.md  save a new version; the site shows it if the story is published
  stories publish SLUG     publish a story now
  stories schedule SLUG TIME  publish a story at a time, such as 2026-11-23T06:30:00-06:00
  stories correct SLUG [FILE.md]  add a correction, and the corrected version
      --text TEXT            correction that readers see
  stories withdraw SLUG    withdraw a story, whose page then responds with 410
      --line TEXT            sentence for its readers
  stories history SLUG     print who did what to a story, and its versions
  stories diff SLUG [FROM] [TO]  print the differences of two versions, by default the last change
  stories revert SLUG VERSION  save an earlier version as the newest
  stories pin SLUG         put a story, own or of a feed, at the top of the front page
      --slot SECTION         or at the top of this section's block
      --until TIME           until this time
  stories unpin SLOT       end that: hero, or a section
  stories pins             print what is pinned
  stories export FOLDER    write all stories as files, with their images
  stories import FOLDER    add the stories of such a folder; those that exist are left alone
  stories import FILE      add the posts of a WordPress export (WXR) or a Ghost export, with images and redirects
      --section CATEGORY=SLUG  section for a category; may be repeated. Asks for those that are missing
      --map FILE             or a YAML file of such lines, "category: slug"
      --default SLUG         section for everything else
      --media FOLDER         copy of wp-content/uploads or content/images; other images are downloaded
      --site URL             address of a Ghost site, which its export lacks
      --edition ID           edition for any stories command, if not the default one
      --as NAME              editor's name in the log, by default the user's
  takedown SLUG            erase a story everywhere: texts, images, past briefings; its page responds with 410
  takedown source FEED     erase all stories of a feed (its URL, or a publisher's name for all its feeds) and stop polling it
  takedown image IMAGE     erase an image (its URL, or the slug of its story) from all stories
      --reason TEXT          reason for the public list at /takedowns
      --undo                 restore it within 30 days
  clean --json             read a JSON array of HTML strings from standard input and print them sanitized
      --base URL             base of relative URLs
  date --json              read a JSON array of dates from standard input and print them as instants, null if invalid
  environment              print the table of environment variables
  --version                print the version
  --help                   print this text
  --env-file FILE          for every command: read environment variables from a file, by default from /etc/broadsheet.env;
                           variables that are already set stay

Exit status: 0 on success, 1 if the input has errors or the command failed, 2 if the command line is wrong.
`;

const STRING = { type: "string" } as const;
const BOOLEAN = { type: "boolean" } as const;

/** Errors that their message explains. All others are faults of ours, and are printed with a stack trace. */
const EXPLAINED_ERRORS = [ConfigError, EditionError, InputError, StoreError];

// A reader of the output that ends early, such as `| head`, must not end a command that changes the store.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  try {
    return await run(args.includes("--help") ? ["help"] : loadEnvironmentFile(args));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof UsageError || code?.startsWith("ERR_PARSE_ARGS")) {
      process.stderr.write(`broadsheet: ${message}\n\n${HELP}`);
      return 2;
    }
    if (!EXPLAINED_ERRORS.some((type) => error instanceof type)) throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

/** Each command loads its own modules: loading all of them takes longer than most commands. */
async function run([command, ...args]: string[]): Promise<number> {
  switch (command) {
    case "check": {
      const { values, positionals } = parse(args, { fetch: BOOLEAN });
      if (positionals.length > 0) throw new UsageError("check takes no argument; it reads all of EDITIONS_DIR.");
      const { check } = await import("./commands/siteCommands.ts");
      return check(readConfig(process.env), values.fetch === true);
    }
    case "new": {
      const texts = { name: STRING, place: STRING, region: STRING, "time-zone": STRING, language: STRING, url: STRING };
      const feed = { type: "string", multiple: true } as const;
      const { values, positionals } = parse(args, { ...texts, feed, from: STRING });
      const [id, ...others] = positionals;
      if (!id || others.length > 0) throw new UsageError("new needs the name of one new folder, such as madison.");
      const { createEdition } = await import("./commands/newEdition/newCommand.ts");
      return createEdition(id, values, readConfig(process.env));
    }
    case "preview": {
      const { values, positionals } = parse(args, { port: STRING });
      const [folder, ...others] = positionals;
      if (!folder || others.length > 0) throw new UsageError("preview needs the folder of one edition.");
      const { preview } = await import("./commands/previewCommand.ts");
      return preview(folder, values.port ?? "3000");
    }
    case "migrate": {
      if (parse(args, {}).positionals.length > 0) throw new UsageError("migrate takes no argument.");
      const { migrateStore } = await import("./commands/siteCommands.ts");
      return migrateStore(readConfig(process.env));
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
      return runFeedCommand(parse(args, {}).positionals);
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
      if (!file || others.length > 0) throw new UsageError("backup needs the name of one new file.");
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
    case "move": {
      const [from = "", to = "", ...others] = parse(args, {}).positionals;
      if (!to || others.length > 0) throw new UsageError("move needs the URLs of two stores.");
      const { moveDatabase } = await import("./commands/moveCommand.ts");
      return moveDatabase(from, to);
    }
    case "stories": {
      const { runStoryCommand } = await import("./commands/stories/storyCommands.ts");
      return runStoryCommand(args, readConfig(process.env));
    }
    case "takedown": {
      const { isTakedownKind, runTakedownCommand } = await import("./commands/takedownCommand.ts");
      const { values, positionals } = parse(args, { undo: BOOLEAN, reason: STRING });
      const [first = ""] = positionals;
      // A story may have the slug "story": `takedown story` is short for `takedown story story`.
      const hasKind = positionals.length > 1 && isTakedownKind(first);
      const [kind, subject, ...others] = hasKind ? positionals : ["story", ...positionals];
      if (!isTakedownKind(kind) || !subject || others.length > 0)
        throw new UsageError("takedown needs a story, a source or an image: takedown [story|source|image] NAME.");
      if (values.undo && values.reason !== undefined) throw new UsageError("takedown takes no reason with --undo.");
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
      // For a leading `serve`, bin/broadsheet.js runs server/main.ts.
      throw new UsageError("serve must be the first argument.");
    case "--version":
      print(packageFile.version);
      return 0;
    case "-h":
    case "help":
      process.stdout.write(HELP);
      return 0;
    case undefined:
      throw new UsageError("a command is missing.");
    default:
      throw new UsageError(`there is no command "${command}".`);
  }
}

async function runFeedCommand([command, ...urls]: string[]): Promise<number> {
  const config = readConfig(process.env);
  const { checkFeeds, listFeeds, pollNow } = await import("./commands/feedCommands.ts");
  if (command === undefined) return listFeeds(config);
  if (command === "check") return checkFeeds(urls, config);
  if (command === "poll" && urls[0]) return pollNow(urls[0], config);
  throw new UsageError("feeds takes no argument, check [URL…], or poll URL.");
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
  throw new UsageError(
    "editions takes no argument, push FOLDER, list, or rollback [VERSION] with the number of a version.",
  );
}

async function runMessagesCommand([command, id = "", ...others]: string[]): Promise<number> {
  const config = readConfig(process.env);
  const { printMessages, removeMessage } = await import("./commands/siteCommands.ts");
  if (command === undefined) return printMessages(config);
  if (command === "delete" && /^\d{1,15}$/.test(id) && others.length === 0) return removeMessage(Number(id), config);
  throw new UsageError("messages takes no argument, or delete ID with the number of a message.");
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
