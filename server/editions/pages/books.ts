import { join } from "node:path";
import { z } from "zod";
import { slugify, toUniqueSlug } from "../../../core/slug.ts";
import { text, webAddress } from "../fields.ts";
import { hashDrawing } from "../schema/socialImageUrl.ts";
import { readYamlFile } from "../yaml/yaml.ts";

/** Subjects of books. Each has its own cover colors and shapes. */
export const BOOK_THEMES = ["scripture", "breath", "mind", "body", "wealth", "way", "classic"] as const;
export type Theme = (typeof BOOK_THEMES)[number];

const outsideLink = z.strictObject({
  label: text.describe("Text of the link."),
  href: webAddress.describe("An http or https address."),
});

const book = z.strictObject({
  title: text.max(200, "a title of at most 200 characters").describe("Title of the book."),
  subtitle: text.max(100, "a subtitle of at most 100 characters").describe("Subtitle of the book.").optional(),
  theme: z.enum(BOOK_THEMES).describe("Subject, which decides the colors and shapes of the cover."),
  link: webAddress
    .meta({
      description: "The book's page at the retailer; by default, the retailer's search for the title.",
      examples: ["https://www.amazon.com/dp/0140455574"],
    })
    .optional(),
  cover: z
    .string()
    .regex(/^\/(?!\/)/, "a path of this site, such as /media/cover.webp")
    .meta({
      description: "Path on this site of an image that replaces the drawn cover.",
      examples: ["/media/cover.webp"],
    })
    .optional(),
});

/** Schema of `books.yaml`. */
export const booksSchema = z.strictObject({
  title: text.describe("Title of the page and of its link in the menu."),
  intro: text.describe("Paragraph under the title."),
  banner: z
    .strictObject({
      label: text.describe("Label above the heading, such as Promotion."),
      heading: text.describe("Heading of the banner."),
      text: text.describe("Paragraph under the heading."),
      links: z.array(outsideLink).min(1).describe("Buttons of the banner."),
      points: z.array(text).default([]).describe("The institution's offers, shown in one row."),
    })
    .describe("The banner above the books."),
  store: outsideLink.describe("The retailer's page with all books."),
  retailer: z
    .strictObject({
      label: text.describe("Text of the link under each book."),
      search: webAddress
        .refine((value) => value.includes("{title}"), "an address that holds {title}")
        .describe("Address of the retailer's search, with the placeholder {title}."),
    })
    .describe("The retailer of the books."),
  series: text.describe("First word of all titles in a series, which covers show above a rule.").optional(),
  books: z.array(book).min(1).describe("Books in the order of the page."),
});

type BooksConfig = z.infer<typeof booksSchema>;

/** The books page. Plain data, safe to send to a browser. */
export interface BooksPage extends Pick<BooksConfig, "title" | "intro" | "banner" | "store"> {
  linkLabel: string;
  books: Book[];
}

interface Book {
  slug: string;
  title: string;
  subtitle: string | null;
  link: string;
  cover: string;
}

/**
 * Version of the covers' drawing. Raise it when covers are drawn differently; bookCover.test.ts detects such a change.
 */
const COVER_REVISION = 1;

/** The text and theme of a drawn cover. */
export interface BookCover extends Pick<BooksConfig["books"][number], "title" | "subtitle" | "theme"> {
  series: string | undefined;
  /** Digest of the drawing. It is part of the cover's URL, so caches may store the cover forever. */
  version: string;
}

export interface EditionBooks {
  page: BooksPage;
  /** Drawn covers by book slug. */
  covers: ReadonlyMap<string, BookCover>;
}

/** Reads `books.yaml`; returns undefined if the file is missing. @throws {EditionError} if it is invalid */
export async function loadBooks(folder: string): Promise<EditionBooks | undefined> {
  const config = await readYamlFile(join(folder, "books.yaml"), booksSchema);
  if (!config) return undefined;
  const { title, intro, banner, store, retailer, series } = config;
  const covers = new Map<string, BookCover>();
  const books = config.books.map(({ title, subtitle, theme, link, cover }): Book => {
    const slug = toUniqueSlug(slugify(title) || "book", (candidate) => covers.has(candidate));
    const version = hashDrawing(COVER_REVISION, [title, subtitle, theme, series]);
    covers.set(slug, { title, subtitle, series, theme, version });
    return {
      slug,
      title,
      subtitle: subtitle ?? null,
      link: link ?? retailer.search.replaceAll("{title}", encodeURIComponent(title)),
      cover: cover ?? `/covers/${encodeURIComponent(slug)}.svg?v=${version}`,
    };
  });
  return { page: { title, intro, banner, store, linkLabel: retailer.label, books }, covers };
}
