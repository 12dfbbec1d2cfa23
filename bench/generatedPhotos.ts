import sharp, { type Sharp } from "sharp";
import type { FeedHost } from "../tests/support/feedHost.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";

interface Photos {
  /** Number of photos per section. The photos are at /pictures/{section}-{index}.jpg. */
  perSection: number;
  width: number;
  height: number;
}

/** Creates an image of gray noise, which compresses as badly as a photo. */
export function createNoise(size: { width: number; height: number }): Sharp {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  return sharp({ create: { ...size, channels: 3, background: "#777", noise } });
}

/** Serves the same photo, with as much detail as a real one, under many URLs. */
export async function servePhotos(host: FeedHost, { perSection, width, height }: Photos): Promise<void> {
  const body = await createNoise({ width, height }).blur(2).jpeg({ quality: 88 }).toBuffer();
  for (const section of SECTIONS)
    for (let index = 0; index < perSection; index++)
      host.serve(`/pictures/${section}-${index}.jpg`, { body, contentType: "image/jpeg" });
}
