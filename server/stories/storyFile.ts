import { dump } from "js-yaml";
import { listCutTexts } from "../editions/yaml/cutTexts.ts";
import { EditionError, readYaml } from "../editions/yaml/yaml.ts";
import { findLine } from "../editions/yaml/yamlLines.ts";
import { headSchema, isTooLong, type StaffStoryContent, type StoryFile } from "./content.ts";
import { listMarkdownImages, replaceMarkdownImages } from "./markdownImages.ts";

/** YAML between two lines of three hyphens at the top of a file. */
const HEAD = /^---\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/;

/**
 * Parses a story's Markdown file with its YAML head.
 *
 * @param path named in error messages
 * @param sections slugs of the edition's sections
 * @throws {EditionError} with a line per fault
 */
export function parseStoryFile(path: string, source: string, sections: readonly string[]): StoryFile {
  const match = HEAD.exec(source);
  if (!match)
    throw new EditionError(
      `${path}:1: found no head; a story begins with a line ---, its title and section, and a line ---.`,
    );
  const [head, yaml = ""] = match;
  // The line break replaces the line of hyphens, so that the line numbers in faults are those of the file.
  const yamlLines = `\n${yaml}`;
  const {
    title,
    deck,
    sections: own,
    byline,
    place,
    topics,
    image,
    language,
    canonical,
    ...stateFields
  } = readYaml(path, yamlLines, headSchema);
  const cut = listCutTexts(path, yamlLines);
  if (cut.length > 0) throw new EditionError(cut.join("\n"));
  const unknown = own.filter((slug) => !sections.includes(slug));
  if (unknown.length > 0) {
    const line = Math.max(findLine(yamlLines, ["section"]), findLine(yamlLines, ["sections"]));
    throw new EditionError(
      `${path}:${line}: found the section ${unknown.join(", ")}; the edition's sections are ${sections.join(", ")}.`,
    );
  }
  const body = source.slice(head.length).trim();
  if (isTooLong(body)) throw new EditionError(`${path}:${head.split("\n").length}: the text is too long.`);
  const options = { ...(image && { image }), ...(language && { language }), ...(canonical && { canonical }) };
  return { ...stateFields, content: { title, deck, sections: own, byline, place, topics, ...options, body } };
}

/** Formats a story as a Markdown file that `parseStoryFile` parses to the same story. */
export function formatStoryFile({ content, ...stateFields }: StoryFile): string {
  const { body, sections, byline, ...rest } = content;
  const [section, ...others] = sections;
  const head = {
    title: rest.title,
    deck: rest.deck || undefined,
    ...(others.length > 0 ? { sections } : { section }),
    byline: byline.length > 1 ? byline : byline[0],
    place: rest.place || undefined,
    topics: rest.topics.length > 0 ? rest.topics : undefined,
    image: rest.image,
    language: rest.language,
    canonical: rest.canonical,
    ...stateFields,
  };
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  const defined = Object.fromEntries(Object.entries(head).filter(([, value]) => !isEmpty(value)));
  return `---\n${dump(defined, { lineWidth: -1 })}---\n\n${body}\n`;
}

/** Returns the paths or URLs of a story's images: in the text, and beside the headline. */
export function listImagesOfStory({ body, image }: StaffStoryContent): string[] {
  return [...new Set([...(image ? [image.file] : []), ...listMarkdownImages(body)])];
}

/** Replaces the paths or URLs of a story's images; leaves those that `replacements` lacks. */
export function replaceImageFiles(
  content: StaffStoryContent,
  replacements: ReadonlyMap<string, string>,
): StaffStoryContent {
  const replace = (path: string) => replacements.get(path) ?? path;
  const { image } = content;
  const body = replaceMarkdownImages(content.body, ({ before, path, after }) => {
    const replaced = replace(path);
    return `${before}${/\s/.test(replaced) ? `<${replaced}>` : replaced}${after}`;
  });
  return { ...content, body, ...(image && { image: { ...image, file: replace(image.file) } }) };
}
