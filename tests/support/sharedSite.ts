import { join } from "node:path";
import type { Document } from "yaml";
import { writeTestEdition } from "./editions.ts";
import { startFeedHost } from "./feedHost.ts";
import { waitForPolls } from "./pollLog.ts";
import { feedPath, SECTIONS, serveSectionFeeds } from "./sectionFeeds.ts";
import { startSite, temporaryFolder } from "./site.ts";

/** A site for several tests, none of which changes it. It has polled the feeds of its sections. */
export interface SharedSite {
  url: string;
  /** Environment of commands that work on the site's store. */
  env: Record<string, string>;
  /** Waits until the log so far satisfies a predicate. */
  logs(isEnough: (log: string) => boolean): Promise<void>;
  stop(): Promise<void>;
}

interface SharedSiteOptions {
  /** Sections with a feed; all by default. Each poll takes CPU time. */
  sections?: readonly string[];
  /** True to publish the full texts of stories. */
  fullText?: boolean;
  change?: (edition: Document) => void;
  /** URL of the site's store; a new store's by default. */
  databaseUrl?: string;
  /** Another server on this machine, as `host:port`, to which the site may send requests. */
  allowed?: string;
}

export async function startSharedSite({
  sections = SECTIONS,
  fullText = false,
  change,
  databaseUrl,
  allowed,
}: SharedSiteOptions = {}): Promise<SharedSite> {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  serveSectionFeeds(host, { hasText: fullText });
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      sections.includes(section)
        ? [
            {
              url: host.url(feedPath(section)),
              publisher: "The Test Wire",
              ...(fullText && { rights: { text: "full", export: true } }),
            },
          ]
        : [],
    relays: host.relays,
    change,
  });
  const env = {
    ALLOW_PRIVATE_HOSTS: [host.allowed, allowed].filter(Boolean).join(","),
    DATABASE_URL: databaseUrl ?? `sqlite:${join(folder.path, "broadsheet.db")}`,
  };
  const site = await startSite({ editions, data: folder.path, env });
  await waitForPolls(site, sections.length);
  return {
    url: site.url,
    env: { ...env, DATA_DIR: folder.path, EDITIONS_DIR: editions },
    logs: site.logs,
    async stop() {
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}
