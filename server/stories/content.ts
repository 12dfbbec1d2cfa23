import { z } from "zod";
import { type EditorClock, type EditorTime, parseEditorTime } from "../../core/editorTimes.ts";
import { parseInstant } from "../../core/instant.ts";
import { text, webAddress } from "../editions/fields.ts";
import type { Edition } from "../editions/loading/load.ts";
import { SPONSOR_KINDS, sponsorSchema } from "../store/articles/sponsor.ts";
import { parseStored, StoredJsonError } from "../store/storedJson.ts";
import { MAX_BODY } from "./copyContent.ts";

/**
 * Matches control characters except tabs and line breaks. Escapes in YAML and JSON can produce such characters, and
 * PostgreSQL does not store U+0000.
 */
const CONTROLS = /[^\P{Cc}\t\r\n]/u;
const NO_CONTROLS = "text without control characters";

function hasNoControls(value: string): boolean {
  return !CONTROLS.test(value);
}

const line = text.refine(hasNoControls, NO_CONTROLS).transform((value) => value.replaceAll(/\s+/g, " "));
const optionalText = z.string().trim().refine(hasNoControls, NO_CONTROLS).default("");

/** Parts of an edition that are needed to interpret the YAML head of a story's file. */
export interface FileContext {
  sections: readonly Pick<Edition["sections"][number], "slug" | "name" | "shortName">[];
  clock: EditorClock;
}

const image = z.strictObject({
  /** Path of the image relative to the story's file; in the store, the image's URL. */
  file: text.refine(hasNoControls, NO_CONTROLS),
  alt: optionalText,
  caption: optionalText,
  credit: optionalText,
  /** Point of the image that crops keep visible, in percent from the left and from the top. */
  focus: z
    .string()
    .regex(/^(?:100|\d{1,2})% (?:100|\d{1,2})%$/, 'a point such as "50% 25%", from the left and from the top')
    .optional(),
});

/** Sponsor who paid for a story, or supports the reporting. */
const sponsor = z.strictObject({
  name: line.pipe(z.string().max(100, "a name of at most 100 characters")),
  /** URL of the sponsor's page, to which the story's sponsor label links. */
  link: webAddress.optional(),
  /** Path of the sponsor's logo relative to the story's file; in the store, the logo's URL. */
  logo: text.refine(hasNoControls, NO_CONTROLS).optional(),
  kind: z.enum(SPONSOR_KINDS, {
    error: "paid, if the sponsor bought the story, or underwritten, if the sponsor supports the newsroom's reporting",
  }),
});

