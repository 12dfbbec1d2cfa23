import type { Remark } from "./remarks.ts";

/** A category or a tag in the old system. */
export interface Category {
  /** Name in URLs, such as "local-news". */
  slug: string;
  name: string;
  /** Name of the parent category; undefined for none. */
  parent?: string | undefined;
}

export interface ImportedAuthor {
  /** Number in addresses such as `/?author=3`; "" for none. */
  id: string;
  name: string;
  /** Biography as plain text; "" if there is none. */
  bio: string;
  /** URL of the picture; "" for none. */
  picture: string;
  /** Last segments of the addresses of the author's pages on the old site. */
  slugs: string[];
}

/** A post or a page of an export, with the fields of this project's stories. */
export interface ImportedPost {
  kind: "post" | "page";
  /** Identifier in the old system, the same in each export. */
  key: string;
  /** Title as plain text; "" if there is none. */
  title: string;
  /** Name in URLs; "" for none. */
  slug: string;
  /** Summary as plain text; "" if there is none. */
  deck: string;
  byline: string[];
  /** Categories. The import must assign each category to a section or to `NO_SECTION`. */
  categories: Category[];
  /** Tags. The import makes them topics, or assigns them to sections. */
  tags: Category[];
  image: { url: string; alt: string; caption: string; credit: string } | null;
  /** Sponsor of the post; null for none. `link` and `logo` are URLs, or "" for none. */
  sponsor: { name: string; link: string; logo: string; kind: "paid" | "underwritten" } | null;
  state: "draft" | "scheduled" | "published";
  /** Time of the publication, ISO 8601; null for a draft. */
  publishAt: string | null;
  /** Time of the last change, ISO 8601; null if the post was not changed after its publication. */
  updatedAt: string | null;
  /** Path of the post on the old site; null for a draft. */
  path: string | null;
  /** Other addresses of the post on the old site, such as "/?p=12". */
  otherPaths: string[];
  canonical: string | null;
  /** Remarks on everything but the post's text. `convertText` returns the remarks on the text. */
  remarks: Remark[];
  /** Converts the post's text. This takes most of the time of an import, so call it only if the text is needed. */
  convertText(): PostText;
}

export interface PostText {
  html: string;
  /** HTML of the footnotes to which marks in `html` refer (footnotes.ts). */
  notes: string[];
  /** Original HTML in the export, without shortcodes. It is compared with the story to find losses. */
  source: string;
  remarks: Remark[];
}

/** Placeholder for the address of the old site if the export does not contain it. */
export const UNKNOWN_SITE = "https://unknown-site.invalid";

export interface StoryExport {
  system: "wordpress" | "ghost";
  /** Address of the old site; null if unknown. */
  site: string | null;
  authors: readonly ImportedAuthor[];
  /** Categories and tags with pages on the old site. `id` is the number in addresses such as `/?cat=3`; "" for none. */
  terms: readonly { kind: "category" | "tag"; id: string; category: Category; parentSlug: string }[];
  /** Number of items that are not imported, by plural noun, such as "menu items". */
  others: ReadonlyMap<string, number>;
  /** Number of published posts that have no address in the export. */
  withoutLink: number;
  /**
   * Reads the posts and pages in the order of the file. Can be called several times.
   *
   * @param permalinks pattern of addresses for posts without an address, such as "/%year%/%postname%/"; null for none
   */
  posts(permalinks: string | null): AsyncIterable<ImportedPost>;
}

/** Increases the count of items for a plural noun, such as "menu items". */
export function countItem(counts: Map<string, number>, noun: string): void {
  counts.set(noun, (counts.get(noun) ?? 0) + 1);
}
