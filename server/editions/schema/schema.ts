import { z } from "zod";
import type { Scenery, Tone } from "../../../core/motifs.ts";
import { RAIL_PARTS } from "../../../core/rail.ts";
import { email, href, language, link, origin, slug, text, webAddress } from "../fields.ts";
import { emblemSchema, type Look, lookSchema } from "../look/lookSchema.ts";
import { getScenery } from "../look/scenery.ts";
import { adServerSchema, adSlotsSchema } from "./ads.ts";
import { authorsSchema } from "./authors.ts";
import { completeEdition, completeEmbeds, completeSection } from "./defaults.ts";
import { embedsSchema } from "./embedsSchema.ts";
import { newsletterSchema } from "./newsletter.ts";
import { radioSchema } from "./radioSchema.ts";
import {
  AD_SERVER_PATHS,
  checkAdServer,
  checkEmblem,
  checkFeedReferences,
  checkRuleReferences,
  checkSectionReferences,
  EMBLEM_PATHS,
  FEED_REFERENCE_PATHS,
  RULE_REFERENCE_PATHS,
  SECTION_REFERENCE_PATHS,
  unlessBroken,
} from "./references.ts";
import { rightsSchema } from "./rights.ts";
import { reviewSchema, ruleSchema } from "./ruleSchema.ts";
import { calendarSchema, officialAlertsSchema, relaySchema, sectionSchema, splitFeeds } from "./sectionSchema.ts";
import { findNearestZone, isTimeZone } from "./timeZones.ts";

// Strict objects reject unknown keys, often misspelled ones. Messages name allowed values; `yaml.ts` adds line numbers.

const timeZone = text.refine(isTimeZone, {
  error: ({ input }) => {
    const meant = typeof input === "string" && findNearestZone(input);
    return `an IANA time zone such as America/Chicago${meant ? `; did you mean "${meant}"?` : ""}`;
  },
});

const listing = z.strictObject({
  name: text
    .meta({ description: "Name in the list; by default, that of the publication.", examples: ["The Pier"] })
    .optional(),
  order: z
    .int()
    .meta({ description: "Place in the list, from the lowest; editions without one follow by name.", examples: [1] })
    .optional(),
});

const frontPage = z.strictObject({
  sections: z
    .array(slug)
    .min(1)
    .meta({
      description: "Sections with a block, in this order; by default, all with `frontPage` in the order of `sections`.",
      examples: [["local", "sports"]],
    })
    .optional(),
  rail: z
    .array(z.enum(RAIL_PARTS))
    .meta({
      description: "Parts beside the first blocks, from the top; by default, all that the edition has.",
      examples: [["latest", "radio"]],
    })
    .optional(),
});

const donation = z.strictObject({
  title: text.describe("Title of the panel and of /support."),
  text: text.describe("Paragraph under the title."),
  uses: z.array(text).min(1).describe("Uses of the money, a sentence each."),
  label: text.describe("Text of the button.").optional(),
  href: href
    .describe(
      "Address to which the button leads, such as the page of a service for donations; without it, there is none.",
    )
    .optional(),
});

const tile = z.strictObject({
  title: text.describe("Title of the tile."),
  text: text.describe("Sentence under the title."),
  href: href.describe("Address to which the tile leads; without it, the tile is no link.").optional(),
});

