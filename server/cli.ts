import { parseArgs } from "node:util";
import { checkEditions } from "./commands/check.ts";
import { printEnvironment } from "./commands/environment.ts";
import { fetchFeeds } from "./commands/fetch.ts";
import { printMessages } from "./commands/messages.ts";
import { nudge } from "./commands/nudge.ts";
import { parseFiles } from "./commands/parse.ts";
import { ConfigError, readConfig } from "./config.ts";

const HELP = `Usage: npx broadsheet COMMAND

  check                    read all editions and say what is wrong in them, with file and line
  parse FILE…              read feeds from files and print one JSON line a file
      --content-type TYPE    the Content-Type header that they came with
      --url URL              the address that they came from
  fetch URL…               fetch feeds as the server would and show every attempt
  feeds poll URL           let the running server fetch a feed now
  messages                 list what readers wrote by the contact form, newest first
  environment              print the table of environment variables
  --help                   print this text

Exit status: 0 when all went well, 1 when something was wrong with what was given, 2 when the command was not understood.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  const [command, ...rest] = words;
  try {
    switch (command) {
      case "check":
        return await checkEditions(readConfig(process.env).EDITIONS_DIR, print);
      case "parse":
        return await parse(rest);
      case "fetch":
        return rest.length > 0
          ? await fetchFeeds(rest, readConfig(process.env), print)
          : misunderstood("fetch needs the address of a feed.");
      case "feeds":
        return rest[0] === "poll" && rest[1]
          ? await nudge(rest[1], readConfig(process.env), print)
          : misunderstood("feeds needs: poll URL.");
      case "messages":
        return await printMessages(readConfig(process.env), print);
      case "environment":
        return printEnvironment(print);
      case "--help":
      case "-h":
      case "help":
        process.stdout.write(HELP);
        return 0;
      case undefined:
        return misunderstood("a command is missing.");
      default:
        return misunderstood(`there is no command "${command}".`);
    }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

async function parse(words: string[]): Promise<number> {
  const options = { "content-type": { type: "string" }, url: { type: "string" } } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    if (positionals.length === 0) return misunderstood("parse needs the name of a file.");
    return await parseFiles(positionals, { contentType: values["content-type"], url: values.url }, print);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("ERR_PARSE_ARGS"))
      return misunderstood((error as Error).message);
    throw error;
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function misunderstood(reason: string): number {
  process.stderr.write(`broadsheet: ${reason}\n\n${HELP}`);
  return 2;
}
