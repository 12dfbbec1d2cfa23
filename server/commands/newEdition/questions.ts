import { createInterface } from "node:readline";
import { UsageError } from "../command.ts";

/** Answers on the command line; undefined for a flag that is missing. */
export interface NewEditionAnswers {
  name?: string | undefined;
  place?: string | undefined;
  region?: string | undefined;
  "time-zone"?: string | undefined;
  language?: string | undefined;
  url?: string | undefined;
  /** Addresses of feeds, sites or OPML files. */
  feed?: string[] | undefined;
  /** Path or address of an OPML file. */
  from?: string | undefined;
}

interface Question {
  key: "name" | "place" | "region" | "time-zone" | "language" | "url";
  text: string;
  /** Answer if the line is empty; undefined for a required answer. */
  default: string | undefined;
}

const QUESTIONS: readonly Question[] = [
  { key: "name", text: "Name of the publication", default: undefined },
  { key: "place", text: "Place that it covers, such as Madison", default: undefined },
  { key: "region", text: "Part of the country, such as Southern Wisconsin (may be empty)", default: "" },
  { key: "time-zone", text: "Time zone", default: new Intl.DateTimeFormat().resolvedOptions().timeZone },
  { key: "language", text: "Language", default: "en-US" },
  { key: "url", text: "Public address, such as https://news.example (may be empty)", default: "" },
];

/**
 * Asks on standard error for missing answers, and reads them from standard input. Asks nothing if the flags have all
 * required answers.
 *
 * @throws {UsageError} if standard input ends before a required answer
 */
export async function askForAnswers(flags: NewEditionAnswers) {
  const answers = { ...flags };
  const missing = QUESTIONS.filter(({ key }) => flags[key] === undefined);
  const isComplete = missing.every((question) => question.default !== undefined);
  const hasFeeds = flags.feed !== undefined || flags.from !== undefined;
  const feeds = [...(flags.feed ?? [])];
  if (!isComplete) {
    const lines = createInterface({ input: process.stdin });
    const answersOf = lines[Symbol.asyncIterator]();
    for (const { key, text, default: byDefault } of missing) {
      process.stderr.write(byDefault ? `${text} [${byDefault}]: ` : `${text}: `);
      const line = (await answersOf.next()).value?.trim();
      if (!line && byDefault === undefined) throw new UsageError(`new needs --${key}.`);
      answers[key] = line || byDefault;
    }
    while (!hasFeeds) {
      process.stderr.write("Address of a feed, a site or an OPML file (an empty line ends the list): ");
      const line = (await answersOf.next()).value?.trim();
      if (!line) break;
      feeds.push(line);
    }
    lines.close();
  }
  const get = (key: Question["key"]) =>
    answers[key] ?? QUESTIONS.find((question) => question.key === key)?.default ?? "";
  return {
    name: get("name"),
    place: get("place"),
    region: get("region"),
    timeZone: get("time-zone"),
    language: get("language"),
    url: get("url"),
    feed: feeds.map((address) => (/^https?:\/\//i.test(address) ? address : `https://${address}`)),
    from: flags.from,
  };
}
