import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { slugify, toUniqueSlug } from "../../core/slug.ts";
import { withUrl } from "./address.ts";
import { findMissingAdImages } from "./ads.ts";
import { type EditionBooks, loadBooks } from "./books.ts";
import { type ContactFile, contactSchema } from "./contact.ts";
import { type Faq, faqSchema, toFaq } from "./faq.ts";
import { loadSignUp, type SignUp } from "./newsletter.ts";
import { loadPages, type StaticPage } from "./pages.ts";
import { loadPartnerPage, type PartnerPage, partnerSchema } from "./partner.ts";
import { type EditionFile, editionSchema, type Sample, samplesSchema } from "./schema.ts";
import { EditionError, parseYaml, readYamlFile } from "./yaml.ts";

/** One of the edition's own stories. */
export interface SampleStory extends Sample {
  slug: string;
}

export interface Edition extends EditionFile {
  /** Name of the edition's folder, which identifies the edition in the log and the store. */
  id: string;
  folder: string;
  /** Samples by section slug, newest first. */
  samples: ReadonlyMap<string, SampleStory[]>;
  samplesBySlug: ReadonlyMap<string, { section: string; story: SampleStory }>;
  /** Undefined if the edition has no books. */
  books: EditionBooks | undefined;
  /** Static pages by slug. */
  pages: ReadonlyMap<string, StaticPage>;
  /** Undefined without a page of questions. */
  faq: Faq | undefined;
  /** Undefined without a contact form. */
  contact: ContactFile | undefined;
  /** Undefined without documents for partners. */
  partner: PartnerPage | undefined;
  /** Undefined if the edition has no briefing. */
  signUp: SignUp | undefined;
}

/** An edition with invalid files. */
export interface BrokenEdition {
  id: string;
  /** Hostnames from `edition.yaml`; empty if they cannot be read. */
  hosts: readonly string[];
  default: boolean;
  /** Messages, one line each. */
  faults: string[];
}

/** Loads the subfolders with an `edition.yaml`, by name. @throws {EditionError} with all faults, a line each */
export async function loadEditions(editionsFolder: string, siteUrl?: string): Promise<Edition[]> {
  const { editions, broken } = await readEditions(editionsFolder, siteUrl);
  if (broken.length > 0) throw new EditionError(broken.flatMap(({ faults }) => faults).join("\n"));
  return editions;
}

/**
 * Loads all subfolders with an `edition.yaml`, in order of name, and separates the valid editions from the broken ones.
 *
 * @param siteUrl SITE_URL: the `url` of the default edition, or of the only one
 * @throws {EditionError} if the folder is missing or has no edition
 */
export async function readEditions(
  editionsFolder: string,
  siteUrl: string | undefined,
): Promise<{ editions: Edition[]; broken: BrokenEdition[] }> {
  const names = await readdir(editionsFolder).catch(() => {
    throw new EditionError(`${editionsFolder}: there is no such folder; EDITIONS_DIR names the folder of editions.`);
  });
  const editions: Edition[] = [];
  const broken: BrokenEdition[] = [];
  for (const id of names.sort()) {
    const folder = join(editionsFolder, id);
    if (!(await stat(join(folder, "edition.yaml")).catch(() => null))) continue;
    try {
      const edition = await loadEdition(id, folder);
      const clashes = findClashes(edition, editions);
      if (clashes.length > 0) throw new EditionError(clashes.join("\n"));
      editions.push(edition);
    } catch (error) {
      // Other errors come from the file system, such as when an editor removes a file during the read.
      const message = error instanceof EditionError ? error.message : `${folder}: ${(error as Error).message}.`;
      broken.push({ id, ...(await readHosts(folder)), faults: message.split("\n") });
    }
  }
  if (editions.length + broken.length === 0)
    throw new EditionError(`${editionsFolder}: found no edition; an edition is a folder with an edition.yaml in it.`);
  const isOnly = editions.length + broken.length === 1;
  const addressed = editions.map((edition) => (edition.default || isOnly ? withUrl(edition, siteUrl) : edition));
  return { editions: isOnly ? addressed.map(serveAllHosts) : addressed, broken };
}

/** Makes an edition without hosts the default. */
function serveAllHosts(edition: Edition): Edition {
  return edition.hosts.length === 0 ? { ...edition, default: true } : edition;
}

