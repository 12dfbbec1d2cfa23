import { z } from "zod";
import { TONES } from "../../core/skyline.ts";
import { adServer, adSlots } from "./ads.ts";
import { email, href, isPrivate, link, pixels, provider, rejectDuplicates, slug, text, webAddress } from "./fields.ts";
import { emblemSchema, lookSchema } from "./look/lookSchema.ts";
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
  shortName: text,
  layout: z.enum(["list", "featured"]).default("list"),
  tone: z.enum(TONES),
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
    nameplate: z.strictObject({ first: z.string(), second: text }),
    tagline: text,
    place: text,
    language,
    timeZone,
    /** Recipient of readers' messages. */
    newsroomEmail: email,
    /** Where to report security problems, for /.well-known/security.txt; by default `newsroomEmail`. */
    securityContact: z.union([email, webAddress], "an email address, or an http or https address").optional(),
    /** The site's public address, for absolute URLs; by default the requested one if `hosts` lists it. */
    url: origin.optional(),
    /** Hostnames of the edition, without a port. */
    hosts: z.array(z.string().regex(/^[a-z0-9.-]+$/, "a host name in lower case, without a port")).min(1),
    /** True for the edition that serves requests for hostnames that no edition lists. */
    default: z.boolean().default(false),
    dateBar: z.strictObject({
      /** A fixed text, or `today` for the date in the edition's time zone. */
      dateline: text,
      edition: text,
    }),
    /** The name of `look.emblem` in earlier versions. */
    emblem: emblemSchema.optional(),
    look: lookSchema,
    hero: z.strictObject({ sections: z.array(slug).min(1), label: text, readTime: text }),
    sections: z.array(section).min(1),
    /** Rights of all feeds of a publisher, by its name. */
    publishers: z.record(text, rightsSchema).default({}),
    relays: z.array(relay).default([]),
    /** Ports besides 80 and 443 from which feeds, images and radio streams may be fetched. */
    ports: z.array(z.int().min(1).max(65535)).default([]),
    embeds: z.strictObject({
      events: z.strictObject({ title: text, height: pixels, section: slug, provider: provider.optional() }),
      latest: z.strictObject({ title: text, height: pixels, provider: provider.optional() }),
      video: z.strictObject({
        title: text,
        caption: text,
        file: text,
        poster: text,
        width: pixels,
        height: pixels,
        provider: provider.optional(),
      }),
    }),
    calendars: z.array(calendar).default([]),
    tiles: z.array(tile).default([]),
    donation: donation.optional(),
    ads: adSlots,
    adServer: adServer.optional(),
    links: z.strictObject({
      /** Pages in the footer. */
      pages: z.array(link).default([]),
      social: z.array(link).default([]),
      siblings: z.array(link).default([]),
      reference: z.array(link).default([]),
    }),
    radio: radioSchema.optional(),
    /** URL of a WebSub hub, which is notified of changed feeds and notifies their subscribers. */
    hub: webAddress.optional(),
    newsletter: newsletterSchema.optional(),
    copyright: text,
  })
  .superRefine((edition, context) => {
    rejectDuplicates(context, ["sections"], edition.sections, "slug", "a slug that no other section has");
    const path = findSharedSlug(edition);
    if (path) context.addIssue({ code: "custom", path, message: "a slug that no other feed has" });
    if (edition.emblem && edition.look.emblem)
      context.addIssue({ code: "custom", path: ["emblem"], message: "no emblem beside `look.emblem`" });
    for (const [index, slug] of edition.hero.sections.entries()) requireSection(slug, ["hero", "sections", index]);
    requireSection(edition.embeds.events.section, ["embeds", "events", "section"]);
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
  .transform(({ publishers, sections, ...edition }) => ({
    ...edition,
    emblem: edition.look.emblem ?? edition.emblem,
    sections: sections.map(({ feeds, ...section }) => ({
      ...section,
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
export const samplesSchema = z.record(slug, z.array(sample).min(1));

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
