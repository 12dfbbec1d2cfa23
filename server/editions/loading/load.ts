import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { getOwnFeedUrl } from "../../../core/ownFeeds.ts";
import { toMessage } from "../../../core/toMessage.ts";
import { ignoreMissingPath } from "../../files/missingFiles.ts";
import { type LookFiles, loadLookFiles } from "../look/lookFiles.ts";
import { type EditionBooks, loadBooks } from "../pages/books.ts";
import { type ContactFile, contactSchema } from "../pages/contact.ts";
import { type Faq, faqSchema, toFaq } from "../pages/faq.ts";
import { loadPages, type StaticPage } from "../pages/pages.ts";
import { loadPartnerPage, type PartnerPage, partnerSchema } from "../pages/partner.ts";
import { loadSamples, type SampleStory } from "../pages/samples.ts";
import { LOOPBACK, withUrl } from "../schema/address.ts";
import { listMissingAdImages } from "../schema/ads.ts";
import { authorsFileSchema } from "../schema/authors.ts";
import { completeSignUp, readSignUp, type SignUp } from "../schema/newsletter.ts";
import { OWN_RIGHTS } from "../schema/rights.ts";
import { type EditionConfig, editionSchema } from "../schema/schema.ts";
import { EditionError, parseYaml, readText, readYamlFile } from "../yaml/yaml.ts";
import { listClashes } from "./clashes.ts";
import { describeMisnamedFile, hasEditionFile } from "./editionFile.ts";
import { digestFiles, listFiles } from "./files.ts";
import { listMissingSiblings, withSiblingFeeds } from "./siblings.ts";

export interface Edition extends EditionConfig {
  /** Name of the edition's folder, which identifies the edition in the log and the store. */
  id: string;
  folder: string;
  /** Digest of all files in the folder. */
  digest: string;
  /** Samples by section slug, newest first. */
  samples: ReadonlyMap<string, SampleStory[]>;
  samplesBySlug: ReadonlyMap<string, { section: string; story: SampleStory }>;
  /** Undefined if the edition has no books. */
  books: EditionBooks | undefined;
  /** Static pages by slug. */
  pages: ReadonlyMap<string, StaticPage>;
  /** Undefined if the edition has no FAQ. */
  faq: Faq | undefined;
  /** Undefined without a contact form. */
  contact: ContactFile | undefined;
  lookFiles: LookFiles;
  /** Undefined if the edition has no documents for partners. */
  partner: PartnerPage | undefined;
  /** Undefined if the edition has no briefing. */
  signUp: SignUp | undefined;
}

/** Names of the editions to serve; null for all, and "own" for all but the examples that come with Broadsheet. */
export type ServedEditions = readonly string[] | "own" | null;

/** An edition with invalid files. */
export interface BrokenEdition {
  id: string;
  /** Hostnames from `edition.yaml`; empty if they cannot be read. */
  hosts: readonly string[];
  default: boolean;
  /** Messages, one line each. */
  faults: string[];
}

/**
 * Loads the editions in a folder's subfolders, in order of name.
 *
 * @param served names of the subfolders to load; null for all with an `edition.yaml`, "own" for all but examples
 * @throws {EditionError} with all errors, one per line
 */
export async function loadEditions(
  editionsFolder: string,
  siteUrl?: string,
  served: ServedEditions = null,
): Promise<Edition[]> {
  const { editions, broken } = await readEditions(editionsFolder, siteUrl, served);
  if (broken.length > 0) throw new EditionError(broken.flatMap(({ faults }) => faults).join("\n"));
  return editions;
}

/**
 * Loads the editions in a folder's subfolders, in order of name, and separates valid from broken ones.
 *
 * @param siteUrl SITE_URL, which replaces the `url` of the default edition or of the only edition
 * @param served names of the subfolders to load; null for all with an `edition.yaml`, "own" for all but examples
 * @param loaded cache of valid editions, updated by this call; an edition is read again only if its files have changed
 * @returns valid and broken editions, and in `examples` the names of the editions that "own" leaves out
 * @throws {EditionError} if the folder is missing, has no edition, or lacks one of `served`
 */
