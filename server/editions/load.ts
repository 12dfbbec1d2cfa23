import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { ITEMS_KEPT } from "../../core/article.ts";
import { slugify } from "../../core/slug.ts";
import { findMissingAdPictures } from "./adPictures.ts";
import { type EditionBooks, loadBooks } from "./books.ts";
import { type ContactFile, contactSchema } from "./contact.ts";
import { type Faq, faqOf, faqSchema } from "./faq.ts";
import { loadPages, type StaticPage } from "./pages.ts";
import { type PartnerPage, partnerPageOf, partnerSchema } from "./partner.ts";
import { type EditionFile, editionSchema, type Sample, samplesSchema } from "./schema.ts";
import { loadSignUp, type SignUp } from "./signUp.ts";
import { EditionError, readYaml } from "./yaml.ts";

/** One of the edition's own stories, with the address that it has for ever. */
export interface SampleStory extends Sample {
  slug: string;
}

/** An edition as its files say. */
export interface Edition extends EditionFile {
  /** The name of its folder, by which logs and the store know it. */
  id: string;
  folder: string;
  /** Its own stories by section slug, newest first. */
  samples: ReadonlyMap<string, SampleStory[]>;
  samplesBySlug: ReadonlyMap<string, { section: string; story: SampleStory }>;
  /** Undefined where the edition has no books. */
  books: EditionBooks | undefined;
  /** Its own pages by slug. */
  pages: ReadonlyMap<string, StaticPage>;
  faq: Faq;
  contact: ContactFile;
  partner: PartnerPage;
  /** Undefined where the edition has no briefing. */
  signUp: SignUp | undefined;
}

/**
 * Reads every edition in a folder: each of its folders that holds an `edition.yaml` is one.
 *
 * @returns the editions by folder name, in the order of names; never empty
 * @throws {EditionError} with all faults of all editions, a line each
 */
export async function loadEditions(editionsFolder: string): Promise<Edition[]> {
  const names = await readdir(editionsFolder).catch(() => {
    throw new EditionError(
      `${editionsFolder}: there is no such folder; EDITIONS_DIR names the folder of the editions.`,
    );
  });
  const editions: Edition[] = [];
  const faults: string[] = [];
  for (const id of names.sort()) {
    const folder = join(editionsFolder, id);
    const isEdition = await stat(join(folder, "edition.yaml")).then(
      () => true,
      () => false,
    );
    if (!isEdition) continue;
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
  const edition = await readFileAs(join(folder, "edition.yaml"), editionSchema);
  const faq = faqOf(await readFileAs(join(folder, "faq.yaml"), faqSchema));
  const samplesPath = join(folder, "samples.yaml");
  const samples = await readFileAs(samplesPath, samplesSchema);
  const faults = edition.sections
    .filter((section) => (samples[section.slug]?.length ?? 0) < ITEMS_KEPT)
    .map((section) => {
      const found = samples[section.slug]?.length ?? 0;
      return `${samplesPath}:1: the section ${section.slug} has ${found} samples; it needs at least ${ITEMS_KEPT}, so that it is never blank.`;
    });
  for (const slug of Object.keys(samples))
    if (!edition.sections.some((section) => section.slug === slug))
      faults.push(`${samplesPath}:1: found samples for "${slug}", which is no section of edition.yaml.`);
  faults.push(...(await findMissingAdPictures(folder, edition.ads)));
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  const contact = await readFileAs(join(folder, "contact.yaml"), contactSchema);
  const partner = await partnerPageOf(await readFileAs(join(folder, "partner.yaml"), partnerSchema), folder);
  const stories = withSlugs(samples);
  const books = await loadBooks(folder);
  const pages = await loadPages(
    folder,
    edition.sections.map((section) => section.slug),
  );
  const signUp = await loadSignUp(folder, edition.newsletter);
  const own = { samples: stories, samplesBySlug: bySlug(stories), books, pages, faq, contact, partner, signUp };
  return { ...edition, id, folder, ...own };
}

async function readFileAs<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> {
  const source = await readFile(path, "utf8").catch(() => {
    throw new EditionError(`${path}: this file is missing; every edition needs it.`);
  });
  return readYaml(path, source, schema);
}

/** Two samples with one title get distinct addresses, in the order of the file. */
function withSlugs(samples: Record<string, Sample[]>): Map<string, SampleStory[]> {
  const taken = new Set<string>();
  const stories = Object.entries(samples).map(([section, list]): [string, SampleStory[]] => {
    const withSlug = list.map((sample) => {
      const base = slugify(sample.title) || "story";
      let slug = base;
      for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
      taken.add(slug);
      return { ...sample, slug };
    });
    return [section, withSlug.sort((a, b) => Date.parse(b.date) - Date.parse(a.date))];
  });
  return new Map(stories);
}

function bySlug(samples: ReadonlyMap<string, SampleStory[]>): Edition["samplesBySlug"] {
  const entries = [...samples].flatMap(([section, stories]) =>
    stories.map((story) => [story.slug, { section, story }] as const),
  );
  return new Map(entries);
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
  const defaults = editions.filter((edition) => edition.default);
  if (defaults.length > 1)
    faults.push(
      `More than one edition says "default: true": ${defaults.map((edition) => edition.id).join(", ")}; allowed is one.`,
    );
  return faults;
}
