import type { Edition } from "../../editions/loading/load.ts";
import { EditorError } from "../../editorError.ts";
import type { Database } from "../../store/schema/schema.ts";
import { getMediaKey, hasMedia } from "../../store/stories/storyMedia.ts";
import { headSchema, isTooLong, type StaffStoryContent, type StoryFile } from "../content.ts";
import type { CopyContent } from "../copyContent.ts";
import { listImagesOfStory } from "../storyFile.ts";

/** Names of fields in messages to editors. For other fields, messages contain the key. */
const FIELDS: Readonly<Record<string, string>> = {
  title: "headline",
  sections: "section",
  byline: "byline",
  canonical: "canonical address",
  expiresAt: "end of the notice",
};

/** Messages about a story without a required field, by the field's key. */
const MISSING: Readonly<Record<string, string>> = {
  title: "The story has no headline.",
  section: "The story is in no section.",
};

/**
 * Checks a working copy by the rules for a story's file, and converts it to the content of a version.
 *
 * @throws {EditorError} with one sentence for each fault
 */
export function checkCopy(
  { body, image, expiresAt, ...fields }: CopyContent,
  { sections }: Pick<Edition, "sections">,
): Pick<StoryFile, "content" | "expiresAt"> {
  const isFilled = (name: string) => name.trim() !== "";
  const { data, error } = headSchema.safeParse({
    ...fields,
    ...(fields.language === "" && { language: undefined }),
    ...(fields.canonical === "" && { canonical: undefined }),
    byline: fields.byline.filter(isFilled),
    topics: fields.topics.filter(isFilled),
    sections: fields.sections.length > 0 ? fields.sections : undefined,
    image: image?.file ? image : undefined,
    expiresAt: expiresAt || undefined,
  });
  const faults = error?.issues.map((issue) => describeFault(issue.path, issue.message)) ?? [];
  const known = new Set(sections.map(({ slug }) => slug));
  for (const name of fields.sections)
    if (!known.has(name)) faults.push(`The edition has no section ${JSON.stringify(name)}.`);
  // Removes U+0000, which PostgreSQL does not store.
  const text = body.replaceAll("\0", "").toWellFormed().trim();
  if (isTooLong(text)) faults.push("The text is too long.");
  if (!data || faults.length > 0) throw new EditorError(faults.join(" "));
  const { title, deck, byline, place, topics, sponsor, language, canonical } = data;
  const options = {
    ...(data.image && { image: data.image }),
    ...(language && { language }),
    ...(canonical && { canonical }),
    ...(sponsor && { sponsor }),
  };
  const content = { title, deck, sections: data.sections, byline, place, topics, ...options, body: text };
  return { content, ...(data.expiresAt !== undefined && { expiresAt: data.expiresAt }) };
}

function describeFault([field = ""]: readonly PropertyKey[], expected: string): string {
  const name = String(field);
  if (MISSING[name] && /^(?:text that is not empty|at least one section)/.test(expected)) return MISSING[name];
  return `The ${FIELDS[name] ?? name} must be ${expected}.`;
}

/** Checks that each image of a story is in the store or has an http(s) URL. @throws {EditorError} otherwise */
export async function requireImages(database: Database, content: StaffStoryContent): Promise<void> {
  for (const file of listImagesOfStory(content)) {
    const key = getMediaKey(file);
    if (key === undefined ? !/^https?:/i.test(file) : !(await hasMedia(database, key)))
      throw new EditorError(`The image ${file} is not in the library. Choose it again.`);
  }
}
