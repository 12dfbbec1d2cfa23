import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { escapeXml } from "../core/feed/xml.ts";
import { writeTestEdition } from "../tests/support/editions.ts";
import { type FeedHost, startFeedHost } from "../tests/support/feedHost.ts";
import { feedPath, getSectionFeeds, SECTIONS } from "../tests/support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../tests/support/site.ts";
import { servePhotos } from "./generatedPhotos.ts";

/** A site whose feeds carry the edition's sample stories, each with a photo. */
export interface EditionSite {
  site: Site;
  host: FeedHost;
  /** Path of the editions folder. */
  editions: string;
  /** Path of the SQLite file. */
  database: string;
  /** Path of one of the site's articles. */
  article: string;
  close(): Promise<void>;
}

const STORIES_PER_SECTION = 8;
const PHOTO_SIZE = { width: 1000, height: 667 };

export async function startEditionSite(env: Record<string, string> = {}): Promise<EditionSite> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  await servePhotos(host, { perSection: STORIES_PER_SECTION, ...PHOTO_SIZE });
  await serveStories(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: getSectionFeeds(host), relays: [] });
  const site = await startSite({
    editions,
    data: folder.path,
    env: { ALLOW_PRIVATE_HOSTS: host.allowed, ...env },
    hasOwnProcess: true,
  });
  await site.logs((log) => log.split('"msg":"image stored"').length > SECTIONS.length * STORIES_PER_SECTION);
  const local = await (await fetch(`${site.url}/local`)).text();
  return {
    site,
    host,
    editions,
    database: join(folder.path, "broadsheet.db"),
    article: /href="(\/article\/[^"]+)"/.exec(local)?.[1] ?? "",
    async close() {
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}

async function serveStories(host: FeedHost): Promise<void> {
  const samples = parse(await readFile("editions/chicago/samples.yaml", "utf8")) as Record<
    string,
    { title: string; description: string; author: string }[]
  >;
  for (const section of SECTIONS) {
    const items = (samples[section] ?? [])
      .slice(0, STORIES_PER_SECTION)
      .map(({ title, description, author }, index) => {
        const date = new Date(Date.UTC(2026, 3, 20, 12 - index)).toUTCString();
        const photo = host.url(`/pictures/${section}-${index}.jpg`);
        return `<item><title>${escapeXml(title)}</title><link>${host.url(`/${section}/${index}`)}</link>
<pubDate>${date}</pubDate><author>desk@wire.example (${escapeXml(author)})</author>
<description>${escapeXml(description)}</description><enclosure url="${photo}" type="image/jpeg" length="1000"/></item>`;
      });
    const body = `<rss version="2.0"><channel><title>Wire</title>${items.join("")}</channel></rss>`;
    host.serve(feedPath(section), { body, contentType: "application/rss+xml" });
  }
}