const hostsSchema = z.object({
  hosts: z.array(z.string()).catch([]).default([]),
  default: z.boolean().catch(false).default(false),
});

/** Reads `hosts` and `default` of an invalid edition, as far as possible. */
async function readHosts(folder: string): Promise<Pick<BrokenEdition, "hosts" | "default">> {
  try {
    const file = join(folder, "edition.yaml");
    return hostsSchema.parse(parseYaml(file, await readFile(file, "utf8")));
  } catch {
    return { hosts: [], default: false };
  }
}

async function loadEdition(id: string, folder: string): Promise<Edition> {
  const editionPath = join(folder, "edition.yaml");
  const edition = withUrl(await readRequired(editionPath, editionSchema));
  const faqFile = await readYamlFile(join(folder, "faq.yaml"), faqSchema);
  const samplesPath = join(folder, "samples.yaml");
  const sampleFile = (await readYamlFile(samplesPath, samplesSchema)) ?? {};
  const sectionSlugs = edition.sections.map(({ slug }) => slug);
  const faults = [
    ...findSampleFaults(samplesPath, sampleFile, sectionSlugs),
    ...(await findMissingAdImages(folder, edition.ads)),
  ];
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  const contact = await readYamlFile(join(folder, "contact.yaml"), contactSchema);
  if (contact && !edition.newsroomEmail)
    throw new EditionError(
      `${editionPath}:1: found no newsroomEmail; an edition with a contact.yaml needs it, for readers' messages.`,
    );
  const postalAddress = edition.newsletter?.postalAddress ?? contact?.visit.address;
  if (edition.newsletter && !postalAddress)
    throw new EditionError(
      `${editionPath}:1: found no newsletter.postalAddress; a newsletter needs it, unless contact.yaml has an address.`,
    );
  const newsletter = edition.newsletter && { ...edition.newsletter, postalAddress };
  const partnerFile = await readYamlFile(join(folder, "partner.yaml"), partnerSchema);
  const partner = partnerFile && (await loadPartnerPage(partnerFile, folder));
  const books = await loadBooks(folder);
  const pages = await loadPages(folder, sectionSlugs);
  const signUp = await loadSignUp(folder, edition.newsletter);
  const samples = toSampleStories(sampleFile);
  const samplesBySlug = new Map(
    [...samples].flatMap(([section, stories]) => stories.map((story) => [story.slug, { section, story }])),
  );
  const faq = faqFile && toFaq(faqFile);
  return { ...edition, newsletter, id, folder, samples, samplesBySlug, books, pages, faq, contact, partner, signUp };
}

async function readRequired<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const content = await readYamlFile(path, schema);
  if (content === undefined) throw new EditionError(`${path}: this file is missing; every edition needs it.`);
  return content;
}

/** Returns a fault per unknown section with samples. */
function findSampleFaults(path: string, samples: Record<string, Sample[]>, sectionSlugs: readonly string[]): string[] {
  return Object.keys(samples)
    .filter((slug) => !sectionSlugs.includes(slug))
    .map((slug) => `${path}:1: found samples for "${slug}", which is no section of edition.yaml.`);
}

/** Gives each sample a unique slug, in the order of the file, and sorts each section's samples, newest first. */
function toSampleStories(samples: Record<string, Sample[]>): Map<string, SampleStory[]> {
  const taken = new Set<string>();
  return new Map(
    Object.entries(samples).map(([section, list]) => {
      const stories = list.map((sample) => {
        const slug = toUniqueSlug(slugify(sample.title) || "story", (candidate) => taken.has(candidate));
        taken.add(slug);
        return { ...sample, slug };
      });
      return [section, stories.sort((a, b) => Date.parse(b.date) - Date.parse(a.date))];
    }),
  );
}

/** Returns a fault per hostname that another edition has, and one if another edition is also the default. */
function findClashes(edition: Edition, others: readonly Edition[]): string[] {
  const file = join(edition.folder, "edition.yaml");
  const faults = edition.hosts.flatMap((host) => {
    const owner = others.find(({ hosts }) => hosts.includes(host));
    return owner ? [`${file}: the host name ${host} is taken by the edition ${owner.id}.`] : [];
  });
  const otherDefault = edition.default ? others.find((other) => other.default) : undefined;
  if (otherDefault)
    faults.push(
      `${file}: more than one edition says "default: true": ${otherDefault.id}, ${edition.id}; allowed is one.`,
    );
  return faults;
}
