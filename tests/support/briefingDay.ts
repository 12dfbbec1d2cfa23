import { join } from "node:path";
import sharp from "sharp";
import { writeTestEdition } from "./editions.ts";
import { type FeedHost, startFeedHost } from "./feedHost.ts";

/** Feeds of a morning: two sections with news of the last hours, one of them with a photograph. */
export async function startMorning(folder: string): Promise<{ host: FeedHost; editions: string }> {
  const host = await startFeedHost();
  const photograph = await sharp({ create: { width: 1280, height: 720, channels: 3, background: "#3f6f8a" } })
    .jpeg()
    .toBuffer();
  host.serve("/lake.jpg", { body: photograph, contentType: "image/jpeg" });
  host.serve("/local.xml", { body: feedOf("Lake", host.url("/lake.jpg")) });
  host.serve("/sports.xml", { body: feedOf("Ball", null) });
  const editions = await writeTestEdition(join(folder, "editions"), {
    feeds: (section) => (["local", "sports"].includes(section) ? [host.url(`/${section}.xml`)] : []),
    relays: [],
    // The test says when it is sent.
    change: (edition) => {
      edition.setIn(["newsletter", "hour"], "23:59");
      edition.setIn(["newsletter", "hoursLate"], 0);
    },
  });
  return { host, editions };
}

const ORDINALS = ["First", "Second", "Third", "Fourth", "Fifth"];

function feedOf(word: string, picture: string | null): string {
  const items = ORDINALS.map((ordinal, index) => {
    const date = new Date(Date.now() - (index + 1) * 1_800_000).toUTCString();
    const enclosure = index === 0 && picture ? `<enclosure url="${picture}" type="image/jpeg" length="1"/>` : "";
    return `<item><title>${ordinal} story of the ${word} desk — told “plainly”</title><link>https://news.example/${word}/${index}</link><description>What the ${word} desk knows of it at breakfast.</description><pubDate>${date}</pubDate>${enclosure}</item>`;
  });
  return `<rss version="2.0"><channel><title>${word}</title>${items.join("")}</channel></rss>`;
}
