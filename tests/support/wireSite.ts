import { join } from "node:path";
import { writeTestEdition } from "./editions.ts";
import { startFeedHost } from "./feedHost.ts";
import { pageOnceFilled } from "./filled.ts";
import { startSite, temporaryFolder } from "./site.ts";
import { feedPath, SECTIONS, serveWire } from "./wire.ts";

/** A site on the wire's feeds that several tests share: it prints their whole texts, and has them all before it is given. */
export interface WireSite {
  url: string;
  stop(): Promise<void>;
}

export async function startWireSite(): Promise<WireSite> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  serveWire(host);
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      SECTIONS.some((name) => name === section)
        ? [{ url: host.url(feedPath(section)), publisher: "The Test Wire", fullText: true }]
        : [],
    relays: host.relays,
  });
  const site = await startSite({ editions, data: folder.path, env: { ALLOW_PRIVATE_HOSTS: host.allowed } });
  await pageOnceFilled(site);
  return {
    url: site.url,
    async stop() {
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}
