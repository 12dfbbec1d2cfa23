import type { Token } from "markdown-it";
import { z } from "zod";
import { slugify } from "../../core/slug.ts";
import { text } from "./fields.ts";
import { markdown } from "./markdown.ts";
import { EditionError, readYaml } from "./yaml.ts";

/** A heading of the second level, by which the table of contents leads to its place. */
export interface Heading {
  id: string;
  text: string;
}

/** Somebody, as a list of people shows them. */
export interface Person {
  name: string;
  title: string;
  html: string;
}

/** One line of a list such as the years of a history or the openings of a newsroom. */
export interface Entry {
  /** What stands before it: a year, say. */
  label: string | null;
  title: string;
  /** The small print under the title. */
  note: string | null;
  html: string;
}

/** A page's text in the order of its file: Markdown made into HTML, and between it the lists that have a form of their own. */
export type PagePart =
  | { kind: "text"; html: string }
  | { kind: "people"; people: Person[] }
  | { kind: "entries"; entries: Entry[] };

const peopleSchema = z.array(z.strictObject({ name: text, title: text, text })).min(1, "at least one person");
const entriesSchema = z
  .array(z.strictObject({ label: text.optional(), title: text, note: text.optional(), text }))
  .min(1, "at least one entry");

/**
 * Makes a page's Markdown into what the page shows. Raw HTML is not let through. A fenced block named `people` or
 * `entries` holds YAML and becomes a list in the edition's look.
 *
 * @param linesBefore how many lines of the file stand before the text, for messages
 * @throws {EditionError} with a line for each fault
 */
export function readPageText(
  file: string,
  source: string,
  linesBefore: number,
): { headings: Heading[]; parts: PagePart[] } {
  const tokens = markdown.parse("\n".repeat(linesBefore) + source, {});
  const faults = tokens
    .flatMap((token) => faultOf(token) ?? [])
    .map(({ line, message }) => `${file}:${line}: ${message}`);
  if (faults.length > 0) throw new EditionError(faults.join("\n"));
  const headings = nameHeadings(tokens);
  const parts: PagePart[] = [];
  let run: Token[] = [];
  for (const token of tokens) {
    if (token.type !== "fence" || token.info === "") {
      run.push(token);
      continue;
    }
    endRun();
    // As many empty lines as stand before the block in its file: faults are told with the lines of the file.
    parts.push(readBlock(file, "\n".repeat((token.map?.[0] ?? 0) + 1) + token.content, token.info));
  }
  endRun();
  return { headings, parts };

  function endRun() {
    if (run.length > 0) parts.push({ kind: "text", html: markdown.renderer.render(run, markdown.options, {}) });
    run = [];
  }
}

function readBlock(file: string, yaml: string, kind: string): PagePart {
  if (kind === "people")
    return {
      kind: "people",
      people: readYaml(file, yaml, peopleSchema).map(({ name, title, text }) => ({ name, title, html: inline(text) })),
    };
  const entries = readYaml(file, yaml, entriesSchema).map(({ label, title, note, text }) => ({
    ...{ label: label ?? null, title, note: note ?? null },
    html: inline(text),
  }));
  return { kind: "entries", entries };
}

function inline(source: string): string {
  return markdown.renderInline(source);
}

/** What a page may not hold although it is Markdown. */
function faultOf(token: Token): { line: number; message: string } | undefined {
  const line = (token.map?.[0] ?? 0) + 1;
  if (token.type === "heading_open" && token.tag === "h1")
    return { line, message: "found a heading with one #, which the title already is; allowed are ## and more." };
  if (token.type === "fence" && !["", "people", "entries"].includes(token.info))
    return { line, message: `found a block named "${token.info}"; allowed are people, entries, or no name.` };
  const foreign = token.children?.find(
    (child) => child.type === "image" && !/^\/(?!\/)/.test(String(child.attrGet("src"))),
  );
  if (foreign)
    return {
      line,
      message: `found a picture at "${foreign.attrGet("src")}"; allowed is a path of this site such as /media/file.webp.`,
    };
  return undefined;
}

/** Gives every heading an id made from its words, distinct on the page, and lists those of the second level. */
function nameHeadings(tokens: Token[]): Heading[] {
  const taken = new Set<string>();
  return tokens.flatMap((token, index) => {
    if (token.type !== "heading_open") return [];
    const text = wordsOf(tokens[index + 1]);
    const base = slugify(text) || "section";
    let id = base;
    for (let number = 2; taken.has(id); number++) id = `${base}-${number}`;
    taken.add(id);
    token.attrSet("id", id);
    return token.tag === "h2" ? [{ id, text }] : [];
  });
}

function wordsOf(token: Token | undefined): string {
  return (token?.children ?? [])
    .map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : ""))
    .join("");
}
