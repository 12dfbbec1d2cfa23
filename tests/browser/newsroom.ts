import { join } from "node:path";
import { test as base } from "@playwright/test";
import type { Document } from "yaml";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { feedPath, SECTIONS, serveWire, wireFeeds } from "../support/wire.ts";

export interface Newsroom {
  host: FeedHost;
  /**
   * Starts the site on the wire's feeds, with an edition that a test may change; it ends with the test.
   *
   * `allowed` is a further server on this machine, as `host:port`, that the site may ask.
   */
  open(change?: (edition: Document) => void, options?: { allowed?: string }): Promise<Site>;
  /** Has the running site fetch the feeds of sections again, now, and waits until it has. */
  poll(...sections: string[]): Promise<void>;
}

/** What Chromium says where a page has no fade, since the next one came before it was drawn. */
const NO_FADE = /ViewTransition opt-in disabled/;

/** A test with a feed host of its own, and a real site that follows it. A console error fails it. */
export const test = base.extend<{ newsroom: Newsroom; quiet: undefined; expected: RegExp }>({
  /** What a console may say, for tests that have the browser meet it. A page that is answered with 404 is reported there. */
  expected: [/404/, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures a fixture uses
  newsroom: async ({}, use) => {
    const folder = await temporaryFolder();
    const host = await startFeedHost();
    serveWire(host);
    let site: Site | undefined;
    await use({
      host,
      async open(change, { allowed } = {}) {
        const env = { ALLOW_PRIVATE_HOSTS: [host.allowed, allowed].filter(Boolean).join(",") };
        const editions = await writeTestEdition(join(folder.path, "editions"), {
          feeds: wireFeeds(host),
          relays: host.relays,
          change,
        });
        site = await startSite({ editions, data: folder.path, env });
        return site;
      },
      async poll(...sections) {
        const feeds = sections.map((section) => host.url(feedPath(section)));
        // The poll with which the site began is not the one that is waited for.
        await site?.logs((log) => feeds.every((feed) => polls(log, feed) > 0));
        const before = feeds.map((feed) => polls(site?.written() ?? "", feed));
        for (const feed of feeds) {
          const { status, output } = await broadsheet(["feeds", "poll", feed], {
            DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
          });
          if (status !== 0) throw new Error(output);
        }
        await site?.logs((log) => feeds.every((feed, index) => polls(log, feed) > (before[index] ?? 0)));
      },
    });
    await site?.stop();
    await host.close();
    await folder.remove();
  },
  quiet: [
    async ({ page, newsroom: _before, expected }, use) => {
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => {
        if (!expected.test(message) && !NO_FADE.test(message)) errors.push(message);
      });
      page.on("console", (message) => {
        if (message.type() === "error" && !expected.test(message.text())) errors.push(message.text());
      });
      await use(undefined);
      if (errors.length > 0) throw new Error(`The browser's console has errors:\n${errors.join("\n")}`);
    },
    { auto: true },
  ],
});

export { expect } from "@playwright/test";
export { SECTIONS };

/** How many polls of a feed have ended, well or badly. */
function polls(log: string, feed: string): number {
  return log.split("\n").filter((line) => line.includes(`"feed":"${feed}"`) && /"msg":"feed (polled|failed)/.test(line))
    .length;
}
