import { z } from "zod";
import { TONES } from "../../core/skyline.ts";
import { adServer, adSlots } from "./ads.ts";
import { completeEdition, completeEmbeds, completeSection } from "./defaults.ts";
import { email, href, isPrivate, link, pixels, provider, rejectDuplicates, slug, text, webAddress } from "./fields.ts";
import { newsletterSchema } from "./newsletter.ts";
import { radioSchema } from "./radioSchema.ts";
import { completeRights, rightsSchema } from "./rights.ts";
import { findSharedSlug } from "./sources.ts";

// Unknown keys are rejected, to catch typing mistakes. Messages name the allowed values; `yaml.ts` adds file and line.

const timeZone = text.refine(
  (timeZone) => succeeds(() => new Intl.DateTimeFormat("en-US", { timeZone })),
  "an IANA time zone such as America/Chicago",
);
const language = text.refine((tag) => succeeds(() => Intl.getCanonicalLocales(tag)), "a language tag such as en-US");

const origin = webAddress
  .refine((url) => {
    const { origin, href } = new URL(url);
    return href === `${origin}/`;
  }, "an http or https address without a path, such as https://news.example")
  .transform((url) => new URL(url).origin);

const replacedBy = (replacement: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined, `\`${replacement}\` instead`);

const feed = z.strictObject({
  url: webAddress,
  publisher: text,
  /** Name in URLs such as /sources/{slug}/rss.xml; by default, derived from `publisher` and `url`. */
  slug: slug.optional(),
  everyMinutes: z.number().min(1).max(1440).default(15),
  /** Overrides the publisher's rights, key by key. */
  rights: rightsSchema.optional(),
  private: isPrivate,
  /** Keys of earlier versions, rejected with the name of their replacement. */
  fullText: replacedBy("rights: { text: full }"),
  index: replacedBy("rights: { index: true }"),
});

const section = z.strictObject({
  slug,
  name: text,
  /** Name in the navigation; by default, `name`. */
  shortName: text.optional(),
  layout: z.enum(["list", "featured"]).default("list"),
  /** Palette of the drawn images; by default, sections take turns. */
  tone: z.enum(TONES).optional(),
  frontPage: z.boolean().default(true),
  /** False to leave the section out of the navigation bar; the menu lists all sections. */
  navigation: z.boolean().default(true),
  /** True to link to the edition's archive on the section's page. */
  archive: z.boolean().default(false),
  feeds: z.array(feed).default([]),
});

const relay = z.strictObject({
  /** Format of the relay's responses: JSON with the XML in `contents`, the XML itself, or JSON with `items`. */
  kind: z.enum(["wrapper", "passthrough", "converter"]),
  /** URL with the placeholder {url} for the feed's encoded URL. */
  url: webAddress.refine((value) => value.includes("{url}"), "an address that holds {url}"),
  private: isPrivate,
});

/** An iCalendar file whose events the edition lists. */
const calendar = z.strictObject({ url: webAddress, publisher: text, private: isPrivate });

const donation = z.strictObject({
  title: text,
  text,
  /** Uses of the money, a sentence each. */
  uses: z.array(text).min(1),
  label: text,
  href: webAddress,
});

const tile = z.strictObject({ title: text, text, href: href.optional() });

