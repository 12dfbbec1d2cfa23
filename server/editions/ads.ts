import { z } from "zod";
import { TONES } from "../../core/skyline.ts";
import { href, text, webAddress } from "./fields.ts";

/** The sizes of banners that the trade has, and for which pages hold room. */
const SIZES = ["970x90", "970x250", "728x90", "300x250", "300x600"] as const;

/**
 * An ad server whose script fills slots, such as Revive. An edition that names one has decided that third-party code runs
 * on its pages without a click, which nothing else on this product does: readers' addresses, and whatever cookies the ad
 * server sets, then go to it. Even so the script is asked for only once a slot with a zone comes near the reader's
 * view, never before, never for a slot that the width of the screen leaves out, and never with JavaScript off.
 */
export const adServer = z.strictObject({
  /** The address of its script for asynchronous tags: with Revive, …/asyncjs.php. */
  script: webAddress,
  /** What its tags hold as `data-revive-id`. */
  id: z.string().regex(/^[\w-]+$/, "letters, digits, hyphens and underscores"),
});

const day = z.iso.date({ error: "a day such as 2025-04-17" });

/** A picture that an advertiser has bought of the edition itself. */
const soldAd = z
  .strictObject({
    advertiser: text,
    /** A file in the edition's media folder. */
    picture: z.string().regex(/^[\w-]+(\.[\w-]+)+$/, "the name of a file in the media folder"),
    alt: text,
    href: webAddress,
    /** The first day and the last one, in the edition's time zone. */
    from: day,
    until: day,
  })
  .refine(({ from, until }) => from <= until, { path: ["until"], error: "a day that is not before the day of `from`" });

/** What the edition advertises itself. */
const houseAd = z.strictObject({ title: text, text, href, tone: z.enum(TONES).default("lake") });

const adSlot = z.strictObject({
  /** The banner's number, by which the slot is known. */
  id: z.int().positive(),
  place: z.enum(["banner", "rail", "section", "article"]),
  size: z.enum(SIZES),
  /** Whether it is shown on screens narrower than 768 px, too; few should be. */
  phone: z.boolean().default(false),
  /** Shown in the days for which they are sold; where days overlap, the first in the list is. */
  sold: z.array(soldAd).default([]),
  /** The ad server's number of the zone, for the days on which nothing is sold. */
  zone: z.int().positive().optional(),
  /** Shown on all other days, and wherever what should be there cannot be shown. */
  house: houseAd,
});

export const adSlots = z
  .array(adSlot)
  .default([])
  .superRefine((slots, context) => {
    slots.forEach(({ id, place, size, phone }, index) => {
      const others = slots.slice(0, index);
      const fault = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [index, path], message });
      if (others.some((other) => other.id === id)) fault("id", "a number that no other slot has");
      if (others.some((other) => other.place === place)) fault("place", "a place that no other slot has");
      if (phone && widthOf(size) > 300) fault("size", "a size that fits a phone: 300x250 or 300x600");
    });
  });

type AdServer = z.infer<typeof adServer>;
export type AdSlotFile = z.infer<typeof adSlot>;

/** What stands in a slot on one day, for a page: plain data, safe to send to a browser. */
export interface AdSlot extends Pick<AdSlotFile, "id" | "place" | "size" | "phone" | "house"> {
  sold: { advertiser: string; picture: string; alt: string; href: string } | null;
  served: { script: string; id: string; zone: number } | null;
}

interface Ads {
  ads: AdSlotFile[];
  adServer?: AdServer | undefined;
  timeZone: string;
}

/** @param now milliseconds since 1970, which decide what is sold for today */
export function adsOn({ ads, adServer, timeZone }: Ads, now: number): AdSlot[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return ads.map(({ id, place, size, phone, house, sold, zone }) => {
    const current = sold.find(({ from, until }) => from <= today && today <= until);
    return {
      ...{ id, place, size, phone, house },
      sold: current ? publicSoldAd(current) : null,
      served: !current && adServer && zone ? { ...adServer, zone } : null,
    };
  });
}

/** The days for which it is sold are between the edition and its advertiser. */
function publicSoldAd({ advertiser, picture, alt, href }: AdSlotFile["sold"][number]): AdSlot["sold"] {
  return { advertiser, picture: `/media/${picture}`, alt, href };
}

function widthOf(size: AdSlotFile["size"]): number {
  return Number.parseInt(size, 10);
}