export async function readEditions(
  editionsFolder: string,
  siteUrl: string | undefined,
  served: ServedEditions,
  loaded: LoadedEditions = new Map(),
): Promise<{ editions: Edition[]; broken: BrokenEdition[]; examples: string[] }> {
  const names = await readdir(editionsFolder).catch(ignoreMissingPath);
  if (!names)
    throw new EditionError(`${editionsFolder}: there is no such folder; EDITIONS_DIR names the folder of editions.`);
  const valid: Edition[] = [];
  const broken: BrokenEdition[] = [];
  const examples: string[] = [];
  const named = served === "own" ? null : served;
  for (const id of named?.toSorted() ?? names.sort()) {
    const folder = join(editionsFolder, id);
    if (!(await hasEditionFile(folder))) {
      const misnamed = await describeMisnamedFile(folder);
      if (misnamed) broken.push({ id, hosts: [], default: false, faults: [misnamed] });
      else if (named)
        throw new EditionError(
          `${folder}: there is no edition.yaml in this folder, which EDITIONS or the command names.`,
        );
      continue;
    }
    try {
      const edition = await loadChanged(id, folder, loaded);
      if (served === "own" && edition.example) {
        examples.push(id);
        continue;
      }
      const clashes = await listClashes(edition, valid);
      if (clashes.length > 0) throw new EditionError(clashes.join("\n"));
      valid.push(edition);
    } catch (error) {
      // Errors other than `EditionError` come from the file system, for example after a file was deleted.
      const message = error instanceof EditionError ? error.message : `${folder}: ${toMessage(error)}.`;
      const { example, ...hosts } = await readHosts(folder);
      if (served === "own" && example) examples.push(id);
      else broken.push({ id, ...hosts, faults: message.split("\n") });
    }
  }
  if (valid.length + broken.length + examples.length === 0)
    throw new EditionError(`${editionsFolder}: found no edition; an edition is a folder with an edition.yaml in it.`);
  const isOnly = valid.length + broken.length === 1;
  const addressed = valid.map((edition) => (edition.default || isOnly ? withUrl(edition, siteUrl) : edition));
  const { editions, faulty } = await takeFromSiblings(addressed, broken, editionsFolder, loaded);
  for (const edition of valid) if (!faulty.some(({ id }) => id === edition.id)) loaded.set(edition.id, edition);
  return { editions: isOnly ? editions.map(serveAllHosts) : editions, broken: [...broken, ...faulty], examples };
}

/** Valid editions by id, exactly as in their files: without SITE_URL and without the feeds of other editions. */
export type LoadedEditions = Map<string, Edition>;

async function loadChanged(id: string, folder: string, loaded: LoadedEditions): Promise<Edition> {
  const known = loaded.get(id);
  if (known && known.folder === folder && known.digest === digestFiles(await listFiles(folder))) return known;
  return loadEdition(id, folder);
}

/**
 * Adds the feeds that editions take from each other.
 *
 * @returns `faulty`: the editions that name a missing section; `editions`: all others
 */
async function takeFromSiblings(
  editions: readonly Edition[],
  broken: readonly BrokenEdition[],
  editionsFolder: string,
  loaded: LoadedEditions,
): Promise<{ editions: Edition[]; faulty: BrokenEdition[] }> {
  const brokenIds = broken.map(({ id }) => id);
  // Also loads editions that this server does not publish. Their stories are available here, since all servers share
  // one store.
  const others = [...editions, ...brokenIds.flatMap((id) => loaded.get(id) ?? [])];
  for (const { sections } of others)
    for (const { name } of sections.flatMap(({ siblings }) => siblings)) {
      const [id = ""] = name.split("/");
      const folder = join(editionsFolder, id);
      if (brokenIds.includes(id) || others.some((other) => other.id === id)) continue;
      if (!(await hasEditionFile(folder))) continue;
      const unserved = await loadChanged(id, folder, loaded).catch(() => null);
      if (unserved) others.push(unserved);
      else brokenIds.push(id);
    }
  const faulty: BrokenEdition[] = [];
  for (const edition of editions) {
    const faults = await listMissingSiblings(edition, others, brokenIds);
    const { id, hosts, default: isDefault } = edition;
    if (faults.length > 0) faulty.push({ id, hosts, default: isDefault, faults });
  }
  const isFaulty = ({ id }: Edition) => faulty.some((edition) => edition.id === id);
  const sources = others.map((edition) => (isFaulty(edition) ? (loaded.get(edition.id) ?? edition) : edition));
  const complete = editions
    .filter((edition) => !isFaulty(edition))
    .map((edition) => withSiblingFeeds(edition, sources));
  return { editions: complete, faulty };
}

/** If an edition has no public hosts, makes it the default edition, which serves all hosts. */
function serveAllHosts(edition: Edition): Edition {
  return edition.hosts.every((host) => LOOPBACK.test(host)) ? { ...edition, default: true } : edition;
}

const hostsSchema = z.object({
  hosts: z.array(z.string()).catch([]).default([]),
  default: z.boolean().catch(false).default(false),
  example: z.boolean().catch(false).default(false),
});

