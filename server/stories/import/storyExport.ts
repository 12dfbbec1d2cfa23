/** A category of another system. */
export interface Category {
  /** Name in URLs, such as "local-news". */
  slug: string;
  name: string;
}

/** A post of an export, with the fields of our stories. */
export interface ImportedPost {
  /** Identifier in the system that it comes from, the same in each export. */
  key: string;
  /** Plain text; "" for none. */
  title: string;
  /** Name in URLs; "" for none. */
  slug: string;
  /** Plain text. */
  deck: string;
  html: string;
  byline: string[];
  /** Categories that need a section. */
  categories: Category[];
  /** Categories that may have a section, and otherwise become topics. */
  tags: Category[];
  image: { url: string; alt: string; caption: string } | null;
  state: "draft" | "scheduled" | "published";
  /** ISO 8601; null for a draft. */
  publishAt: string | null;
  /** ISO 8601; null if the post was not changed after its publication. */
  updatedAt: string | null;
  /** Path of the post on its site; null for a draft. */
  path: string | null;
  canonical: string | null;
  /** Remarks for the editor that complete a sentence about the post, such as "has no text in the export". */
  notes: string[];
}

/** Placeholder for the origin of an export that does not name its site. */
export const UNKNOWN_SITE = "https://unknown-site.invalid";

/** An export of another system. */
export interface StoryExport {
  /** Address of the site that it comes from; null if unknown. */
  site: string | null;
  /** Numbers of items that are not imported, by plural nouns such as "pages". */
  others: ReadonlyMap<string, number>;
  /** Reads the posts in the order of the file. May be called again. */
  posts(): AsyncIterable<ImportedPost>;
}

/** Counts an item by its plural noun. */
export function countItem(counts: Map<string, number>, noun: string): void {
  counts.set(noun, (counts.get(noun) ?? 0) + 1);
}