const path = z
  .string()
  .regex(/^\/(?:[^?#]+|\?[a-z_]+=[\w-]+)$/, "a path such as /2019/04/ferry-returns/, or a query such as /?p=12");
const paths = z.union([path.transform((one) => [one]), z.array(path)], { error: "a path, or a list of paths" });

const names = z.union([line.transform((name) => [name]), z.array(line)], { error: "a name, or a list of names" });
/** Slugs of sections. A file may also contain names of sections, which are later replaced with slugs. */
const sectionNames = z
  .union([line.transform((name) => [name]), z.array(line).min(1)], { error: "a section, or a list of sections" })
  .optional();

function readInstant(time: string): EditorTime {
  const instant = parseInstant(time);
  return instant === null ? { expected: "a date and time with its offset" } : { instant };
}

/** Schema of a time. @param clock the edition's clock, for times without an offset; null to require an offset */
function createInstantSchema(clock: EditorClock | null) {
  return z.string().transform((time, context) => {
    const read = clock ? parseEditorTime(time, clock) : readInstant(time);
    if (read.instant !== undefined) return read.instant;
    context.addIssue({ code: "custom", message: read.expected });
    return z.NEVER;
  });
}

const slot = z.string().regex(/^[a-z0-9-]+(\/[2-5])?$/, "a slot such as hero, local or local/3");

/** Keys of the YAML head that describe the story as a whole, rather than one version of its text. */
const createStateFields = (instant: ReturnType<typeof createInstantSchema>) => ({
  /** Last segment of the story's address, if it differs from the file's name. */
  slug: text.optional(),
  publishAt: instant.optional(),
  updatedAt: instant.optional(),
  expiresAt: instant.optional(),
  /** Former addresses of the story, which redirect to it. */
  redirectFrom: paths.optional(),
  corrections: z.array(z.strictObject({ text: line, at: instant })).optional(),
  /** State of a story that is no longer public. If missing, a story with `publishAt` is scheduled or published. */
  state: z.enum(["withdrawn", "expired"]).optional(),
  /** Line that readers see on the page of a withdrawn story. */
  withdrawnLine: line.optional(),
  /** Time of the first publication of a withdrawn story that will be published again at `publishAt`. */
  publishedAt: instant.optional(),
  /** Slots of the front page to which the story is pinned. */
  pins: z.array(z.strictObject({ slot, until: instant })).optional(),
});

const createHeadSchema = (file: FileContext | null) =>
  z
    .strictObject({
      title: text
        .max(300, "a title of at most 300 characters")
        .refine(hasNoControls, NO_CONTROLS)
        .transform((value) => value.replaceAll(/\s+/g, " ")),
      deck: optionalText,
      section: sectionNames,
      sections: sectionNames,
      byline: names.default([]),
      place: optionalText,
      topics: names.default([]),
      image: z
        .union([image.shape.file.transform((file) => image.parse({ file })), image], {
          error: "a file, or an image with file and alt",
        })
        .optional(),
      language: z.string().refine(isLanguage, "a language tag such as es or pt-BR").optional(),
      /** URL of the page that search engines should list instead of the story's page, such as a partner's page. */
      canonical: webAddress.optional(),
      sponsor: sponsor.optional(),
      ...createStateFields(createInstantSchema(file?.clock ?? null)),
    })
    .transform(({ section, sections, ...head }, context) => {
      const all = [...new Set([...(section ?? []), ...(sections ?? [])])];
      if (all.length === 0)
        context.addIssue({ code: "custom", path: ["section"], message: `at least one section${listSections(file)}` });
      const { publishAt, expiresAt, state } = head;
      if (!state && publishAt && expiresAt && expiresAt <= publishAt)
        context.addIssue({ code: "custom", path: ["expiresAt"], message: "a time after publishAt" });
      if (state && !publishAt)
        context.addIssue({ code: "custom", path: ["publishAt"], message: "the time when the story appeared" });
      return { ...head, sections: all };
    });

/** Schema of the YAML head of a story's Markdown file. Times in the head must have offsets. */
export const headSchema = createHeadSchema(null);

/** Schemas by edition, cached since a folder may contain thousands of files. */
const headSchemas = new WeakMap<FileContext, typeof headSchema>();

/** Returns the schema of a YAML head that an editor wrote. Times in it need no offsets. */
export function getHeadSchema(file: FileContext): typeof headSchema {
  return headSchemas.getOrInsertComputed(file, createHeadSchema);
}

type StoryHead = z.infer<typeof headSchema>;

type StoryKey = keyof ReturnType<typeof createStateFields>;

/** Schema of the stored content of a story's version: the checked YAML head, and the body. */
const contentSchema = z.object({
  title: z.string(),
  deck: z.string().default(""),
  sections: z.array(z.string()),
  byline: z.array(z.string()).default([]),
  place: z.string().default(""),
  topics: z.array(z.string()).default([]),
  image: z
    .object({
      file: z.string(),
      alt: z.string().default(""),
      caption: z.string().default(""),
      credit: z.string().default(""),
      focus: z.string().optional(),
    })
    .optional(),
  language: z.string().optional(),
  canonical: z.string().optional(),
  sponsor: sponsorSchema.optional(),
  /** Markdown in which images have the URLs that `getMediaUrl` returns. */
  body: z.string(),
});

export type StaffStoryContent = z.infer<typeof contentSchema>;

/** Schema of a working copy's stored content. It sets no maximum lengths: `copySchema` checks them at each save. */
export const storedCopySchema = contentSchema.extend({ expiresAt: z.string().optional() });

/** A story's content, and the keys of its file that describe the story as a whole. */
export interface StoryFile extends Pick<StoryHead, StoryKey> {
  content: StaffStoryContent;
}

/** Parses the stored content of a version of a story. @throws {StoredJsonError} if it is damaged */
export function parseContent(json: string, storyId: number, version: number): StaffStoryContent {
  return parseStored(contentSchema, json, `version ${version} of staff story ${storyId}`);
}

/** Parses a version's stored content. Returns null if the content is damaged, so a list can show other stories. */
export function parseContentInList(json: string, storyId: number, version: number): StaffStoryContent | null {
  try {
    return parseContent(json, storyId, version);
  } catch (error) {
    if (error instanceof StoredJsonError) return null;
    throw error;
  }
}

export function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export function isTooLong(body: string): boolean {
  return body.length > MAX_BODY;
}

function listSections(file: FileContext | null): string {
  return file ? `, such as ${file.sections.map(({ slug }) => slug).join(", ")}` : "";
}
