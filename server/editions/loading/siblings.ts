import { join } from "node:path";
import { isOwnFeedOf } from "../../../core/ownFeeds.ts";
import { getPublicUrl } from "../schema/address.ts";
import type { EditionConfig, SectionConfig } from "../schema/schema.ts";
import { findNearest } from "../yaml/nearest.ts";
import { findLineInFile } from "../yaml/yamlLines.ts";

interface LinkedEdition extends EditionConfig {
  id: string;
  folder: string;
}

type Feed = SectionConfig["feeds"][number];

/**
 * Adds to each section the feeds of the sections that it takes from other editions. If a taken section itself takes
 * sections, adds their feeds, too. Each story is stored once, so a takedown applies to all editions.
 *
 * @param others all editions; if this function has already added feeds to them, ignores the added feeds
 */
export function withSiblingFeeds<Edition extends LinkedEdition>(edition: Edition, others: readonly Edition[]): Edition {
  const sections = edition.sections.map((section) => {
    if (section.siblings.length === 0) return section;
    const feeds = new Map(getOwn(section).map((feed) => [feed.url, feed]));
    for (const feed of section.siblings.flatMap(({ name }) => collectFeeds(name, new Set())))
      feeds.getOrInsert(feed.url, feed);
    return { ...section, feeds: [...feeds.values()] };
  });
  return { ...edition, sections };

  /**
   * Returns the feeds of a section, and of all sections that it takes. Editions may take each other's sections, so this
   * visits each section once, and leaves out the staff stories of `edition` itself.
   *
   * @param name folder of the edition and slug of the section, such as "madison/local"
   */
  function collectFeeds(name: string, visited: Set<string>): Feed[] {
    const found = findSection(name, others);
    if (!found || visited.has(name)) return [];
    visited.add(name);
    const { sibling, section } = found;
    const feeds = getOwn(section).map(({ slug, ...feed }) => {
      // Search engines should list a staff story only on the site of its edition.
      const rights = isOwnFeedOf(sibling.id, feed.url) ? { ...feed.rights, index: false } : feed.rights;
      const origin = {
        edition: sibling.id,
        name: sibling.name,
        section: section.slug,
        rules: sibling.rules,
        review: sibling.review,
      };
      const language = feed.language ?? sibling.language;
      return { ...feed, language, rights, siblingUrl: getPublicUrl(sibling), origin };
    });
    const taken = section.siblings.flatMap((next) => collectFeeds(next.name, visited));
    return [...feeds, ...taken].filter(({ url }) => !isOwnFeedOf(edition.id, url));
  }
}

/**
 * Returns an error line for each section that the edition takes from another edition, but that does not exist there.
 *
 * @param broken ids of editions that cannot be read; sections of these editions are not reported
 */
export async function listMissingSiblings(
  { id, folder, sections }: LinkedEdition,
  others: readonly LinkedEdition[],
  broken: readonly string[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [section, { siblings }] of sections.entries())
    for (const { name, index } of siblings) {
      const [sibling = ""] = name.split("/");
      if (sibling !== id && (findSection(name, others) || broken.includes(sibling))) continue;
      const path = ["sections", section, "feeds", index, "edition"];
      const file = join(folder, "edition.yaml");
      const siblings = others.filter((other) => other.id !== id);
      const allowed = describeSections(name, siblings);
      faults.push(`${file}:${await findLineInFile(file, path)}: ${path.join(".")}: found "${name}"; ${allowed}`);
    }
  return faults;
}

function describeSections(name: string, others: readonly LinkedEdition[]): string {
  const all = others.flatMap((other) => other.sections.map(({ slug }) => `${other.id}/${slug}`));
  const meant = findNearest(name, all);
  const [sibling = ""] = name.split("/");
  const near = all.filter((section) => section.startsWith(`${sibling}/`));
  const listed = near.length > 0 ? near.join(" or ") : "a section of another edition, such as madison/local";
  return `expected ${listed}${meant ? `; did you mean "${meant}"?` : "."}`;
}

function getOwn({ feeds }: SectionConfig): Feed[] {
  return feeds.filter(({ siblingUrl }) => siblingUrl === undefined);
}

function findSection(name: string, editions: readonly LinkedEdition[]) {
  const [id, slug] = name.split("/");
  const sibling = editions.find((edition) => edition.id === id);
  const section = sibling?.sections.find((section) => section.slug === slug);
  return sibling && section && { sibling, section };
}
