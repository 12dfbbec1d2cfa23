import { z } from "zod";
import { TONES } from "../../../core/motifs.ts";
import { language, privateAddress, slug, text, webAddress } from "../fields.ts";
import { unlessBroken } from "./references.ts";
import { completeRights, type FeedRights, rightsSchema } from "./rights.ts";
import type { ReviewSettings, Rule } from "./ruleSchema.ts";

const replacedBy = (replacement: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, `\`${replacement}\` instead`)
    .meta({ deprecated: true, not: {} });

const siblingSection = z
  .string()
  .regex(/^[^/\s]+\/[a-z0-9-]+$/, "an edition's folder and the slug of its section, such as madison/local");

/** Default number of minutes between two polls of a feed. */
const DEFAULT_MINUTES = 15;

const feedKeys = z.strictObject({
  url: webAddress
    .describe("Address of the feed: RSS, Atom, RDF or JSON Feed. Required, unless there is an `edition`.")
    .optional(),
  publisher: text
    .describe(
      "Publisher whom stories credit. Required, unless there is an `edition`. Feeds of one publisher have the same name here.",
    )
    .optional(),
  edition: siblingSection
    .meta({
      description:
        "Instead of all other keys: a section of another edition here, whose stories this section shows, too.",
      examples: ["madison/local"],
    })
    .optional(),
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
    .default(DEFAULT_MINUTES)
    .describe(
      "Minutes between two polls while the feed changes often; a feed that rarely changes is polled less often.",
    ),
  language: language
    .describe("Language of the feed's stories, for screen readers and translation; by default, that of the edition.")
    .optional(),
  rights: rightsSchema
    .meta({ description: "Overrides the publisher's rights, key by key.", examples: [{ text: "full" }] })
    .optional(),
  private: privateAddress,
  review: z
    .boolean()
    .meta({ description: "True if the feed's new stories wait for an editor; see `review`.", examples: [true] })
    .optional(),
  // Keys of earlier versions. The error names their replacement.
  fullText: replacedBy("rights: { text: full }"),
  index: replacedBy("rights: { index: true }"),
});

/** A feed at a URL, or a section of another edition. Not a union, so that an error names the key that is wrong. */
const feed = feedKeys
  .superRefine(
    ({ edition, everyMinutes, private: isPrivate, ...keys }, context) => {
      const reject = (key: string, message: string) => context.addIssue({ code: "custom", path: [key], message });
      if (edition === undefined) {
        if (keys.url === undefined) reject("url", "an http or https address");
        if (keys.publisher === undefined) reject("publisher", "the name of the publisher");
      } else {
        // Zod fills in default values. So a key with its default value looks like a missing key, and is accepted.
        const changed = {
          everyMinutes: everyMinutes === DEFAULT_MINUTES ? undefined : everyMinutes,
          private: isPrivate || undefined,
        };
        for (const [key, value] of Object.entries({ ...keys, ...changed }))
          if (value !== undefined) reject(key, "no other key beside `edition`");
      }
    },
    unlessBroken(/^(url|publisher|edition)$/),
  )
  .meta({ anyOf: [{ required: ["url", "publisher"] }, { required: ["edition"] }] });

/** Schema of a section in `edition.yaml`. */
export const sectionSchema = z.strictObject({
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

/** A feed that a section follows. */
interface FollowedFeed
  extends Omit<z.infer<typeof feedKeys>, "url" | "publisher" | "edition" | "rights" | "fullText" | "index"> {
  url: string;
  publisher: string;
  rights: FeedRights;
  /** Public URL of the edition that provides the feed. */
  siblingUrl?: string;
  /** Section of another edition, from which the feed comes. The other edition's rules apply to the feed, too. */
  origin?: RuleSource;
}

/** A section of another edition, with the rules that decide which of its stories are shown. */
export interface RuleSource {
  edition: string;
  /** Name of the edition. */
  name: string;
  section: string;
  rules: readonly Rule[];
  review: ReviewSettings;
}

/** A section of another edition, and its index in the list `feeds`. */
interface SiblingSection {
  /** Folder of the edition and slug of the section, such as "madison/local". */
  name: string;
  index: number;
}

/** Splits `feeds` into feeds at URLs, with their rights, and sections of other editions. */
export function splitFeeds(
  feeds: readonly z.infer<typeof feed>[],
  publishers: Record<string, z.infer<typeof rightsSchema>>,
): { feeds: FollowedFeed[]; siblings: SiblingSection[] } {
  return {
    feeds: feeds.flatMap(({ fullText, index, rights, edition, url, publisher, ...feed }) =>
      url === undefined || publisher === undefined
        ? []
        : { ...feed, url, publisher, rights: completeRights(publishers[publisher], rights) },
    ),
    siblings: feeds.flatMap(({ edition }, index) => (edition === undefined ? [] : { name: edition, index })),
  };
}

export const relaySchema = z.strictObject({
  kind: z
    .enum(["wrapper", "passthrough", "converter"])
    .describe(
      "Format of the relay's responses: JSON with the XML in `contents`, the XML itself, or JSON with `items`.",
    ),
  url: webAddress
    .refine((value) => value.includes("{url}"), "an address that holds {url}")
    .describe("Address with the placeholder {url} for the feed's encoded URL."),
  private: privateAddress,
});

/** Severities of official alerts, lowest first. */
export const ALERT_SEVERITIES = ["minor", "moderate", "severe", "extreme"] as const;

/** A feed of official alerts. */
export const officialAlertsSchema = z.strictObject({
  url: webAddress.meta({
    description: "Address of a message of the Common Alerting Protocol 1.2, or of an Atom feed of such messages.",
    examples: ["https://api.weather.gov/alerts/active.atom?zone=ILZ014"],
  }),
  minSeverity: z
    .enum(ALERT_SEVERITIES)
    .default("moderate")
    .meta({ description: "Lowest severity that is shown.", examples: ["severe"] }),
  private: privateAddress,
});

export const calendarSchema = z.strictObject({
  url: webAddress.meta({
    description: "Address of an iCalendar file.",
    examples: ["https://example.org/events.ics"],
  }),
  publisher: text.meta({ description: "Publisher whom events credit.", examples: ["The Community Center"] }),
  private: privateAddress,
});
