import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BombHost, startBombHost } from "../support/bombs.ts";
import { broadsheet } from "../support/commandLine.ts";
import { writeTestEdition } from "../support/editions.ts";
import { type FeedHost, startFeedHost } from "../support/feedHost.ts";
import { type Site, startSite, temporaryFolder } from "../support/site.ts";
import { feedPath, SECTIONS, wireFeed } from "../support/wire.ts";

const MIB = 1024 * 1024;
/** A feed is given 30 s; the rest is for a machine that is busy. */
const LONGEST_MS = 60_000;

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

/** The memory of a process in bytes: now, or the most that it ever had. Linux alone tells. */
function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(new RegExp(`${what}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

describe.skipIf(!existsSync("/proc/self/clear_refs"))("feeds made to hurt", () => {
  it("end within their limits, cost less than 100 MB each, and other feeds go on", async () => {
    for (const section of SECTIONS) host.serve(feedPath(section), { body: wireFeed(host, section) });
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
    site = await startSite({ editions, data, env });
    /** Has the server poll a feed, and waits for the end of it. */
    const poll = async (url: string) => {
      const reports = site.written().split("\n").length;
      await broadsheet(["feeds", "poll", url], env);
      let report: Report | undefined;
      await site.logs((log) => {
        const lines = log.split("\n").slice(reports - 1);
        report = reportsOf(lines.join("\n")).get(url);
        return report !== undefined;
      });
      return report;
    };
    // At first nobody hurts: what the server needs at rest, when it has polled everything and made a page,
    await site.logs((log) => reportsOf(log).size === bombs.paths.length + SECTIONS.length - 1);
    await fetch(site.url);
    // and one anew, for which its second thread loads what pages are made with.
    for (let edition = 1; !/"elsewhereMs":.*"msg":"page made anew"/.test(site.written()); edition++) {
      host.serve(feedPath("world"), { body: wireFeed(host, "world", { edition: `Extra ${edition}` }) });
      await poll(host.url(feedPath("world")));
      await fetch(site.url);
    }

    const outcomes: Record<string, string> = {};
    bombs.arm();
    const hurt = async (path: string) => {
      const report = await poll(bombs.url(path));
      outcomes[path] = report?.msg ?? "";
      expect(report?.ms, path).toBeLessThan(LONGEST_MS);
    };
    // This one takes all the time that there is, and next to no memory: the others come meanwhile.
    const slow = hurt("/drip");
    for (const path of bombs.paths.filter((path) => path !== "/drip")) {
      const before = memoryOf(site.pid, "VmRSS");
      writeFileSync(`/proc/${site.pid}/clear_refs`, "5");
      await hurt(path);
      expect((memoryOf(site.pid, "VmHWM") - before) / MIB, path).toBeLessThan(100);
      // A good feed is polled right after each, and a page is made.
      expect((await fetch(`${site.url}/world`)).status).toBe(200);
    }
    await slow;
    for (const path of ["/gzip", "/endless", "/drip", "/redirects", "/header"])
      expect(outcomes[path], path).toMatch(/^feed failed/);

    const page = await (await fetch(`${site.url}/world`)).text();
    expect(page).toContain('data-state="fresh"');
    expect(await (await fetch(`${site.url}/local`)).text()).not.toContain("root:");
  }, 600_000);
});

interface Report {
  feed: string;
  msg: string;
  ms: number;
}

/** The lines that tell of polls, the last of each feed. */
function reportsOf(log: string): Map<string, Report> {
  const lines = log.split("\n").filter((line) => /"msg":"feed (polled|failed)/.test(line) && line.endsWith("}"));
  return new Map(lines.map((line) => JSON.parse(line) as Report).map((report) => [report.feed, report]));
}
