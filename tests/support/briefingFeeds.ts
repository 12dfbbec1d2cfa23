import { join } from "node:path";
import sharp from "sharp";
import { writeTestEdition } from "./editions.ts";
import { type FeedHost, startFeedHost } from "./feedHost.ts";

interface BriefingFeeds {
  host: FeedHost;
  editions: string;
  /** Time zone of the edition. Its local time is between noon and 1 p.m., so the date does not change during a test. */
  timeZone: string;
}

/** Serves one feed of recent stories for each of two sections, and writes an edition that follows these feeds. */
export async function startBriefingFeeds(folder: string): Promise<BriefingFeeds> {
  const host = await startFeedHost();
  const photo = await sharp({ create: { width: 1280, height: 720, channels: 3, background: "#3f6f8a" } })
    .jpeg()
    .toBuffer();
  host.serve("/lake.jpg", { body: photo, contentType: "image/jpeg" });
  host.serve("/local.xml", { body: createFeed("Lake", host.url("/lake.jpg")) });
  host.serve("/sports.xml", { body: createFeed("Ball", null) });
  const timeZone = findZoneAtNoon(new Date());
  const editions = await writeTestEdition(join(folder, "editions"), {
    feeds: (section) => (["local", "sports"].includes(section) ? [host.url(`/${section}.xml`)] : []),
    relays: [],
    // Keeps the briefing from becoming due, so that only the test sends it.
    change: (edition) => {
      edition.set("timeZone", timeZone);
      edition.setIn(["newsletter", "hour"], "23:59");
      edition.setIn(["newsletter", "hoursLate"], 0);
    },
  });
  return { host, editions, timeZone };
}

function findZoneAtNoon(now: Date): string {
  const hoursAhead = 12 - now.getUTCHours();
  // In a name such as Etc/GMT+5, the plus sign means that local time is behind UTC.
  return `Etc/GMT${hoursAhead > 0 ? "-" : "+"}${Math.abs(hoursAhead)}`;
}

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth"];

function createFeed(word: string, imageUrl: string | null): string {
  const items = ORDINALS.map((ordinal, index) => {
    const date = new Date(Date.now() - (index + 1) * 1_800_000).toUTCString();
    const enclosure = index === 0 && imageUrl ? `<enclosure url="${imageUrl}" type="image/jpeg" length="1"/>` : "";
    return `<item><title>${ordinal} story of the ${word} desk — told “plainly”</title><link>https://news.example/${word}/${index}</link><description>What the ${word} desk knows of it at breakfast.</description><pubDate>${date}</pubDate>${enclosure}</item>`;
  });
  return `<rss version="2.0"><channel><title>${word}</title>${items.join("")}</channel></rss>`;
}
