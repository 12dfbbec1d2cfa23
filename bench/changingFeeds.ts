import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";

const STORIES_PER_FEED = 10;

/** Starts a site that follows `count` feeds. Between `begin` and `pause`, each feed gets ten new stories per second. */
export async function startSiteWithChangingFeeds(count: number) {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  const paths = Array.from({ length: count }, (_, index) => `/change/${index}.xml`);
  let round = 0;
  const serve = () => {
    round++;
    for (const [index, path] of paths.entries()) {
      const items = Array.from({ length: STORIES_PER_FEED }, (_, place) => {
        const number = round * STORIES_PER_FEED - place;
        return `<item><title>Story ${number} of wire ${index} on the lakefront</title><link>${host.url(`/${index}/${number}`)}</link>
<description>Generated story.</description><pubDate>${new Date(Date.now() - place * 1000).toUTCString()}</pubDate></item>`;
      });
      host.serve(path, {
        body: `<rss version="2.0"><channel><title>Wire ${index}</title>${items.join("")}</channel></rss>`,
        contentType: "application/rss+xml",
      });
    }
  };
  serve();
  const editions = await writeTestEdition(join(folder.path, "editions"), {
    feeds: (section) =>
      paths.flatMap((path, index) => (SECTIONS[index % SECTIONS.length] === section ? [host.url(path)] : [])),
    relays: [],
  });
  const env = {
    ALLOW_PRIVATE_HOSTS: host.allowed,
    LOG_LEVEL: "debug",
    NODE_OPTIONS: "--import ./bench/eventLoopDelay.ts",
  };
  const site = await startSite({ editions, data: folder.path, env, hasOwnProcess: true });
  await site.logs((log) => log.split('"msg":"feed polled"').length > count);
  const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 5000 });
  const makeFeedsDue = store.prepare("update feeds set next_poll_at = '2000-01-01T00:00:00.000Z'");
  let timer: NodeJS.Timeout | undefined;
  let logBefore: string | undefined;
  const countLogged = (message: string) =>
    site.written().slice(logBefore?.length).split(`"msg":"${message}"`).length - 1;
  const findReportedDelays = () => site.written().match(/\{"eventLoopDelay".*\}\n/g) ?? [];
  return {
    site,
    /** Returns percentiles of the main thread's event loop delay, in ms, for the time since the previous call. */
    async readEventLoopDelay(): Promise<{ p50: number; p99: number }> {
      const known = findReportedDelays().length;
      process.kill(site.pid, "SIGUSR2");
      await site.logs(() => findReportedDelays().length > known);
      return JSON.parse(findReportedDelays().at(-1) ?? "").eventLoopDelay;
    },
    begin() {
      logBefore ??= site.written();
      timer = setInterval(() => {
        serve();
        makeFeedsDue.run();
      }, 1000);
    },
    pause: () => clearInterval(timer),
    /** Resolves when no feed has been polled for 1.5 s. */
    async waitForPolls() {
      for (let known = -1; known < countLogged("feed polled"); await wait(1500)) known = countLogged("feed polled");
    },
    /** Returns the number of polls since the first call of `begin`. */
    countPolls: () => countLogged("feed polled"),
    /** Returns the number of pages rendered since the first call of `begin`. */
    countRenders: () => countLogged("page rendered"),
    async close() {
      clearInterval(timer);
      store.close();
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}
