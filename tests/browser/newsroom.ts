import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import type { Document } from "yaml";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { feedsPolled, pollsOf } from "../support/polled.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { feedPath, SECTIONS, serveWire, wireFeeds } from "../support/wire.ts";
import { startWireSite, type WireSite } from "../support/wireSite.ts";

interface Opening {
  allowed?: string;
  atOnce?: boolean;
  isPatient?: boolean;
}

export interface Newsroom {
  host: FeedHost;
  /**
   * Starts the site on the wire's feeds, with an edition that a test may change, and waits until it has polled them all; it
   * ends with the test.
   *
   * `allowed` is a further server on this machine, as `host:port`, that the site may ask. With `atOnce` nobody waits, since
   * feeds hang; with `isPatient`, too, and the site waits for them as long as the test wants to see it wait.
   */
  open(change?: (edition: Document) => void, options?: Opening): Promise<Site>;
  /** Has the running site fetch the feeds of sections again, now, and waits until it has. */
  poll(...sections: string[]): Promise<void>;
}

/** What Chromium says where a page has no fade, since the next one came before it was drawn. */
const NO_FADE = /ViewTransition opt-in disabled/;

/**
 * A test with a real site: `site`, which has all stories of the wire, and is shared by tests that change nothing of it; or
 * one of its own, of a newsroom whose feeds it may change. A console error fails it.
 */
export const test = base.extend<{ newsroom: Newsroom; quiet: undefined; expected: RegExp }, { site: WireSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures a fixture uses
    async ({}, use) => {
      const site = await startWireSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
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
      async open(change, { allowed, atOnce, isPatient } = {}) {
        const env = {
          ALLOW_PRIVATE_HOSTS: [host.allowed, allowed].filter(Boolean).join(","),
          ...(isPatient && { NODE_OPTIONS: "--import ./tests/support/slowClock.ts" }),
        };
        const editions = await writeTestEdition(join(folder.path, "editions"), {
          feeds: wireFeeds(host),
          relays: host.relays,
          change,
        });
        site = await startSite({ editions, data: folder.path, env });
        if (!atOnce && !isPatient) await feedsPolled(site, SECTIONS.length);
        return site;
      },
      async poll(...sections) {
        const feeds = sections.map((section) => host.url(feedPath(section)));
        // The poll with which the site began is not the one that is waited for.
        await site?.logs((log) => feeds.every((feed) => pollsOf(log, feed) > 0));
        const before = feeds.map((feed) => pollsOf(site?.written() ?? "", feed));
        for (const feed of feeds) {
          const { status, output } = await broadsheet(["feeds", "poll", feed], {
            DATABASE_URL: `sqlite:${join(folder.path, "broadsheet.db")}`,
          });
          if (status !== 0) throw new Error(output);
        }
        await site?.logs((log) => feeds.every((feed, index) => pollsOf(log, feed) > (before[index] ?? 0)));
      },
    });
    await site?.stop();
    await host.close();
    await folder.remove();
  },
  quiet: [
    // The site comes before the page and ends after it: with pages open, it would wait for them to let go.
    async ({ newsroom: _before, page, expected }, use) => {
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

export { expect, SECTIONS };

/** Opens a page and waits for its scripts, which begin once it is loaded: the choice of colors is there when they are. */
export async function openLive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await live(page);
}

/** Has the clock of all pages stand still, so that it goes on only where the test says so; before the first of them. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2025-04-17T12:00:00Z" });
  await page.clock.pauseAt("2025-04-17T12:01:00Z");
  // While the clock stands still, no frame is painted after which scripts would be fetched, and a page is never idle.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("pointerdown")));
    window.requestIdleCallback = (run) => {
      queueMicrotask(() => run({ didTimeout: false, timeRemaining: () => 0 }));
      return 0;
    };
  });
}

/** Holds back what a page asks for, by a glob of its address. @returns what lets it go */
export async function holdBack(page: Page, glob: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(glob, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits for the scripts of the page that stands there, after a reload for one. */
export async function live(page: Page): Promise<void> {
  await expect(page.getByRole("radio", { name: "Dark" }).first()).toBeAttached();
}
