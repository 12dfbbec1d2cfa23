import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { readYaml } from "../../editions/yaml/yaml.ts";
import { EditorError } from "../../editorError.ts";
import {
  countCategories,
  createSectionTable,
  NO_SECTION,
  type SectionTable,
} from "../../stories/import/sectionTable.ts";
import type { StoryExport } from "../../stories/import/storyExport.ts";
import { print, type StoryContext, UsageError } from "../command.ts";
import type { Dialog } from "../dialog.ts";

/** A question that is answered with a section. */
interface Question {
  /** Noun phrase for the stories in question, such as `the category "Parks" (3 stories)`. */
  about: string;
  /** Flag that would answer the question, such as "--section parks=SLUG". */
  flag: string;
  mayBeNone: boolean;
  /** Answer for an empty line; undefined if an empty line is not accepted. */
  proposal: string | undefined;
  answer(section: string): void;
}

/**
 * Returns a table with a section for each category of an export, and a default section for stories that get no section
 * from the table. Takes the sections from --section, --map and --default, and asks for the others on standard error.
 *
 * @throws {EditorError} if standard input ends; the message lists the unanswered questions
 */
export async function askSections(
  context: StoryContext,
  exported: StoryExport,
  dialog: Dialog,
): Promise<{ table: SectionTable; fallback: string | undefined }> {
  const sections = context.edition.sections.map(({ slug }) => slug);
  const find = createSectionFinder(context);
  const given = [...(await readMap(context.options.map)), ...readFlags(context)];
  const table = createSectionTable(
    given.map(([category, section]) => [category, find(section) ?? section]),
    sections,
  );
  let fallback = context.options.default && (find(context.options.default) ?? context.options.default);
  if (fallback !== undefined) requireSection(fallback, sections);
  const counts = await countCategories(exported);
  const questions = [...counts.values()].flatMap(({ category, posts }): Question[] => {
    const section = table.find(category);
    if (section !== undefined && section !== NO_SECTION) requireSection(section, sections);
    if (section !== undefined || fallback !== undefined) return [];
    return [
      {
        about: `the category "${category.name}"${category.parent ? ` in "${category.parent}"` : ""} (${countStories(posts)})`,
        flag: `--section ${category.slug}=SLUG`,
        mayBeNone: true,
        proposal:
          find(category.name) ?? find(category.slug) ?? (category.parent && find(category.parent)) ?? NO_SECTION,
        answer: (answered) => table.set(category, answered),
      },
    ];
  });
  await ask(questions, sections, find, dialog);
  for (const { category } of counts.values())
    print(`${category.name}: ${formatSection(table.find(category) ?? fallback)}`);
  const unplaced = fallback === undefined ? await countUnplaced(exported, table) : 0;
  const answer = (answered: string) => {
    fallback = answered;
  };
  const about = `${countStories(unplaced)} whose categories have no section`;
  if (unplaced > 0)
    await ask(
      [{ about, flag: "--default SLUG", mayBeNone: false, proposal: undefined, answer }],
      sections,
      find,
      dialog,
    );
  return { table, fallback };
}

async function countUnplaced(exported: StoryExport, table: SectionTable): Promise<number> {
  let unplaced = 0;
  for await (const post of exported.posts(null))
    if (post.kind === "post" && table.place(post).sections.length === 0) unplaced++;
  return unplaced;
}

function readFlags({ lists: { section: flags = [] } }: StoryContext): [string, string][] {
  return flags.map((flag) => {
    const [, category, section] = /^(.+)=([^=]+)$/.exec(flag) ?? [];
    if (!category || !section) throw new UsageError(`--section needs CATEGORY=SLUG; found "${flag}".`);
    return [category, section];
  });
}

async function readMap(path: string | undefined): Promise<[string, string][]> {
  if (path === undefined) return [];
  const source = await readFile(path, "utf8").catch((error: Error) => {
    throw new EditorError(`${path}: ${error.message}.`);
  });
  return Object.entries(readYaml(path, source, z.record(z.string(), z.string())));
}

function requireSection(section: string, sections: readonly string[]): void {
  if (!sections.includes(section))
    throw new UsageError(`The edition has no section "${section}". It has ${sections.join(", ")}.`);
}

/** Matches an answer that applies to all remaining categories, too, such as "all local". */
const ALL = /^all\s+(\S.*)$/i;

