import sharp from "sharp";
import type { FeedHost } from "../tests/support/feedHost.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";

interface Photos {
  /** Photos per section, at /pictures/{section}-{index}.jpg. */
  perSection: number;
  width: number;
  height: number;
}

/** Serves one photo with as much detail as a real one under many URLs. */
export async function servePhotos(host: FeedHost, { perSection, width, height }: Photos): Promise<void> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const body = await sharp({ create: { width, height, channels: 3, background: "#777", noise } })
    .blur(2)
    .jpeg({ quality: 88 })
    .toBuffer();
  for (const section of SECTIONS)
    for (let index = 0; index < perSection; index++)
      host.serve(`/pictures/${section}-${index}.jpg`, { body, contentType: "image/jpeg" });
}
