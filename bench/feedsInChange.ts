import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { writeTestEdition } from "../tests/support/editions.ts";
import { startFeedHost } from "../tests/support/feedHost.ts";
import { SECTIONS } from "../tests/support/sectionFeeds.ts";
import { startSite, temporaryFolder } from "../tests/support/site.ts";

/** A site that follows so many feeds, all of which have a new story each second once they begin to change. */
export async function changeFeeds(count: number) {
  const folder = await temporaryFolder();
  const host = await startFeedHost();
  const paths = Array.from({ length: count }, (_, index) => `/change/${index}.xml`);
  let round = 0;
  const serve = () => {
    round++;
    for (const [index, path] of paths.entries()) {
      const items = Array.from({ length: 10 }, (_, place) => {
        const number = round * 10 - place;
        return `<item><title>Story ${number} of wire ${index} on the lakefront</title><link>${host.url(`/${index}/${number}`)}</link>
<description>What the wire says.</description><pubDate>${new Date(Date.now() - place * 1000).toUTCString()}</pubDate></item>`;
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
    ...{ ALLOW_PRIVATE_HOSTS: host.allowed, LOG_LEVEL: "debug" },
    NODE_OPTIONS: "--import ./bench/loopDelay.ts",
  };
  const site = await startSite({ editions, data: folder.path, env });
  await site.logs((log) => log.split('"msg":"feed polled"').length > count);
  const store = new DatabaseSync(join(folder.path, "broadsheet.db"), { timeout: 5000 });
  const nudge = store.prepare("update feeds set next_poll_at = '2000-01-01T00:00:00.000Z'");
  let timer: NodeJS.Timeout | undefined;
  let before: string | undefined;
  const counted = (message: string) => site.written().slice(before?.length).split(`"msg":"${message}"`).length - 1;
  const delays = () => site.written().match(/\{"loopDelay".*\}\n/g) ?? [];
  return {
    site,
    /** How late the thread that answers came to its timers since this was asked last, in milliseconds. */
    async loopDelay(): Promise<{ p50: number; p99: number }> {
      const known = delays().length;
      process.kill(site.pid, "SIGUSR2");
      await site.logs(() => delays().length > known);
      return JSON.parse(delays().at(-1) ?? "").loopDelay;
    },
    begin() {
      before ??= site.written();
      timer = setInterval(() => {
        serve();
        nudge.run();
      }, 1000);
    },
    pause: () => clearInterval(timer),
    /** Returns when nothing is polled any more. */
    async settled() {
      for (let known = -1; known < counted("feed polled"); await wait(1500)) known = counted("feed polled");
    },
    polls: () => counted("feed polled"),
    renewals: () => counted("page made anew"),
    async close() {
      clearInterval(timer);
      store.close();
      await site.stop();
      await host.close();
      await folder.remove();
    },
  };
}
