import { z } from "zod";
import { slugify } from "../../core/slug.ts";
import type { ParsedFeed } from "../../server/feeds/parse/readFeed.ts";

/** Rules that every value of a parsed feed (core/article.ts) must follow, even if the feed is hostile. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML 1.0, section 2.2, forbids
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
/** Maximum length of a URL, in characters. */
const MAX_URL = 8000;

const text = z
  .string()
  .refine((value) => value.isWellFormed(), "text without lone surrogates")
  .refine((value) => !FORBIDDEN.test(value), "text without characters that XML forbids");
const line = text.refine((value) => value === value.trim() && !/[\n\r\t]/.test(value), "one line");
const words = line.min(1);
const address = text.refine(
  (value) => /^https?:\/\/./.test(value) && URL.canParse(value),
  "an absolute http or https address",
);
const instant = z
  .string()
  .refine((value) => /^\d{4}-/.test(value) && new Date(value).toISOString() === value, "an ISO 8601 instant in UTC");
const pixels = z.int().positive();

const TAGS =
  /^<\/?(p|br|hr|h[2-6]|blockquote|q|cite|pre|code|ul|ol|li|dl|dt|dd|a|em|strong|b|i|u|s|del|ins|sub|sup|small|mark|abbr|time|span|div|img|figure|figcaption|table|caption|thead|tbody|tfoot|tr|th|td|audio|video|source)((?: [a-z-]+(?:="[^"<>]*")?)*) ?\/?>$/;
const ATTRIBUTES =
  /^(href|title|rel|data-embed|src|alt|width|height|loading|controls|preload|type|datetime|colspan|rowspan|scope|start)$/;

/** Returns the first tag that is not allowed or has a forbidden attribute; null if there is none. */
function findInvalidTag(html: string): string | null {
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
    const attributes = TAGS.exec(tag)?.[2];
    if (attributes === undefined) return tag;
    for (const [, name = "", value = ""] of attributes.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      const isAddress = name === "href" || name === "src";
      if (!ATTRIBUTES.test(name) || (isAddress && !/^(https?:|mailto:)/.test(value))) return tag;
    }
  }
  return null;
}

const html = text.superRefine((value, context) => {
  const fault = findInvalidTag(value);
  if (fault !== null) context.addIssue({ code: "custom", message: `clean HTML, found ${fault.slice(0, 200)}` });
});

const slug = line
  .max(200)
  .regex(/^([\p{L}\p{M}\p{N}]+(-[\p{L}\p{M}\p{N}]+)*)?$/u, "letters, digits and single hyphens")
  .refine((value) => value === value.toLowerCase(), "lower case");

const article = z
  .strictObject({
    title: words.max(2000),
    link: address.max(MAX_URL).nullable(),
    guid: text.min(1).nullable(),
    author: words,
    publishedAt: instant.nullable(),
    updatedAt: instant.nullable(),
    descriptionHtml: html,
    contentHtml: html,
    excerpt: line.max(200),
    image: z
      .strictObject({
        url: address,
        width: pixels.nullable(),
        height: pixels.nullable(),
        alt: text,
        caption: text,
        credit: text,
      })
      .nullable(),
    enclosures: z.array(
      z.strictObject({ url: address, type: text.min(1).nullable(), length: z.int().nonnegative().nullable() }),
    ),
    categories: z.array(words).refine((names) => new Set(names).size === names.length, "each category once"),
    slug,
  })
  .refine(({ title, slug }) => slugify(title) === slug, "the slug of its title");

const minutes = z.number().positive().nullable();

export const readFeedShape: z.ZodType<ParsedFeed> = z.strictObject({
  fault: text.min(1).nullable(),
  pollingHints: z.strictObject({
    ttlMinutes: minutes,
    updateMinutes: minutes,
    skipHours: z.array(z.int().min(0).max(23)),
    skipDays: z.array(z.int().min(0).max(6)),
  }),
  feed: z.strictObject({
    kind: z.enum(["rss", "atom", "rdf", "json", "converter"]),
    title: line,
    description: line,
    link: address.nullable(),
    language: text.min(1).nullable(),
    articles: z.array(article).max(15),
  }),
});
