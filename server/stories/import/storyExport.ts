import type { Remark } from "./remarks.ts";

/** A category in the old system. */
export interface Category {
  /** Name in URLs, such as "local-news". */
  slug: string;
  name: string;
  /** Name of the parent category; undefined for none. */
  parent?: string | undefined;
}

/** An author in the old system. */
export interface ImportedAuthor {
  /** Number in addresses such as `/?author=3`; "" for none. */
  id: string;
  name: string;
  /** Plain text; "" for none. */
  bio: string;
  /** URL of the picture; "" for none. */
  picture: string;
  /** Last segments of the author's pages on the old site. */
  slugs: string[];
}

/** A post or a page of an export, in the terms of our stories. */
export interface ImportedPost {
  kind: "post" | "page";
  /** Identifier in the old system, the same in each export. */
  key: string;
  /** Plain text; "" for none. */
  title: string;
  /** Name in URLs; "" for none. */
  slug: string;
  /** Plain text. */
  deck: string;
  byline: string[];
  /** Categories for which the import's table must name a section. */
  categories: Category[];
  /** Categories that become topics unless the import maps them to a section. */
  tags: Category[];
  image: { url: string; alt: string; caption: string; credit: string } | null;
  /** `link` and `logo` are URLs; "" for none. */
  sponsor: { name: string; link: string; logo: string; kind: "paid" | "underwritten" } | null;
  state: "draft" | "scheduled" | "published";
  /** ISO 8601; null for a draft. */
  publishAt: string | null;
  /** ISO 8601; null if the post was not changed after its publication. */
  updatedAt: string | null;
  /** Path of the post on the old site; null for a draft. */
  path: string | null;
  /** Other addresses of the post on the old site, such as "/?p=12". */
  otherPaths: string[];
  canonical: string | null;
  /** Remarks on the post, except on its text. */
  remarks: Remark[];
  /** Converts the text when it is needed, since this takes most of the time. */
  convertText(): PostText;
}

/** Text of a post or a page. */
export interface PostText {
  html: string;
  /** HTML of the footnotes to which `html` refers (footnotes.ts). */
  notes: string[];
  /** Original HTML of the export, without shortcodes. */
  source: string;
  remarks: Remark[];
}

/** Placeholder for the origin of an export that does not name its site. */
export const UNKNOWN_SITE = "https://unknown-site.invalid";

/** An export from another system. */
export interface StoryExport {
  system: "wordpress" | "ghost";
  /** Address of the old site; null if unknown. */
  site: string | null;
  authors: readonly ImportedAuthor[];
  /**
   * Categories and tags, which have pages on the old site. `id` is the number in addresses such as `/?cat=3`; "" if
   * unknown.
   */
  terms: readonly { kind: "category" | "tag"; id: string; category: Category; parentSlug: string }[];
  /** Numbers of items that are not imported, by a plural noun such as "pages". */
  others: ReadonlyMap<string, number>;
  /** Number of public items without an address. */
  withoutLink: number;
  /**
   * Reads the posts and pages in the order of the file. May be called several times.
   *
   * @param permalinks structure of addresses for items without an address, such as "/%year%/%postname%/"; null for none
   */
  posts(permalinks: string | null): AsyncIterable<ImportedPost>;
}

/** Counts an item under its plural noun. */
export function countItem(counts: Map<string, number>, noun: string): void {
  counts.set(noun, (counts.get(noun) ?? 0) + 1);
}
