import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { TONES } from "../../core/skyline.ts";
import { href, rejectDuplicates, text, webAddress } from "./fields.ts";

/** Banner sizes for which pages have a placeholder. */
const SIZES = ["970x90", "970x250", "728x90", "300x250", "300x600"] as const;

/** Ad server, such as Revive: the only third-party code that runs without a click. It learns readers' addresses. */
export const adServer = z.strictObject({
  /** Address of its script for asynchronous tags; with Revive, …/asyncjs.php. */
  script: webAddress,
  /** `data-revive-id` of its tags. */
  id: z.string().regex(/^[\w-]+$/, "letters, digits, hyphens and underscores"),
});

const day = z.iso.date({ error: "a day such as 2025-04-17" });

/** An image ad that the edition itself has sold. */
const soldAd = z
  .strictObject({
    advertiser: text,
    /** A file in the edition's media folder. */
    picture: z.string().regex(/^[\w-]+(\.[\w-]+)+$/, "the name of a file in the media folder"),
    alt: text,
    href: webAddress,
    /** First and last day in the edition's time zone. */
    from: day,
    until: day,
  })
  .refine(({ from, until }) => from <= until, { path: ["until"], error: "a day that is not before the day of `from`" });

const houseAd = z.strictObject({ title: text, text, href, tone: z.enum(TONES).default("lake") });

const adSlot = z.strictObject({
  id: z.int().positive(),
  place: z.enum(["banner", "rail", "section", "article"]),
  size: z.enum(SIZES),
  /** True to show it on screens narrower than 768 px, too. */
  phone: z.boolean().default(false),
  /** Shown on their days; if days overlap, the first one is. */
  sold: z.array(soldAd).default([]),
  /** The ad server's zone for days without a sold ad. */
  zone: z.int().positive().optional(),
  /** Shown on all other days, and if the other ad fails to load. */
  house: houseAd,
});

export const adSlots = z
  .array(adSlot)
  .default([])
  .superRefine((slots, context) => {
    rejectDuplicates(context, [], slots, "id", "a number that no other slot has");
    rejectDuplicates(context, [], slots, "place", "a place that no other slot has");
    const message = "a size that fits a phone: 300x250 or 300x600";
    for (const [index, { size, phone }] of slots.entries())
      if (phone && Number.parseInt(size, 10) > 300)
        context.addIssue({ code: "custom", path: [index, "size"], message });
  });

type AdSlotConfig = z.infer<typeof adSlot>;

/** A slot and its ad of one day: plain data, safe to send to a browser. */
export interface AdSlot extends Pick<AdSlotConfig, "id" | "place" | "size" | "phone" | "house"> {
  sold: { advertiser: string; picture: string; alt: string; href: string } | null;
  served: { script: string; id: string; zone: number } | null;
}

interface Ads {
  ads: AdSlotConfig[];
  adServer?: z.infer<typeof adServer> | undefined;
  timeZone: string;
}

/** @param now milliseconds since 1970 */
export function selectAds({ ads, adServer, timeZone }: Ads, now: number): AdSlot[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return ads.map(({ sold, zone, ...slot }) => {
    const current = sold.find(({ from, until }) => from <= today && today <= until);
    if (!current) return { ...slot, sold: null, served: adServer && zone ? { ...adServer, zone } : null };
    const { advertiser, alt, href, picture } = current;
    // The dates are between the edition and its advertiser.
    return { ...slot, sold: { advertiser, alt, href, picture: `/media/${picture}` }, served: null };
  });
}

/** @returns a line for each image of a sold ad that the edition's media folder lacks */
export async function findMissingAdImages(folder: string, ads: readonly AdSlotConfig[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { picture } of ads.flatMap(({ sold }) => sold)) {
    if (await stat(join(folder, "media", picture)).catch(() => null)) continue;
    const file = join(folder, "edition.yaml");
    const line = (await readFile(file, "utf8")).split("\n").findIndex((line) => line.includes(picture)) + 1;
    faults.push(`${file}:${line}: found the picture "${picture}"; allowed is a file in ${join(folder, "media")}.`);
  }
  return faults;
}