/** Reads `hosts`, `default` and `example` of an invalid edition. Returns [] or false for a key that cannot be read. */
async function readHosts(folder: string): Promise<z.infer<typeof hostsSchema>> {
  try {
    const file = join(folder, "edition.yaml");
    return hostsSchema.parse(parseYaml(file, (await readText(file)) ?? ""));
  } catch {
    return { hosts: [], default: false, example: false };
  }
}

/** Reads all files of an edition. @throws {EditionError} with the errors of all files, one per line */
async function loadEdition(id: string, folder: string): Promise<Edition> {
  const faults: string[] = [];
  // Lists the files before it reads any, since `listFiles` rejects links that lead out of the folder.
  const digest = digestFiles(await listFiles(folder));
  const editionPath = join(folder, "edition.yaml");
  const file = await collectFaults(faults, readRequired(editionPath, editionSchema));
  const sectionSlugs = file?.sections.map(({ slug }) => slug);
  const authorsFile = await collectFaults(faults, readYamlFile(join(folder, "authors.yaml"), authorsFileSchema));
  const faqFile = await collectFaults(faults, readYamlFile(join(folder, "faq.yaml"), faqSchema));
  const samples = await collectFaults(faults, loadSamples(join(folder, "samples.yaml"), sectionSlugs));
  const contact = await collectFaults(faults, readYamlFile(join(folder, "contact.yaml"), contactSchema));
  const partnerFile = await collectFaults(faults, readYamlFile(join(folder, "partner.yaml"), partnerSchema));
  const partner = partnerFile && (await collectFaults(faults, loadPartnerPage(partnerFile, folder)));
  const books = await collectFaults(faults, loadBooks(folder));
  const pages = await collectFaults(faults, loadPages(folder, sectionSlugs ?? [], file?.language ?? "en-US"));
  const signUpFile = await collectFaults(faults, readSignUp(folder));
  if (!file) throw new EditionError(faults.join("\n"));
  const edition = withUrl(withOwnFeeds(id, file));
  const signUp = await collectFaults(faults, completeSignUp(folder, signUpFile, edition));
  const look = await loadLookFiles(folder, edition.look);
  faults.push(...look.faults);
  faults.push(...(await listMissingAdImages(folder, edition.ads)));
  if (contact && !edition.newsroomEmail)
    faults.push(
      `${editionPath}:1: found no newsroomEmail; an edition with a contact.yaml needs it, for readers' messages.`,
    );
  const postalAddress = edition.newsletter?.postalAddress ?? contact?.visit.address;
  if (edition.newsletter && !postalAddress)
    faults.push(
      `${editionPath}:1: found no newsletter.postalAddress; a newsletter needs it, unless contact.yaml has an address.`,
    );
  if (faults.length > 0 || !samples || !pages) throw new EditionError(faults.join("\n"));
  const newsletter = edition.newsletter && { ...edition.newsletter, postalAddress };
  const samplesBySlug = new Map(
    [...samples].flatMap(([section, stories]) => stories.map((story) => [story.slug, { section, story }])),
  );
  const faq = faqFile && toFaq(faqFile, edition.language);
  const authors = mergeAuthors(edition.authors, authorsFile?.authors ?? []);
  const own = { ...edition, authors, newsletter, lookFiles: look.files, digest };
  return { ...own, id, folder, samples, samplesBySlug, books, pages, faq, contact, partner, signUp };
}

type Authors = EditionConfig["authors"];

function mergeAuthors(own: Authors, others: Authors): Authors {
  return [...own, ...others.filter(({ slug }) => !own.some((author) => author.slug === slug))];
}

/** Returns a file's content. If the file is invalid, adds its errors to `faults` and returns undefined. */
async function collectFaults<Content>(faults: string[], content: Promise<Content>): Promise<Content | undefined> {
  try {
    return await content;
  } catch (error) {
    if (!(error instanceof EditionError)) throw error;
    faults.push(...error.message.split("\n"));
    return undefined;
  }
}

/** Adds to each section the feed of its staff stories. */
function withOwnFeeds(id: string, edition: EditionConfig): EditionConfig {
  const { name: publisher } = edition;
  const sections = edition.sections.map((section) => {
    const url = getOwnFeedUrl(id, section.slug);
    const own = { url, publisher, everyMinutes: 15, private: false, rights: { ...OWN_RIGHTS, terms: null } };
    return { ...section, feeds: [...section.feeds, own] };
  });
  return { ...edition, sections };
}

async function readRequired<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const content = await readYamlFile(path, schema);
  if (content === undefined) throw new EditionError(`${path}: this file is missing; every edition needs it.`);
  return content;
}
