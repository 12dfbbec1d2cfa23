import type { SectionConfig } from "../editions/schema/schema.ts";

/** Length, in characters, of the longest name that fits above a card's headline. */
const MAX_LENGTH = 26;

/** Names of categories that say nothing about a story. */
const GENERIC_NAMES = new Set(["news", "uncategorized", "general", "featured", "top stories", "all"]);

/**
 * Returns the first category that reads as a part of the section, such as "Baseball" in Sports; null for none. Leaves
 * out tags and codes such as "us-politics", "Trump, Donald J" and "Coronavirus (2019-nCoV)".
 */
export function getTopic(categories: readonly string[], { name, shortName, slug }: Section): string | null {
  const ownNames = [name, shortName, slug].map((text) => text.toLowerCase());
  const isTopic = (category: string) =>
    category.length <= MAX_LENGTH &&
    /^\p{Lu}[\p{L}\p{M}’'&. -]+$/u.test(category) &&
    !GENERIC_NAMES.has(category.toLowerCase()) &&
    !ownNames.includes(category.toLowerCase());
  return categories.find(isTopic) ?? null;
}

type Section = Pick<SectionConfig, "name" | "shortName" | "slug">;
