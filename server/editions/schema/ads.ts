import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { TONES } from "../../../core/motifs.ts";
import { findFileInside } from "../../files/filesInside.ts";
import { href, mediaFile, rejectDuplicates, text, webAddress } from "../fields.ts";

/** Sizes in pixels, width by height, for which pages have a placeholder. */
const SIZES = ["970x90", "970x250", "728x90", "300x250", "300x600"] as const;

/**
 * Ad server, such as Revive. Its script is the only third-party code that runs without a click. The ad server learns
 * readers' IP addresses.
 */
export const adServerSchema = z.strictObject({
  script: webAddress.meta({
    description: "Address of the script for asynchronous tags; in Revive, …/asyncjs.php.",
    examples: ["https://ads.example/www/delivery/asyncjs.php"],
  }),
  id: z
    .string()
    .regex(/^[\w-]+$/, "letters, digits, hyphens and underscores")
    .meta({
      description: "Value of `data-revive-id` in the tags.",
      examples: ["0123456789abcdef0123456789abcdef"],
    }),
});

const day = z.iso.date({ error: "a day such as 2025-04-17" });

/** An image ad sold by the edition itself. */
const soldAd = z
  .strictObject({
    advertiser: text.meta({ description: "Name of the advertiser.", examples: ["Halsted Hardware"] }),
    picture: mediaFile.meta({ description: "Name of an image in media/.", examples: ["halsted-hardware.webp"] }),
    alt: text.meta({
      description: "Text for readers who do not see the image.",
      examples: ["Halsted Hardware: snow shovels, back in stock."],
    }),
    href: webAddress.meta({
      description: "Address to which the ad leads.",
      examples: ["https://halsted-hardware.example/"],
    }),
    from: day.meta({ description: "First day, in the edition's time zone.", examples: ["2025-11-01"] }),
    until: day.meta({ description: "Last day.", examples: ["2025-11-30"] }),
  })
  .refine(({ from, until }) => from <= until, { path: ["until"], error: "a day that is not before the day of `from`" });

const houseAdKeys = z.strictObject({
  title: text.describe("Title of the ad."),
  text: text.describe("Sentence under the title."),
  href: href.describe("Address to which the ad leads."),
  tone: z.enum(TONES).default("lake").describe("Colors of the ad."),
});

const houseAd = houseAdKeys.extend({
  otherwise: houseAdKeys
    .describe("Shown instead if the edition has no page at `href`, or no calendar for its page of events.")
    .optional(),
});

export type HouseAd = z.infer<typeof houseAd>;

const adSlot = z.strictObject({
  id: z.int().positive().describe("Number of the slot."),
  place: z.enum(["banner", "rail", "section", "article"]).describe("Where the slot is."),
  size: z.enum(SIZES).describe("Width by height in pixels."),
  phone: z.boolean().default(false).describe("True to show the slot also on screens narrower than 768 px."),
  sold: z
    .array(soldAd)
    .default([])
    .describe("Ads that the edition sold, each for some days. If days overlap, the first in the list is shown."),
  zone: z
    .int()
    .positive()
    .meta({ description: "Zone of the ad server for days without a sold ad.", examples: [12] })
    .optional(),
  house: houseAd.describe("Shown on days without another ad, and if the other ad fails to load."),
});

export const adSlotsSchema = z
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

/** An ad slot with its ads for one day. Plain data, safe to send to a browser. */
export interface AdSlot extends Pick<AdSlotConfig, "id" | "place" | "size" | "phone"> {
  house: z.infer<typeof houseAdKeys>;
  sold: { advertiser: string; picture: string; alt: string; href: string } | null;
  served: { script: string; id: string; zone: number } | null;
}

interface Ads {
  ads: AdSlotConfig[];
  adServer?: z.infer<typeof adServerSchema> | undefined;
  timeZone: string;
}

/**
 * Returns the edition's ad slots with today's ads. Leaves out slots without an ad.
 *
 * @param now milliseconds since 1970
 * @param chooseHouseAd returns a house ad or its alternative `otherwise`; undefined if the edition lacks the pages of
 * both
 */
export function selectAds(
  { ads, adServer, timeZone }: Ads,
  now: number,
  chooseHouseAd: (house: HouseAd) => AdSlot["house"] | undefined,
): AdSlot[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return ads.flatMap(({ sold, zone, house: configured, ...slot }): AdSlot[] => {
    const current = sold.find(({ from, until }) => from <= today && today <= until);
    const served = adServer && zone ? { ...adServer, zone } : null;
    const found = chooseHouseAd(configured);
    if (!found && !current && !served) return [];
    // This house ad is shown if the sold or served ad fails to load.
    const house = found ?? { ...configured, href: "/" };
    if (!current) return [{ ...slot, house, sold: null, served }];
    const { advertiser, alt, href, picture } = current;
    // Readers should not see the dates of a booking.
    return [{ ...slot, house, sold: { advertiser, alt, href, picture: `/media/${picture}` }, served: null }];
  });
}

/** @returns an error line for each sold ad whose image is missing from the edition's media folder */
export async function listMissingAdImages(folder: string, ads: readonly AdSlotConfig[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { picture } of ads.flatMap(({ sold }) => sold)) {
    if (await findFileInside(folder, join("media", picture))) continue;
    const file = join(folder, "edition.yaml");
    const line = (await readFile(file, "utf8")).split("\n").findIndex((line) => line.includes(picture)) + 1;
    faults.push(`${file}:${line}: found the picture "${picture}"; expected a file in ${join(folder, "media")}.`);
  }
  return faults;
}
