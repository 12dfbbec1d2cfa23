import { join } from "node:path";
import type { z } from "zod";
import { booksSchema } from "./pages/books.ts";
import { contactSchema } from "./pages/contact.ts";
import { faqSchema } from "./pages/faq.ts";
import { frontMatterSchema } from "./pages/pages.ts";
import { partnerSchema } from "./pages/partner.ts";
import { samplesSchema } from "./pages/samples.ts";
import { authorsFileSchema } from "./schema/authors.ts";
import { signUpSchema } from "./schema/newsletter.ts";
import { editionSchema } from "./schema/schema.ts";

/** A kind of file in an edition's folder. */
interface FileKind {
  /** Name of the file's JSON Schema in schemas/, without ".schema.json". */
  id: string;
  /** Path in the edition's folder. NAME stands for any name. */
  path: string;
  schema: z.ZodType;
  /** Description of the file, in Markdown. */
  summary: string;
}

/** The files of an edition that have a schema. schemas/ and docs/edition.md are generated from this list. */
export const FILE_KINDS: readonly FileKind[] = [
  {
    id: "edition",
    path: "edition.yaml",
    schema: editionSchema,
    summary: "Everything that distinguishes the publication. The only required file.",
  },
  {
    id: "authors",
    path: "authors.yaml",
    schema: authorsFileSchema,
    summary:
      "Authors of staff stories besides those in `edition.yaml`, whose entry counts if both have one of the same slug. `stories import` writes those of an export here.",
  },
  {
    id: "samples",
    path: "samples.yaml",
    schema: samplesSchema,
    summary:
      "Invented stories, any number per section, which are shown with the label “Sample story” where feeds have brought nothing. The keys of the file are the slugs of sections; each has a list of stories.",
  },
  {
    id: "books",
    path: "books.yaml",
    schema: booksSchema,
    summary: "The page `/books`. Covers are drawn from the titles.",
  },
  { id: "faq", path: "faq.yaml", schema: faqSchema, summary: "Questions and answers, the page `/faq`." },
  {
    id: "contact",
    path: "contact.yaml",
    schema: contactSchema,
    summary:
      "The page `/contact` with its form. Without this file, “Did you write or publish this?” opens a mail to `newsroomEmail`.",
  },
  {
    id: "partner",
    path: "partner.yaml",
    schema: partnerSchema,
    summary:
      "Documents for partners, the page `/partner`. `node tools/documents.ts FOLDER` creates the files of the documents from `partner/*.md`.",
  },
  {
    id: "signup",
    path: "signup.yaml",
    schema: signUpSchema,
    summary:
      "The texts of the sign-up for the briefing. Required if and only if `edition.yaml` has a `newsletter` ([newsletter.md](newsletter.md)).",
  },
  {
    id: "page",
    path: "pages/NAME.md",
    schema: frontMatterSchema,
    summary:
      "The page `/NAME` in Markdown. These are the keys of its front matter, the lines between two lines of `---` at its top. `links.pages` in `edition.yaml` lists the pages in the footer.",
  },
];

/** Returns the path of a JSON Schema. Both this file and the server's bundle are two folders below the root. */
export function getSchemaFile(id: string): string {
  return join(import.meta.dirname, "../../schemas", `${id}.schema.json`);
}
