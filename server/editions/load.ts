import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { MAX_ITEMS } from "../../core/article.ts";
import { slugify, toUniqueSlug } from "../../core/slug.ts";
import { findMissingAdImages } from "./ads.ts";
import { type EditionBooks, loadBooks } from "./books.ts";
import { type ContactFile, contactSchema } from "./contact.ts";
import { type Faq, faqSchema, toFaq } from "./faq.ts";
import { loadSignUp, type SignUp } from "./newsletter.ts";
import { loadPages, type StaticPage } from "./pages.ts";
import { loadPartnerPage, type PartnerPage, partnerSchema } from "./partner.ts";
import { type EditionFile, editionSchema, type Sample, samplesSchema } from "./schema.ts";
import { EditionError, readYamlFile } from "./yaml.ts";

/** One of the edition's own stories. */
export interface SampleStory extends Sample {
  slug: string;
}

export interface Edition extends EditionFile {
  /** Name of its folder, which identifies it in the log and the store. */
  id: string;
  folder: string;
  /** Samples by section slug, newest first. */
  samples: ReadonlyMap<string, SampleStory[]>;
  samplesBySlug: ReadonlyMap<string, { section: string; story: SampleStory }>;
  /** Undefined if the edition has no books. */
  books: EditionBooks | undefined;
  /** Static pages by slug. */
  pages: ReadonlyMap<string, StaticPage>;
  faq: Faq;
  contact: ContactFile;
  partner: PartnerPage;
  /** Undefined if the edition has no briefing. */
  signUp: SignUp | undefined;
}

/** Loads the subfolders with an `edition.yaml`, by name. @throws {EditionError} with all faults, a line each */
export async function loadEditions(editionsFolder: string): Promise<Edition[]> {
  const names = await readdir(editionsFolder).catch(() => {
    throw new EditionError(`${editionsFolder}: there is no such folder; EDITIONS_DIR names the folder of editions.`);
  });
  const editions: Edition[] = [];
  const faults: string[] = [];
  for (const id of names.sort()) {
    const folder = join(editionsFolder, id);
    if (!(await stat(join(folder, "edition.yaml")).catch(() => null))) continue;
    try {
      editions.push(await loadEdition(id, folder));
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length === 0 && editions.length === 0)
    faults.push(`${editionsFolder}: found no edition; an edition is a folder with an edition.yaml in it.`);
  faults.push(...findSharedHosts(editions));
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  return editions;
}

async function loadEdition(id: string, folder: string): Promise<Edition> {
  const edition = await readRequired(join(folder, "edition.yaml"), editionSchema);
  const faq = toFaq(await readRequired(join(folder, "faq.yaml"), faqSchema));
  const samplesPath = join(folder, "samples.yaml");
  const sampleFile = await readRequired(samplesPath, samplesSchema);
  const sectionSlugs = edition.sections.map(({ slug }) => slug);
  const faults = [
    ...findSampleFaults(samplesPath, sampleFile, sectionSlugs),
    ...(await findMissingAdImages(folder, edition.ads)),
  ];
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  const contact = await readRequired(join(folder, "contact.yaml"), contactSchema);
  const partner = await loadPartnerPage(await readRequired(join(folder, "partner.yaml"), partnerSchema), folder);
  const books = await loadBooks(folder);
  const pages = await loadPages(folder, sectionSlugs);
  const signUp = await loadSignUp(folder, edition.newsletter);
  const samples = toSampleStories(sampleFile);
  const samplesBySlug = new Map(
    [...samples].flatMap(([section, stories]) => stories.map((story) => [story.slug, { section, story }])),
  );
  return { ...edition, id, folder, samples, samplesBySlug, books, pages, faq, contact, partner, signUp };
}

async function readRequired<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const content = await readYamlFile(path, schema);
  if (content === undefined) throw new EditionError(`${path}: this file is missing; every edition needs it.`);
  return content;
}

/** Every section needs enough samples to fill its page, and no other section may have any. */
function findSampleFaults(path: string, samples: Record<string, Sample[]>, sectionSlugs: readonly string[]): string[] {
  const faults: string[] = [];
  const need = `it needs at least ${MAX_ITEMS}, so that it is never blank`;
  for (const slug of sectionSlugs) {
    const count = samples[slug]?.length ?? 0;
    if (count < MAX_ITEMS) faults.push(`${path}:1: the section ${slug} has ${count} samples; ${need}.`);
  }
  for (const slug of Object.keys(samples))
    if (!sectionSlugs.includes(slug))
      faults.push(`${path}:1: found samples for "${slug}", which is no section of edition.yaml.`);
  return faults;
}

/** Gives every sample a unique slug, in the order of the file, and sorts each section, newest first. */
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

function findSharedHosts(editions: readonly Edition[]): string[] {
  const owners = new Map<string, string>();
  const faults: string[] = [];
  for (const edition of editions)
    for (const host of edition.hosts) {
      const owner = owners.get(host);
      if (owner)
        faults.push(`${join(edition.folder, "edition.yaml")}: the host name ${host} is taken by the edition ${owner}.`);
      owners.set(host, edition.id);
    }
  const defaults = editions.filter((edition) => edition.default).map(({ id }) => id);
  if (defaults.length > 1)
    faults.push(`More than one edition says "default: true": ${defaults.join(", ")}; allowed is one.`);
  return faults;
}
