import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { displayDate } from "../../../core/dates.ts";
import { TONES, type Tone } from "../../../core/motifs.ts";
import { ignoreMissing } from "../../files/missingFiles.ts";
import { typesetHtml } from "../../html/typesetHtml.ts";
import { link, slug, text } from "../fields.ts";
import { EditionError, readText, readYaml } from "../yaml/yaml.ts";
import { type Heading, type PagePart, readPageText } from "./pageText.ts";

type FrontMatter = z.infer<typeof frontMatterSchema>;

/** A page of the edition: `pages/about.md` is `/about`. Plain data, safe to send to a browser. */
export interface StaticPage extends Pick<FrontMatter, "title" | "description" | "related"> {
  slug: string;
  /** Sentence under the title. */
  deck: string | null;
  updated: { day: string; text: string } | null;
  /** Palette of the skyline above the text; null for no skyline. */
  tone: Tone | null;
  /** Headings in the table of contents; [] for no table. */
  contents: Heading[];
  parts: PagePart[];
}

/** Schema of the front matter of `pages/NAME.md`. */
export const frontMatterSchema = z.strictObject({
  title: text.describe("Title of the page."),
  description: text
    .max(160, "text of at most 160 characters")
    .describe("Description for search engines, which truncate longer ones."),
  deck: text.describe("Sentence under the title.").optional(),
  updated: z.iso.date("a date such as 2025-04-10").describe("Date of the last change.").optional(),
  tone: z.enum(TONES).describe("Colors of a skyline above the text; without it, there is none.").optional(),
  contents: z.boolean().default(false).describe("True for a table of contents."),
  related: z.array(link).default([]).describe("Links under the text."),
});

/** Matches YAML between two lines of three hyphens at the top of a file. */
const FRONT_MATTER = /^---\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/;

/**
 * Reads the Markdown files in an edition's folder `pages`, if it exists, into a map by slug.
 *
 * @param sections slugs of the edition's sections, which pages must not use
 * @throws {EditionError} with a line per fault
 */
export async function loadPages(
  folder: string,
  sections: readonly string[],
  language: string,
): Promise<Map<string, StaticPage>> {
  const files = await readdir(join(folder, "pages")).catch(ignoreMissing);
  const pages = new Map<string, StaticPage>();
  const faults: string[] = [];
  for (const file of (files ?? []).filter(isPageFile).sort()) {
    const path = join(folder, "pages", file);
    try {
      const page = readPage(path, (await readText(path)) ?? "", language);
      const { slug } = page;
      if (sections.includes(slug))
        faults.push(`${path}:1: found a page at the address of the section ${slug}; choose another name.`);
      pages.set(slug, page);
    } catch (error) {
      if (!(error instanceof EditionError)) throw error;
      faults.push(error.message);
    }
  }
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  return pages;
}

/** Returns true for visible Markdown files. Text editors create hidden ones, such as the lock ".#about.md" of Emacs. */
function isPageFile(name: string): boolean {
  return name.endsWith(".md") && !name.startsWith(".");
}

function readPage(path: string, source: string, language: string): StaticPage {
  const name = basename(path, ".md");
  if (!slug.safeParse(name).success)
    throw new EditionError(
      `${path}:1: found the file name "${name}"; expected lower-case letters, digits and single hyphens.`,
    );
  const match = FRONT_MATTER.exec(source);
  if (!match)
    throw new EditionError(
      `${path}:1: found no front matter; a page begins with a line ---, its title and description, and a line ---.`,
    );
  const [head, yaml = ""] = match;
  // The line break stands for the first line of hyphens, so that line numbers in error messages match the file.
  const { deck, updated, tone, contents, ...texts } = readYaml(path, `\n${yaml}`, frontMatterSchema);
  const { headings, parts } = readPageText(path, source.slice(head.length), head.split("\n").length - 1);
  return {
    slug: name,
    ...texts,
    deck: deck ?? null,
    // A date without a time, such as `updated`, is parsed as UTC.
    updated: updated ? { day: updated, text: displayDate(updated, { timeZone: "UTC", language }) } : null,
    tone: tone ?? null,
    contents: contents ? headings : [],
    parts: parts.map((part) => setPart(part, language)),
  };
}

function setPart(part: PagePart, language: string): PagePart {
  const set = <Part extends { html: string }>(one: Part): Part => ({ ...one, html: typesetHtml(one.html, language) });
  if (part.kind === "people") return { ...part, people: part.people.map(set) };
  if (part.kind === "entries") return { ...part, entries: part.entries.map(set) };
  return set(part);
}
