import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { type Config, DEFAULT_EDITIONS_DIR } from "../../config.ts";
import { slug as slugSchema } from "../../editions/fields.ts";
import { listLocalAdvice } from "../../editions/schema/localAdvice.ts";
import { editionSchema } from "../../editions/schema/schema.ts";
import { EditionError, readYaml } from "../../editions/yaml/yaml.ts";
import { openFetchTools } from "../../feeds/fetch/fetchTools.ts";
import { hasEntry } from "../../files/missingFiles.ts";
import { InputError, print, UsageError } from "../command.ts";
import { formatEditionFiles, type NewEdition } from "./editionFiles.ts";
import { type FoundFeeds, findFeeds, findFeedsOfFile, mergeFound } from "./findFeeds.ts";
import { formatAddCommand } from "./firstStory.ts";
import { proposeSections } from "./proposeSections.ts";
import { askForAnswers, type NewEditionAnswers } from "./questions.ts";

/**
 * `npx broadsheet new ID`: reads the feeds at the given addresses and writes the folder of a valid edition. Asks for
 * the answers that the flags lack.
 *
 * @throws {UsageError} if standard input ends before a required answer
 * @throws {InputError} if the folder exists or an answer is invalid; nothing is written
 */
export async function createEdition(id: string, flags: NewEditionAnswers, config: Config): Promise<number> {
  if (!slugSchema.safeParse(id).success)
    throw new UsageError(`"${id}" cannot be the name of a folder; use lower-case letters, digits and single hyphens.`);
  const folder = join(config.EDITIONS_DIR, id);
  if (hasEntry(folder)) throw new InputError(`${folder}: this folder already exists. Nothing was written.`);
  const { feed: addresses, from, ...answers } = await askForAnswers(flags);
  const edition: NewEdition = { id, ...answers };
  checkAnswers(edition, folder);

  if (addresses.length > 0 || from !== undefined)
    process.stderr.write("Reading the addresses. One that does not respond takes up to 30 seconds.\n");
  const found = await readFeeds(addresses, from, config);
  const { files, sections } = proposeEdition(edition, found, folder);
  await writeFiles(folder, files);

  for (const { name, feeds } of sections) print(`${name}: ${feeds.length} ${feeds.length === 1 ? "feed" : "feeds"}`);
  for (const { url, reason, isFinal } of found.unread)
    print(`Not read: ${url}: ${reason} ${isFinal ? "It is a comment in the file." : "The server tries it again."}`);
  print(
    `Wrote ${Object.keys(files)
      .map((path) => join(folder, path))
      .join(", ")}.`,
  );
  for (const advice of listLocalAdvice(edition)) print(advice);
  if (sections.some(({ feeds }) => feeds.length > 0))
    print("Photos of publishers appear with `images: copy` in edition.yaml, where their terms allow it.");
  print(`See it:          npx broadsheet preview ${folder}`);
  print(`Add a story:     ${formatAddCommand(folder, id)}`);
  const isDefault = resolve(config.EDITIONS_DIR) === resolve(DEFAULT_EDITIONS_DIR);
  print(`Serve it:        ${isDefault ? "" : `EDITIONS_DIR=${config.EDITIONS_DIR} `}EDITIONS=${id} npm start`);
  return 0;
}

/** Checks the answers before feeds are read. @throws {InputError} that lists the invalid answers */
function checkAnswers(edition: NewEdition, folder: string): void {
  try {
    proposeEdition(edition, { feeds: [], unread: [] }, folder);
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    // Removes the file's name and line from the messages, since the file does not exist.
    const faults = error.message.split("\n").map((fault) => fault.replace(/^.*?edition\.yaml:\d+: /, ""));
    throw new InputError(["Nothing was written. Correct these answers:", ...faults].join("\n"));
  }
}

/** Returns the proposed sections and files of a new edition. @throws {EditionError} for an invalid answer */
function proposeEdition(edition: NewEdition, found: FoundFeeds, folder: string) {
  const today = Temporal.Now.plainDateISO("UTC").toString();
  const sections = proposeSections(found, edition.language);
  const files = formatEditionFiles(edition, sections, found.unread, today, folder);
  readYaml(join(folder, "edition.yaml"), files["edition.yaml"] ?? "", editionSchema);
  return { sections, files };
}

async function readFeeds(addresses: readonly string[], from: string | undefined, config: Config): Promise<FoundFeeds> {
  const tools = openFetchTools(config, () => []);
  try {
    const listed = from === undefined ? undefined : await readList(from, tools);
    return mergeFound([await findFeeds(addresses, tools), ...(listed ? [listed] : [])]);
  } finally {
    await tools.close();
  }
}

/** Reads the list of feeds given by --from. @throws {InputError} if the file cannot be read or is not OPML */
async function readList(file: string, tools: Parameters<typeof findFeeds>[1]): Promise<FoundFeeds> {
  if (/^https?:/.test(file)) return findFeeds([file], tools);
  const found = await findFeedsOfFile(file, tools).catch((error: Error) => {
    throw new InputError(`${file}: failed to read this file: ${error.message}.`);
  });
  if (!found) throw new InputError(`${file}: this is not an OPML file. Feed readers export their lists as OPML.`);
  return found;
}

/** Writes the files to a new folder. @throws {InputError} if writing fails, after removing the incomplete folder */
async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  const fail = (error: Error) => new InputError(`${folder}: failed to write this folder: ${error.message}.`);
  try {
    await mkdir(dirname(folder), { recursive: true });
    // Fails if another process has created the folder since it was checked.
    await mkdir(folder);
  } catch (error) {
    throw fail(error as Error);
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { flag: "wx" });
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw fail(error as Error);
  }
}
