import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getFollowedFeeds } from "../../../core/ownFeeds.ts";
import { listExceedingRights, type Rights } from "../schema/rights.ts";
import type { EditionConfig } from "../schema/schema.ts";
import { findLine } from "../yaml/yamlLines.ts";

/** Maximum rights that a publisher's public terms grant without a separate agreement, in a cautious reading. */
interface KnownTerms {
  /** Host name of the publisher's terms and feeds. Its subdomains match, too. */
  host: string;
  most: Partial<Rights>;
}

/** Terms of November 2026. Terms change, so this table only reminds operators, and is not legal advice. */
const KNOWN_TERMS: readonly KnownTerms[] = [
  // The terms permit personal, noncommercial use of RSS feeds. Photographs often belong to agencies.
  { host: "nytimes.com", most: { text: "excerpt", images: "link", ads: false, export: false } },
  // The section "Content Feeds" permits noncommercial, unaltered use with a link, but no copies on other servers.
  { host: "npr.org", most: { text: "excerpt", images: "link", ads: false, export: false } },
  // The open license permits quotations of up to 100 words, but not for advertising. Most photographs belong to
  // agencies.
  { host: "theguardian.com", most: { text: "excerpt", images: "link", ads: false } },
  // Feeds may be shown unchanged and with credit. The license does not cover photographs.
  { host: "bbc.co.uk", most: { text: "excerpt", images: "link", ads: false } },
  { host: "bbci.co.uk", most: { text: "excerpt", images: "link", ads: false } },
  { host: "bbc.com", most: { text: "excerpt", images: "link", ads: false } },
  // Only licensed clients may show more than headlines and links.
  { host: "reuters.com", most: { text: "none", images: "none", ads: false, export: false } },
  { host: "apnews.com", most: { text: "none", images: "none", ads: false, export: false } },
];

interface Following extends Pick<EditionConfig, "sections"> {
  folder: string;
}

/**
 * Returns two kinds of warnings: publishers without `terms`, and rights that exceed a publisher's known terms. Each
 * warning names the line of the publisher's first feed.
 */
export async function listTermsWarnings({ folder, sections }: Following): Promise<string[]> {
  const feeds = sections.flatMap((section, index) => {
    const own = getFollowedFeeds(section).filter(({ siblingUrl }) => siblingUrl === undefined);
    const siblings = new Set(section.siblings.map((sibling) => sibling.index));
    const places = Array.from({ length: own.length + siblings.size }, (_, place) => place);
    const ownPlaces = places.filter((place) => !siblings.has(place));
    return own.map((feed, feedIndex) => ({ ...feed, path: ["sections", index, "feeds", ownPlaces[feedIndex] ?? 0] }));
  });
  const file = join(folder, "edition.yaml");
  const source = await readFile(file, "utf8");
  const byPublisher = Map.groupBy(feeds, ({ publisher }) => publisher);
  return [...byPublisher].flatMap(([publisher, feeds]) => {
    const place = `${file}:${findLine(source, feeds[0]?.path ?? [])}: ${publisher}`;
    const excess = new Set(feeds.flatMap(listExcess));
    const terms = feeds.find(({ rights }) => rights.terms)?.rights.terms;
    const warnings: string[] = [];
    if (!terms) warnings.push(`${place} has no terms on file; set terms to their URL.`);
    if (excess.size > 0)
      warnings.push(
        `${place}: its terms${terms ? ` (${terms})` : ""} do not permit ${[...excess].join(", ")}; get its permission or change its rights.`,
      );
    return warnings;
  });
}

/** Returns the rights that the known terms of a feed's host permit at most; {} for an unknown host. */
export function getMostPermitted(url: string): Partial<Rights> {
  return Object.assign({}, ...listKnownTerms([new URL(url).hostname]).map(({ most }) => most));
}

function listKnownTerms(hostnames: readonly string[]): KnownTerms[] {
  return KNOWN_TERMS.filter(({ host }) => hostnames.some((name) => name === host || name.endsWith(`.${host}`)));
}

/** Returns a feed's rights that exceed its publisher's known terms, as `key: value`. */
function listExcess({ url, rights }: EditionConfig["sections"][number]["feeds"][number]): string[] {
  const hosts = [url, ...(rights.terms ? [rights.terms] : [])].map((address) => new URL(address).hostname);
  return listKnownTerms(hosts).flatMap(({ most }) =>
    listExceedingRights(rights, most).map((right) => `${right}: ${rights[right]}`),
  );
}
