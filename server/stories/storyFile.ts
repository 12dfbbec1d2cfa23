import { dump } from "js-yaml";
import type { Edition } from "../editions/loading/load.ts";
import { listCutTexts } from "../editions/yaml/cutTexts.ts";
import { findNearest } from "../editions/yaml/nearest.ts";
import { EditionError, readYaml } from "../editions/yaml/yaml.ts";
import { findLine } from "../editions/yaml/yamlLines.ts";
import { type FileContext, getHeadSchema, isTooLong, type StaffStoryContent, type StoryFile } from "./content.ts";
import { listMarkdownImages, replaceMarkdownImages } from "./markdownImages.ts";

/** Matches the head of a file: YAML between two lines of three hyphens. */
const HEAD = /^---\r?\n((?:[\s\S]*?\n)??)---[ \t]*(?:\r?\n|$)/;

/** Keys of the head, by the names that other systems use for the same data. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ...toNamesOf("byline", "author", "authors", "by", "writer"),
  ...toNamesOf("publishAt", "date", "published", "pubDate", "publishDate", "publish"),
  ...toNamesOf("updatedAt", "updated", "modified", "lastmod"),
  ...toNamesOf("expiresAt", "expires", "expiry", "expiryDate", "until"),
  ...toNamesOf("topics", "tags", "tag", "keywords", "topic"),
  ...toNamesOf("section", "category", "categories"),
  ...toNamesOf("title", "headline", "name"),
  ...toNamesOf("deck", "description", "summary", "subtitle", "dek", "standfirst"),
  ...toNamesOf("image", "photo", "picture", "cover", "thumbnail", "featured_image"),
  ...toNamesOf("place", "location", "dateline"),
  ...toNamesOf("language", "lang", "locale"),
  ...toNamesOf("redirectFrom", "aliases", "redirects"),
  ...toNamesOf("slug", "permalink", "url"),
  ...toNamesOf("sponsor", "sponsoredBy", "sponsored"),
};

function toNamesOf(key: string, ...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, key]));
}

/**
 * Creates the context for parsing an edition's story files. Use the same object for all files, since the schema of the
 * head is cached for this object.
 *
 * @param now ISO 8601
 */
export function createFileContext(
  { sections, timeZone }: Pick<Edition, "sections" | "timeZone">,
  now: string,
): FileContext {
  return { sections, clock: { timeZone, now } };
}

/**
 * Parses a story's Markdown file with its YAML head.
 *
 * @param path path of the file, for error messages
 * @throws {EditionError} with a line per fault
 */
export function parseStoryFile(path: string, source: string, context: FileContext): StoryFile {
  const match = HEAD.exec(source);
  if (!match)
    throw new EditionError(
      `${path}:1: found no head; a story begins with a line ---, its title and section, and a line ---.`,
    );
  const [head, yaml = ""] = match;
  // Replaces the first line of hyphens with an empty line, so that line numbers in messages are those of the file.
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
    sponsor,
    ...stateFields
  } = readYaml(path, yamlLines, getHeadSchema(context), OTHER_NAMES);
  const cut = listCutTexts(path, yamlLines);
  if (cut.length > 0) throw new EditionError(cut.join("\n"));
  const sections = own.map((name) => {
    const slug = findSection(context.sections, name);
    if (slug !== undefined) return slug;
    const line = Math.max(findLine(yamlLines, ["section"]), findLine(yamlLines, ["sections"]));
    throw new EditionError(`${path}:${line}: ${explainUnknownSection(context.sections, name)}`);
  });
  const body = source.slice(head.length).trim();
  if (isTooLong(body)) throw new EditionError(`${path}:${head.split("\n").length}: the text is too long.`);
  const options = { ...(image && { image }), ...(language && { language }), ...(canonical && { canonical }) };
  const sponsored = sponsor ? { sponsor } : {};
  return {
    ...stateFields,
    content: { title, deck, sections: [...new Set(sections)], byline, place, topics, ...options, ...sponsored, body },
  };
}

type Sections = FileContext["sections"];

/** Returns the slug of the section whose slug or name is equal to a text, ignoring case; undefined for none. */
export function findSection(sections: Sections, text: string): string | undefined {
  const key = text.trim().toLowerCase();
  const names = ({ slug, name, shortName }: Sections[number]) => [slug, name.toLowerCase(), shortName?.toLowerCase()];
  return (sections.find(({ slug }) => slug === key) ?? sections.find((section) => names(section).includes(key)))?.slug;
}

/** Returns a message for an editor who named a section that the edition does not have. */
export function explainUnknownSection(sections: Sections, text: string): string {
  const slugs = sections.map(({ slug }) => slug);
  const nearest = findNearest(text, slugs);
  const meant = nearest ? ` did you mean ${nearest}?` : "";
  return `found the section ${text};${meant} the edition's sections are ${slugs.join(", ")}.`;
}

/** Formats a story as a Markdown file. `parseStoryFile` returns the same story for this file. */
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
    sponsor: rest.sponsor,
    ...stateFields,
  };
  const isEmpty = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0);
  const defined = Object.fromEntries(Object.entries(head).filter(([, value]) => !isEmpty(value)));
  return `---\n${dump(defined, { lineWidth: -1 })}---\n\n${body}\n`;
}

/** Returns the paths or URLs of a story's lead image, sponsor's logo and images in the text, without duplicates. */
export function listImagesOfStory({ body, image, sponsor }: StaffStoryContent): string[] {
  const logo = sponsor?.logo;
  return [...new Set([...(image ? [image.file] : []), ...(logo ? [logo] : []), ...listMarkdownImages(body)])];
}

/** Replaces the paths or URLs of a story's images. Keeps paths and URLs that are missing in `replacements`. */
export function replaceImageFiles(
  content: StaffStoryContent,
  replacements: ReadonlyMap<string, string>,
): StaffStoryContent {
  const replace = (path: string) => replacements.get(path) ?? path;
  const { image, sponsor } = content;
  const body = replaceMarkdownImages(content.body, ({ before, path, after }) => {
    const replaced = replace(path);
    return `${before}${/\s/.test(replaced) ? `<${replaced}>` : replaced}${after}`;
  });
  return {
    ...content,
    body,
    ...(image && { image: { ...image, file: replace(image.file) } }),
    ...(sponsor?.logo && { sponsor: { ...sponsor, logo: replace(sponsor.logo) } }),
  };
}
