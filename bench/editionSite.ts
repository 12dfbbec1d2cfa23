import { readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { parse } from "yaml";
import { writeTestEdition } from "../tests/support/editions.ts";
import { type FeedHost, startFeedHost } from "../tests/support/feedHost.ts";
import { feedPath, getSectionFeeds, SECTIONS } from "../tests/support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../tests/support/site.ts";

/** A site whose feeds have the edition's own stories, all with photographs of the usual size. */
export interface EditionSite {
  site: Site;
  host: FeedHost;
  /** The folder of its editions, and the file of its store. */
  editions: string;
  database: string;
  /** Where one of its stories stands. */
  article: string;
  close(): Promise<void>;
}

const STORIES = 8;
const SIZE = { width: 1000, height: 667 };

export async function startEditionSite(env: Record<string, string> = {}): Promise<EditionSite> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  const pictures = await servePhotographs(host);
  await serveStories(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), { feeds: getSectionFeeds(host), relays: [] });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed, ...env } });
  await site.logs((log) => log.split('"msg":"image stored"').length > pictures);
  const local = await (await fetch(`${site.url}/local`)).text();
  return {
    ...{ site, host, editions, database: join(folder.path, "broadsheet.db") },
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
    const items = (samples[section] ?? []).slice(0, STORIES).map(({ title, description, author }, index) => {
      const date = new Date(Date.UTC(2026, 3, 20, 12 - index)).toUTCString();
      const picture = host.url(`/pictures/${section}-${index}.jpg`);
      return `<item><title>${escaped(title)}</title><link>${host.url(`/${section}/${index}`)}</link>
<pubDate>${date}</pubDate><author>desk@wire.example (${escaped(author)})</author>
<description>${escaped(description)}</description><enclosure url="${picture}" type="image/jpeg" length="1000"/></item>`;
    });
    const body = `<rss version="2.0"><channel><title>Wire</title>${items.join("")}</channel></rss>`;
    host.serve(feedPath(section), { body, contentType: "application/rss+xml" });
  }
}

/** One photograph under many names, with as much in it as photographs have. */
async function servePhotographs(host: FeedHost): Promise<number> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const picture = sharp({ create: { ...SIZE, channels: 3, background: "#777", noise } }).blur(2);
  const body = await picture.jpeg({ quality: 88 }).toBuffer();
  for (const section of SECTIONS)
    for (let index = 0; index < STORIES; index++)
      host.serve(`/pictures/${section}-${index}.jpg`, { body, contentType: "image/jpeg" });
  return SECTIONS.length * STORIES;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
