import { z } from "zod";
import { type MarkdownToken, markdown, renderTokens } from "../../../core/markdown/dialect.ts";
import { slugify, toUniqueSlug } from "../../../core/slug.ts";
import { text } from "../fields.ts";
import { EditionError, readYaml } from "../yaml/yaml.ts";

/** A heading of level 2 in the table of contents. */
export interface Heading {
  id: string;
  text: string;
}

export interface PagePerson {
  name: string;
  title: string;
  html: string;
}

export interface PageEntry {
  /** Text before the title, such as a year. */
  label: string | null;
  title: string;
  note: string | null;
  html: string;
  /** Last day on which the entry is open, such as 2025-05-09. */
  until: string | null;
}

/** A part of a page's text: rendered Markdown, or a list with its own layout. */
export type PagePart =
  | { kind: "text"; html: string }
  | { kind: "people"; people: PagePerson[] }
  | { kind: "entries"; entries: PageEntry[]; closed?: ClosedEntries };

/**
 * Entries whose last day is over, under a title such as "Closed (2)". `none` is the sentence shown in place of open
 * entries; null if there are open entries.
 */
export interface ClosedEntries {
  title: string;
  entries: PageEntry[];
  none: string | null;
}

const toNull = (value: string | undefined) => value ?? null;

/** Schema of a block `people`. */
export const peopleSchema = z
  .array(
    z.strictObject({
      name: text.describe("Name of the person."),
      title: text.describe("The person's title or task."),
      text: text.describe("Text about the person, in Markdown."),
    }),
  )
  .min(1, "at least one person");

/** Schema of a block `entries`. */
export const entriesSchema = z
  .array(
    z.strictObject({
      label: text.describe("Label before the title, such as a year.").optional().transform(toNull),
      title: text.describe("Title of the entry."),
      note: text.describe("Remark after the title, such as a place.").optional().transform(toNull),
      until: z.iso
        .date("a date such as 2025-05-09")
        .describe("Last day on which the entry, such as a job posting, is open. After it, the entry is under “Closed”.")
        .optional()
        .transform(toNull),
      text: text.describe("Text of the entry, in Markdown."),
    }),
  )
  .min(1, "at least one entry");

/**
 * Renders a page's Markdown. A fenced block named `people` or `entries` contains YAML and becomes a list.
 *
 * @param linesBefore number of lines of the file before `source`, for error messages
 * @throws {EditionError} with a line per fault
 */
export function readPageText(
  file: string,
  source: string,
  linesBefore: number,
): { headings: Heading[]; parts: PagePart[] } {
  const tokens = markdown.parse("\n".repeat(linesBefore) + source, {});
  const faults = tokens.flatMap((token) => {
    const fault = findFault(token);
    return fault ? `${file}:${(token.map?.[0] ?? 0) + 1}: ${fault}` : [];
  });
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  const headings = addHeadingIds(tokens);
  const parts: PagePart[] = [];
  let run: MarkdownToken[] = [];
  for (const token of tokens) {
    if (token.type !== "fence" || token.info === "") {
      run.push(token);
      continue;
    }
    endRun();
    // Empty lines before the block give error messages the line numbers of the file.
    parts.push(readBlock(file, "\n".repeat((token.map?.[0] ?? 0) + 1) + token.content, token.info));
  }
  endRun();
  return { headings, parts };

  function endRun() {
    if (run.length > 0) parts.push({ kind: "text", html: renderTokens(run) });
    run = [];
  }
}

function readBlock(file: string, yaml: string, kind: string): PagePart {
  const render = <Item extends { text: string }>({ text, ...item }: Item) => ({
    ...item,
    html: markdown.renderInline(text),
  });
  if (kind === "people") return { kind, people: readYaml(file, yaml, peopleSchema).map(render) };
  return { kind: "entries", entries: readYaml(file, yaml, entriesSchema).map(render) };
}

/** Returns an error message for a token that a page must not contain; undefined for an allowed token. */
function findFault(token: MarkdownToken): string | undefined {
  if (token.type === "heading_open" && token.tag === "h1")
    return "found a heading with one #, the level of the title; use ## or more.";
  if (token.type === "fence" && !["", "people", "entries"].includes(token.info))
    return `found a block named "${token.info}"; expected people, entries, or no name.`;
  const images = token.children?.filter(({ type }) => type === "image") ?? [];
  const external = images.map((image) => String(image.attrGet("src"))).find((src) => !/^\/(?!\/)/.test(src));
  if (external === undefined) return undefined;
  return `found a picture at "${external}"; expected a path of this site such as /media/file.webp.`;
}

/** Gives every heading a unique id and returns the headings of level 2. */
function addHeadingIds(tokens: MarkdownToken[]): Heading[] {
  const taken = new Set<string>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = getText(tokens[index + 1]);
    const id = toUniqueSlug(slugify(text) || "section", (candidate) => taken.has(candidate));
    taken.add(id);
    token.attrSet("id", id);
    return token.tag === "h2" ? [{ id, text }] : [];
  });
}

function getText(token: MarkdownToken | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : ""))
    .join("");
}
