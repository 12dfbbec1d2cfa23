import { join } from "node:path";
import type { Document } from "yaml";
import { writeTestEdition } from "./editions.ts";
import { startFeedHost } from "./feedHost.ts";
import { feedsPolled } from "./polled.ts";
import { startSite, temporaryFolder } from "./site.ts";
import { feedPath, SECTIONS, serveWire } from "./wire.ts";

/** A site on the wire's feeds that several tests share: it has all their stories before it is given. */
export interface WireSite {
  url: string;
  stop(): Promise<void>;
}

interface WireSiteOptions {
  /** Whether it prints the stories' whole texts. */
  fullText?: boolean;
  change?: (edition: Document) => void;
  /** A further server on this machine, as `host:port`, that the site may ask. */
  allowed?: string;
}

export async function startWireSite({ fullText = false, change, allowed }: WireSiteOptions = {}): Promise<WireSite> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  serveWire(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      SECTIONS.some((name) => name === section)
        ? [{ url: host.url(feedPath(section)), publisher: "The Test Wire", fullText }]
        : [],
    relays: host.relays,
    change,
  });
  const env = { ALLOW_PRIVATE_HOSTS: [host.allowed, allowed].filter(Boolean).join(",") };
  const site = await startSite({ editions, data: folder.path, env });
  await feedsPolled(site, SECTIONS.length);
  return {
    url: site.url,
    async stop() {
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}
