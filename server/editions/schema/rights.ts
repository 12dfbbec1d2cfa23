import { z } from "zod";
import { webAddress } from "../fields.ts";

/** Values of `text` and `images`, from the most restrictive to the most permissive. */
const TEXTS = ["none", "excerpt", "full"] as const;
const IMAGES = ["none", "link", "copy"] as const;

/** Rights of an edition to use the stories of a feed. Decision 27 explains each right. */
export interface Rights {
  /** `none`: only title, byline, date and link. `excerpt`: also the summary. `full`: also the whole text. */
  text: (typeof TEXTS)[number];
  /** `none`: no image. `link`: a link to the image at its publisher. `copy`: our own copy of the image. */
  images: (typeof IMAGES)[number];
  /** Days after which a story is deleted; null if only ARTICLES_KEEP_DAYS applies. */
  keepDays: number | null;
  /** True if the page of a story may have an advertisement. */
  ads: boolean;
  /** True if the briefing may contain the stories. */
  mail: boolean;
  /** True if summary, text and images may appear elsewhere: in our feeds, on other sites and in exported files. */
  export: boolean;
  /** True if search engines may list the stories' pages on this site. If so, sitemaps contain these pages. */
  index: boolean;
}

/** A feed's rights and the URL of the publisher's terms. `terms` is null if the edition's file has none. */
export interface FeedRights extends Rights {
  terms: string | null;
}

/** Rights of a feed whose entry and publisher set none. */
const DEFAULT_RIGHTS: FeedRights = {
  text: "excerpt",
  images: "copy",
  keepDays: null,
  ads: true,
  mail: true,
  export: false,
  index: false,
  terms: null,
};

/** Schema of the `rights` of a publisher or a feed in `edition.yaml`. */
export const rightsSchema = z
  .strictObject({
    text: z.enum(TEXTS).meta({
      description:
        "Text that is shown. `none`: only title, byline, date and link. `excerpt`: also the summary. `full`: also the whole text.",
      default: DEFAULT_RIGHTS.text,
    }),
    images: z.enum(IMAGES).meta({
      description: "Photos that are shown: our own `copy`, those of the publisher by a `link`, or `none`.",
      default: DEFAULT_RIGHTS.images,
    }),
    keepDays: z
      .int()
      .min(1)
      .max(36_500)
      .meta({ description: "Days after which a story is deleted; without it, never.", examples: [30] }),
    ads: z
      .boolean()
      .meta({ description: "True if the page of a story may have an advertisement.", default: DEFAULT_RIGHTS.ads }),
    mail: z.boolean().meta({
      description: "True if the briefing may contain the stories.",
      examples: [false],
      default: DEFAULT_RIGHTS.mail,
    }),
    export: z.boolean().meta({
      description: "True if excerpt, text and photos may appear in our feeds, on other sites and in readers' exports.",
      default: DEFAULT_RIGHTS.export,
    }),
    index: z.boolean().meta({
      description: "True if search engines may list the stories on this site.",
      examples: [true],
      default: DEFAULT_RIGHTS.index,
    }),
    terms: webAddress.describe("Address of the publisher's terms, which /sources links."),
  })
  .partial();

type RightsConfig = z.infer<typeof rightsSchema>;

/** Rights of stories whose feed the edition no longer follows. Until their deletion, only their headlines are shown. */
const FORMER_RIGHTS: Rights = {
  text: "none",
  images: "none",
  keepDays: null,
  ads: false,
  mail: false,
  export: false,
  index: false,
};

/** Rights of the stories that an edition's own newsroom wrote. */
export const OWN_RIGHTS: Rights = {
  text: "full",
  images: "copy",
  keepDays: null,
  ads: true,
  mail: true,
  export: true,
  index: true,
};

/** Returns a feed's rights. The feed's entry overrides the publisher's rights, which override the defaults. */
export function completeRights(publisher: RightsConfig = {}, feed: RightsConfig = {}): FeedRights {
  return Object.assign({ ...DEFAULT_RIGHTS }, publisher, feed);
}

/** The part of an edition that determines its rights. */
export interface RightsSource {
  sections: readonly { feeds: readonly { url: string; rights: Rights }[] }[];
}

/** Rights by feed URL. Cached by the `sections` object, since one page may look up hundreds of rights. */
const rightsBySections = new WeakMap<object, ReadonlyMap<string, Rights>>();

/**
 * Returns an edition's rights to a story. If several of its feeds carry the story, all of them must permit a use, since
 * the stored text and images may come from any of them. Only `server/rights/permit.ts` may call this.
 *
 * @param carriers URLs of all feeds that carry the story. Only feeds that the edition follows count. Without such a
 *   feed, only the headline may be shown.
 */
export function getRights({ sections }: RightsSource, carriers: readonly string[]): Rights {
  const byFeed = rightsBySections.getOrInsertComputed(sections, () => mapRights(sections));
  const known = carriers.flatMap((url) => byFeed.get(url) ?? []);
  return known.length > 0 ? known.reduce(combine) : FORMER_RIGHTS;
}

/** Returns an edition's rights to stories that only the given feed carries. */
export function getFeedRights(edition: RightsSource, url: string): Rights {
  return getRights(edition, [url]);
}

/** Splits the URLs of an edition's feeds into two lists: feeds with the right `index`, and feeds without it. */
export function splitFeedsByIndexing({ sections }: RightsSource): { indexed: string[]; unindexed: string[] } {
  const urls = [...new Set(sections.flatMap(({ feeds }) => feeds.map(({ url }) => url)))];
  const { indexed = [], unindexed = [] } = Object.groupBy(urls, (url) =>
    getFeedRights({ sections }, url).index ? "indexed" : "unindexed",
  );
  return { indexed, unindexed };
}

function mapRights(sections: RightsSource["sections"]): Map<string, Rights> {
  const byFeed = new Map<string, Rights>();
  for (const { url, rights } of sections.flatMap(({ feeds }) => feeds)) {
    const other = byFeed.get(url);
    byFeed.set(url, other ? combine(other, rights) : rights);
  }
  return byFeed;
}

/** Returns the keys of the rights that exceed `most`. A key that `most` lacks has no limit. */
export function listExceedingRights(rights: Rights, most: Partial<Rights>): (keyof Rights)[] {
  const both = combine(rights, { ...rights, ...most });
  return (Object.keys(both) as (keyof Rights)[]).filter((right) => both[right] !== rights[right]);
}

/** Returns the more restrictive value of each right. */
function combine(one: Rights, other: Rights): Rights {
  return {
    text: getLower(TEXTS, one.text, other.text),
    images: getLower(IMAGES, one.images, other.images),
    keepDays: minDays(one.keepDays, other.keepDays),
    ads: one.ads && other.ads,
    mail: one.mail && other.mail,
    export: one.export && other.export,
    index: one.index && other.index,
  };
}

function getLower<Level>(levels: readonly Level[], one: Level, other: Level): Level {
  return levels.indexOf(one) < levels.indexOf(other) ? one : other;
}

/** Returns the lower of two limits in days; null means no limit. */
export function minDays(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
