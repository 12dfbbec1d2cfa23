import { join } from "node:path";
import { writeTestEdition } from "./editions.ts";
import { startFeedHost } from "./feedHost.ts";
import { waitForPolls } from "./pollLog.ts";
import { createSectionFeed, feedPath } from "./sectionFeeds.ts";
import { startSite, temporaryFolder } from "./site.ts";

/** The shipped editions, each with the slugs of its first sections. Chromium resolves every host below localhost. */
const EDITIONS = [
  { id: "chicago", host: "chicago.localhost", sections: ["local", "national", "world"] },
  { id: "madison", host: "madison.localhost", sections: ["local", "state", "campus"] },
  { id: "milwaukee", host: "milwaukee.localhost", sections: ["ciudad", "wisconsin", "comunidad"] },
] as const;
/** Test feeds for the `sections` of each edition, in the same order. */
const FEEDS = ["local", "national", "world"];

/** A site with all shipped editions, which follow our own test feeds. */
export interface ShippedEditions {
  /** Addresses of the front page, a section and a story of each edition. */
  editions: { id: string; front: string; section: string; story: string }[];
  stop(): Promise<void>;
}

export async function startShippedEditions(): Promise<ShippedEditions> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  for (const feed of FEEDS)
    host.serve(feedPath(feed), { body: createSectionFeed(host, feed), contentType: "application/rss+xml" });
  const editions = join(folder.path, "editions");
  for (const { id, host: name, sections } of EDITIONS)
    await writeTestEdition(editions, {
      feeds(section) {
        const feed = FEEDS[(sections as readonly string[]).indexOf(section)];
        return feed ? [host.url(feedPath(feed))] : [];
      },
      relays: [],
      id,
      source: join("editions", id),
      host: name,
    });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await waitForPolls(site, FEEDS.length);
  const { port } = new URL(site.url);
  return {
    editions: EDITIONS.map(({ id, host: name, sections }) => {
      const front = `http://${name}:${port}/`;
      return { id, front, section: front + sections[0], story: `${front}article/morning-local-story-1` };
    }),
    async stop() {
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}
