import type { Edition, SampleStory } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import { connectDatabase } from "../../store/open.ts";
import type { Database } from "../../store/schema.ts";
import { foldArticle, tagFor } from "../../store/search/indexing.ts";
import { LAST_ID, toArticleId, toSearchKey } from "../../store/search/searchKey.ts";
import { createSearchTables, insertArticles } from "../../store/search/windows.ts";
import { sampleBody } from "../story.ts";

/** One of the edition's own stories with its key in the search index. */
export interface KeyedSample {
  key: number;
  sample: SampleStory;
  section: SectionFile;
}

/** Returns the edition's own stories in the included sections. */
export function getSamples(edition: Edition, isIncluded: (section: SectionFile) => boolean): KeyedSample[] {
  return edition.sections
    .flatMap((section) => (edition.samples.get(section.slug) ?? []).map((sample) => ({ section, sample })))
    .map(({ section, sample }, index) => {
      // Ids count down from the highest possible id, so that they differ from the ids of stored articles.
      return { section, sample, key: toSearchKey(toInstant(sample), LAST_ID - index) };
    })
    .filter(({ section }) => isIncluded(section));
}

const indexes = new WeakMap<Edition, Promise<Database>>();

/** Returns an in-memory search index of the edition's own stories, tagged by section. */
export function getSampleIndex(edition: Edition): Promise<Database> {
  return indexes.getOrInsertComputed(edition, () => indexSamples(getSamples(edition, () => true)));
}

async function indexSamples(samples: readonly KeyedSample[]): Promise<Database> {
  const database = connectDatabase("sqlite::memory:");
  await createSearchTables(database);
  const articles = samples.map(({ key, sample, section }) => {
    const { title, description: excerpt, author } = sample;
    const tags = [tagFor(section.slug)];
    const folded = foldArticle({ title, excerpt, html: sampleBody(sample), author, categories: [], tags });
    return { id: toArticleId(key), sortedAt: toInstant(sample), ...folded };
  });
  await insertArticles(database, articles);
  return database;
}

export function toInstant({ date }: SampleStory): string {
  return new Date(date).toISOString();
}
