import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import type { Document } from "yaml";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { countPollsOf, waitForPolls } from "../support/pollLog.ts";
import { pollNow } from "../support/pollNow.ts";
import { feedPath, SECTIONS, serveSectionFeeds } from "../support/sectionFeeds.ts";
import { type SharedSite, startSharedSite } from "../support/sharedSite.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

interface StartOptions {
  /** Sections with a feed; all by default. Fewer sections save CPU time, since each feed is polled. */
  sections?: readonly string[];
  /** Another server on this machine, as `host:port`, to which the site may send requests. */
  allowed?: string;
  /** True for feeds that hang: `start` then does not wait for the polls. */
  withoutPolls?: boolean;
  /** True to slow the site's clock, which prolongs its loading state. `start` then does not wait for the polls. */
  hasSlowClock?: boolean;
}

/** A site with feeds of its own, for a test that changes its feeds or its edition. */
export interface OwnSite {
  host: FeedHost;
  /** Starts the site, and waits until it has polled every feed. The site stops at the end of the test. */
  start(change?: (edition: Document) => void, options?: StartOptions): Promise<Site>;
  /** Polls the feeds of sections now, and waits for the results. */
  poll(...sections: string[]): Promise<void>;
}

/** Chromium's errors for a view transition that the next navigation skipped, or that took seconds on a busy machine. */
const SKIPPED_TRANSITION = /ViewTransition opt-in disabled|Transition was aborted because of timeout/;

/**
 * A test with real sites. The test fails if the browser's console has an error. The tests of a worker share `site`, and
 * must not change it. `ownSite` belongs to one test.
 */
export const test = base.extend<
  { ownSite: OwnSite; consoleCheck: undefined; allowedErrors: RegExp },
  { site: SharedSite }
>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the used fixtures from the pattern
    async ({}, use) => {
      const site = await startSharedSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  /** Matches console errors that a test causes. The browser logs each 404 response. */
  allowedErrors: [/404/, { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the used fixtures from the pattern
  ownSite: async ({}, use) => {
    const folder = await temporaryFolder();
    const host = await startFeedHost();
    serveSectionFeeds(host);
    let site: Site | undefined;
    await use({
      host,
      async start(change, { sections = SECTIONS, allowed, withoutPolls, hasSlowClock } = {}) {
        const env = {
          ALLOW_PRIVATE_HOSTS: [host.allowed, allowed].filter(Boolean).join(","),
          ...(hasSlowClock && { NODE_OPTIONS: "--import ./tests/support/slowClock.ts" }),
        };
        const editions = await writeTestEdition(join(folder.path, "editions"), {
          feeds: (section) => (sections.includes(section) ? [host.url(feedPath(section))] : []),
          relays: host.relays,
          change,
        });
        site = await startSite({ editions, data: folder.path, env });
        if (!withoutPolls && !hasSlowClock) await waitForPolls(site, sections.length);
        return site;
      },
      async poll(...sections) {
        const feeds = sections.map((section) => host.url(feedPath(section)));
        // Waits for the polls at the start of the site, so that these polls are not counted.
        await site?.logs((log) => feeds.every((feed) => countPollsOf(log, feed) > 0));
        const before = feeds.map((feed) => countPollsOf(site?.written() ?? "", feed));
        await pollNow(`sqlite:${join(folder.path, "broadsheet.db")}`, ...feeds);
        await site?.logs((log) => feeds.every((feed, index) => countPollsOf(log, feed) > (before[index] ?? 0)));
      },
    });
    await site?.stop();
    await host.close();
    await folder.remove();
  },
  consoleCheck: [
    // Playwright ends fixtures in reverse order. `ownSite` comes before `context`, so the page closes before the site
    // stops. Before a site stops, it waits until its connections are closed.
    async ({ ownSite: _first, context, allowedErrors }, use) => {
      const errors: string[] = [];
      context.on("weberror", (error) => {
        const { message } = error.error();
        if (!allowedErrors.test(message) && !SKIPPED_TRANSITION.test(message)) errors.push(message);
      });
      context.on("console", (message) => {
        // Ignores messages about blob URLs, since the page in which the browser shows a blob violates the inherited policy.
        if (message.page()?.url().startsWith("blob:")) return;
        if (message.type() !== "error" || allowedErrors.test(message.text())) return;
        if (!SKIPPED_TRANSITION.test(message.text())) errors.push(message.text());
      });
      await use(undefined);
      if (errors.length > 0) throw new Error(`The browser's console has errors:\n${errors.join("\n")}`);
    },
    { auto: true },
  ],
});

export { expect, SECTIONS };

export async function openHydrated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/**
 * Stops the clock of a page, and of the other pages in its context, so that only the test advances the clock. Must be
 * called before the page loads a document.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: "2025-04-17T12:00:00Z" });
  await page.clock.pauseAt("2025-04-17T12:01:00Z");
  // Starts scripts that would wait for a painted frame or an idle period. Neither comes while the clock is stopped.
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("pointerdown")));
    window.requestIdleCallback = (run) => {
      queueMicrotask(() => run({ didTimeout: false, timeRemaining: () => 0 }));
      return 0;
    };
  });
}

/** Delays requests for URLs that match a glob. @returns a function that lets these requests pass */
export async function holdBack(page: Page, glob: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(glob, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until the open page is hydrated: its theme buttons exist only then. */
export async function waitForHydration(page: Page): Promise<void> {
  await expect(page.getByRole("radio", { name: "Dark" }).first()).toBeAttached();
}
