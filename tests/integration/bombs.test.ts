import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BombHost, startBombHost } from "../support/bombs.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { pollNow } from "../support/pollNow.ts";
import { readUntil } from "../support/readUntil.ts";
import { scaleLimit } from "../support/scaleLimit.ts";
import { createSectionFeed, feedPath, SECTIONS } from "../support/sectionFeeds.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";

const MIB = 1024 * 1024;
/** Time limit, in ms, of an attack. A fetch alone may take 30 s. */
const MAX_MS = scaleLimit(60_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let host: FeedHost;
let bombs: BombHost;
let site: Site;

beforeAll(async () => {
  folder = await temporaryFolder();
  host = await startFeedHost();
  bombs = await startBombHost();
});

afterAll(async () => {
  await site?.stop();
  await bombs.close();
  await host.close();
  await folder.remove();
});

/** Returns the current or the peak memory of a process, in bytes. Linux only. */
function getMemory(pid: number, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

describe.skipIf(!existsSync("/proc/self/clear_refs"))("hostile feeds", () => {
  it(
    "end within their limits, cost the server less than 100 MB each, and do not stop other feeds",
    async () => {
      for (const section of SECTIONS) host.serve(feedPath(section), { body: createSectionFeed(host, section) });
      const editions = await writeTestEdition(folder.path, {
        feeds: (section) => {
          if (section === "local") return bombs.paths.map((path) => bombs.url(path));
          return section === "events" ? [] : [host.url(feedPath(section))];
        },
        relays: [],
      });
      const data = join(folder.path, "data");
      const env = {
        ALLOW_PRIVATE_HOSTS: `${host.allowed},${bombs.allowed}`,
        DATABASE_URL: `sqlite:${join(data, "broadsheet.db")}`,
        LOG_LEVEL: "debug",
      };
      site = await startSite({ editions, data, env, hasOwnProcess: true });
      const poll = async (url: string) => {
        const reports = site.written().split("\n").length;
        await pollNow(env.DATABASE_URL, url);
        let report: Report | undefined;
        await site.logs((log) => {
          const lines = log.split("\n").slice(reports - 1);
          report = getReports(lines.join("\n")).get(url);
          return report !== undefined;
        });
        return report;
      };
      // Measures memory only after the site has polled every feed and rendered a page twice.
      await site.logs((log) => getReports(log).size === bombs.paths.length + SECTIONS.length - 1);
      await fetch(`${site.url}/world`);
      host.serve(feedPath("world"), { body: createSectionFeed(host, "world", { edition: "Extra" }) });
      await poll(host.url(feedPath("world")));
      // A poll waits only 5 s for pages to be rendered again, which is too short on a busy machine.
      await readUntil(
        async () => (await fetch(`${site.url}/world`)).text(),
        (page) => page.includes("Extra world story 1"),
      );

      const outcomes: Record<string, string> = {};
      bombs.arm();
      const attack = async (path: string) => {
        const report = await poll(bombs.url(path));
        outcomes[path] = report?.msg ?? "";
        expect(report?.ms, path).toBeLessThan(MAX_MS);
      };
      // The attack /drip takes the full time limit but no memory, so the other attacks run meanwhile.
      const slow = attack("/drip");
      for (const path of bombs.paths.filter((path) => path !== "/drip")) {
        const before = getMemory(site.pid, "VmRSS");
        writeFileSync(`/proc/${site.pid}/clear_refs`, "5");
        await attack(path);
        expect((getMemory(site.pid, "VmHWM") - before) / MIB, path).toBeLessThan(100);
        expect((await fetch(`${site.url}/world`)).status).toBe(200);
      }
      await slow;
      for (const path of ["/gzip", "/endless", "/drip", "/redirects", "/header"])
        expect(outcomes[path], path).toMatch(/^feed failed/);

      const page = await (await fetch(`${site.url}/world`)).text();
      expect(page).toContain('data-state="fresh"');
      expect(await (await fetch(`${site.url}/local`)).text()).not.toContain("root:");
    },
    scaleLimit(600_000),
  );
});

interface Report {
  feed: string;
  msg: string;
  ms: number;
}

/** Returns the log line of each feed's newest poll, by the feed's URL. */
function getReports(log: string): Map<string, Report> {
  const lines = log.split("\n").filter((line) => /"msg":"feed (polled|failed)/.test(line) && line.endsWith("}"));
  return new Map(lines.map((line) => JSON.parse(line) as Report).map((report) => [report.feed, report]));
}
