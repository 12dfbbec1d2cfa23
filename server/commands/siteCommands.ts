import { basename } from "node:path";
import { formatEditorTime } from "../../core/editorTimes.ts";
import { getFollowedFeeds } from "../../core/ownFeeds.ts";
import { toMessage } from "../../core/toMessage.ts";
import type { Config } from "../config.ts";
import { listTermsWarnings } from "../editions/loading/knownTerms.ts";
import type { Edition } from "../editions/loading/load.ts";
import { listTypefaceWarnings } from "../editions/look/typefaces/typefaceBudget.ts";
import { listMissingUrls } from "../editions/schema/address.ts";
import { listLocalAdvice } from "../editions/schema/localAdvice.ts";
import { EditionError } from "../editions/yaml/yaml.ts";
import { openBucket } from "../images/store/bucket.ts";
import { deleteMessage, listMessages, type StoredMessage } from "../store/contactMessages.ts";
import { describeStore, getStorePath, openDatabase } from "../store/open.ts";
import { listFeedProblems } from "./check/listFeedProblems.ts";
import { listProblems, listTextsWithSampleData } from "./check/listProblems.ts";
import { fail, openStore, print, readServedEditions, readSourceEditions } from "./command.ts";

/**
 * `npx broadsheet check [EDITION…]`: validates editions. Prints a summary of each, and all errors with file and line.
 * If images are stored in S3, tests that storage.
 *
 * @param names names or paths of editions' folders; [] for the editions in EDITIONS, or for all if EDITIONS is not set
 * @param mayFetch true to fetch all feeds of the valid editions, too
 */
export async function runCheck(names: readonly string[], config: Config, mayFetch: boolean): Promise<number> {
  const chosen = names.length > 0 ? names.map((name) => basename(name)) : config.EDITIONS;
  const statuses = [await checkEditions(chosen, config, mayFetch), await checkImageStore(config)];
  return Math.max(...statuses);
}

async function checkEditions(names: readonly string[], config: Config, mayFetch: boolean): Promise<number> {
  try {
    const { editions, broken } = await readSourceEditions(config, names.length > 0 ? names : null);
    const faults = [...broken.flatMap((edition) => edition.faults), ...(await printEditions(editions))];
    if (mayFetch) faults.push(...(await listFeedProblems(editions, config)));
    if (faults.length === 0) return 0;
    return fail([...faults, "docs/edition.md describes every file and key."].join("\n"));
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    return fail(error.message);
  }
}

/**
 * Prints a summary of each edition, and reminders of what it lacks for production.
 *
 * @returns a message with file and line for each problem that readers would notice
 */
export async function printEditions(editions: readonly Edition[]): Promise<string[]> {
  const problems: string[] = [];
  for (const edition of editions) {
    const found = await listProblems(edition);
    problems.push(...found);
    const feeds = new Set(edition.sections.flatMap((section) => getFollowedFeeds(section).map((feed) => feed.url)))
      .size;
    const { size } = edition.samplesBySlug;
    const result = found.length > 0 ? "It has errors." : "OK.";
    const counts = [count(edition.sections.length, "section"), count(feeds, "feed"), count(size, "sample")];
    print(`${edition.id}: ${[edition.name, ...counts].join(", ")}. ${result}`);
  }
  for (const { id, message } of listMissingUrls(editions)) print(`${id}: for production, ${message}`);
  for (const edition of editions) {
    const reminders = [
      ...(edition.example
        ? ["delete `example: true` in edition.yaml: servers leave examples out unless EDITIONS names them."]
        : []),
      ...listLocalAdvice(edition),
      ...(await listTermsWarnings(edition)),
      ...(await listTextsWithSampleData(edition)),
      ...(await listTypefaceWarnings(edition)),
    ];
    for (const reminder of reminders) print(`${edition.id}: for production, ${reminder}`);
  }
  return problems;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

async function checkImageStore({ IMAGES_URL }: Config): Promise<number> {
  if (!IMAGES_URL) return 0;
  const bucket = await openBucket(IMAGES_URL);
  try {
    await bucket.tryEverything();
    print(`${bucket.label}: images can be stored, read, listed and deleted. OK.`);
    return 0;
  } catch (error) {
    return fail(`${bucket.label}: ${toMessage(error)}`);
  } finally {
    await bucket.close();
  }
}

/** `npx broadsheet migrate`: creates or migrates the store, even with MIGRATE=off. Prints the migrations that ran. */
export async function migrateStore({ DATABASE_URL }: Config): Promise<number> {
  process.stderr.write(`Store: ${getStorePath(DATABASE_URL) ?? describeStore(DATABASE_URL)}\n`);
  let count = 0;
  const onMigrated = (name: string) => {
    count++;
    print(`${name}: done.`);
  };
  await (await openDatabase(DATABASE_URL, { onMigrated })).destroy();
  if (count === 0) print("The store needs no migration.");
  return 0;
}

/**
 * `npx broadsheet messages`: prints the contact form's messages, newest first. Times are in the time zone of the
 * message's edition.
 */
export async function printMessages(config: Config): Promise<number> {
  await using database = await openStore(config);
  const messages = await listMessages(database);
  const zones = new Map<string, string>();
  if (messages.length === 0) print("No messages yet.");
  else {
    // Prints times in UTC if the editions cannot be read.
    const { editions } = await readServedEditions(config).catch(() => ({ editions: [] as Edition[] }));
    for (const { id, timeZone } of editions) zones.set(id, timeZone);
  }
  for (const message of messages) {
    const format = (instant: string) => formatEditorTime(instant, zones.get(message.edition) ?? "UTC");
    const { id, received_at, edition, subject, name, email } = message;
    print(`${id}  ${format(received_at)}  ${edition}  ${subject}  ${name} <${email}>`);
    print(`  ${formatDelivery(message, format)}`);
    for (const line of message.body.split("\n")) print(`  | ${line}`);
    print("");
  }
  return 0;
}

/** `npx broadsheet messages delete ID`: deletes a message, for example at its sender's request. */
export async function removeMessage(id: number, config: Config): Promise<number> {
  await using database = await openStore(config);
  if (!(await deleteMessage(database, id)))
    return fail(`There is no message ${id}. \`npx broadsheet messages\` lists them.`);
  print(`Message ${id} is deleted from the store. A copy in the newsroom's mailbox stays.`);
  return 0;
}

function formatDelivery(
  { mailed_at, attempts, last_error }: StoredMessage,
  format: (instant: string) => string,
): string {
  if (mailed_at) return `mailed ${format(mailed_at)}`;
  return last_error ? `not mailed yet; tried ${attempts} times, last error: ${last_error}` : "not mailed yet";
}
