import { z } from "zod";
import { TONES } from "../../core/motifs.ts";
import { isPrivate, slug, text, webAddress } from "./fields.ts";
import { rightsSchema } from "./rights.ts";

const replacedBy = (replacement: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, `\`${replacement}\` instead`)
    .meta({ deprecated: true, not: {} });

const feed = z.strictObject({
  url: webAddress.describe("Address of the feed: RSS, Atom, RDF or JSON Feed."),
  publisher: text.describe("Publisher whom stories credit. Feeds of one publisher have the same name here."),
  slug: slug
    .meta({
      description: "Name in URLs such as /sources/{slug}/rss.xml; by default, derived from `publisher` and `url`.",
      examples: ["city-hall"],
    })
    .optional(),
  everyMinutes: z
    .number()
    .min(1)
    .max(1440)
    .default(15)
    .describe(
      "Minutes between two polls while the feed changes often; a feed that rarely changes is polled less often.",
    ),
  rights: rightsSchema
    .meta({ description: "Overrides the publisher's rights, key by key.", examples: [{ text: "full" }] })
    .optional(),
  private: isPrivate,
  // Keys of earlier versions, rejected with the name of their replacement.
  fullText: replacedBy("rights: { text: full }"),
  index: replacedBy("rights: { index: true }"),
});

/** Schema of a section in `edition.yaml`. */
export const section = z.strictObject({
  slug: slug.describe("Path of the section's page: `local` is /local."),
  name: text.describe("Name on the front page and above the section's page."),
  shortName: text.describe("Name in the navigation; by default `name`.").optional(),
  layout: z.enum(["list", "featured"]).default("list").describe("Layout of the section on the front page."),
  tone: z
    .enum(TONES)
    .describe("Palette of the images that are drawn for stories without one; by default, sections take turns.")
    .optional(),
  frontPage: z.boolean().default(true).describe("False to leave the section out of the front page."),
  navigation: z
    .boolean()
    .default(true)
    .describe("False to leave the section out of the navigation bar; the menu lists all sections."),
  archive: z.boolean().default(false).describe("True to link to the edition's archive on the section's page."),
  feeds: z.array(feed).default([]).describe("Feeds whose stories the section shows."),
});

export const relay = z.strictObject({
  kind: z
    .enum(["wrapper", "passthrough", "converter"])
    .describe(
      "Format of the relay's responses: JSON with the XML in `contents`, the XML itself, or JSON with `items`.",
    ),
  url: webAddress
    .refine((value) => value.includes("{url}"), "an address that holds {url}")
    .describe("Address with the placeholder {url} for the feed's encoded URL."),
  private: isPrivate,
});

export const calendar = z.strictObject({
  url: webAddress.meta({
    description: "Address of an iCalendar file.",
    examples: ["https://example.org/events.ics"],
  }),
  publisher: text.meta({ description: "Publisher whom events credit.", examples: ["The Community Center"] }),
  private: isPrivate,
});
