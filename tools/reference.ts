/**
 * `node tools/reference.ts` writes reference files. From the schemas of the editions' files, it writes docs/edition.md
 * and, for text editors, schemas/*.schema.json. For operators, it writes docs/configuration.md and docs/commands.md.
 * From the newest complete benchmark, it writes docs/performance.md. A test compares the committed files with
 * `formatReference()`.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { load } from "js-yaml";
import { formatPerformancePage } from "../bench/performancePage.ts";
import { FILE_KINDS } from "../server/editions/fileSchemas.ts";
import { entriesSchema, peopleSchema } from "../server/editions/pages/pageText.ts";
import { type DescribedFile, formatFileReference } from "./editionMarkdown.ts";
import { toJsonSchema } from "./editionSchemas.ts";
import { formatCommands, formatConfiguration } from "./operatorReference.ts";

const ROOT = join(import.meta.dirname, "..");
/** Editions from which examples are taken, those with the most keys first. */
const EDITIONS = ["chicago", "madison", "milwaukee"];

const INTRO = `# The files of an edition

<!-- Written by \`node tools/reference.ts\` from the schemas in server/editions/; a test compares them. -->

An edition is a folder of text files. Only \`edition.yaml\` is required, and of its keys only those marked so: what an edition leaves out does not exist on its site. \`npx broadsheet new\` writes a folder to begin with, \`npx broadsheet check\` names every mistake with file and line, and a running site loads changes as they are saved. [publishing.md](publishing.md) shows the way from nothing to a site. The examples here are from the shipped editions.

**Editors** that know YAML, such as Visual Studio Code with Red Hat’s extension “YAML”, complete the keys and mark mistakes as you type. They read the schema that the first line of a file names, relative to the file:

\`\`\`yaml
# yaml-language-server: $schema=../../schemas/edition.schema.json
\`\`\`

\`new\` writes this line, also for a folder elsewhere. If you move an edition to a place from which the path leads nowhere, correct the path or delete the line; the server does not read it. A schema knows less than \`check\`: it cannot compare values, such as two sections with one slug, or look for files.

**Dots and brackets** in the tables name keys inside of keys: \`from.address\` is the key \`address\` in \`from\`, and \`feeds[].url\` is the key \`url\` of each item in the list \`feeds\`. A text with a colon and a space, or one that begins with a character such as \`#\`, \`@\` or \`"\`, needs double quotes.

The folder \`media/\` has the files that others name: images, the film, documents, the radio loop, logos.
`;

/** Generates the reference files, and returns their contents by path. */
export async function formatReference(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const described: DescribedFile[] = [];
  for (const { id, path, schema, summary } of FILE_KINDS) {
    const json = toJsonSchema(schema);
    files[`schemas/${id}.schema.json`] = `${JSON.stringify(json, null, 2)}\n`;
    const contents = id === "page" ? await readFrontMatter() : await readAll(path);
    const prefix = id === "edition" ? "" : `\`${path}\`: `;
    described.push({ title: `\`${path}\``, prefix, summary, schema: json, contents });
  }
  const pages = await readBlocks();
  for (const [name, schema, summary] of [
    ["people", peopleSchema, "A fenced block named `people` in the text of a page: a list of people, in YAML."],
    ["entries", entriesSchema, "A fenced block named `entries`: a list of years, openings and the like, in YAML."],
  ] as const)
    described.push({
      title: `Block \`${name}\``,
      prefix: "",
      summary,
      schema: toJsonSchema(schema),
      contents: pages[name] ?? [],
    });
  files["docs/configuration.md"] = formatConfiguration();
  files["docs/commands.md"] = formatCommands();
  files["docs/performance.md"] = await formatPerformancePage();
  files["docs/edition.md"] = `${[INTRO.trimEnd(), ...described.map(formatFileReference)].join("\n\n")}\n`;
  return files;
}

async function readAll(path: string): Promise<unknown[]> {
  const sources = await Promise.all(
    EDITIONS.map((id) => readFile(join(ROOT, "editions", id, path), "utf8").catch(() => "")),
  );
  return sources.filter((source) => source !== "").map((source) => load(source));
}

const EXAMPLE_PAGES = ["about", "careers", "privacy"].map((name) => join(ROOT, "editions/chicago/pages", `${name}.md`));

async function readFrontMatter(): Promise<unknown[]> {
  const sources = await Promise.all(EXAMPLE_PAGES.map((path) => readFile(path, "utf8")));
  return sources.map((source) => load(source.split(/^---$/m)[1] ?? ""));
}

/** Returns the parsed YAML of the fenced blocks in `EXAMPLE_PAGES`, by the name after a block's opening fence. */
async function readBlocks(): Promise<Partial<Record<string, unknown[]>>> {
  const sources = await Promise.all(EXAMPLE_PAGES.map((path) => readFile(path, "utf8")));
  const blocks = sources.flatMap((source) => [...source.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]);
  const byName = Object.groupBy(blocks, ([, name = ""]) => name);
  return Object.fromEntries(
    Object.entries(byName).map(([name, found = []]) => [name, found.map(([, , yaml = ""]) => load(yaml))]),
  );
}

if (import.meta.main)
  for (const [path, text] of Object.entries(await formatReference())) {
    await mkdir(join(ROOT, path, ".."), { recursive: true });
    await writeFile(join(ROOT, path), text);
  }
