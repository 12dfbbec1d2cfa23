import type { Edition, SampleStory } from "../../editions/load.ts";
import type { SectionFile } from "../../editions/schema.ts";
import type { Field, Sought, SoughtClause } from "../../store/search/search.ts";
import { type SearchedText, searchedWords } from "../../store/search/searchIndex.ts";
import { LAST_ID, searchKey } from "../../store/search/searchKey.ts";
import { sampleBody } from "../sampleBody.ts";

/** One of the edition's own stories, as search knows it. They are few, and looked through one by one. */
export interface SearchedSample {
  key: number;
  sample: SampleStory;
  section: SectionFile;
  words: Record<Field, string>;
}

const known = new WeakMap<Edition, SearchedSample[]>();

/** The edition's own stories of all sections, newest first. */
export function samplesOf(edition: Edition): SearchedSample[] {
  const made = known.get(edition) ?? indexSamples(edition);
  known.set(edition, made);
  return made;
}

function indexSamples(edition: Edition): SearchedSample[] {
  const all = edition.sections.flatMap((section) =>
    (edition.samples.get(section.slug) ?? []).map((sample) => ({ section, sample })),
  );
  return all
    .map(({ section, sample }, index) => {
      const words = foldedFields({
        title: sample.title,
        excerpt: sample.description,
        content_html: sampleBody(sample),
        description_html: "",
        author: sample.author,
        categories: "[]",
      });
      // From the last id downwards, where no article of the store is.
      return { key: searchKey(new Date(sample.date).toISOString(), LAST_ID - index), section, sample, words };
    })
    .sort((a, b) => b.key - a.key);
}

/** Folded words, with a space before and after each, by the weight that they have. */
function foldedFields(text: SearchedText): Record<Field, string> {
  const { title, deck, body, names } = searchedWords(text);
  return {
    title: ` ${title} `,
    told: ` ${deck} \u241f ${names} `,
    anywhere: ` ${[title, deck, body, names].join(" \u241f ")} `,
  };
}

/** Whether one of the edition's own stories is what is sought. */
export function isFound({ words }: SearchedSample, { wanted, unwanted }: Sought): boolean {
  return (
    wanted.every((clause) => hasClause(words.anywhere, clause)) &&
    !unwanted.some((clause) => hasClause(words.anywhere, clause))
  );
}

/** Whether a clause stands in folded words that have a space before and after each. */
export function hasClause(text: string, { words, prefix }: Pick<SoughtClause, "words" | "prefix">): boolean {
  return text.includes(` ${words.join(" ")} `) || (prefix !== null && text.includes(` ${prefix}`));
}