export const editionSchema = z
  .strictObject({
    name: text,
    /** By default, `name` with its last word in bold. */
    nameplate: z.strictObject({ first: z.string(), second: text }).optional(),
    tagline: text.optional(),
    place: text,
    /** Part of the country, for the date bar. */
    region: text.optional(),
    language,
    timeZone,
    /** Recipient of readers' messages, which an edition with a contact form needs. By default, the briefing's sender. */
    newsroomEmail: email.optional(),
    /** Where to report security problems, for /.well-known/security.txt; by default `newsroomEmail`, if any. */
    securityContact: z.union([email, webAddress], "an email address, or an http or https address").optional(),
    /** The site's public address, for absolute URLs; by default the requested one if `hosts` lists it. */
    url: origin.optional(),
    /** Hostnames of the edition, without a port; the host of `url` is always one. */
    hosts: z.array(z.string().regex(/^[a-z0-9.-]+$/, "a host name in lower case, without a port")).default([]),
    /** True for the edition that serves requests for hostnames that no edition lists; so does an only one without hosts. */
    default: z.boolean().default(false),
    dateBar: z
      .strictObject({
        /** A fixed text, or `today` for the date in the edition's time zone, which is the default. */
        dateline: text.optional(),
        /** By default the region, else the place. */
        edition: text.optional(),
      })
      .optional(),
    /** Ornament under the nameplate: an SVG path on a 24 by 24 grid, drawn `count` times. */
    emblem: z.strictObject({ path: text, count: z.int().min(1).max(6) }).optional(),
    /** The lead story: by default one of the first two sections, without a reading time. */
    hero: z
      .strictObject({
        sections: z.array(slug).min(1).optional(),
        label: text.optional(),
        readTime: text.optional(),
      })
      .optional(),
    sections: z.array(section).min(1),
    /** Rights of all feeds of a publisher, by its name. */
    publishers: z.record(text, rightsSchema).default({}),
    relays: z.array(relay).default([]),
    /** Ports besides 80 and 443 from which feeds, images and radio streams may be fetched. */
    ports: z.array(z.int().min(1).max(65535)).default([]),
    /** The walls of events and of the latest stories, and the film; the edition has only those that it names. */
    embeds: z
      .strictObject({
        events: z
          .strictObject({
            title: text.optional(),
            height: pixels.default(440),
            section: slug,
            provider: provider.optional(),
          })
          .optional(),
        latest: z
          .strictObject({ title: text.optional(), height: pixels.default(1000), provider: provider.optional() })
          .optional(),
        video: z
          .strictObject({
            title: text,
            caption: text,
            file: text,
            poster: text,
            width: pixels,
            height: pixels,
            provider: provider.optional(),
          })
          .optional(),
      })
      .prefault({}),
    calendars: z.array(calendar).default([]),
    tiles: z.array(tile).default([]),
    donation: donation.optional(),
    ads: adSlots,
    adServer: adServer.optional(),
    links: z
      .strictObject({
        /** Pages in the footer. */
        pages: z.array(link).default([]),
        social: z.array(link).default([]),
        siblings: z.array(link).default([]),
        reference: z.array(link).default([]),
      })
      .prefault({}),
    radio: radioSchema.optional(),
    /** URL of a WebSub hub, which is notified of changed feeds and notifies their subscribers. */
    hub: webAddress.optional(),
    newsletter: newsletterSchema.optional(),
    copyright: text.optional(),
  })
  .superRefine((edition, context) => {
    rejectDuplicates(context, ["sections"], edition.sections, "slug", "a slug that no other section has");
    const path = findSharedSlug(edition);
    if (path) context.addIssue({ code: "custom", path, message: "a slug that no other feed has" });
    for (const [index, slug] of (edition.hero?.sections ?? []).entries())
      requireSection(slug, ["hero", "sections", index]);
    const { events } = edition.embeds;
    if (events) requireSection(events.section, ["embeds", "events", "section"]);
    if (edition.calendars.length > 0 && !events)
      context.addIssue({ code: "custom", path: ["calendars"], message: "no calendar without embeds.events" });
    const publishers = new Set(edition.sections.flatMap(({ feeds }) => feeds.map(({ publisher }) => publisher)));
    for (const name of Object.keys(edition.publishers))
      if (!publishers.has(name))
        context.addIssue({
          code: "custom",
          path: ["publishers", name],
          message: `the publisher of a feed: ${[...publishers].join(", ")}`,
        });
    edition.ads.forEach(({ zone }, index) => {
      if (zone !== undefined && !edition.adServer)
        context.addIssue({ code: "custom", path: ["ads", index, "zone"], message: "no zone without an adServer" });
    });

    function requireSection(slug: string, path: (string | number)[]) {
      if (edition.sections.some((section) => section.slug === slug)) return;
      const slugs = edition.sections.map((section) => section.slug).join(", ");
      context.addIssue({ code: "custom", path, message: `the slug of a section: ${slugs}` });
    }
  })
  .transform(({ publishers, sections, newsroomEmail, embeds, ...edition }) => ({
    ...edition,
    ...completeEdition({ ...edition, sections }),
    newsroomEmail: newsroomEmail ?? edition.newsletter?.replyTo ?? edition.newsletter?.from.address,
    embeds: { ...embeds, ...completeEmbeds(embeds, edition.language) },
    sections: sections.map(({ feeds, ...section }, index) => ({
      ...section,
      ...completeSection(section, index),
      feeds: feeds.map(({ fullText, index, rights, ...feed }) => ({
        ...feed,
        rights: completeRights(publishers[feed.publisher], rights),
      })),
    })),
  }));

const sample = z.strictObject({
  title: text,
  author: text,
  date: z.iso.datetime({
    offset: true,
    error: "an ISO date and time with its offset, such as 2025-04-17T06:30:00-05:00",
  }),
  description: text,
  /** Markdown. */
  body: text,
});

/** Samples by section slug. */
export const samplesSchema = z.record(slug, z.array(sample));

export type EditionFile = z.infer<typeof editionSchema>;
export type SectionFile = EditionFile["sections"][number];
export type Relay = z.infer<typeof relay>;
export type Sample = z.infer<typeof sample>;

function succeeds(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch {
    return false;
  }
}