async function ask(
  questions: readonly Question[],
  sections: readonly string[],
  find: FindSection,
  dialog: Dialog,
): Promise<void> {
  if (questions.length === 0) return;
  process.stderr.write(`The edition's sections are ${sections.join(", ")}.\n`);
  if (questions.length > 1) process.stderr.write('"all SECTION" answers for all categories that are left.\n');
  let forAll: string | undefined;
  for (const [index, { about, mayBeNone, proposal, answer }] of questions.entries()) {
    while (forAll === undefined) {
      const enter = proposal === undefined ? "" : ` [${proposal}]`;
      const line = await dialog.ask(`Section for ${about}${mayBeNone ? `, or ${NO_SECTION} for none` : ""}${enter}: `);
      if (line === undefined) throw new EditorError(listUnanswered(questions.slice(index)));
      const given = line || (proposal ?? "");
      const answered = ALL.exec(given)?.[1] ?? given;
      const section = mayBeNone && answered === NO_SECTION ? NO_SECTION : find(answered);
      if (section === undefined) {
        process.stderr.write(`There is no section "${answered}".\n`);
        continue;
      }
      if (answered !== given) forAll = section;
      answer(section);
      break;
    }
    if (forAll !== undefined) answer(forAll);
  }
}

type FindSection = (answer: string) => string | undefined;

/** Returns a function that finds a section's slug by the section's slug or name, ignoring case. */
function createSectionFinder({ edition }: StoryContext): FindSection {
  const key = (text: string) => text.trim().toLowerCase();
  const slugs = new Map(
    edition.sections.flatMap(({ slug, name, shortName }) =>
      [slug, name, shortName ?? name].map((text) => [key(text), slug] as const),
    ),
  );
  return (answer) => slugs.get(key(answer));
}

/** `stories import FILE --write-map FILE`: writes a file for --map, with a proposed section for each category. */
export async function writeMap(context: StoryContext, exported: StoryExport, path: string): Promise<number> {
  const find = createSectionFinder(context);
  const categories = [...(await countCategories(exported)).values()];
  const lines = categories.map(({ category, posts }) => {
    const section = find(category.name) ?? find(category.slug) ?? NO_SECTION;
    const parent = category.parent ? `, in ${category.parent}` : "";
    return `${JSON.stringify(category.name)}: ${JSON.stringify(section)} # ${countStories(posts)}${parent}`;
  });
  const sections = context.edition.sections.map(({ slug }) => slug).join(", ");
  const head = `# A section for each category: ${sections}, or "${NO_SECTION}" for none.`;
  await writeFile(path, `${[head, ...lines].join("\n")}\n`, { flag: "wx" }).catch((error: Error) => {
    throw new EditorError(`${path}: ${error.message}.`);
  });
  print(`${categories.length} categories written to ${path}. Edit it, and import with --map ${path}.`);
  return 0;
}

/**
 * Returns the pattern of addresses for exported posts without an address. Takes it from --permalinks, or else asks for
 * it. Returns null if there are no such posts, or if they should get no address.
 *
 * @throws {EditorError} if there are such posts and standard input ends
 */
export async function askPermalinks(
  context: StoryContext,
  { withoutLink }: StoryExport,
  dialog: Dialog,
): Promise<string | null> {
  const given = context.options.permalinks;
  if (given !== undefined) return given === NO_SECTION ? null : given;
  if (withoutLink === 0) return null;
  const answer = await dialog.ask(
    `${withoutLink} posts have no address. Structure of permalinks (Settings → Permalinks), or ${NO_SECTION} for none: `,
  );
  if (answer === undefined)
    throw new EditorError(
      `\nNothing was imported. ${withoutLink} posts have no address: give --permalinks "/%year%/%monthnum%/%postname%/" as on the old site, or --permalinks ${NO_SECTION}.`,
    );
  return answer === NO_SECTION || answer === "" ? null : answer;
}

function listUnanswered(questions: readonly Question[]): string {
  const lines = questions.map(({ about, flag }) => `  ${flag}  for ${about}`);
  return ["\nNothing was imported. These need a section:", ...lines].join("\n");
}

function formatSection(section: string | undefined): string {
  return section === undefined || section === NO_SECTION ? "no section" : section;
}

function countStories(count: number): string {
  return count === 1 ? "1 story" : `${count} stories`;
}
