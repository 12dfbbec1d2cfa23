/** A category of another system. */
export interface Category {
  /** Its name in addresses, such as "local-news". */
  slug: string;
  name: string;
}

/** A post of an export, in the words of our stories. */
export interface ImportedPost {
  /** Its identity in the system that it comes from; equal in each export of it. */
  key: string;
  /** Plain text; "" for none. */
  title: string;
  /** Its name in addresses; "" for none. */
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
  /** ISO 8601; null if it was not changed after its publication. */
  updatedAt: string | null;
  /** Path of its address; null for a draft. */
  path: string | null;
  canonical: string | null;
  /** What an editor should know about it. */
  notes: string[];
}

/** Origin of an export that does not say where its site is. */
export const UNKNOWN_SITE = "https://unknown-site.invalid";

/** An export of another system. */
export interface Export {
  /** Address of the site that it comes from; null if the export does not say. */
  site: string | null;
  /** What it has beside posts, which is not imported: plural nouns with their numbers. */
  others: ReadonlyMap<string, number>;
  /** Reads the posts in the order of the file. May be called again. */
  posts(): AsyncIterable<ImportedPost>;
}

/** Counts one more of something by its plural noun. */
export function count(counts: Map<string, number>, noun: string): void {
  counts.set(noun, (counts.get(noun) ?? 0) + 1);
}
