import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { drawCover } from "../../core/cover/cover.ts";
import { THEMES } from "../../core/cover/palettes.ts";
import { slugify } from "../../core/slug.ts";
import { readYaml } from "./yaml.ts";

const text = z.string().trim().min(1, "a text that is not empty");
const webAddress = z.url({ protocol: /^https?$/, error: "an http or https address" });
const outsideLink = z.strictObject({ label: text, href: webAddress });

const book = z.strictObject({
  title: text.max(200, "a title of at most 200 characters"),
  subtitle: text.max(100, "a subtitle of at most 100 characters").optional(),
  /** Of which its cover's colors and figure are. */
  theme: z.enum(THEMES),
  /** The retailer's page of the book; where it is not known, the retailer's search for the title. */
  link: webAddress.optional(),
  /** A picture in place of the drawn cover. It is on this site, since nothing third-party loads before a click. */
  cover: z
    .string()
    .regex(/^\/(?!\/)/, "a path of this site, such as /media/cover.webp")
    .optional(),
});

/** What `books.yaml` may hold. */
const booksSchema = z.strictObject({
  title: text,
  intro: text,
  banner: z.strictObject({
    label: text,
    heading: text,
    text,
    links: z.array(outsideLink).min(1),
    /** What the institution offers, in a line. */
    points: z.array(text).default([]),
  }),
  /** All books, at the retailer. */
  store: outsideLink,
  retailer: z.strictObject({
    label: text,
    search: webAddress.refine((value) => value.includes("{title}"), "an address that holds {title}"),
  }),
  /** The word with which titles of the series begin. */
  series: text.optional(),
  books: z.array(book).min(1),
});

type BooksFile = z.infer<typeof booksSchema>;

/** One book as its page shows it. */
export interface Book {
  slug: string;
  title: string;
  subtitle: string | null;
  link: string;
  cover: string;
}

/** The books page: plain data, safe to send to a browser. */
export interface BooksPage extends Pick<BooksFile, "title" | "intro" | "banner" | "store"> {
  linkLabel: string;
  books: Book[];
}

/** A drawn cover, and what its address ends in, by which caches know it from other drawings of the book. */
interface Cover {
  svg: string;
  version: string;
}

/** What an edition has to say of books. */
export interface EditionBooks {
  page: BooksPage;
  covers: ReadonlyMap<string, Cover>;
}

/**
 * Reads an edition's `books.yaml` and draws its covers.
 *
 * @returns undefined where the edition has no such file, and so no books
 * @throws {EditionError} where the file is wrong
 */
export async function loadBooks(folder: string): Promise<EditionBooks | undefined> {
  const path = join(folder, "books.yaml");
  const source = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (source === undefined) return undefined;
  const { title, intro, banner, store, retailer, series, books } = readYaml(path, source, booksSchema);
  const covers = new Map<string, Cover>();
  const shown = books.map((book): Book => {
    const slug = freeSlug(book.title, covers);
    const svg = drawCover({ ...book, series });
    const version = createHash("sha256").update(svg).digest("hex").slice(0, 8);
    covers.set(slug, { svg, version });
    return {
      slug,
      title: book.title,
      subtitle: book.subtitle ?? null,
      link: book.link ?? retailer.search.replaceAll("{title}", encodeURIComponent(book.title)),
      cover: book.cover ?? `/covers/${encodeURIComponent(slug)}.svg?v=${version}`,
    };
  });
  return { page: { title, intro, banner, store, linkLabel: retailer.label, books: shown }, covers };
}

/** Two books with one title get distinct addresses, in the order of the file. */
function freeSlug(title: string, taken: ReadonlyMap<string, unknown>): string {
  const base = slugify(title) || "book";
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
  return slug;
}
