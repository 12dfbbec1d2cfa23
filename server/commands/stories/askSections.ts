import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { z } from "zod";
import { readYaml } from "../../editions/yaml/yaml.ts";
import { EditorError } from "../../stories/editStories.ts";
import {
  countCategories,
  createSectionTable,
  NO_SECTION,
  type SectionTable,
} from "../../stories/import/sectionTable.ts";
import type { StoryExport } from "../../stories/import/storyExport.ts";
import { print, type StoryContext, UsageError } from "../command.ts";

/** A question whose answer is a section. */
interface Question {
  /** Noun phrase for the stories in question, such as `the category "Parks" (3 stories)`. */
  about: string;
  /** Flag that answers the question, such as "--section parks=SLUG". */
  flag: string;
  mayBeNone: boolean;
  answer(section: string): void;
}

/**
 * Returns the sections for an export's categories, from --section, --map and --default. Asks for missing ones on
 * standard error.
 *
 * @throws {EditorError} that lists all missing sections, if standard input ends
 */
export async function askSections(
  context: StoryContext,
  exported: StoryExport,
): Promise<{ table: SectionTable; fallback: string | undefined }> {
  const sections = context.edition.sections.map(({ slug }) => slug);
  const table = createSectionTable([...(await readMap(context.options.map)), ...readFlags(context)], sections);
  let fallback = context.options.default;
  if (fallback !== undefined) requireSection(fallback, sections);
  const counts = await countCategories(exported);
  const questions = [...counts.values()].flatMap(({ category, posts }): Question[] => {
    const section = table.find(category);
    if (section !== undefined && section !== NO_SECTION) requireSection(section, sections);
    if (section !== undefined || fallback !== undefined) return [];
    return [
      {
        about: `the category "${category.name}" (${countStories(posts)})`,
        flag: `--section ${category.slug}=SLUG`,
        mayBeNone: true,
        answer: (answered) => table.set(category, answered),
      },
    ];
  });
  await ask(questions, sections);
  for (const { category } of counts.values())
    print(`${category.name}: ${formatSection(table.find(category) ?? fallback)}`);
  const unplaced = fallback === undefined ? await countUnplaced(exported, table) : 0;
  const answer = (answered: string) => {
    fallback = answered;
  };
  const about = `${countStories(unplaced)} whose categories have no section`;
  if (unplaced > 0) await ask([{ about, flag: "--default SLUG", mayBeNone: false, answer }], sections);
  return { table, fallback };
}

async function countUnplaced(exported: StoryExport, table: SectionTable): Promise<number> {
  let unplaced = 0;
  for await (const post of exported.posts()) if (table.place(post).sections.length === 0) unplaced++;
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

async function ask(questions: readonly Question[], sections: readonly string[]): Promise<void> {
  if (questions.length === 0) return;
  process.stderr.write(`The edition's sections are ${sections.join(", ")}.\n`);
  const lines = createInterface({ input: process.stdin });
  const answers = lines[Symbol.asyncIterator]();
  for (const [index, { about, mayBeNone, answer }] of questions.entries()) {
    for (;;) {
      process.stderr.write(`Section for ${about}${mayBeNone ? `, or ${NO_SECTION} for none` : ""}: `);
      const { value, done } = await answers.next();
      if (done) throw new EditorError(listUnanswered(questions.slice(index)));
      const answered = String(value).trim();
      if (sections.includes(answered) || (mayBeNone && answered === NO_SECTION)) {
        answer(answered);
        break;
      }
      process.stderr.write(`There is no section "${answered}".\n`);
    }
  }
  lines.close();
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
