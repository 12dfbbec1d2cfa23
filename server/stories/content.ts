import { z } from "zod";
import { slug, text, webAddress } from "../editions/fields.ts";

/** Longest text of a story's Markdown, in characters: a book. */
const MAX_BODY = 2_000_000;

const image = z.strictObject({
  /** In a story's file, the path of an image beside it; in the store, its URL. */
  file: text,
  alt: z.string().trim().default(""),
  caption: z.string().trim().default(""),
  credit: z.string().trim().default(""),
  /** Point that crops keep, from the left and from the top. */
  focus: z
    .string()
    .regex(/^(?:100|\d{1,2})% (?:100|\d{1,2})%$/, 'a point such as "50% 25%", from the left and from the top')
    .optional(),
});

const path = z.string().regex(/^\/[^?#]+$/, "a path such as /2019/04/ferry-returns/");
const paths = z.union([path.transform((one) => [one]), z.array(path)], { error: "a path, or a list of paths" });

const names = z.union([text.transform((name) => [name]), z.array(text)], { error: "a name, or a list of names" });
const slugs = z
  .union([slug.transform((name) => [name]), z.array(slug).min(1)], { error: "a section's slug, or a list of them" })
  .optional();

const instant = z.iso
  .datetime({ offset: true, error: "an ISO date and time with its offset, such as 2026-11-22T06:30:00-06:00" })
  .transform((date) => new Date(date).toISOString());

/** Schema of the YAML head of a story's Markdown file. */
export const headSchema = z
  .strictObject({
    title: text.max(300, "a title of at most 300 characters"),
    deck: z.string().trim().default(""),
    section: slugs,
    sections: slugs,
    byline: names.default([]),
    place: z.string().trim().default(""),
    topics: names.default([]),
    image: z
      .union([text.transform((file) => image.parse({ file })), image], {
        error: "a file, or an image with file and alt",
      })
      .optional(),
    language: z.string().refine(isLanguage, "a language tag such as es or pt-BR").optional(),
    /** URL of the page that search engines should list instead, such as a partner's. */
    canonical: webAddress.optional(),
    publishAt: instant.optional(),
    updatedAt: instant.optional(),
    expiresAt: instant.optional(),
    /** Former addresses of the story, which redirect to it. */
    redirectFrom: paths.optional(),
  })
  .transform(({ section, sections, ...head }, context) => {
    const all = [...new Set([...(section ?? []), ...(sections ?? [])])];
    if (all.length === 0)
      context.addIssue({ code: "custom", path: ["section"], message: "the slug of at least one section" });
    return { ...head, sections: all };
  });

type StoryHead = z.infer<typeof headSchema>;

/** Keys of the head that belong to the story rather than to one of its versions. */
type StoryKey = "publishAt" | "updatedAt" | "expiresAt" | "redirectFrom";

/** The content of one version of a story. `body` is Markdown, in which images have URLs of `getMediaUrl`. */
export type OwnStoryContent = Omit<StoryHead, StoryKey> & { body: string };

/** A story's content, and the other keys of its file. */
export interface StoryFile extends Pick<StoryHead, StoryKey> {
  content: OwnStoryContent;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export function isTooLong(body: string): boolean {
  return body.length > MAX_BODY;
}
