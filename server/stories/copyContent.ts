import { z } from "zod";
import { sponsorSchema } from "../store/articles/sponsor.ts";

/**
 * Maximum length of a story's Markdown, in characters: about 75,000 words. Parsing such a text takes up to about a
 * second on the thread that handles all requests.
 */
export const MAX_BODY = 500_000;
/** Maximum number of lines of a story's Markdown, since each line adds to the parsing time. */
const MAX_LINES = 10_000;
const MAX_LINE = 2000;
const MAX_NAMES = 50;

const line = z.string().max(MAX_LINE).default("");
const names = z.array(z.string().max(300)).max(MAX_NAMES).default([]);

/** Schema of a working copy's content. Parts may be missing; `checkCopy` requires them before publication. */
export const copySchema = z.object({
  title: z.string().max(300).default(""),
  deck: line,
  sections: names,
  byline: names,
  place: line,
  topics: names,
  image: z
    .object({
      file: z.string().max(MAX_LINE),
      alt: line,
      caption: line,
      credit: line,
      focus: z.string().max(10).optional(),
    })
    .optional(),
  language: z.string().max(35).optional(),
  canonical: z.string().max(MAX_LINE).optional(),
  sponsor: sponsorSchema
    .extend({
      name: z.string().max(300),
      link: z.string().max(MAX_LINE).optional(),
      logo: z.string().max(MAX_LINE).optional(),
    })
    .optional(),
  /** Time at which the story, such as a public notice, expires (ISO 8601). */
  expiresAt: z.string().max(40).optional(),
  /** Markdown in which stored images have the URLs that `getMediaUrl` returns. */
  body: z.string().max(MAX_BODY).refine(hasFewLines, "The text has more than 10,000 lines.").default(""),
});

function hasFewLines(text: string): boolean {
  return text.split(/\r\n?|\n/, MAX_LINES + 1).length <= MAX_LINES;
}

export type CopyContent = z.infer<typeof copySchema>;
