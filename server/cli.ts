import { parseArgs } from "node:util";
import { BatchError, readBatch } from "./commands/batch.ts";
import { checkEditions } from "./commands/check.ts";
import { printEnvironment } from "./commands/environment.ts";
import { checkFeeds, listFeeds, nudge } from "./commands/feeds.ts";
import { decideAddresses, fetchFeeds } from "./commands/fetch.ts";
import { printMessages } from "./commands/messages.ts";
import { Misunderstood } from "./commands/misunderstood.ts";
import { runNewsletter } from "./commands/newsletter/commands.ts";
import { parseFiles } from "./commands/parse.ts";
import { takeDown } from "./commands/takedown.ts";
import { ConfigError, readConfig } from "./config.ts";
import { cleanHtml } from "./feeds/clean/cleanHtml.ts";
import { parseDate } from "./feeds/dates/parseDate.ts";

const HELP = `Usage: npx broadsheet COMMAND

  check                    read all editions and say what is wrong in them, with file and line
  parse FILE…              read feeds from files and print one JSON line a file
      --content-type TYPE    the Content-Type header that they came with
      --url URL              the address that they came from
  fetch URL…               fetch feeds as the server would and show every attempt
  fetch --json             read a JSON array of addresses on standard input and write of each whether it is fetched from,
                           sending no request
  feeds                    show how every feed is: transport, interval, last success, errors
  feeds check [URL…]       try feeds now, all of the editions' or those named
  feeds poll URL           let the running server fetch a feed, or a calendar, now
  messages                 list what readers wrote by the contact form, newest first
  newsletter preview       print the briefing as it would be mailed now
      --out FOLDER           write it as briefing.html and briefing.txt
      --sections A,B         for a subscriber of these sections
  newsletter test ADDRESS  mail it to one address
  newsletter send          put today's briefing together now, whatever the hour, and mail it
      --dry-run              only say what would be mailed, and to how many
  newsletter bounces FILE  take a bounce or a complaint, a mail as it came
  newsletter import FILE   put the addresses of a CSV file (email, days, sections) on the briefing's list; each is asked to
                           confirm
      --confirmed            they agreed already: they get the next briefing unasked
  newsletter export        write the list as CSV
  newsletter suppress ADDRESS  never mail to an address again
  newsletter status        show how many are on the list, what waits to be mailed, and what was sent last
      --edition ID           for each of these: of which edition, if not the default one
  takedown SLUG            remove a story for good; its page answers 410
      --undo                 bring it back
  clean --json             read a JSON array of HTML texts on standard input and write them cleaned
      --base URL             the address against which relative ones are resolved
  date --json              read a JSON array of dates on standard input and write their instants, null for what is no date
  environment              print the table of environment variables
  --help                   print this text

Exit status: 0 when all went well, 1 when something was wrong with what was given, 2 when the command was not understood.
`;

const OPTIONS = {
  "content-type": { type: "string" },
  url: { type: "string" },
  base: { type: "string" },
  json: { type: "boolean" },
  undo: { type: "boolean" },
} as const;
type Option = keyof typeof OPTIONS;

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  try {
    // Asked of a command, it is help with all of them.
    return await run(words.includes("--help") ? ["--help"] : words);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof Misunderstood || code?.startsWith("ERR_PARSE_ARGS")) {
      process.stderr.write(`broadsheet: ${message}\n\n${HELP}`);
      return 2;
    }
    if (!(error instanceof ConfigError || error instanceof BatchError)) throw error;
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

async function run([command, ...rest]: string[]): Promise<number> {
  switch (command) {
    case "check":
      return checkEditions(readConfig(process.env).EDITIONS_DIR, print);
    case "parse": {
      const { values, words } = read(rest, "content-type", "url");
      if (words.length === 0) throw new Misunderstood("parse needs the name of a file.");
      return parseFiles(words, { contentType: values["content-type"], url: values.url }, print);
    }
    case "fetch": {
      const { values, words } = read(rest, "json");
      const config = readConfig(process.env);
      if (values.json) return printJson(await decideAddresses([...words, ...(await readBatch(process.stdin))], config));
      if (words.length === 0) throw new Misunderstood("fetch needs the address of a feed.");
      return fetchFeeds(words, config, print);
    }
    case "feeds":
      return feeds(read(rest).words);
    case "messages":
      read(rest);
      return printMessages(readConfig(process.env), print);
    case "newsletter":
      return runNewsletter(rest, readConfig(process.env), print, showProgress);
    case "takedown": {
      const { values, words } = read(rest, "undo");
      const [slug, ...more] = words;
      if (!slug || more.length > 0) throw new Misunderstood("takedown needs the slug of one story.");
      return takeDown(slug, values.undo ?? false, readConfig(process.env), print);
    }
    case "clean": {
      const { values } = read(rest, "json", "base");
      if (!values.json) throw new Misunderstood("clean needs --json.");
      const texts = await readBatch(process.stdin);
      return printJson(texts.map((html) => cleanHtml(html, values.base ?? null)));
    }
    case "date":
      if (!read(rest, "json").values.json) throw new Misunderstood("date needs --json.");
      return printJson((await readBatch(process.stdin)).map((date) => parseDate(date)));
    case "environment":
      return printEnvironment(print);
    case "--help":
    case "-h":
    case "help":
      process.stdout.write(HELP);
      return 0;
    case undefined:
      throw new Misunderstood("a command is missing.");
    default:
      throw new Misunderstood(`there is no command "${command}".`);
  }
}

function feeds([what, ...urls]: string[]): Promise<number> {
  const config = readConfig(process.env);
  if (what === undefined) return listFeeds(config, print);
  if (what === "check") return checkFeeds(urls, config, print, showProgress);
  if (what === "poll" && urls[0]) return nudge(urls[0], config, print);
  throw new Misunderstood("feeds needs: nothing more, check [URL…], or poll URL.");
}

/** The options and other words of a command; an option that is another command's is refused. */
function read(words: string[], ...allowed: Option[]) {
  const { values, positionals } = parseArgs({ args: words, options: OPTIONS, allowPositionals: true });
  const foreign = Object.keys(values).find((name) => !allowed.includes(name as Option));
  if (foreign) throw new Misunderstood(`the option --${foreign} belongs to another command.`);
  return { values, words: positionals };
}

/** A bar on standard error, where somebody is looking; a log gets none. */
function showProgress(done: number, all: number): void {
  if (!process.stderr.isTTY) return;
  const width = 30;
  const filled = all === 0 ? width : Math.round((done / all) * width);
  const bar = `[${"#".repeat(filled)}${".".repeat(width - filled)}] ${done} of ${all}`;
  process.stderr.write(done === all ? `\r${" ".repeat(bar.length)}\r` : `\r${bar}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function printJson(value: unknown): number {
  print(JSON.stringify(value));
  return 0;
}