export const editionSchema = z
  .strictObject({
    name: text.describe("Name of the publication."),
    nameplate: z
      .strictObject({
        first: z.string().describe("First part, in the lighter weight; may be empty."),
        second: text.describe("Second part, in the heavier weight."),
      })
      .describe("The name as the top of each page shows it; by default `name`, with its last word in bold.")
      .optional(),
    tagline: text.describe("Sentence in the footer and for search engines; by default, it names the place.").optional(),
    place: text.describe("City or region that the edition covers."),
    region: text.describe("Part of the country, for the date bar.").optional(),
    language: language.describe("Language tag (BCP 47), which dates and numbers follow."),
    timeZone: timeZone.describe("IANA time zone of all dates and times."),
    newsroomEmail: email
      .describe("Recipient of readers' messages, required with contact.yaml; by default the briefing's sender.")
      .optional(),
    securityContact: z
      .union([email, webAddress], "an email address, or an http or https address")
      .meta({
        description: "Where to report security problems, for /.well-known/security.txt; by default `newsroomEmail`.",
        examples: ["security@news.example"],
      })
      .optional(),
    url: origin
      .meta({
        description: "The site's public address, for absolute URLs; by default the requested one if `hosts` lists it.",
        examples: ["https://news.example"],
      })
      .optional(),
    hosts: z
      .array(z.string().regex(/^[a-z0-9.-]+$/, "a host name in lower case, without a port"))
      .default([])
      .describe("Host names of the edition, without a port; that of `url` is always one."),
    default: z
      .boolean()
      .default(false)
      .describe(
        "True for the edition that serves hostnames that no edition lists. A single edition without public `hosts` serves them in any case.",
      ),
    example: z
      .boolean()
      .default(false)
      .describe(
        "True for an example that comes with Broadsheet: a production server leaves it out unless `EDITIONS` names it. Delete the key from a copy that you publish.",
      ),
    dateBar: z
      .strictObject({
        dateline: text
          .describe("A fixed text, or `today` for the date in the edition's time zone, which is the default.")
          .optional(),
        edition: text.describe("Text beside the date; by default the region, else the place.").optional(),
      })
      .describe("The bar above the nameplate.")
      .optional(),
    emblem: emblemSchema
      .meta({ description: "The name of `look.emblem` in earlier versions.", deprecated: true })
      .optional(),
    look: lookSchema.describe("How the edition looks; by default, like The Chicago Meridian."),
    hero: z
      .strictObject({
        sections: z
          .array(slug)
          .min(1)
          .describe("Sections whose first story with an image leads the front page; by default the first two.")
          .optional(),
        label: text.describe("Label above the title.").optional(),
        readTime: text.describe("Reading time beside the byline; by default none.").optional(),
      })
      .describe("The story that leads the front page.")
      .optional(),
    frontPage: frontPage.describe("Content of the front page, and its order.").optional(),
    sections: z.array(sectionSchema).min(1).describe("Sections in the order of the navigation and the front page."),
    publishers: z
      .record(text, rightsSchema)
      .default({})
      .describe("Rights of all feeds of a publisher, by its name. `rights` beside a feed overrides them key by key."),
    rules: z
      .array(ruleSchema)
      .default([])
      .describe("Which stories of feeds are shown. Staff stories are not subject to rules."),
    review: reviewSchema.describe("How long stories of feeds with `review: true` wait for an editor.").prefault({}),
    relays: z
      .array(relaySchema)
      .default([])
      .describe("Services through which a feed is fetched, in this order, if its own address fails."),
    ports: z
      .array(z.int().min(1).max(65535))
      .default([])
      .describe("Ports besides 80 and 443 from which feeds, images and radio streams may be fetched."),
    embeds: embedsSchema,
    officialAlerts: z
      .array(officialAlertsSchema)
      .default([])
      .describe("Feeds of official alerts, shown at the top of every page."),
    authors: authorsSchema
      .default([])
      .describe("Authors of staff stories, with biographies and pictures for `/author/SLUG`."),
    calendars: z.array(calendarSchema).default([]).describe("Calendars whose events the events page lists."),
    tiles: z.array(tile).default([]).describe("Tiles on the front page."),
    donation: donation.describe("Request for donations, on a panel that readers can close and at /support.").optional(),
    ads: adSlotsSchema.describe("Places for advertisements."),
    adServer: adServerSchema
      .describe(
        "Ad server, such as Revive, for zones. The only third-party code without a click; it learns IP addresses.",
      )
      .optional(),
    links: z
      .strictObject({
        pages: z.array(link).default([]).describe("Pages in the footer."),
        social: z.array(link).default([]).describe("The publication at social networks."),
        siblings: z.array(link).default([]).describe("Other publications."),
        reference: z.array(link).default([]).describe("Works of reference."),
      })
      .describe("Links in the footer.")
      .prefault({}),
    radio: radioSchema.describe("The radio player and its stations.").optional(),
    network: z
      .union([z.literal("none"), listing], "`none`, or a `name` and an `order`")
      .prefault({})
      .meta({ description: "How /editions lists the edition; `none` leaves it out.", examples: ["none"] }),
    hub: webAddress
      .meta({
        description: "Address of a WebSub hub, which is notified of changed feeds and notifies their subscribers.",
        examples: ["https://pubsubhubbub.appspot.com/"],
      })
      .optional(),
    newsletter: newsletterSchema.describe("The daily briefing by mail; its texts are in signup.yaml.").optional(),
    copyright: text.describe("Last line of each page; by default © and the name.").optional(),
  })
  .superRefine(checkSectionReferences, unlessBroken(SECTION_REFERENCE_PATHS))
  .superRefine(checkFeedReferences, unlessBroken(FEED_REFERENCE_PATHS))
  .superRefine(checkRuleReferences, unlessBroken(RULE_REFERENCE_PATHS))
  .superRefine(checkAdServer, unlessBroken(AD_SERVER_PATHS))
  .superRefine(checkEmblem, unlessBroken(EMBLEM_PATHS))
  .transform(({ publishers, sections, newsroomEmail, embeds, ...edition }) => ({
    ...edition,
    emblem: edition.look.emblem ?? edition.emblem,
    ...completeEdition({ ...edition, sections }),
    newsroomEmail: newsroomEmail ?? edition.newsletter?.replyTo ?? edition.newsletter?.from.address,
    embeds: { ...embeds, ...completeEmbeds(embeds, edition.language) },
    sections: sections.map(({ feeds, ...section }, index) => ({
      ...withScenery({ ...section, ...completeSection(section, index) }, edition.look),
      ...splitFeeds(feeds, publishers),
    })),
  }));

function withScenery<Section extends { tone: Tone }>(section: Section, look: Look): Section & { scenery?: Scenery } {
  const scenery = getScenery(look, section.tone);
  return scenery ? { ...section, scenery } : section;
}

export type EditionConfig = z.infer<typeof editionSchema>;
export type SectionConfig = EditionConfig["sections"][number];
export type Relay = z.infer<typeof relaySchema>;
