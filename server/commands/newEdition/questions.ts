import { LANDSCAPES } from "../../../core/motifs.ts";
import { language as languageSchema, origin } from "../../editions/fields.ts";
import { describeFixedZone, findNearestZone, getPlaceZone, isTimeZone } from "../../editions/schema/timeZones.ts";
import { findNearest } from "../../editions/yaml/nearest.ts";
import { UsageError } from "../command.ts";
import { type Dialog, openDialog } from "../dialog.ts";

/** Answers on the command line; undefined for a flag that is missing. */
export interface NewEditionAnswers {
  name?: string | undefined;
  place?: string | undefined;
  region?: string | undefined;
  "time-zone"?: string | undefined;
  language?: string | undefined;
  url?: string | undefined;
  /** Name of the landscape that is drawn in place of missing photos. */
  motif?: string | undefined;
  /** Addresses of feeds, web pages or OPML files. */
  feed?: string[] | undefined;
  /** Path or address of an OPML file. */
  from?: string | undefined;
}

interface Question {
  key: "name" | "place" | "region" | "time-zone" | "language" | "url" | "motif";
  text: string;
  /** Answer for an empty line; undefined if an answer is required. */
  default: string | undefined;
  /** Returns the fault of an answer; undefined if the answer is valid. */
  findFault?(answer: string): Fault | undefined;
}

interface Fault {
  message: string;
  /** The answer that was probably meant, which is the default when the question is repeated; undefined if unknown. */
  nearest: string | undefined;
  /** True if the answer is accepted when it is given a second time. */
  isAllowed?: true;
}

const QUESTIONS: readonly Question[] = [
  { key: "name", text: "Name of the publication", default: undefined },
  { key: "place", text: "Place that it covers, such as Madison", default: undefined },
  { key: "region", text: "Part of the country, such as Southern Wisconsin (may be empty)", default: "" },
  {
    key: "time-zone",
    text: "Time zone",
    default: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    findFault: findZoneFault,
  },
  { key: "language", text: "Language", default: "en-US", findFault: findLanguageFault },
  {
    key: "url",
    text: "Public address, such as https://news.example (may be empty)",
    default: "",
    findFault: findAddressFault,
  },
  {
    key: "motif",
    text: `Drawn where a story has no photo: ${LANDSCAPES.join(", ")}`,
    default: LANDSCAPES[0],
    findFault: findMotifFault,
  },
];

/**
 * Asks on standard error for missing answers, and reads them from standard input. Repeats a question at once if the
 * answer is wrong. Asks nothing if the flags have all required answers.
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
    using dialog = openDialog();
    for (const question of missing) answers[question.key] = await ask(question, dialog);
    while (!hasFeeds) {
      const line = await dialog.ask("Address of a feed, a site or an OPML file (an empty line ends the list): ");
      if (!line) break;
      feeds.push(line);
    }
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
    motif: get("motif"),
    feed: feeds.map((address) => (/^https?:\/\//i.test(address) ? address : `https://${address}`)),
    from: flags.from,
  };
}

/** Asks until the answer is valid, or until standard input ends. */
async function ask({ key, text, default: byDefault, findFault }: Question, dialog: Dialog): Promise<string> {
  let proposal = byDefault;
  let confirmable: string | undefined;
  while (true) {
    const line = await dialog.ask(proposal ? `${text} [${proposal}]: ` : `${text}: `);
    const answer = line || proposal;
    if (answer === undefined) throw new UsageError(`new needs --${key}.`);
    const fault = answer && answer !== confirmable ? findFault?.(answer) : undefined;
    // At the end of standard input, returns the invalid answer; the later check of all answers reports its fault.
    if (!fault || line === undefined) return answer;
    process.stderr.write(`${fault.message}\n`);
    proposal = fault.nearest ?? byDefault;
    confirmable = fault.isAllowed && answer;
  }
}

function findZoneFault(zone: string): Fault | undefined {
  const nearest = findNearestZone(zone);
  if (!isTimeZone(zone))
    return { message: `There is no time zone "${zone}"; one is America/Chicago, for example.`, nearest };
  const message = describeFixedZone(zone);
  return message === undefined ? undefined : { message, nearest: getPlaceZone(zone), isAllowed: true };
}

function findLanguageFault(language: string): Fault | undefined {
  if (languageSchema.safeParse(language).success) return undefined;
  return { message: `"${language}" is not the tag of a language, such as en-US or es.`, nearest: undefined };
}

function findAddressFault(url: string): Fault | undefined {
  const isValid = (address: string) => origin.safeParse(address).success;
  if (isValid(url)) return undefined;
  const [host = ""] = url.replace(/^[a-z]*:\/*/i, "").split("/");
  const nearest = `https://${host.toLowerCase()}`;
  return {
    message: "Expected an address without a path, such as https://news.example.",
    nearest: isValid(nearest) ? nearest : undefined,
  };
}

function findMotifFault(motif: string): Fault | undefined {
  if ((LANDSCAPES as readonly string[]).includes(motif)) return undefined;
  return { message: `Expected one of ${LANDSCAPES.join(", ")}.`, nearest: findNearest(motif, LANDSCAPES) };
}
